import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../package/project.js';
import { CONFIG, INLINE } from '../package/tides.js';
import { copyOf, folderWith, npmInstalled } from './installed.js';

let folder: string;
beforeAll(async () => {
  folder = await npmInstalled(['eslint@10']);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A Node of its own, from the package that carries its binary. */
async function nodeOf(version: string): Promise<{ node: string; remove: () => void }> {
  const tools = folderWith({ 'package.json': '{ "private": true }' });
  const name = `node-linux-${process.arch}@${version}`;
  const ended = await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', name], tools);
  expect(ended.code, ended.output).toBe(0);
  return {
    node: path.join(tools, `node_modules/node-linux-${process.arch}/bin/node`),
    remove: () => {
      rmSync(tools, { recursive: true });
    },
  };
}

const MAIN = 'node_modules/eslint-plugin-mcp-reply/dist/cli/main.js';

describe.each(['20.19.0', '22.13.0', '24.0.0'])('Node %s, the first of its line that is supported', (version) => {
  test('the rules and the command run', async () => {
    const { node, remove } = await nodeOf(version);
    try {
      const made = copyOf(folder, { 'eslint.config.js': CONFIG, 'src/a.js': INLINE });
      expect((await made.run(node, ['--version'])).stdout).toBe(`v${version}\n`);
      const lint = await made.run(node, ['node_modules/eslint/bin/eslint.js', 'src']);
      expect(lint.output).toContain('mcp-reply/no-text-only-framing');
      const migrate = await made.run(node, [MAIN, 'migrate', '--allow-dirty', 'src']);
      expect(migrate.code, migrate.output).toBe(0);
      expect(made.read('src/a.js')).toContain('return reply(tide, ZONE_RULE);');
    } finally {
      remove();
    }
  });
});

test('Node 18 gets one line that says which Node is needed', async () => {
  const { node, remove } = await nodeOf('18.20.4');
  try {
    const made = copyOf(folder, { 'src/a.js': INLINE });
    const ended = await made.run(node, [MAIN, 'migrate', '--check']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^[^\n]*Node 20\.19[^\n]*18\.20\.4[^\n]*\n$|^[^\n]*18\.20\.4[^\n]*20\.19[^\n]*\n$/);
  } finally {
    remove();
  }
});

test('ESLint 8 is refused by npm with the versions that fit', async () => {
  const tools = folderWith({ 'package.json': '{ "private": true, "devDependencies": { "eslint": "^8.57.0" } }' });
  try {
    const ended = await run('npm', ['install', '--package-lock-only', '--save-dev', inject('tarball')], tools);
    expect(ended.code).not.toBe(0);
    expect(ended.output).toContain('ERESOLVE');
    expect(ended.output).toContain('peer eslint@"^9.22.0 || ^10.0.0" from eslint-plugin-mcp-reply');
  } finally {
    rmSync(tools, { recursive: true });
  }
});
