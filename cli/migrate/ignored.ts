import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ignore } from 'ignore';
import ignore from 'ignore';

/** The patterns of one `.gitignore`. */
export interface Ignores {
  readonly folder: string;
  readonly matcher: Ignore;
}

/** The `.gitignore` of a folder, or null. One that is a symbolic link does not count, as in git. */
export function ignoresIn(folder: string): Ignores | null {
  const file = path.join(folder, '.gitignore');
  try {
    if (!lstatSync(file).isFile()) return null;
    return { folder, matcher: ignore({ ignorecase: false }).add(readFileSync(file, 'utf8')) };
  } catch {
    return null;
  }
}

/**
 * The `.gitignore` files above a folder that count for what is below it: up to the root of its repository. Those that name
 * the folder itself do not: who names an ignored folder wants it read.
 */
export function ignoresAbove(folder: string): Ignores[] {
  const found: Ignores[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    const own = at === folder ? null : ignoresIn(at);
    if (own) found.unshift(own);
    if (existsSync(path.join(at, '.git'))) break;
    // Without a repository nothing above is git's.
    if (path.dirname(at) === at) return [];
  }
  return found.filter((one) => !isIgnored(folder, true, [one]));
}

/** What the nearest `.gitignore` that speaks of a path says. The folders above the path are known not to be ignored. */
export function isIgnored(at: string, isFolder: boolean, ignores: readonly Ignores[]): boolean {
  for (let i = ignores.length - 1; i >= 0; i--) {
    const { folder, matcher } = ignores[i]!;
    const relative = path.relative(folder, at).split(path.sep).join('/') + (isFolder ? '/' : '');
    const { ignored, unignored } = matcher.test(relative);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

/**
 * Says of absolute paths whether a glob of `--ignore` names them or a folder above them. Globs are those of `.gitignore`, with
 * `{a,b}`; one with a slash counts from the working directory, or from the root of the disk if it is absolute.
 */
export function globMatcher(globs: readonly string[], cwd: string): (at: string) => boolean {
  const fromRoot = (at: string): string => at.slice(path.parse(at).root.length).split(path.sep).join('/');
  const base = fromRoot(cwd).replace(/[\\*?[\]!#{} ]/g, '\\$&');
  const patterns = globs.flatMap(expandBraces).map((glob) => {
    const plain = (path.sep === '\\' ? glob.replaceAll('\\', '/') : glob).replace(/^(?:\.\/)+/, '');
    if (path.isAbsolute(plain)) return `/${fromRoot(plain)}`;
    if (!plain.replace(/\/$/, '').includes('/') || plain.startsWith('**/')) return plain;
    const up = /^(?:\.\.\/)+/.exec(plain)?.[0] ?? '';
    const from = up === '' ? base : fromRoot(path.resolve(cwd, up)).replace(/[\\*?[\]!#{} ]/g, '\\$&');
    return `/${from === '' ? '' : `${from}/`}${plain.slice(up.length)}`;
  });
  const matcher = ignore({ ignorecase: false }).add(patterns);
  return (at) => {
    const relative = fromRoot(at);
    return relative !== '' && (matcher.ignores(relative) || matcher.ignores(`${relative}/`));
  };
}

const MOST_PATTERNS = 1000;

/** `a.{b,c}` becomes `a.b` and `a.c`. */
function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  while (open.length > 0) {
    const next = open.pop()!;
    const braces = /(?<!\\)\{([^{}\\]*,[^{}\\]*)\}/.exec(next);
    if (!braces || done.length + open.length > MOST_PATTERNS) done.push(next);
    else {
      for (const part of braces[1]!.split(',')) {
        open.push(next.slice(0, braces.index) + part + next.slice(braces.index + braces[0].length));
      }
    }
  }
  return done;
}
