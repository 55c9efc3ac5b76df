import { describe, expect, test } from 'vitest';
import { typescriptProject } from '../../analysis/project/project-for.js';
import { ask, open, shown, writeTree } from './tree.js';

type Row = readonly [of: string, text: string, name: string, found: string];

describe('what one file exports', () => {
  test.each<Row>([
    ['a constant', 'export const x = { a: 1 };', 'x', '{ a: 1 }'],
    ['one of several constants', 'export const w = 1, x = 2;', 'x', '2'],
    ['a constant with a cast', 'export const x = { a: 1 } as const;', 'x', '{ a: 1 } as const'],
    ['a function', 'export async function x() {}', 'x', 'async function x() {}'],
    ['an arrow', 'export const x = () => 1;', 'x', '() => 1'],
    [
      'overloads',
      'export function x(a: 1): 1;\nexport function x(a: any) { return a }',
      'x',
      'function x(a: any) { return a }',
    ],
    ['a class', 'export abstract class x {}', 'x', 'abstract class x {}'],
    ['a list', 'const x = 1; export { x };', 'x', '1'],
    ['a new name', 'const y = 1; export { y as x };', 'x', '1'],
    ['a string as name', 'const y = 1; export { y as "x-y" };', 'x-y', '1'],
    ['before the declaration', 'export { x }; const x = 1;', 'x', '1'],
    ['a pattern', 'export const { x } = { x: 1 };', 'x', 'x'],
    ['a deep pattern', 'export const [{ y: { x = 1 } }] = f();', 'x', 'x'],
    ['a variable that is assigned', 'export let x = ""; x = "b";', 'x', 'x'],
    [
      'a value beside a type of the same name',
      'export type x = 1; export const x = 1; export type { x as y };',
      'x',
      '1',
    ],
    ['a default expression', 'export default f({});', 'default', 'f({})'],
    ['a default object', 'export default { a: 1 };', 'default', '{ a: 1 }'],
    ['a default function', 'export default function () {}', 'default', 'function () {}'],
    ['a default class', 'export default class {}', 'default', 'class {}'],
    ['a default name', 'const y = z({}); export default y;', 'default', 'z({})'],
    ['a default name with a cast', 'const y = z({}); export default y satisfies T;', 'default', 'z({})'],
    ['default in a list', 'const y = 1; export { y as default };', 'default', '1'],
    ['module.exports', 'const y = 1; module.exports = { x: y, z };', 'x', '1'],
    ['module.exports, shorthand', 'const x = 1; module.exports = { x };', 'x', '1'],
    ['module.exports, method', 'module.exports = { x() {} };', 'x', '() {}'],
    ['module.exports as default', 'module.exports = { x: 1 };', 'default', '{ x: 1 }'],
    ['module.exports as all', 'module.exports = f;\nfunction f() {}', '*', 'function f() {}'],
    ['module.exports by name', 'const all = { x: 1 }; module.exports = all;', 'x', '1'],
    ['module.exports.x', 'module.exports.x = 1;', 'x', '1'],
    ['exports.x', 'exports.x = 1;', 'x', '1'],
    ['a chain of exports', 'exports.w = module.exports.x = 1;', 'x', '1'],
    ['module.exports = exports = ...', 'module.exports = exports = { x: 1 };', 'x', '1'],
    ['export =', 'const all = { x: 1 }; export = all;', 'x', '1'],
    ['a cast in angle brackets', 'export const x = <T>f();', 'x', '<T>f()'],
  ])('%s', (_, text, name, found) => {
    expect(ask({ 'b.ts': text }, 'a.ts', './b', name)).toBe(`b.ts: ${found}`);
  });

  test.each<Row>([
    ['nothing of that name', 'export const y = 1;', 'x', 'b.ts does not export "x"'],
    ['a name that stays inside', 'const x = 1; export const y = x;', 'x', 'b.ts does not export "x"'],
    ['no default', 'export const x = 1;', 'default', 'b.ts does not export "default"'],
    ['a type', 'export interface x {}', 'x', 'a type, not a value'],
    ['an exported type', 'import type { x } from "y"; export type { x };', 'x', 'a type, not a value'],
    ['a declared constant', 'export declare const x: 1;', 'x', 'a variable that is never given a value here'],
    ['an enum', 'export enum x { a }', 'x', 'an enum'],
    ['a local exports object', 'const exports = {}; exports.x = 1;', 'x', 'b.ts does not export "x"'],
    ['a name that is nowhere', 'export { x };', 'x', '"x" is not declared in its file'],
    ['no program', 'export const x = ;', 'x', 'b.ts: the file cannot be parsed (Expression expected.)'],
  ])('unknown: %s', (_, text, name, reason) => {
    expect(ask({ 'b.ts': text }, 'a.ts', './b', name)).toBe(`unknown: ${reason}`);
  });

  test('a value leads to its declaration', () => {
    const root = writeTree({ 'a.ts': '', 'b.ts': 'const schema = z.object({});\nexport { schema as default };' });
    const project = typescriptProject(root);
    const found = project.exported(open(project, root, 'a.ts'), './b', 'default');
    if (found.kind !== 'value') throw new Error(found.kind);
    expect(found.node.parent?.type).toBe('VariableDeclarator');
    expect(found.unit).toBe(open(project, root, 'b.ts'));
  });
});

describe('names that pass through files', () => {
  const C = { 'c.ts': 'export const x = 1; export default 2;' };
  test.each<readonly [of: string, files: Readonly<Record<string, string>>, name: string, found: string]>([
    ['export from', { ...C, 'b.ts': 'export { x } from "./c";' }, 'x', 'c.ts: 1'],
    ['export from, new name', { ...C, 'b.ts': 'export { x as y } from "./c";' }, 'y', 'c.ts: 1'],
    ['export default from', { ...C, 'b.ts': 'export { default } from "./c";' }, 'default', 'c.ts: 2'],
    ['default under a name', { ...C, 'b.ts': 'export { default as y } from "./c";' }, 'y', 'c.ts: 2'],
    ['import, then export', { ...C, 'b.ts': 'import { x as w } from "./c"; export { w as y };' }, 'y', 'c.ts: 1'],
    ['import, then export default', { ...C, 'b.ts': 'import y from "./c"; export default y;' }, 'default', 'c.ts: 2'],
    ['export all', { ...C, 'b.ts': 'export * from "./c";' }, 'x', 'c.ts: 1'],
    [
      'all has no default',
      { ...C, 'b.ts': 'export * from "./c";' },
      'default',
      'unknown: b.ts does not export "default"',
    ],
    ['export all as a name', { ...C, 'b.ts': 'export * as x from "./c";' }, 'x', 'c.ts: *'],
    ['import all, then export', { ...C, 'b.ts': 'import * as x from "./c"; export { x };' }, 'x', 'c.ts: *'],
    ['a namespace', C, '*', 'unknown: no source file for "./b"'],
    ['own names before those of others', { ...C, 'b.ts': 'export * from "./c"; export const x = 3;' }, 'x', 'b.ts: 3'],
    [
      'the second of several',
      {
        'c.ts': 'export const y = 1;',
        'd.ts': 'export const x = 4;',
        'b.ts': 'export * from "./c"; export * from "./d";',
      },
      'x',
      'd.ts: 4',
    ],
    [
      'files that hand on one another, and a third',
      { 'b.ts': 'export * from "./d"; export * from "./c";', 'd.ts': 'export * from "./b"; // x', ...C },
      'x',
      'c.ts: 1',
    ],
    [
      'nothing in a circle of export all',
      { 'b.ts': 'export * from "./d"; // x', 'd.ts': 'export * from "./b"; // x' },
      'x',
      'unknown: b.ts does not export "x"',
    ],
    [
      'a circle of a name',
      { 'b.ts': 'export { x } from "./d";', 'd.ts': 'export { x } from "./b";' },
      'x',
      'unknown: a circle of re-exports of "x" through b.ts',
    ],
    [
      'a missing name further on',
      { ...C, 'b.ts': 'export { y } from "./c";' },
      'y',
      'unknown: c.ts does not export "y"',
    ],
    ['a missing file', { 'b.ts': 'export { x } from "./d";' }, 'x', 'unknown: no source file for "./d"'],
    ['a missing file, by all', { 'b.ts': 'export * from "./d"; // x' }, 'x', 'unknown: no source file for "./d"'],
    ['a package', { 'b.ts': 'export { z as x } from "zod";' }, 'x', 'external zod'],
    ['a package, by all', { ...C, 'b.ts': 'export * from "zod"; export * from "./c";' }, 'y', 'external zod'],
    ['ours before a package', { ...C, 'b.ts': 'export * from "zod"; export * from "./c";' }, 'x', 'c.ts: 1'],
    ['require', { ...C, 'b.ts': 'const c = require("./c"); module.exports = { x: c };' }, 'x', 'c.ts: *'],
    ['require of a name', { ...C, 'b.ts': 'const { x } = require("./c"); exports.y = x;' }, 'y', 'c.ts: 1'],
    ['module.exports = require', { ...C, 'b.ts': 'module.exports = require("./c");' }, 'x', 'c.ts: 1'],
    ['a required module handed on', { ...C, 'b.ts': 'const c = require("./c"); module.exports = c;' }, 'x', 'c.ts: 1'],
    [
      'spread of a required module',
      { ...C, 'b.ts': 'const c = require("./c"); module.exports = { ...c };' },
      'x',
      'c.ts: 1',
    ],
    ['import = and export =', { ...C, 'b.ts': 'import c = require("./c"); export = c;' }, 'x', 'c.ts: 1'],
    ['spread of require', { ...C, 'b.ts': 'module.exports = { ...require("./c"), y: 1 };' }, 'x', 'c.ts: 1'],
  ])('%s', (_, files, name, found) => {
    expect(ask(files, 'a.ts', './b', name)).toBe(found);
  });

  test('a long chain ends', () => {
    const files: Record<string, string> = { 'b500.ts': 'export const x = 1;' };
    for (let i = 0; i < 500; i++) files[`b${i}.ts`] = `export * from "./b${i + 1}";`;
    expect(ask(files, 'a.ts', './b450', 'x')).toBe('b500.ts: 1');
    expect(ask(files, 'a.ts', './b0', 'x')).toBe('unknown: "x" is re-exported through too many files');
  });

  test('every name of a file', () => {
    const root = writeTree({
      'b.ts': 'export * from "./c"; export const y = 2; export { z } from "zod"; export default 3; export * from "./d"',
      'c.ts': 'export const x = 1; export default 9;',
      'd.cts': '',
      'd.js': 'module.exports = { w: 4 }',
    });
    const project = typescriptProject(root);
    const all = [...project.exportsOf(open(project, root, 'b.ts'))];
    expect(Object.fromEntries(all.map(([name, found]) => [name, shown(root, found)]))).toEqual({
      x: 'c.ts: 1',
      y: 'b.ts: 2',
      z: 'external zod',
      default: 'b.ts: 3',
    });
  });
});
