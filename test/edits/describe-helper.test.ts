import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeHelper } from '../../edits/describe-helper.js';
import { helperSource } from '../../cli/helper-source.js';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'describe helper '));
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

let n = 0;
function write(text: string, extension = '.ts'): string {
  const file = path.join(dir, `helper${n++}${extension}`);
  writeFileSync(file, text);
  return file;
}

function positions(text: string, name = 'h', extension = '.ts'): string {
  const signature = describeHelper(write(text, extension), name);
  if ('error' in signature) return signature.error;
  const { view, text: at, takesError } = signature;
  return `view ${view} text ${at}${takesError ? ' error' : ''}`;
}

describe('a helper that can be used', () => {
  it.each<[name: string, code: string, expected: string]>([
    [
      'text first',
      "export function h(text: string, view: object) { return { content: [{ type: 'text', text }], structuredContent: view }; }",
      'view 1 text 0',
    ],
    [
      'view first, note',
      "export const h = (v: object, t: string) => ({ content: [{ type: 'text' as const, text: t }], structuredContent: { ...v, note: t } });",
      'view 0 text 1',
    ],
    [
      'error flag third',
      "export function h(v: object, t: string, isError = false) { return { content: [{ type: 'text', text: t }], structuredContent: v, ...(isError ? { isError: true } : {}) }; }",
      'view 0 text 1 error',
    ],
    [
      'error flag by a condition',
      "export function h(v: object, t: string, bad?: boolean) { const r: any = { content: [{ type: 'text', text: t }], structuredContent: v }; if (bad) r.isError = true; return r; }",
      'view 0 text 1 error',
    ],
    [
      'error flag first is not third',
      "export function h(bad = false, v: object = {}, t = '') { return { content: [{ type: 'text', text: t }], structuredContent: v, isError: bad }; }",
      'view 1 text 2',
    ],
    [
      'optional text',
      "export function h(v: object, t?: string) { return { content: [{ type: 'text', text: t ?? JSON.stringify(v) }], structuredContent: v }; }",
      'view 0 text 1',
    ],
    [
      'optional view, conditional',
      "export function h(t: string, v?: object) { return { content: [{ type: 'text', text: t }], ...(v ? { structuredContent: v } : {}) }; }",
      'view 1 text 0',
    ],
    [
      'built in steps',
      "export function h(t: string, v?: object) { const content = [{ type: 'text', text: t }]; const r: any = { content }; if (v) r.structuredContent = { ...v, note: t }; return r; }",
      'view 1 text 0',
    ],
    [
      'a note made by another function',
      "function withNote(v: object, t: string) { return { ...v, note: t }; }\nexport function h(v: object, t: string) { return { content: [{ type: 'text', text: t }], structuredContent: withNote(v, t) as Record<string, unknown> }; }",
      'view 0 text 1',
    ],
    [
      'exported by a list',
      "function x(v, t) { return { content: [{ type: 'text', text: t }], structuredContent: v }; }\nexport { x as h };",
      'view 0 text 1',
    ],
    [
      'handed on, turned round',
      "function x(v, t, e) { return { content: [{ type: 'text', text: t }], structuredContent: v, isError: e }; }\nexport function h(t, v, e) { return x(v, t, e); }",
      'view 1 text 0 error',
    ],
    [
      'more arguments that may be left out',
      "export function h(v: object, t: string, e?: boolean, meta?: object) { return { content: [{ type: 'text', text: t }], structuredContent: v, isError: e, _meta: meta }; }",
      'view 0 text 1 error',
    ],
  ])('%s', (_, code, expected) => {
    expect(positions(code)).toBe(expected);
  });

  it('CommonJS', () => {
    const body = "(v, t) => ({ content: [{ type: 'text', text: t }], structuredContent: v })";
    expect(positions(`exports.h = ${body};`, 'h', '.cjs')).toBe('view 0 text 1');
    expect(positions(`const x = ${body};\nmodule.exports = { h: x };`, 'h', '.js')).toBe('view 0 text 1');
    expect(positions(`module.exports.h = ${body};`, 'h', '.js')).toBe('view 0 text 1');
  });

  it('through another module', () => {
    const inner = write(
      "export function r(v: object, t: string) { return { content: [{ type: 'text', text: t }], structuredContent: v }; }",
    );
    const specifier = `./${path.basename(inner, '.ts')}.js`;
    expect(positions(`export { r as h } from '${specifier}';`)).toBe('view 0 text 1');
    expect(positions(`export * from './missing.js';\nexport * from '${specifier}';`, 'r')).toBe('view 0 text 1');
    expect(positions(`import { r } from '${specifier}';\nexport const h = (t: string, v: object) => r(v, t);`)).toBe(
      'view 1 text 0',
    );
  });

  it('the helper of this package', () => {
    expect(positions(helperSource('typescript'), 'reply')).toBe('view 0 text 1 error');
  });
});

describe('a helper that is refused', () => {
  it.each<[name: string, code: string, why: string]>([
    [
      'data only',
      'export function h(data: object) { return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data }; }',
      'has no place for the text',
    ],
    [
      'text made from the data',
      'export function h(data: object, format: string) { return { content: [{ type: "text", text: print(data, format) }], structuredContent: data }; }',
      'has no place for the text',
    ],
    [
      'text that is changed',
      'export function h(v: object, t: string) { return { content: [{ type: "text", text: `# ${t}` }], structuredContent: v }; }',
      'has no place for the text',
    ],
    [
      'text only',
      'export function h(t: string) { return { content: [{ type: "text", text: t }] }; }',
      'has no place for the view',
    ],
    [
      'wrapped view',
      'export function h(v: object, t: string) { return { content: [{ type: "text", text: t }], structuredContent: { result: v } }; }',
      'has no place for the view',
    ],
    [
      'one object',
      'export function h({ view, text }: any) { return { content: [{ type: "text", text }], structuredContent: view }; }',
      'takes one object',
    ],
    [
      'a reassigned text',
      'export function h(v: object, t: string) { t = t.trim(); return { content: [{ type: "text", text: t }], structuredContent: v }; }',
      'has no place for the text',
    ],
    [
      'another argument',
      'export function h(v: object, t: string, server: object) { return log(server), { content: [{ type: "text", text: t }], structuredContent: v }; }',
      'needs another argument, "server"',
    ],
    [
      'asynchronous',
      'export async function h(v: object, t: string) { return { content: [{ type: "text", text: t }], structuredContent: v }; }',
      'is asynchronous',
    ],
    ['no such export', 'export function other() {}', 'exports no function "h"'],
    ['a type of that name', 'export type h = string;', 'exports no function "h"'],
    ['no function', 'export const h = 1;', 'exports no function "h"'],
    ['no result', 'export function h(a: string) { return a; }', 'does not build a tool result'],
    ['broken file', 'export function h( {', 'does not parse'],
  ])('%s', (_, code, why) => {
    expect(positions(code)).toContain(why);
  });

  it('a file that is not there', () => {
    expect(describeHelper(path.join(dir, 'none.ts'), 'h')).toEqual({ error: 'the file cannot be read' });
  });
});
