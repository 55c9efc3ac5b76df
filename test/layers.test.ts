import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** From the lowest layer to the highest. A file may import its own layer and those below it. */
const LAYERS = ['syntax', 'scope', 'values', 'mcp', 'project', 'edits', 'fronts', 'cli'] as const;
type Layer = (typeof LAYERS)[number] | 'runtime' | 'index';

/** The layer of a source file by its path from the root, with slashes. */
function layerOf(file: string): Layer {
  const [folder, sub] = file.split('/');
  if (folder === 'analysis') return file.split('/').length > 2 ? (sub as Layer) : 'mcp';
  if (folder === 'rules' || folder === 'codemods') return 'fronts';
  if (folder === 'cli' || folder === 'runtime' || folder === 'edits') return folder;
  return 'index';
}

const sources = ['analysis', 'edits', 'rules', 'codemods', 'cli', 'runtime']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
  )
  .concat('index.ts');

/** What a file imports: paths from the root for relative imports, else the module's name. Types count too. */
function importsOf(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => {
      if (!fileName.startsWith('.')) return fileName;
      return path.posix.join(path.posix.dirname(file), fileName).replace(/\.js$/, '.ts');
    });
}

const edges = sources.flatMap((file) => importsOf(file).map((target) => ({ file, target })));
const within = edges.filter(({ target }) => sources.includes(target));

/** The edges that break a law, as lines a person can act on. */
const lines = (broken: readonly { file: string; target: string }[]): string[] =>
  broken.map(({ file, target }) => `${file} imports ${target}`);

describe('the direction of imports', () => {
  test('every layer is seen, and every relative import is a file', () => {
    expect(new Set(sources.map(layerOf))).toEqual(
      new Set(['syntax', 'scope', 'values', 'mcp', 'project', 'edits', 'fronts', 'cli', 'runtime', 'index']),
    );
    const lost = edges.filter(({ target }) => target.endsWith('.ts') && !existsSync(path.join(root, target)));
    expect(lines(lost)).toEqual([]);
    expect(within.length).toBeGreaterThan(sources.length);
  });

  test('a layer imports itself and what is below it', () => {
    const broken = within.filter(({ file, target }) => {
      const from = LAYERS.indexOf(layerOf(file) as (typeof LAYERS)[number]);
      const to = LAYERS.indexOf(layerOf(target) as (typeof LAYERS)[number]);
      return from >= 0 && to >= 0 && to > from;
    });
    expect(lines(broken)).toEqual([]);
  });

  test('rules and codemods never import each other', () => {
    const broken = within.filter(({ file, target }) => {
      const folders = [file.split('/')[0], target.split('/')[0]];
      return folders.includes('rules') && folders.includes('codemods');
    });
    expect(lines(broken)).toEqual([]);
  });

  test('nothing imports index.ts', () => {
    expect(lines(within.filter(({ target }) => target === 'index.ts'))).toEqual([]);
  });

  test('what runs beside a server imports nothing of the rest', () => {
    const broken = edges.filter(
      ({ file, target }) =>
        file.startsWith('runtime/') && !target.startsWith('runtime/') && !target.startsWith('node:'),
    );
    expect(lines(broken)).toEqual([]);
    expect(importsOf('runtime/reply.ts')).toEqual([]);
  });

  test('analysis and rules know of runtime no more than the names of the hosts', () => {
    const broken = within.filter(
      ({ file, target }) =>
        /^(?:analysis|edits|rules|codemods)\//.test(file) &&
        target.startsWith('runtime/') &&
        target !== 'runtime/hosts/names.ts',
    );
    expect(lines(broken)).toEqual([]);
  });

  test('the analysis knows neither eslint nor jscodeshift', () => {
    const broken = edges.filter(
      ({ file, target }) =>
        file.startsWith('analysis/') && /^(?:eslint|jscodeshift|@typescript-eslint\/utils\/.*)(?:$|\/)/.test(target),
    );
    expect(lines(broken)).toEqual([]);
  });
});
