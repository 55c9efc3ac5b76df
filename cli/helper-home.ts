import type { Dirent } from 'node:fs';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { HELPER_FOLDERS } from '../edits/find-helper.js';
import { describeHelper } from '../edits/describe-helper.js';
import { helperVersion } from '../edits/helper-version.js';
import { namedHelper } from '../edits/named-helper.js';
import type { HelperTarget } from '../edits/outcome.js';
import type { Package } from '../edits/package-of.js';
import { packageOf } from '../edits/package-of.js';
import type { Flavour } from './helper-source.js';
import { stampedHelper } from './helper-source.js';
import { UsageError } from './io.js';

/** A file that may come to call the helper. */
export interface Caller {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

/** A helper that is not there yet. */
export interface NewHelper {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

/** Where the helper of each package lives, or will. */
export class HelperHomes {
  readonly #cwd: string;
  readonly #named: HelperTarget | null;
  readonly #callers: ReadonlyMap<string, readonly Caller[]>;
  readonly #homes = new Map<string, Home>();

  /**
   * @param named what `--helper` says: `<module>` or `<module>#<name>`
   * @param callers every file that may come to call the helper: they decide how a new one is written
   * @throws UsageError where the named helper is not one
   */
  constructor(cwd: string, named: string | undefined, callers: readonly Caller[]) {
    this.#cwd = cwd;
    const target = named === undefined ? null : namedHelper(named, cwd);
    if (target !== null && 'error' in target) throw new UsageError(target.error);
    this.#named = target;
    this.#callers = grouped(callers, ({ path: file }) => this.#rootOf(file));
  }

  /** The helper that a file is to call, or null: there is none that it could load. */
  helperFor(file: string): HelperTarget | null {
    if (this.#named) return this.#named;
    const home = this.#homeOf(file);
    return home.loadableFrom(file) ? home.target : null;
  }

  /** The file to write before `target` can be called, or null where it is there. */
  newFile(target: HelperTarget): NewHelper | null {
    for (const { target: known, flavour } of this.#homes.values()) {
      if (known === target && flavour) return { path: target.module, text: stampedHelper(flavour) };
    }
    return null;
  }

  #homeOf(file: string): Home {
    const root = this.#rootOf(file);
    let home = this.#homes.get(root);
    if (!home) {
      const callers = this.#callers.get(root) ?? [];
      home = findHome(root, callers) ?? newHome(root, packageOf(file), callers);
      this.#homes.set(root, home);
    }
    return home;
  }

  #rootOf(file: string): string {
    const { root, marked } = packageOf(file);
    const below = !path.relative(this.#cwd, file).startsWith('..');
    return marked || !below ? root : this.#cwd;
  }
}

class Home {
  constructor(
    readonly target: HelperTarget,
    /** How it is to be written, or null where it is there. */
    readonly flavour: Flavour | null,
    readonly home: Package,
    readonly commonjs: boolean,
  ) {}

  /** JavaScript loads no TypeScript, unless it is built together, and `require` loads no module of the other kind. */
  loadableFrom(file: string): boolean {
    if (isTypeScript(file) || this.home.deno || this.home.compiler?.javascript) return true;
    if (isTypeScript(this.target.module)) return false;
    return this.commonjs || !isCommonJs({ path: file, text: readText(file) });
  }
}

// ---- there already ----

const HELPER_FILE = /^(?:mcp-)?reply\.(?:[cm]?[jt]s|[jt]sx)$/;

function findHome(root: string, callers: readonly Caller[]): Home | null {
  const elsewhere = callers.map((caller) => caller.path).filter((file) => HELPER_FILE.test(path.basename(file)));
  for (const file of new Set([...usualPlaces(root), ...elsewhere.sort()])) {
    const home = existingHome(file);
    if (home) return home;
  }
  const copy = findCopy(root);
  return copy === null ? null : existingHome(copy);
}

function usualPlaces(root: string): string[] {
  return HELPER_FOLDERS.flatMap((folder) =>
    filesIn(path.join(root, folder)).filter((file) => HELPER_FILE.test(path.basename(file))),
  );
}

/** The copy of this package's helper in a folder or below it, the usual places first, or null. */
export function findCopy(root: string): string | null {
  for (const file of usualPlaces(root)) if (helperVersion(readText(file)) !== null) return file;
  for (const file of copiesBelow(root, 0)) return file;
  return null;
}

function existingHome(file: string): Home | null {
  const text = readText(file);
  if (!text.includes('structuredContent')) return null;
  const signature = describeHelper(file, 'reply');
  if ('error' in signature) return null;
  const target = { module: file, name: 'reply', ...signature };
  return new Home(target, null, packageOf(file), isCommonJs({ path: file, text }));
}

const DEEPEST_FOLDER = 6;

/** Copies of this package's helper in folders that nobody would guess (`init --dir`). */
function* copiesBelow(folder: string, depth: number): Generator<string> {
  const folders: string[] = [];
  for (const entry of entriesOf(folder)) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) folders.push(file);
    else if (entry.isFile() && HELPER_FILE.test(entry.name) && helperVersion(readText(file)) !== null) yield file;
  }
  if (depth >= DEEPEST_FOLDER) return;
  for (const inner of folders) {
    const isOther =
      /^(?:node_modules|dist|build|\..*)$/.test(path.basename(inner)) || existsSync(path.join(inner, 'package.json'));
    if (!isOther) yield* copiesBelow(inner, depth + 1);
  }
}

// ---- new ----

function newHome(root: string, home: Package, callers: readonly Caller[]): Home {
  const { flavour, extension } = formOf(home, callers);
  const folder = folderOf(root, home, callers);
  for (const base of ['reply', 'mcp-reply']) {
    const module = path.join(folder, base + extension);
    if (existsSync(module)) continue;
    const target = { module, name: 'reply', view: 0, text: 1, takesError: true };
    return new Home(target, flavour, home, flavour === 'commonjs');
  }
  throw new UsageError(`${folder} has a reply${extension} that is no reply helper: name yours with --helper`);
}

/** How a new helper is written so that all its callers can load it. Where none is known, as the package is written. */
export function formOf(home: Package, callers: readonly Caller[]): { flavour: Flavour; extension: string } {
  const typescript = callers.filter((caller) => isTypeScript(caller.path));
  if (typescript.length > 0 || (callers.length === 0 && home.compiler) || home.deno) {
    const all = (ending: RegExp): boolean =>
      typescript.length > 0 && typescript.every(({ path: file }) => ending.test(file));
    const some = (ending: RegExp): boolean => typescript.some(({ path: file }) => ending.test(file));
    if (some(/\.cts$/) && home.type === 'module') return { flavour: 'typescript', extension: '.cts' };
    if (all(/\.mts$/) && home.type === 'commonjs') return { flavour: 'typescript', extension: '.mts' };
    return { flavour: 'typescript', extension: '.ts' };
  }
  if (callers.length === 0) return { flavour: home.type, extension: '.js' };
  if (callers.some(isCommonJs)) return { flavour: 'commonjs', extension: home.type === 'module' ? '.cjs' : '.js' };
  const onlyMjs = callers.every(({ path: file }) => file.endsWith('.mjs'));
  return { flavour: 'module', extension: onlyMjs && home.type === 'commonjs' ? '.mjs' : '.js' };
}

/** Where the sources are: `src`, the compiler's `rootDir`, or beside package.json. */
export function folderOf(root: string, home: Package, callers: readonly Caller[]): string {
  const isBelow = (folder: string) => (caller: Caller) => !path.relative(folder, caller.path).startsWith('..');
  const src = path.join(root, 'src');
  if (isFolder(src) && (callers.length === 0 || callers.some(isBelow(src)))) return src;
  const { rootDir } = home.compiler ?? { rootDir: null };
  if (
    rootDir !== null &&
    isFolder(rootDir) &&
    !path.relative(root, rootDir).startsWith('..') &&
    callers.every(isBelow(rootDir))
  ) {
    return rootDir;
  }
  return root;
}

// ---- files ----

export function isTypeScript(file: string): boolean {
  return /\.(?:[cm]?ts|tsx)$/.test(file);
}

function isCommonJs({ path: file, text }: Caller): boolean {
  if (file.endsWith('.cjs')) return true;
  if (!/\.jsx?$/.test(file) || packageOf(file).type === 'module') return false;
  return !/^[^\S\n]*(?:import\s*["'{*\w]|export\s*[{*\w])/m.test(text);
}

function isFolder(file: string): boolean {
  try {
    return lstatSync(file).isDirectory();
  } catch {
    return false;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function filesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(folder, entry.name));
}

function readText(file: string): string {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
