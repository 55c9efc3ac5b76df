import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lintText, migrateText } from './migrate-text.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Packages whose sources are full of odd code: parsers, linters, bundles, minified files, generated tables. */
const PACKAGES = [
  '@babel/parser',
  '@modelcontextprotocol/sdk',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/server-everything',
  '@typescript-eslint/typescript-estree',
  'ajv',
  'ast-types',
  'eslint',
  'esquery',
  'fast-check',
  'flow-parser',
  'jscodeshift',
  'magic-string',
  'prettier',
  'recast',
  'vitest',
  'zod',
];
const MAX_BYTES = 600_000;
const PER_PACKAGE = 12;

function files(folder: string): { file: string; size: number }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?js|[cm]?ts|tsx|jsx)$/.test(name) && !/(?:^|\/)node_modules\//.test(name))
    .map((name) => ({ file: path.join(folder, name), size: statSync(path.join(folder, name)).size }))
    .filter(({ size }) => size <= MAX_BYTES);
}

/** The largest files that speak of results, then the largest others; the rest by even steps of size. */
function sample(all: readonly { file: string; size: number }[]): string[] {
  const sorted = [...all].sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1)).map((f) => f.file);
  const speaking = sorted.filter((file) => readFileSync(file, 'utf8').includes('structuredContent'));
  const step = Math.max(1, Math.floor(sorted.length / (PER_PACKAGE - 6)));
  return [
    ...new Set([...speaking.slice(0, 6), ...sorted.slice(0, 2), ...sorted.filter((_, i) => i % step === 0)]),
  ].slice(0, PER_PACKAGE);
}

describe('sources of packages', () => {
  it.each(PACKAGES)('%s', { timeout: 240_000 }, (name) => {
    const found = sample(files(path.join(modules, name)));
    expect(found.length).toBeGreaterThan(0);
    for (const file of found) {
      const text = readFileSync(file, 'utf8');
      const base = path.basename(file);
      const { planned, planTime } = migrateText(text, base);
      // Seconds a megabyte, on a machine with other things to do.
      expect(planTime, file).toBeLessThan(5000 + text.length / 20);
      if (!text.includes('structuredContent')) expect(planned.sites, file).toEqual([]);
      if (!planned.sites.some((s) => s.outcome === 'rewritten')) expect(planned.afterAll, file).toBeNull();
      if (planned.afterAll !== null) expect(migrateText(planned.afterAll, base).planned.afterAll, file).toBeNull();
      expect(planned.error ?? '', file).not.toContain('\n');
      lintText(text.replace(/^\ufeff/, ''), base);
    }
  });
});
