import path from 'node:path';
import type { Disk, Stamp } from './disk.js';
import { sameStamp } from './disk.js';
import { membersOf, stringsOf } from './json-with-comments.js';

/** `**` in a workspace pattern goes this deep, and so does the search in a root without a manifest. */
const MAX_DEPTH = 4;
/** More folders than this are not looked into. */
const MAX_FOLDERS = 2_000;

const NEVER_PACKAGES = new Set(['node_modules', 'dist', 'build', 'out', 'coverage']);

interface Packages {
  readonly byName: ReadonlyMap<string, string>;
  /** Folders and manifests whose change means a new search. */
  readonly seen: ReadonlyMap<string, Stamp | null>;
}

/** The packages of a monorepo: which folder holds the source of which package. */
export class Workspaces {
  readonly #disk: Disk;
  readonly #roots = new Map<string, Packages>();
  readonly #checked = new Set<string>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  forget(): void {
    this.#checked.clear();
  }

  /** Whether a folder's manifest declares workspaces. */
  isRoot(folder: string): boolean {
    return this.#disk.isFile(path.join(folder, 'pnpm-workspace.yaml')) || this.#patternsOf(folder).length > 0;
  }

  /** The folder of the package `name` among the workspaces of `root`, or null. */
  folderOf(root: string, name: string): string | null {
    const folder = this.#packagesOf(root).byName.get(name);
    if (folder === undefined) return null;
    // A manifest may have been renamed in place, which changes no folder.
    return membersOf(this.#disk.json(path.join(folder, 'package.json')))['name'] === name ? folder : null;
  }

  #packagesOf(root: string): Packages {
    const known = this.#roots.get(root);
    if (known && (this.#checked.has(root) || this.#holds(known))) {
      this.#checked.add(root);
      return known;
    }
    const packages = this.#search(root);
    this.#roots.set(root, packages);
    this.#checked.add(root);
    return packages;
  }

  #holds(packages: Packages): boolean {
    for (const [at, stamp] of packages.seen) {
      const now = this.#disk.stamp(at);
      if (stamp === null ? now !== null : now === null || !sameStamp(stamp, now)) return false;
    }
    return true;
  }

  #search(root: string): Packages {
    const seen = new Map<string, Stamp | null>();
    for (const name of ['package.json', 'pnpm-workspace.yaml', 'lerna.json']) {
      const manifest = path.join(root, name);
      seen.set(manifest, this.#disk.stamp(manifest));
    }
    const declared = this.#patternsOf(root);
    // A root without a manifest says nothing of its packages; then every folder with one is a package.
    const patterns = declared.length > 0 || this.#disk.isFile(path.join(root, 'package.json')) ? declared : ['**'];
    const excluded = patterns.filter((p) => p.startsWith('!')).map((p) => patternToRegExp(p.slice(1)));
    const byName = new Map<string, string>();
    const own = membersOf(this.#disk.json(path.join(root, 'package.json')))['name'];
    if (typeof own === 'string') byName.set(own, root);
    for (const pattern of patterns) {
      if (pattern.startsWith('!')) continue;
      for (const folder of this.#expand(root, segmentsOf(pattern), seen)) {
        const relative = path.relative(root, folder).split(path.sep).join('/');
        if (excluded.some((e) => e.test(relative))) continue;
        const name = membersOf(this.#disk.json(path.join(folder, 'package.json')))['name'];
        if (typeof name === 'string' && !byName.has(name)) byName.set(name, folder);
      }
    }
    return { byName, seen };
  }

  #expand(root: string, segments: readonly string[], seen: Map<string, Stamp | null>): string[] {
    const found: string[] = [];
    const stack = [{ folder: root, at: 0, depth: 0 }];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { folder, at, depth } = next;
      const segment = segments[at];
      if (segment === undefined) {
        if (this.#disk.isFile(path.join(folder, 'package.json'))) found.push(folder);
        continue;
      }
      if (segment === '..' || seen.size > MAX_FOLDERS) continue;
      if (!/[*?{[]/.test(segment)) {
        stack.push({ folder: path.join(folder, segment), at: at + 1, depth });
        continue;
      }
      if (segment === '**') {
        stack.push({ folder, at: at + 1, depth });
        if (depth >= MAX_DEPTH) continue;
      }
      seen.set(folder, this.#disk.stamp(folder));
      const fits = segment === '**' ? null : patternToRegExp(segment);
      for (const name of this.#disk.folders(folder)) {
        if (name.startsWith('.') || NEVER_PACKAGES.has(name) || (fits && !fits.test(name))) continue;
        stack.push({ folder: path.join(folder, name), at: fits ? at + 1 : at, depth: depth + 1 });
      }
    }
    return found;
  }

  #patternsOf(root: string): string[] {
    const manifest = membersOf(this.#disk.json(path.join(root, 'package.json')))['workspaces'];
    const patterns = stringsOf(Array.isArray(manifest) ? manifest : (membersOf(manifest)['packages'] ?? []));
    const pnpm = path.join(root, 'pnpm-workspace.yaml');
    if (this.#disk.isFile(pnpm)) patterns.push(...pnpmPackages(this.#disk.text(pnpm) ?? ''));
    if (patterns.length === 0) {
      patterns.push(...stringsOf(membersOf(this.#disk.json(path.join(root, 'lerna.json')))['packages'] ?? []));
    }
    return patterns;
  }
}

/** The `packages` list of a `pnpm-workspace.yaml`: the only part of that file that is read. */
export function pnpmPackages(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^packages\s*:/.test(line));
  if (start < 0) return [];
  const inline = /^packages\s*:\s*\[(.*)\]/.exec(lines[start]!);
  if (inline) return inline[1]!.split(',').flatMap(yamlString);
  const patterns: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (!item) break;
    patterns.push(...yamlString(item[1]!));
  }
  return patterns;
}

function yamlString(text: string): string[] {
  const quoted = /^\s*(?:'([^']*)'|"([^"]*)")/.exec(text);
  const value = quoted ? (quoted[1] ?? quoted[2] ?? '') : text.replace(/\s#[^]*$/, '').trim();
  return value === '' ? [] : [value];
}

function segmentsOf(pattern: string): string[] {
  return pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
}

function patternToRegExp(pattern: string): RegExp {
  const source = segmentsOf(pattern)
    .join('/')
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.split(',').join('|')})`)
    .replace(/\*\*\/|\/\*\*|\*\*|\*|\?/g, (glob) => {
      if (glob === '**/') return '(?:.*/)?';
      if (glob === '/**') return '(?:/.*)?';
      if (glob === '**') return '.*';
      return glob === '*' ? '[^/]*' : '[^/]';
    });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^(?!)/;
  }
}
