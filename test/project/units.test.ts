import { statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import { afterEach, expect, test, vi } from 'vitest';
import type { Project } from '../../analysis/project/project.js';
import { createProject } from '../../analysis/project/project.js';
import { projectFor, typescriptProject } from '../../analysis/project/project-for.js';
import { Names } from '../../analysis/scope/names.js';
import { NO_NEIGHBOURS, type Unit } from '../../analysis/scope/unit.js';
import { linkParents } from '../../analysis/syntax/tree.js';
import { ask, open, shown, writeAt, writeTree } from './tree.js';

/** ESLint's own parser, of the ESLint that is installed here. */
const espree: unknown = createRequire(createRequire(import.meta.url).resolve('eslint'))('espree');

afterEach(() => vi.useRealTimers());

/** What `x` of `./b` is, as `a.ts` sees it. */
function x(project: Project, root: string): string {
  return shown(root, project.exported(open(project, root, 'a.ts'), './b', 'x'));
}

/** A tree as the linter has it: parsed by itself, from text that need not be saved. */
function linted(root: string, name: string, text: string): Unit {
  const { ast, scopeManager } = typescriptParser.parseForESLint(text, { filePath: name, sourceType: 'module' });
  linkParents(ast);
  const names = new Names(scopeManager);
  const file = path.join(root, name);
  return { path: file, text, ast: ast, scopeManager, names, neighbours: NO_NEIGHBOURS };
}

test('a change on disk is seen after a refresh, and only what changed is parsed again', () => {
  const root = writeTree({ 'a.ts': '', 'b.ts': 'export { x } from "./c";', 'c.ts': 'export const x = 1;' });
  const project = typescriptProject(root);
  expect(x(project, root)).toBe('c.ts: 1');
  expect(project.counts.parsed).toBe(3);

  writeAt(root, 'c.ts', 'export const x = 22;');
  expect(x(project, root)).toBe('c.ts: 1');
  project.refresh();
  expect(x(project, root)).toBe('c.ts: 22');
  expect(project.counts.parsed).toBe(4);

  // The same size: the time alone tells.
  writeAt(root, 'c.ts', 'export const x = 33;');
  const { atime, mtimeMs } = statSync(path.join(root, 'c.ts'));
  utimesSync(path.join(root, 'c.ts'), atime, new Date(mtimeMs + 5_000));
  project.refresh();
  expect(x(project, root)).toBe('c.ts: 33');
});

test('new files, new aliases and new workspaces are seen after a refresh', () => {
  const root = writeTree({ 'a.ts': '', 'package.json': '{"workspaces": ["libs/*"]}', 'libs/d/package.json': '{}' });
  const project = typescriptProject(root);
  const from = open(project, root, 'a.ts');
  expect(shown(root, project.exported(from, './b', 'x'))).toBe('unknown: no source file for "./b"');
  expect(shown(root, project.exported(from, '@/b', 'x'))).toBe('unknown: no source file for "@/b"');
  expect(shown(root, project.exported(from, 'lib', 'x'))).toBe('external lib');
  writeAt(root, 'b.ts', 'export const x = 1;');
  writeAt(root, 'tsconfig.json', '{"compilerOptions": {"paths": {"@/*": ["./*"]}}}');
  writeAt(root, 'libs/new/package.json', '{"name": "lib"}');
  writeAt(root, 'libs/new/src/index.ts', 'export const x = 2;');
  project.refresh();
  expect(shown(root, project.exported(from, './b', 'x'))).toBe('b.ts: 1');
  expect(shown(root, project.exported(from, '@/b', 'x'))).toBe('b.ts: 1');
  expect(shown(root, project.exported(from, 'lib', 'x'))).toBe('libs/new/src/index.ts: 2');
});

test('a file is parsed only if its text can hold the answer', () => {
  const barrel = Array.from({ length: 30 }, (_, i) => `export * from "./m${i}";`).join('\n');
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}.ts`, `export const name${i} = ${i};`]));
  const root = writeTree({ 'a.ts': '', 'b.ts': barrel, ...files });
  const project = typescriptProject(root);
  const from = open(project, root, 'a.ts');
  expect(shown(root, project.exported(from, './b', 'name17'))).toBe('m17.ts: 17');
  // a, the barrel, and the one with the name
  expect(project.counts.parsed).toBe(3);
  expect(shown(root, project.exported(from, './m3', 'missing'))).toBe('unknown: m3.ts does not export "missing"');
  expect(shown(root, project.exported(from, './m3', 'missing'))).toBe('unknown: m3.ts does not export "missing"');
  expect(project.counts.parsed).toBe(3);
  expect(project.counts.read).toBeLessThanOrEqual(20);
});

test("the linter's own tree is used where its text is what the disk has", () => {
  const text = 'export const x = 1;';
  const root = writeTree({ 'a.ts': '', 'b.ts': `\uFEFF${text}` });
  const project = typescriptProject(root);
  const unit = linted(root, 'b.ts', text);
  project.register(unit);
  const found = project.exported(open(project, root, 'a.ts'), './b', 'x');
  expect(found.kind === 'value' && found.unit).toBe(unit);
  expect(project.counts.parsed).toBe(1);
});

test("the linter's own tree is not used where it is of a text that is not saved", () => {
  const root = writeTree({ 'a.ts': '', 'b.ts': 'export const x = 1;' });
  const project = typescriptProject(root);
  project.register(linted(root, 'b.ts', 'export const x = 2;'));
  expect(x(project, root)).toBe('b.ts: 1');
});

test('a linter that lives long sees changes a second later', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const root = writeTree({ 'a.ts': '', 'b.ts': 'export const x = 1;' });
  const project = typescriptProject(root);
  expect(x(project, root)).toBe('b.ts: 1');
  writeAt(root, 'b.ts', 'export const x = 22;');
  vi.setSystemTime(Date.now() + 1_000);
  project.register(linted(root, 'a.ts', ''));
  expect(x(project, root)).toBe('b.ts: 22');
});

test('a file has one tree as long as somebody holds it, though memory is bounded', () => {
  const filler = `export const filler = ${JSON.stringify('text '.repeat(40_000))};\n`;
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`m${i}.ts`, `${filler}export const x = ${i};`]),
  );
  const root = writeTree({ 'a.ts': '', ...files });
  const project = typescriptProject(root);
  const from = open(project, root, 'a.ts');
  const first = open(project, root, 'm0.ts');
  for (let i = 0; i < 20; i++) expect(shown(root, project.exported(from, `./m${i}`, 'x'))).toBe(`m${i}.ts: ${i}`);
  const { read, parsed } = project.counts;
  expect(open(project, root, 'm0.ts')).toBe(first);
  // Read again, because it had given way; not parsed again, because `first` is still held.
  expect(project.counts).toEqual({ read: read + 1, parsed });
});

test('a file of more than 1 MB, one that is gone, and one that cannot be parsed are unknown', () => {
  const root = writeTree({ 'a.ts': '', 'b.ts': `export const x = 1; //${'.'.repeat(1_000_001)}`, 'c.ts': 'const' });
  const project = typescriptProject(root);
  expect(x(project, root)).toBe('unknown: b.ts: the file is larger than 1 MB');
  expect(project.unit(path.join(root, 'gone.ts'))).toEqual({ kind: 'unknown', reason: 'the file is gone' });
  expect(project.unit(path.join(root, 'c.ts'))).toMatchObject({
    reason: expect.stringMatching(/^the file cannot be parsed \(.+\)$/) as string,
  });
});

test('a parser that throws something odd, once', () => {
  const root = writeTree({ 'b.ts': '' });
  const project = createProject({
    parse: () => {
      throw new Error('first line\nsecond line');
    },
  });
  const file = path.join(root, 'b.ts');
  expect(project.unit(file)).toEqual({ kind: 'unknown', reason: 'the file cannot be parsed (first line)' });
  expect(project.unit(file)).toEqual({ kind: 'unknown', reason: 'the file cannot be parsed (first line)' });
  expect(project.counts.parsed).toBe(1);
});

const espreeProject = (root: string): Project => projectFor(espree, { sourceType: 'module' }, root)!;

test.each([
  ['modules', 'b.js', 'import y from "./c.js"; export const x = y ?? 1;', 'y ?? 1'],
  ['JSX', 'b.jsx', 'export const x = <p/>;', '<p/>'],
  [
    'CommonJS',
    'b.cjs',
    'const { y } = require("./c.cjs"); exports.x = function () { return y };',
    'function () { return y }',
  ],
  ['text that only a script may have', 'b.js', 'exports.x = 010; with (a) {}', '010'],
])('espree reads %s', (_, name, text, found) => {
  const answer = ask({ [name]: text }, 'a.js', `./${name}`, 'x', espreeProject);
  expect(answer).toBe(`${name}: ${found}`);
});

test('espree does not read TypeScript', () => {
  expect(ask({ 'b.ts': 'export const x: number = 1;' }, 'a.js', './b', 'x', espreeProject)).toMatch(
    /^unknown: b\.ts: the file cannot be parsed \(/,
  );
});

test('one project for each parser, without types', () => {
  const parserOptions = { project: './tsconfig.json', projectService: true, tsconfigRootDir: '/nowhere' };
  const project = projectFor(typescriptParser, parserOptions);
  expect(projectFor(typescriptParser, undefined)).toBe(project);
  expect(projectFor(espree, undefined)).not.toBe(project);
  expect(projectFor(null, undefined)).toBeNull();
  expect(ask({ 'b.tsx': 'export const x = <T,>(a: T) => <p>{a}</p>;' }, 'a.ts', './b', 'x', () => project!)).toBe(
    'b.tsx: <T,>(a: T) => <p>{a}</p>',
  );
});
