import path from 'node:path';
import type { Disk } from './disk.js';
import { membersOf, stringsOf } from './json-with-comments.js';
import { sourceAt, sourceOfTarget } from './source-files.js';

const MAX_EXTENDS = 8;
const MAX_REFERENCES = 8;

interface Aliases {
  /** `paths`: pattern to absolute targets, both with at most one `*`. Null where no configuration says. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[] | null;
  /** Absolute, or null. */
  readonly baseUrl: string | null;
}

/**
 * The file that a `tsconfig.json` or `jsconfig.json` near the importing folder maps a specifier to; null where it maps it
 * to files that are not there; undefined where none speaks of it.
 */
export function aliased(disk: Disk, folder: string, root: string, specifier: string): string | null | undefined {
  const config = nearestConfig(disk, folder, root);
  if (config === null) return undefined;
  let answer: null | undefined;
  for (const file of [config, ...references(disk, config)]) {
    const found = mapped(disk, readAliases(disk, root, file, path.dirname(file), 0), specifier, root);
    if (found) return found;
    if (found === null) answer = null;
  }
  return answer;
}

/** Names that no package can have, which bundlers are commonly told to look up in the sources. */
const CUSTOMARY = /^[@~]\/(.+)$/;

/**
 * Where an alias that no configuration here explains customarily leads: `@/x` and `~/x` to `src/x` or `x` of the package.
 * Bundlers have configurations of their own, in code. Null unless exactly one of these files is there.
 */
export function customaryAlias(disk: Disk, packageFolder: string, specifier: string): string | null {
  const rest = CUSTOMARY.exec(specifier)?.[1];
  if (rest === undefined) return null;
  const found = ['src', ''].flatMap((start) => sourceAt(disk, path.join(packageFolder, start, rest)) ?? []);
  return found.length === 1 ? found[0]! : null;
}

function nearestConfig(disk: Disk, folder: string, root: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    for (const name of ['tsconfig.json', 'jsconfig.json']) {
      const file = path.join(at, name);
      if (disk.isFile(file)) return file;
    }
    if (at === root || at === path.dirname(at)) return null;
  }
}

/** A configuration that only lists others (`tsconfig.app.json`) leaves the aliases to those. */
function references(disk: Disk, config: string): string[] {
  const listed = membersOf(disk.json(config))['references'];
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, MAX_REFERENCES).flatMap((reference) => {
    const [target] = stringsOf(membersOf(reference)['path']);
    if (target === undefined) return [];
    const at = path.resolve(path.dirname(config), target);
    const file = at.endsWith('.json') ? at : path.join(at, 'tsconfig.json');
    // Those of other packages speak of files there.
    return path.dirname(file) === path.dirname(config) && disk.isFile(file) ? [file] : [];
  });
}

function readAliases(disk: Disk, root: string, file: string, leaf: string, depth: number): Aliases {
  const json = membersOf(disk.json(file));
  const options = membersOf(json['compilerOptions']);
  const folder = path.dirname(file);
  let inherited: Aliases = { paths: null, baseUrl: null };
  if (depth < MAX_EXTENDS) {
    for (const name of stringsOf(json['extends'])) {
      const base = extended(disk, root, folder, name);
      if (!base) continue;
      const aliases = readAliases(disk, root, base, leaf, depth + 1);
      inherited = { paths: aliases.paths ?? inherited.paths, baseUrl: aliases.baseUrl ?? inherited.baseUrl };
    }
  }
  const place = (target: string, from: string): string =>
    path.resolve(
      from,
      target.replace(/^\$\{configDir\}/, () => leaf),
    );
  const baseUrl = typeof options['baseUrl'] === 'string' ? place(options['baseUrl'], folder) : inherited.baseUrl;
  if (options['paths'] === undefined) return { paths: inherited.paths, baseUrl };
  const paths = Object.entries(membersOf(options['paths'])).map(
    ([pattern, targets]) => [pattern, stringsOf(targets).map((t) => place(t, baseUrl ?? folder))] as const,
  );
  return { paths, baseUrl };
}

/** The file in the root that `extends` names, by path or by the name of an installed package. */
function extended(disk: Disk, root: string, folder: string, name: string): string | null {
  const isPath = /^\.{1,2}(?:\/|$)/.test(name) || path.isAbsolute(name);
  for (let at = folder; isInside(at, root); at = path.dirname(at)) {
    const base = isPath ? path.resolve(at, name) : path.join(at, 'node_modules', name);
    for (const file of [base, `${base}.json`, path.join(base, 'tsconfig.json')]) {
      if (file.endsWith('.json') && isInside(file, root) && disk.isFile(file)) return file;
    }
    if (isPath) break;
  }
  return null;
}

function isInside(file: string, root: string): boolean {
  return file === root || file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

function mapped(disk: Disk, { paths, baseUrl }: Aliases, specifier: string, root: string): string | null | undefined {
  let best: { targets: readonly string[]; rest: string; length: number } | null = null;
  for (const [pattern, targets] of paths ?? []) {
    const star = pattern.indexOf('*');
    if (star < 0) {
      if (pattern === specifier) best = { targets, rest: '', length: Infinity };
      continue;
    }
    const before = pattern.slice(0, star);
    const after = pattern.slice(star + 1);
    if (!specifier.startsWith(before) || !specifier.endsWith(after)) continue;
    if (specifier.length < before.length + after.length || (best && best.length >= before.length)) continue;
    const rest = specifier.slice(before.length, specifier.length - after.length);
    best = { targets, rest, length: before.length };
  }
  for (const target of best?.targets ?? []) {
    const at = target.replace('*', () => best!.rest);
    // An alias may lead to a build's output, which a checkout lacks.
    const found = sourceAt(disk, at) ?? sourceOfTarget(disk, root, path.relative(root, at).split(path.sep).join('/'));
    if (found) return found;
  }
  const below = baseUrl === null ? null : sourceAt(disk, path.join(baseUrl, specifier));
  return below ?? (best ? null : undefined);
}
