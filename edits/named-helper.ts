import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { membersOf, parseJsonWithComments } from '../analysis/project/json-with-comments.js';
import { describeHelper, resolveFile } from './describe-helper.js';
import type { HelperTarget } from './outcome.js';

/**
 * The helper that `--helper <module>[#name]` names: a file, with or without its extension, or a package. Nothing of it is run.
 *
 * @returns the helper, or one line that says why there is none that a result can be built with
 */
export function namedHelper(named: string, cwd: string): HelperTarget | { readonly error: string } {
  const hash = named.lastIndexOf('#');
  // `#internal/reply` is a specifier of package.json's `imports`, not a name.
  const module = hash > 0 ? named.slice(0, hash) : named;
  const name = hash > 0 ? named.slice(hash + 1) : 'reply';
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return { error: `--helper ${named}: "${name}" is no name` };
  const asFile = resolveFile(path.resolve(cwd, module));
  const isPath = /^\.{0,2}\//.test(module) || path.isAbsolute(module) || /\.[cm]?[jt]sx?$/.test(module);
  if (!asFile && isPath) return { error: `--helper ${module}: there is no such file` };
  const entry = asFile ?? packageEntry(module, cwd);
  if (!entry) return { error: `--helper ${module}: no such file, and no such package in node_modules` };
  const signature = describeHelper(entry, name);
  if ('error' in signature) return { error: `--helper ${module}#${name}: ${signature.error}` };
  return { module: asFile ?? module, name, ...signature };
}

/** The source file behind a package specifier, by `exports` or `main`; nothing is run. Null where there is none. */
function packageEntry(specifier: string, cwd: string): string | null {
  const [, packageName, subpath] = /^((?:@[^/]+\/)?[^/@.][^/]*)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (packageName === undefined) return null;
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const root = path.join(folder, 'node_modules', packageName);
    if (existsSync(path.join(root, 'package.json'))) {
      const manifest = membersOf(parseJsonWithComments(readFileSync(path.join(root, 'package.json'), 'utf8')));
      const target = exportTarget(manifest['exports'], subpath === undefined ? '.' : `./${subpath}`);
      const main = typeof manifest['main'] === 'string' ? manifest['main'] : 'index.js';
      const entry = path.join(root, target ?? subpath ?? main);
      // A package of the workspace that is not built yet has its source where the build would have its output.
      return (
        resolveFile(entry) ??
        resolveFile(entry.replace(/([\\/])(?:dist|build|lib)([\\/])(?!.*[\\/](?:dist|build|lib)[\\/])/, '$1src$2'))
      );
    }
    if (path.dirname(folder) === folder) return null;
  }
}

function exportTarget(exports: unknown, key: string): string | null {
  if (typeof exports === 'string') return key === '.' ? exports : null;
  if (typeof exports !== 'object' || exports === null) return null;
  const entries = exports as Record<string, unknown>;
  if (Object.keys(entries).some((name) => name.startsWith('.'))) return conditionTarget(entries[key]);
  return key === '.' ? conditionTarget(entries) : null;
}

function conditionTarget(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  for (const condition of ['import', 'node', 'module', 'require', 'default']) {
    const target = conditionTarget((value as Record<string, unknown>)[condition]);
    if (target !== null) return target;
  }
  return null;
}
