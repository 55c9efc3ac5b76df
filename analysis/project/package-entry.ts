import path from 'node:path';
import type { Disk } from './disk.js';
import { membersOf, stringsOf } from './json-with-comments.js';
import { sourceAt, sourceOfTarget } from './source-files.js';

/**
 * The source file behind a package's name and subpath (`.` or `./server`): what its manifest's `exports`, else its
 * other fields, lead to; without those, where sources usually stand. Null where there is none.
 */
export function packageEntry(disk: Disk, folder: string, subpath: string): string | null {
  const manifest = membersOf(disk.json(path.join(folder, 'package.json')));
  for (const target of targetsOf(manifest, subpath)) {
    const source = sourceOfTarget(disk, folder, target);
    if (source) return source;
  }
  if (subpath === '.') return sourceAt(disk, path.join(folder, 'src')) ?? sourceAt(disk, folder);
  return sourceAt(disk, path.join(folder, 'src', subpath)) ?? sourceAt(disk, path.join(folder, subpath));
}

/** The source file behind a name that a package gives to a file of its own, `#name`; null where there is none. */
export function packageImport(disk: Disk, folder: string, specifier: string): string | null {
  const imports = membersOf(membersOf(disk.json(path.join(folder, 'package.json')))['imports']);
  for (const target of matchKey(imports, specifier)) {
    const source = target.startsWith('.') ? sourceOfTarget(disk, folder, target) : null;
    if (source) return source;
  }
  return null;
}

function targetsOf(manifest: Readonly<Record<string, unknown>>, subpath: string): string[] {
  const exported = manifest['exports'];
  if (exported !== undefined && exported !== null) {
    const map = membersOf(exported);
    const byPath = Object.keys(map).some((key) => key.startsWith('.'));
    return byPath ? matchKey(map, subpath) : subpath === '.' ? conditional(exported) : [];
  }
  if (subpath !== '.') return [subpath];
  return ['source', 'module', 'main', 'types', 'typings'].flatMap((field) => stringsOf(manifest[field]));
}

/** The targets under the key that fits best: the very one, else the one with the longest text before its `*`. */
function matchKey(map: Readonly<Record<string, unknown>>, wanted: string): string[] {
  if (wanted in map) return conditional(map[wanted]);
  let best: { before: string; rest: string; value: unknown } | null = null;
  for (const [key, value] of Object.entries(map)) {
    const star = key.indexOf('*');
    if (star < 0) continue;
    const before = key.slice(0, star);
    const after = key.slice(star + 1);
    if (!wanted.startsWith(before) || !wanted.endsWith(after) || wanted.length < key.length) continue;
    if (best && best.before.length >= before.length) continue;
    best = { before, rest: wanted.slice(before.length, wanted.length - after.length), value };
  }
  if (!best) return [];
  const { rest, value } = best;
  return conditional(value).map((target) => target.replaceAll('*', () => rest));
}

/** Every path in a target with conditions: one for sources first, then what runs, then types, which subpaths may share. */
function conditional(target: unknown): string[] {
  if (typeof target === 'string') return [target];
  if (Array.isArray(target)) return target.flatMap(conditional);
  const rank = (name: string): number => (/source|^development$/.test(name) ? 0 : name.startsWith('types') ? 2 : 1);
  return Object.entries(membersOf(target))
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([, value]) => conditional(value));
}
