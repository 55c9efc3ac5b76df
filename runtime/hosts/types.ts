/** A block of `content`. Every SDK's block types are assignable; the fields that no choice depends on are left open. */
export interface Block {
  readonly type: string;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly mimeType?: unknown;
  readonly resource?: unknown;
  readonly uri?: unknown;
  readonly name?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly size?: unknown;
  readonly icons?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
}

/** A tool result. Every SDK's `CallToolResult` is assignable. */
export interface ToolResult {
  readonly content?: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: unknown;
}

/** The kinds of block beside text that the specification knows. */
export type BlockKind = 'image' | 'audio' | 'resource' | 'resource_link';

/**
 * What becomes of a block that is not text, where the host reads `content`.
 * - `shown`: the model gets it (a resource may come as its JSON or text);
 * - `first`: the first block of that kind is shown, later ones go;
 * - `base64`: its data comes as characters inside JSON, so nobody sees a picture or hears a sound;
 * - `placeholder`: words or a link say that it was there;
 * - `dropped`: nothing of it arrives;
 * - `fails`: the host throws, and nothing of the whole result arrives.
 */
export type Fate = 'shown' | 'first' | 'base64' | 'placeholder' | 'dropped' | 'fails';

/** A kind that is not listed is unknown. */
export type BlockFates = Readonly<Partial<Record<BlockKind, Fate>>>;

/**
 * Which values of `structuredContent` count as a view at all.
 * - `defined`: all but undefined, so null too;
 * - `not-null`: all but undefined and null, so `{}` too;
 * - `truthy`: what JavaScript calls truthy: `{}` and `[]`, not null, 0, '' or false;
 * - `non-empty`: what Python calls truthy: as above, and not `{}` or `[]`;
 * - `object`: objects and arrays, `{}` too;
 * - `record`: objects that are not arrays, `{}` too;
 * - `unknown`: an object with keys does; nothing was read about the rest.
 */
export type Counts = 'defined' | 'not-null' | 'truthy' | 'non-empty' | 'object' | 'record' | 'unknown';

/** Which blocks a host that reads `content` takes: all, the text blocks, the first block, the first text block. */
export type Reads = 'all' | 'text' | 'first' | 'first-text';

/** Which channel the model gets. The whole set: a host is one of these with parameters, never code of its own. */
export type Policy =
  /** A view that counts wins and all text is dropped; with `onlyIfAllText`, only if every block is text. */
  | { readonly policy: 'structured-wins'; readonly counts: Counts; readonly onlyIfAllText?: true }
  /** Content wins; the view is handed over only if there is no content, no text, or neither text nor image or audio. */
  | {
      readonly policy: 'content-wins';
      readonly structuredIf: 'no-content' | 'no-text' | 'no-text-or-media';
      readonly counts: Counts;
      readonly reads?: Reads;
    }
  /** Both are handed over; with `onlyWith`, only if there is exactly one text block, or no image. Else content alone. */
  | { readonly policy: 'both'; readonly counts: Counts; readonly onlyWith?: 'one-text' | 'no-image' }
  /** The view is never handed over. */
  | { readonly policy: 'content-only'; readonly reads: Reads }
  | { readonly policy: 'unknown'; readonly reason: string };

/** How much text a host hands over, and what it does with more. */
export interface Limit {
  readonly size: number;
  /** A token is at least one byte, so a text of `size` bytes surely fits; whether a longer one does is unknown. */
  readonly unit: 'characters' | 'bytes' | 'tokens';
  /** Each text alone, all texts of a result together in order, or only a result that is one single text. */
  readonly per: 'text' | 'result' | 'sole-text';
  /** How much of the beginning stays when there is more, in the same unit. */
  readonly keeps: number | 'unknown';
  /** The limit in words. */
  readonly words: string;
}

/** Where a fact was read. */
export interface Source {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** The commit that was read, 40 hexadecimal digits. */
  readonly commit?: string;
  /** Paths, with `:lines` where they are known. */
  readonly files?: readonly string[];
  readonly symbol?: string;
  /** Issues and pull requests, as `#number` of that repository or `owner/name#number`. */
  readonly threads?: readonly string[];
}

/** What one host does with a tool result. */
export interface Host {
  /** Short and stable: lower case, digits and hyphens. */
  readonly id: string;
  readonly name: string;
  /** Absent: current. Others stay in the table, but out of matrices and of the names in messages. */
  readonly standing?: 'superseded' | 'part of another host' | 'server side';
  readonly onSuccess: Policy;
  /** `same`: `isError` changes nothing in the choice of channel. */
  readonly onError: Policy | 'same';
  readonly blocks: BlockFates;
  /** Where a view counts and something else becomes of the blocks: their fates then; `dropped` and `unknown` for all. */
  readonly blocksBesideView?: BlockFates | 'dropped' | 'unknown';
  /** Where something else becomes of the blocks of an error. */
  readonly blocksOnError?: BlockFates;
  /** What becomes of blocks whose `annotations.audience` lacks `assistant`. Absent: they are treated like all others. */
  readonly audience?: 'honoured' | 'partly';
  /** Absent: none was found where the rule was read. */
  readonly limit?: Limit;
  /** A setting that changes the rule, and the rule that it brings. */
  readonly switched?: { readonly by: string; readonly to: Policy };
  readonly sources: readonly Source[];
  /** Day of the state that was read, `YYYY-MM-DD`; null where the source bears no date. */
  readonly date: string | null;
  readonly confidence: 'high' | 'medium' | 'low';
  /** What a person should know beside the rule. Empty where there is nothing. */
  readonly remarks: string;
}
