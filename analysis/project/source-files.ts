import path from 'node:path';
import type { Disk } from './disk.js';

/** Files that the analysis can read. */
export const SOURCE_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** What a resolver adds to a path without an extension, in the order in which TypeScript and bundlers try. */
const IMPLIED = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** The sources from which a compiler writes a file of that extension; the file itself last. */
const WRITTEN_FROM: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
  '.ts': ['.ts'],
  '.tsx': ['.tsx'],
  '.mts': ['.mts'],
  '.cts': ['.cts'],
};

/** The source file that a path in an import stands for: with another extension, with one, or an `index`. */
export function sourceAt(disk: Disk, at: string): string | null {
  if (!disk.isFolder(path.dirname(at))) return null;
  const extension = path.extname(at);
  const stem = at.slice(0, at.length - extension.length);
  for (const other of WRITTEN_FROM[extension] ?? []) if (disk.isFile(stem + other)) return stem + other;
  for (const implied of IMPLIED) if (disk.isFile(at + implied)) return at + implied;
  if (!disk.isFolder(at)) return null;
  for (const implied of IMPLIED) {
    const index = path.join(at, `index${implied}`);
    if (disk.isFile(index)) return index;
  }
  return null;
}

/** Folders that builds write to. */
const OUTPUT = /^(?:dist|build|lib|out|output|esm|cjs|es|types)$/;
/** Folders below those, one for each form of the same source. */
const FLAVOUR = /^(?:esm|cjs|mjs|es|es6|commonjs|types|node|browser|module)$/;

/**
 * The source of a file that a package's manifest names. That file mostly stands in a build's output, which a checkout
 * lacks or which is no source: `dist/server.js` is looked for as `src/server.ts`, then as `server.ts`, then as it is.
 */
export function sourceOfTarget(disk: Disk, folder: string, target: string): string | null {
  const plain = target.replace(/\.d\.([cm]?)ts$/, '.$1js');
  const segments = plain.split('/').filter((s) => s !== '' && s !== '.');
  const at = segments.slice(0, -1).findIndex((s) => OUTPUT.test(s));
  if (at >= 0) {
    const before = segments.slice(0, at);
    const after = segments.slice(at + 1);
    while (after.length > 1 && FLAVOUR.test(after[0]!)) after.shift();
    const last = after[after.length - 1]!.replace(SOURCE_FILE, '');
    const below = [...after.slice(0, -1), last];
    for (const start of [['src'], ['source'], []]) {
      const found = sourceAt(disk, path.join(folder, ...before, ...start, ...below));
      if (found) return found;
    }
  }
  return sourceAt(disk, path.join(folder, ...segments));
}
