/**
 * What became of a call.
 *
 * - `accepted`: the host ran it and handed back a result. The result may be an error of the server.
 * - `refused-bare-name`: the model left off the server's prefix and the host refused the call.
 * - `server-missing`: the name had its prefix, but the server (or its connection) was not there.
 * - `refused-other`: the host refused it for another reason; `why` says which.
 * - `no-result`: the stream holds no result for it, so nothing is known.
 */
export type Outcome = 'accepted' | 'refused-bare-name' | 'server-missing' | 'refused-other' | 'no-result';

/**
 * In which form the host handed a result to the model.
 *
 * - `json`: JSON and nothing beside it, which is what hosts make of `structuredContent`.
 * - `text`: plain words.
 * - `blocks`: a list of content blocks, as the server wrote them.
 * - `empty`: nothing at all.
 * - `unknown`: the stream does not say; `why` says why.
 */
export type Shown = 'json' | 'text' | 'blocks' | 'empty' | 'unknown';

/** Where in a result a phrase stood: inside JSON, inside text, or inside a block that is not text (a resource). */
export type Channel = 'json' | 'text' | 'block';

/** One of the phrases that `readRun` was asked for, found in a result. */
export interface Found {
  /** Index into the `phrases` that were asked for. */
  readonly phrase: number;
  readonly channel: Channel;
  /** Path to the string that holds it, such as `note`, `messages[3].text`, `content[0].text`; `''` is the whole. */
  readonly at: string;
}

export interface Result {
  /** The id of the call that it answers. */
  readonly id: string;
  /** Server of the tool; null for the host's own tools and for calls that no server got. */
  server: string | null;
  /** Name of the tool without the server's prefix; null if the stream holds no call with this id. */
  tool: string | null;
  readonly shown: Shown;
  /** Why `shown` is `unknown`; else null. */
  readonly why: string | null;
  /** How many blocks of each type, when `shown` is `blocks`. */
  readonly blocks: Readonly<Record<string, number>>;
  readonly isError: boolean;
  /** Size of what was shown, in bytes of UTF-8; for blocks that are not text, the size of their JSON. */
  readonly bytes: number;
  /** True if what was shown is one JSON object with a `note` that is not empty. */
  readonly note: boolean;
  /** The first characters of what was shown, at most 200. */
  readonly start: string;
  /** Phrases that what was shown carries. */
  readonly carries: readonly Found[];
  /** Phrases that the server sent but the host did not show. Only Codex's events hold both channels. */
  readonly dropped: readonly Found[];
  /** The call that started the sub-agent which got this result; null for the main agent. */
  readonly agent: string | null;
}

export interface Call {
  /** The host's id; null if the event had none. */
  readonly id: string | null;
  /** The name as the model said it, prefix included (Codex: the tool's name, its events hold the server apart). */
  readonly name: string;
  /** Server that the name stands for; null for the host's own tools and for bare names. */
  server: string | null;
  /** The name without the server's prefix. */
  tool: string;
  /** The arguments; the first 200 characters of their JSON if `inputCut`. */
  readonly input: unknown;
  /** True if the arguments were too large to keep. */
  readonly inputCut: boolean;
  /** Size of the arguments as JSON, in bytes of UTF-8. */
  readonly inputBytes: number;
  outcome: Outcome;
  /** One sentence for every outcome but `accepted`. */
  why: string | null;
  /** Full names of offered tools that the model probably meant; empty unless the name is not one of the run's. */
  meant: readonly string[];
  result: Result | null;
  readonly agent: string | null;
}

/** A tool that the run offered to the model. */
export interface OfferedTool {
  readonly name: string;
  readonly server: string | null;
  readonly tool: string;
}

/** A server as the run's first event lists it. */
export interface ListedServer {
  readonly name: string;
  /** The host's word: `connected`, `failed`, `needs-auth`, `pending` and others. */
  readonly status: string;
}

/**
 * Whether the run came to its end. Only a complete run can pass a check.
 *
 * - `no-events`: nothing in the stream is an event of a known host.
 * - `no-final-event`: the stream ends in the middle of the run.
 * - `ended-in-error`: the host gave up (turns, budget, time, an error of the model's API).
 * - `damaged`: some lines could not be read, so a call may be missing here.
 * - `too-large`: more calls, results or found phrases than are kept (`LIMITS`).
 */
export type Ending =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'incomplete';
      readonly reason: 'no-events' | 'no-final-event' | 'ended-in-error' | 'damaged' | 'too-large';
      readonly message: string;
    };

/**
 * What was counted while reading. `lines = events + noise + damaged + oversized`, and
 * `results read = Run.results.length + duplicateResults` while nothing is beyond the limits.
 */
export interface Counts {
  /** Pieces of the stream that are not blank: lines, or elements of a JSON array. */
  lines: number;
  /** Pieces that are JSON objects. */
  events: number;
  /** Events of a type that no known host writes. */
  unknownEvents: number;
  /** Pieces that are no JSON object and do not look like one: a log line, a warning. */
  noise: number;
  /** Pieces that look like an event and cannot be read, the cut last line included. */
  damaged: number;
  /** Pieces larger than `LIMITS.lineBytes`; they are skipped unread. */
  oversized: number;
  /** Pieces with bytes that are not UTF-8; they are read with U+FFFD in their place. */
  invalidUtf8: number;
  /** Calls that repeat an earlier one with the same id, name and arguments. */
  duplicateCalls: number;
  /** Results for a call that has one already. */
  duplicateResults: number;
  /** Results whose call is not in the stream. */
  orphanResults: number;
}

/** One run of a host, as its raw stream tells it. Plain data: it can be written as JSON. */
export interface Run {
  readonly host: 'claude' | 'codex' | 'unknown';
  /** In the order of the stream, sub-agents included. */
  readonly calls: readonly Call[];
  /** In the order of the stream. */
  readonly results: readonly Result[];
  /** Tools that the run offered; null if the stream does not say (Codex never does). */
  readonly tools: readonly OfferedTool[] | null;
  /** Servers that the run listed; null if the stream does not say. */
  readonly servers: readonly ListedServer[] | null;
  readonly ending: Ending;
  readonly counts: Readonly<Counts>;
  /** The phrases that were looked for, as they were given. */
  readonly phrases: readonly string[];
}

/**
 * How much of a stream is kept, so that memory stays bounded whatever the stream holds. A run that goes beyond
 * `calls` or `found` is `too-large`, hence never a pass.
 */
export const LIMITS = {
  /** Largest line or array element that is read, in bytes. */
  lineBytes: 8 * 1024 * 1024,
  /** Calls, and results, of one run. */
  calls: 20_000,
  /** Servers that a run lists. */
  servers: 500,
  /** Arguments of one call, in bytes of JSON. Larger ones are cut. */
  inputBytes: 16 * 1024,
  /** Arguments of all calls together, in bytes of JSON. What comes after is cut. */
  allInputBytes: 16 * 1024 * 1024,
  /** Phrases that can be looked for at once. */
  phrases: 2_000,
  /** Places of phrases in results, all together. */
  found: 100_000,
} as const;
