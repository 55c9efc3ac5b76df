import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HelperTarget } from './outcome.js';
import { packageOf } from './package-of.js';

/** Where a package keeps its copy of the helper, in the order in which they are looked for. */
export const HELPER_FOLDERS = [
  'src',
  '.',
  'lib',
  'src/lib',
  'src/utils',
  'utils',
  'src/helpers',
  'server',
  'src/server',
];
const EXTENSIONS = ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs'];
/** An editor lints a file on every key: what was found is believed for this long, in milliseconds. */
const BELIEVED = 5000;

const known = new Map<string, { helper: HelperTarget | null; at: number }>();

/** The copied helper that the package of a file has, or null. */
export function findHelper(file: string): HelperTarget | null {
  const { root } = packageOf(file);
  const before = known.get(root);
  if (before && Date.now() - before.at < BELIEVED) return before.helper;
  const helper = search(root);
  known.set(root, { helper, at: Date.now() });
  return helper;
}

function search(root: string): HelperTarget | null {
  for (const folder of HELPER_FOLDERS) {
    for (const extension of EXTENSIONS) {
      const module = path.join(root, folder, `reply${extension}`);
      let text: string;
      try {
        text = readFileSync(module, 'utf8');
      } catch {
        continue;
      }
      if (/\bexport\s+(?:function|const)\s+reply\b|\bmodule\.exports\s*=|\bexports\.reply\b/.test(text)) {
        return { module, name: 'reply', view: 0, text: 1, takesError: true };
      }
    }
  }
  return null;
}
