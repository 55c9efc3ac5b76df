import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { isGenerated } from '../../analysis/syntax/generated.js';
import type { Ignores } from './ignored.js';
import { globMatcher, ignoresAbove, ignoresIn, isIgnored } from './ignored.js';

/** A file that may hold something to migrate, or a path that could not be read. */
export interface Candidate {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** One line that says why it is left untouched, or null. */
  readonly error: string | null;
}

export interface Discovery {
  /** Absolute paths of the source files that were read: those that a run may change. */
  readonly seen: ReadonlySet<string>;
  /** In the order of their paths. */
  readonly candidates: readonly Candidate[];
  /** Files that speak of results and are passed over: what generators and bundlers wrote. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

// Windows has no such flag, and its links are no files to `readdir` either.
const NO_LINK = constants.O_RDONLY | ((constants as Partial<typeof constants>).O_NOFOLLOW ?? 0);

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const DECLARATION = /\.d\.(?:[cm]?ts|[^.]+\.ts)$/;
const TEST = /\.(?:test|spec)\.[^.]+$/;
const GENERATED_NAME = /[._](?:generated|gen|min|pb)\.[^.]+$/;
const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'dist',
  'build',
  'coverage',
  '__tests__',
  '__mocks__',
  'test',
  'tests',
  '__generated__',
]);
/** Larger files are bundles or data: the analysis does not open them. In bytes. */
const LARGEST = 1_000_000;

// What follows the last part of a specifier: a quote, or the dot of an extension.
const AFTER_NAME = new Set([0x22, 0x27, 0x2e]);

/**
 * The files below the given paths that speak of tool results. A path that is named is read, whatever it is called;
 * below it `node_modules`, build output, tests, declarations, generated files, hidden folders, symbolic links and what
 * `.gitignore` names are passed over. Each file is read once, and its text is kept only if it says something.
 *
 * @param helper end of the helper's specifier, without extension: what imports it is looked at too
 */
export function discover(paths: readonly string[], globs: readonly string[], cwd: string, helper: string): Discovery {
  const walk = new Walk(globs.length > 0 ? globMatcher(globs, cwd) : null, helper);
  for (const given of paths.length > 0 ? paths : ['.']) walk.given(path.resolve(cwd, given));
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
  return { seen: walk.seen, candidates: walk.candidates.sort(byPath), skipped: walk.skipped.sort(byPath) };
}

class Walk {
  readonly seen = new Set<string>();
  readonly candidates: Candidate[] = [];
  readonly skipped: { path: string; why: string }[] = [];
  readonly #excluded: ((at: string) => boolean) | null;
  readonly #mention: Buffer;
  #buffer = Buffer.allocUnsafe(1 << 16);

  constructor(excluded: ((at: string) => boolean) | null, helper: string) {
    this.#excluded = excluded;
    this.#mention = Buffer.from(helper);
  }

  given(at: string): void {
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (!stat) {
      this.#fail(at, 'there is no such file or folder');
      return;
    }
    if (this.#excluded?.(at)) return;
    if (stat.isDirectory()) this.#folder(at, ignoresAbove(at));
    else if (stat.isSymbolicLink()) this.#fail(at, 'it is a symbolic link; name the file that it leads to');
    else if (!stat.isFile()) this.#fail(at, 'it is no file');
    else if (SOURCE.test(at) && !DECLARATION.test(at)) this.#file(at, true);
  }

  #folder(folder: string, above: readonly Ignores[]): void {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      this.#fail(folder, 'the folder cannot be read');
      return;
    }
    const own = entries.some((e) => e.name === '.gitignore' && e.isFile()) ? ignoresIn(folder) : null;
    const ignores = own ? [...above, own] : above;
    for (const entry of entries) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name) || this.#excluded?.(at)) continue;
        if (!isIgnored(at, true, ignores)) this.#folder(at, ignores);
      } else if (entry.isFile() && SOURCE.test(entry.name) && !DECLARATION.test(entry.name) && !TEST.test(entry.name)) {
        if (!this.#excluded?.(at) && !isIgnored(at, false, ignores)) this.#file(at, false);
      }
    }
  }

  #file(at: string, named: boolean): void {
    if (this.seen.has(at)) return;
    this.seen.add(at);
    let bytes: Buffer;
    try {
      const read = this.#read(at);
      if (read === null) {
        if (named) this.#fail(at, 'it is larger than 1 MB');
        return;
      }
      bytes = read;
    } catch {
      this.#fail(at, 'it cannot be read');
      return;
    }
    if (!bytes.includes('structuredContent') && !this.#importsHelper(bytes)) return;
    if (bytes.includes(0)) {
      this.#fail(at, 'it holds NUL bytes');
      return;
    }
    if (!isUtf8(bytes)) {
      this.#fail(at, 'it is not UTF-8 text');
      return;
    }
    const text = bytes.toString('utf8');
    if ((!named && GENERATED_NAME.test(at)) || isGenerated(text)) this.skipped.push({ path: at, why: 'generated' });
    else this.candidates.push({ path: at, text, error: null });
  }

  /** The bytes of a file, valid until the next call; null where there are too many. */
  #read(at: string): Buffer | null {
    const handle = openSync(at, NO_LINK);
    try {
      const { size } = fstatSync(handle);
      if (size > LARGEST) return null;
      if (size > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(size * 2);
      let length = 0;
      for (let n; length < size && (n = readSync(handle, this.#buffer, length, size - length, null)) > 0;) length += n;
      return this.#buffer.subarray(0, length);
    } finally {
      closeSync(handle);
    }
  }

  #importsHelper(bytes: Buffer): boolean {
    for (let i = bytes.indexOf(this.#mention); i >= 0; i = bytes.indexOf(this.#mention, i + 1)) {
      if (AFTER_NAME.has(bytes[i + this.#mention.length] ?? 0)) return true;
    }
    return false;
  }

  #fail(at: string, error: string): void {
    this.candidates.push({ path: at, text: '', error });
  }
}

/** True where a file that the run would change was written by a generator. */
export function isGeneratedFile(at: string): boolean {
  try {
    return GENERATED_NAME.test(at) || isGenerated(readFileSync(at, 'utf8'));
  } catch {
    return false;
  }
}
