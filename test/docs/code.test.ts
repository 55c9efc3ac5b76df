import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { blocksOf, pages, root } from './pages.js';

/** Code blocks that stand for a whole file: their info string names it. */
const files = pages.flatMap((page) =>
  blocksOf(page)
    .filter(({ rest }) => /^[\w./-]+\.\w+$/.test(rest))
    .map((block) => ({ page, ...block })),
);

// Inside the repository, so that packages are found from there.
const folder = path.join(root, `.cache/docs-${String(process.pid)}`);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('configs of ESLint type-check', () => {
  const configs = files.filter(({ rest }) => /^eslint\.config\.[cm]?[jt]s$/.test(rest));
  expect(configs.length).toBeGreaterThan(3);
  const places = new Map<string, string>();
  for (const { page, line, rest, text } of configs) {
    const place = path.join(folder, String(places.size), rest);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
    places.set(place, `${page}:${String(line)}`);
  }
  const program = ts.createProgram([...places.keys()], {
    allowJs: true,
    checkJs: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
    paths: { 'eslint-plugin-mcp-reply': [path.join(root, 'index.ts')] },
  });
  const faults = [...places].flatMap(([place, where]) => {
    const file = program.getSourceFile(place);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${where} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
  expect(faults).toEqual([]);
});

test('JSON files parse', () => {
  const json = files.filter(({ language }) => language === 'json');
  expect(json.length).toBeGreaterThan(1);
  for (const { text } of json) expect(JSON.parse(text)).toBeTypeOf('object');
});

test('rules that a page configures exist', async () => {
  const { default: plugin } = await import('../../index.js');
  const named = pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => ['js', 'ts', 'json'].includes(language))
      .flatMap(({ text, line }) =>
        [...text.matchAll(/['"]mcp-reply\/([a-z-]+)['"]/g)].map(([, name = '']) => ({
          where: `${page}:${String(line)}`,
          name,
        })),
      ),
  );
  expect(named.length).toBeGreaterThan(5);
  const known = new Set([...Object.keys(plugin.rules ?? {}), ...Object.keys(plugin.configs)]);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});
