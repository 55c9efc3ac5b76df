/** What the codemod did with a site: rewritten, left (with a reason), or done (already a reply). */
export type Outcome = 'rewritten' | 'left' | 'done';

/** What became of the output schema of the site's tool. */
export type SchemaOutcome = 'none' | 'open' | 'edited' | 'declared' | 'unknown';

/** One inline result in source and what the codemod did with it. Lines and columns count from 1 and are those of the input file. */
export interface Site {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly outcome: Outcome;
  /** Id of the reason when left, else null. */
  readonly reason: string | null;
  /** A sentence for a person. */
  readonly message: string;
  /** Name of the tool where it is known. */
  readonly tool: string | null;
  readonly schema: SchemaOutcome;
}

/** The reply helper that rewritten sites call. */
export interface HelperTarget {
  /** Absolute path of the helper's module, or a bare package specifier (`@scope/mcp-reply-helper`). */
  readonly module: string;
  readonly name: string;
  /** Position of the view and of the text among the helper's arguments, from 0. The error flag comes third where `takesError`. */
  readonly view: number;
  readonly text: number;
  readonly takesError: boolean;
}

/** What a migration would do with one file. */
export interface PlannedFile {
  /** Absolute path. */
  readonly path: string;
  /** The file's text as it was read; null where it was not. */
  readonly before: string | null;
  /** The file's text once only its schema edits are made; null where there are none. */
  readonly afterSchemas: string | null;
  /** The file's text once everything is made; null where nothing changes. */
  readonly afterAll: string | null;
  readonly sites: readonly Site[];
  /** One line, where the file could not be read or parsed. */
  readonly error: string | null;
  /** The helper that the file calls afterwards and did not before. */
  readonly helper: HelperTarget | null;
  /** Files whose schema edits have to be made before this one may be written whole. */
  readonly schemaFiles: readonly string[];
}

export interface MigrationRequest {
  readonly cwd: string;
  /** Absolute paths of the files that may be changed. */
  readonly files: readonly string[];
  /** The helper for a file, or null: then its sites are left (`no-helper`). */
  helperFor(file: string): HelperTarget | null;
  /** False for a file that the run may not write; an output schema in it is not edited. Any file may be, where this is absent. */
  mayChange?(file: string): boolean;
  /** Rewrite only the sites that lose something. */
  readonly onlyLost: boolean;
  /** Called after each file, for progress. */
  onFile?(path: string, done: number, total: number): void;
}
