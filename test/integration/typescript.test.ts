import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eslint, reportsOf } from '../package/project.js';
import { CONFIG, INLINE } from '../package/tides.js';
import { copyOf, npmInstalled } from './installed.js';

const TYPED_CONFIG = `import { defineConfig } from 'eslint/config';
import mcpReply from 'eslint-plugin-mcp-reply';

export default defineConfig(
  { plugins: { 'mcp-reply': mcpReply }, extends: ['mcp-reply/recommended'] },
  { files: ['src/**'], extends: [mcpReply.configs.strict] },
  { settings: { 'mcp-reply': { helpers: ['answer', { name: 'tell', text: 0, view: 1 }] } } },
);
`;

/** As a user would write it, checked without leniency towards the declarations of packages. */
const TSCONFIG = JSON.stringify({
  compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [], skipLibCheck: false },
  include: ['eslint.config.ts', 'uses.ts'],
});

const USES = `import { reply } from 'eslint-plugin-mcp-reply/reply';
import { modelView } from 'eslint-plugin-mcp-reply/hosts';

interface Tide { harbour: string; at: string }
const tide: Tide = { harbour: 'Old Quay', at: '06:40' };
const result = reply(tide, 'Never convert the time.');
const harbour: string = result.structuredContent.harbour;
export const seen: unknown[] = [harbour, modelView];
// @ts-expect-error a list is no view
reply([tide], 'text');
`;

describe.each([
  ['5.6', 'eslint@9.22.0'],
  ['5.9', 'eslint@9'],
  ['6.0', 'eslint@10'],
])('a project on TypeScript %s with %s', (typescript, eslintVersion) => {
  let folder: string;
  beforeAll(async () => {
    folder = await npmInstalled([`typescript@~${typescript}.0`, eslintVersion, 'jiti@2', '@types/node@20']);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('the config and the exports type-check', async () => {
    const made = copyOf(folder, {
      'eslint.config.ts': TYPED_CONFIG,
      'uses.ts': USES,
      'tsconfig.json': TSCONFIG.replace('"types":[]', '"types":["node"]').replace(
        '"skipLibCheck":false',
        '"skipLibCheck":true',
      ),
    });
    const ended = await made.run('node_modules/.bin/tsc', ['-p', '.']);
    expect(ended.output).toBe('');
    expect((await made.run('node_modules/.bin/tsc', ['--version'])).stdout).toContain(`Version ${typescript}.`);
  });

  test('a wrong config does not', async () => {
    const made = copyOf(folder, {
      'eslint.config.ts': TYPED_CONFIG.replace('mcpReply.configs.strict', 'mcpReply.configs.strictest'),
      'uses.ts': '',
      'tsconfig.json': TSCONFIG.replace('"skipLibCheck":false', '"skipLibCheck":true'),
    });
    expect((await made.run('node_modules/.bin/tsc', ['-p', '.'])).output).toMatch(
      /^eslint\.config\.ts\(6,\d+\): error/,
    );
  });

  test('eslint runs with that config, and the command beside that TypeScript', async () => {
    const made = copyOf(folder, { 'eslint.config.ts': TYPED_CONFIG, 'src/a.js': INLINE });
    // ESLint 9 before 9.34 asks for jiti in the project, and has it.
    const reports = reportsOf(made, (await eslint(made, ['src', '--format', 'json'])).stdout);
    expect(reports.map(({ rule }) => rule)).toContain('mcp-reply/no-text-only-framing');
    const check = await made.run('npx', ['eslint-plugin-mcp-reply', 'migrate', '--check']);
    expect(check).toMatchObject({ code: 1 });
    expect(check.output).toContain('src/a.js');
  });
});

describe('a project on TypeScript 7', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await npmInstalled(['typescript@7', 'eslint@10']);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('npm lays out two compilers', async () => {
    const made = copyOf(folder);
    const { stdout } = await made.run('npm', ['ls', 'typescript', '--json', '--all']);
    expect(stdout).toMatch(/"version": "7\./);
    expect(stdout).toMatch(/"version": "6\.0/);
  });

  test('the rules run', async () => {
    const made = copyOf(folder, { 'eslint.config.js': CONFIG, 'src/a.js': INLINE });
    const reports = reportsOf(made, (await eslint(made, ['src', '--format', 'json'])).stdout);
    expect(reports.map(({ rule }) => rule)).toContain('mcp-reply/no-text-only-framing');
  });

  test('the migration reads and writes TypeScript', async () => {
    const made = copyOf(folder, { 'src/a.ts': INLINE.replace('const tide =', 'const tide: Record<string, string> =') });
    const ended = await made.run('npx', ['eslint-plugin-mcp-reply', 'migrate', '--allow-dirty']);
    expect(ended, ended.output).toMatchObject({ code: 0 });
    expect(made.read('src/a.ts')).toContain('return reply(tide, ZONE_RULE);');
    expect(ended.output).not.toContain('TypeError');
  });
});
