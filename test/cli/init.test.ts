import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { helperSource, isUnchanged } from '../../cli/helper-source.js';
import { helperVersion } from '../../edits/helper-version.js';
import { mcpReply } from './built.js';
import { filesOf, MODULE, project, write } from './project.js';

/** A copy as an earlier version of this package would have written it. */
const older = (text: string): string => text.replace(/^(\/\/ mcp-reply helper) \d+/, '$1 0');

async function copied(files: Record<string, string> = {}): Promise<{ folder: string; text: string }> {
  const folder = project({ 'package.json': MODULE, 'src/server.ts': '', ...files });
  await mcpReply(folder, ['init']);
  return { folder, text: filesOf(folder)['src/reply.ts']! };
}

describe('init', () => {
  it.each<[name: string, files: Record<string, string>, args: string[], helper: string, start: RegExp]>([
    ['TypeScript', { 'src/server.ts': '' }, [], 'src/reply.ts', /^export function reply</m],
    ['TypeScript by its configuration', { 'tsconfig.json': '{}' }, [], 'reply.ts', /^export function reply</m],
    ['JavaScript', { 'src/server.js': '' }, [], 'src/reply.js', /^export function reply\(/m],
    ['an empty package', {}, [], 'reply.js', /^export function reply\(/m],
    [
      'CommonJS',
      { 'package.json': '{}', 'server.js': "const a = require('a');" },
      [],
      'reply.js',
      /^module\.exports = \{ reply, note \};$/m,
    ],
    ['a folder', { 'src/server.ts': '' }, ['--dir', 'src/lib/x'], 'src/lib/x/reply.ts', /^export function reply</m],
    [
      'a folder of another package',
      { 'packages/a/package.json': '{}', 'packages/a/a.cjs': '' },
      ['--dir', 'packages/a'],
      'packages/a/reply.js',
      /^module\.exports/m,
    ],
  ])('%s', async (_, files, args, helper, start) => {
    const folder = project({ 'package.json': MODULE, ...files });
    const { code, out, err } = await mcpReply(folder, ['init', ...args]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Written: ${helper}, the reply helper.`);
    expect(out).toContain("extends: ['mcp-reply/recommended']");
    expect(out.includes('tseslint.parser')).toBe(helper.endsWith('.ts'));
    const written = filesOf(folder);
    expect(Object.keys(written).filter((file) => !(file in files) && file !== 'package.json')).toEqual([helper]);
    expect(written[helper]).toMatch(start);
  });

  it('never overwrites a file that it does not know', async () => {
    const files = { 'package.json': MODULE, 'src/server.ts': '', 'src/reply.ts': 'export const reply = 1;\n' };
    const folder = project(files);
    const { code, err } = await mcpReply(folder, ['init']);
    expect([code, err]).toEqual([
      2,
      'src/reply.ts is there and is no copy of the helper: name another folder with --dir\n',
    ]);
    expect(filesOf(folder)).toEqual(files);
  });

  it('leaves a copy alone', async () => {
    const { folder, text } = await copied();
    write(path.join(folder, 'src/reply.ts'), `${text}// mine\n`);
    const { code, out } = await mcpReply(folder, ['init']);
    expect(code).toBe(0);
    expect(out).toContain('current');
    expect(filesOf(folder)['src/reply.ts']).toBe(`${text}// mine\n`);
  });

  it('--check and --update exclude each other', async () => {
    expect((await mcpReply(project({}), ['init', '--check', '--update'])).code).toBe(2);
  });
});

describe('init --check', () => {
  it('exits with 1 where there is no copy, and with 0 where it is current, wherever it is', async () => {
    const folder = project({ 'package.json': MODULE, 'src/server.ts': '' });
    expect((await mcpReply(folder, ['init', '--check'])).code).toBe(1);
    await mcpReply(folder, ['init', '--dir', 'src/deep/down']);
    expect((await mcpReply(folder, ['init', '--check'])).code).toBe(0);
  });

  it('exits with 1 where the copy is old, and writes nothing', async () => {
    const { folder, text } = await copied();
    write(path.join(folder, 'src/reply.ts'), older(text));
    const { code, out } = await mcpReply(folder, ['init', '--check']);
    expect(code).toBe(1);
    expect(out).toContain('src/reply.ts is version 0 of the reply helper');
    expect(filesOf(folder)['src/reply.ts']).toBe(older(text));
  });
});

describe('init --update', () => {
  const LIST = `const RESTATED: readonly RegExp[] = [
  // ours: ]; and "quotes"
  /^- \\[[a-z]+\\];$/,
];`;

  it('replaces an old copy and keeps its RESTATED list', async () => {
    const { folder, text } = await copied();
    const mine = text.replace(/const RESTATED.*;/, () => LIST);
    write(path.join(folder, 'src/reply.ts'), older(mine));
    const { code, out } = await mcpReply(folder, ['init', '--update']);
    expect(code).toBe(0);
    expect(out).toContain('its RESTATED list stayed');
    expect(filesOf(folder)['src/reply.ts']).toBe(mine);
    expect(isUnchanged(mine)).toBe(true);
  });

  it('knows a copy that a formatter went over', async () => {
    const { folder, text } = await copied();
    write(
      path.join(folder, '.prettierrc'),
      '{ "semi": false, "singleQuote": false, "useTabs": true, "arrowParens": "avoid", "trailingComma": "none" }',
    );
    const prettier = path.resolve('node_modules/prettier/bin/prettier.cjs');
    write(path.join(folder, 'src/reply.ts'), older(text));
    execFileSync(process.execPath, [prettier, '--write', 'src/reply.ts'], { cwd: folder });
    expect(filesOf(folder)['src/reply.ts']).not.toBe(older(text));
    expect((await mcpReply(folder, ['init', '--update'])).code).toBe(0);
    expect(filesOf(folder)['src/reply.ts']).toBe(text);
  });

  it('leaves an old copy that somebody changed', async () => {
    const { folder, text } = await copied();
    const mine = older(text).replace('export function note', 'export function myNote');
    expect(mine).not.toBe(older(text));
    write(path.join(folder, 'src/reply.ts'), mine);
    const { code, err } = await mcpReply(folder, ['init', '--update']);
    expect(code).toBe(2);
    expect(err).toMatch(/^src\/reply\.ts was changed by hand[^\n]*\n$/);
    expect(filesOf(folder)['src/reply.ts']).toBe(mine);
  });

  it('has nothing to do where there is none', async () => {
    const folder = project({ 'package.json': MODULE });
    expect((await mcpReply(folder, ['init', '--update'])).code).toBe(2);
    expect(Object.keys(filesOf(folder))).toEqual(['package.json']);
  });
});

describe('the copied helper', () => {
  it('has one version in all its forms', () => {
    const versions = (['typescript', 'module', 'commonjs'] as const).map((flavour) =>
      helperVersion(helperSource(flavour)),
    );
    expect(versions[0]).toBeGreaterThan(0);
    expect(new Set(versions).size).toBe(1);
    expect(helperVersion('export const a = 1;\n// mcp-reply helper 1\n')).toBeNull();
  });
});
