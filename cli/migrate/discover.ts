import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Ignore } from 'ignore';
import ignore from 'ignore';
import { isGenerated } from '../../analysis/syntax/generated.js';
import { UsageError } from '../io.js';

/** A file that may hold something to migrate, or one that could not be read. */
export interface Candidate {
  readonly path: string;
  /** '' where it could not be read. */
  readonly text: string;
  /** One line that says why it is left untouched, or null. */
  readonly error: string | null;
}

export interface Discovery {
  /** Source files seen, whether or not they hold anything. */
  readonly seen: number;
  readonly candidates: readonly Candidate[];
}

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const DECLARATION = /\.d\.(?:[cm]?ts|[^.]+\.ts)$/;
const TEST = /\.(?:test|spec)\.[^.]+$/;
const TEST_FOLDERS = new Set(['__tests__', '__mocks__', 'test', 'tests']);
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'build', 'coverage']);
/** Larger files are bundles or data. In bytes. */
const LARGEST = 1_000_000;

/**
 * The files below the given paths whose text has one of `words`. A path that is named is read, whatever it is called;
 * below it `node_modules`, build output, tests, declarations, generated files, hidden folders, symbolic links and what
 * `.gitignore` names are skipped.
 *
 * @throws UsageError where a given path does not exist
 */
export function discover(
  paths: readonly string[],
  globs: readonly string[],
  cwd: string,
  words: readonly string[],
): Discovery {
  const walk = new Walk(
    cwd,
    globs,
    words.map((w) => Buffer.from(w)),
  );
  for (const given of paths.length > 0 ? paths : ['.']) walk.given(path.resolve(cwd, given), given);
  return { seen: walk.seen.size, candidates: walk.candidates };
}

interface Rules {
  readonly folder: string;
  readonly ignores: Ignore;
}

class Walk {
  readonly seen = new Set<string>();
  readonly candidates: Candidate[] = [];
  readonly #cwd: string;
  readonly #globs: Ignore | null;
  readonly #words: readonly Buffer[];

  constructor(cwd: string, globs: readonly string[], words: readonly Buffer[]) {
    this.#cwd = cwd;
    this.#words = words;
    // An absolute glob is meant from the working directory's point of view.
    const relative = globs.map((g) => (path.isAbsolute(g) ? `/${path.relative(cwd, g).split(path.sep).join('/')}` : g));
    this.#globs = globs.length > 0 ? ignore().add(relative) : null;
  }

  given(at: string, shown: string): void {
    let stat;
    try {
      stat = statSync(at);
    } catch {
      throw new UsageError(`${shown} does not exist.`);
    }
    if (stat.isDirectory()) this.#folder(at, rulesAbove(at));
    else this.#file(at, true);
  }

  #folder(folder: string, above: readonly Rules[]): void {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      this.candidates.push({ path: folder, text: '', error: 'the folder cannot be read' });
      return;
    }
    const own = entries.some((e) => e.name === '.gitignore' && e.isFile()) ? rulesIn(folder) : null;
    const rules = own ? [...above, own] : above;
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name) || TEST_FOLDERS.has(entry.name)) continue;
        if (!this.#isIgnored(`${at}${path.sep}`, rules)) this.#folder(at, rules);
      } else if (entry.isFile() && SOURCE.test(entry.name) && !DECLARATION.test(entry.name) && !TEST.test(entry.name)) {
        if (!this.#isIgnored(at, rules)) this.#file(at, false);
      }
    }
  }

  #isIgnored(at: string, rules: readonly Rules[]): boolean {
    const from = (folder: string): string =>
      path.relative(folder, at).split(path.sep).join('/') + (at.endsWith(path.sep) ? '/' : '');
    if (this.#globs) {
      const relative = from(this.#cwd);
      if (!relative.startsWith('..') && this.#globs.ignores(relative)) return true;
    }
    return rules.some((r) => r.ignores.ignores(from(r.folder)));
  }

  #file(at: string, named: boolean): void {
    if (this.seen.has(at)) return;
    this.seen.add(at);
    const fail = (error: string): void => void this.candidates.push({ path: at, text: '', error });
    let bytes: Buffer;
    try {
      if (lstatSync(at).isSymbolicLink()) return fail('it is a symbolic link; name the file that it leads to');
      if (statSync(at).size > LARGEST) {
        if (named) fail('it is larger than 1 MB');
        return;
      }
      bytes = readFileSync(at);
    } catch {
      return fail('it cannot be read');
    }
    if (!this.#words.some((word) => bytes.includes(word))) return;
    if (bytes.includes(0)) return fail('it holds NUL bytes');
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return fail('it is not UTF-8 text');
    }
    if (isGenerated(text) && !named) return;
    this.candidates.push({ path: at, text, error: null });
  }
}

function rulesIn(folder: string): Rules | null {
  try {
    return { folder, ignores: ignore().add(readFileSync(path.join(folder, '.gitignore'), 'utf8')) };
  } catch {
    return null;
  }
}

/** The `.gitignore` files above a folder, up to the root of its repository. */
function rulesAbove(folder: string): Rules[] {
  const rules: Rules[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    if (at !== folder) {
      const own = rulesIn(at);
      if (own) rules.unshift(own);
    }
    const root = readdirSafe(at).includes('.git');
    if (root) return rules;
    // Without a repository nothing above is git's.
    if (path.dirname(at) === at) return [];
  }
}

function readdirSafe(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
