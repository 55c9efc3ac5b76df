import { describe, expect, test } from 'vitest';
import type { Project } from './project.js';
import { eslint, linkedProject, reportsOf } from './project.js';
import { CONFIG, INLINE } from './tides.js';

const messages = async (made: Project): Promise<string[]> => {
  const ended = await eslint(made, ['.', '--format', 'json']);
  expect(ended.code, ended.output).toBeLessThan(2);
  return reportsOf(made, ended.stdout).map(({ rule, message }) => `${rule ?? 'fatal'}: ${message}`);
};

describe('set-ups that differ from the documented one', () => {
  test('a CommonJS config', async () => {
    const made = linkedProject(
      {
        'package.json': '{ "name": "tides", "private": true }',
        'a.mjs': INLINE,
        'eslint.config.js': `const { defineConfig } = require('eslint/config');
const mcpReply = require('eslint-plugin-mcp-reply');

module.exports = defineConfig({ plugins: { 'mcp-reply': mcpReply }, extends: ['mcp-reply/recommended'] });
`,
      },
      'eslint',
    );
    expect((await messages(made)).some((message) => message.startsWith('mcp-reply/no-text-only-framing'))).toBe(true);
  });

  test('the plugin under another prefix', async () => {
    const config = CONFIG.replace("'mcp-reply': mcpReply", 'replies: mcpReply').replace(
      "'mcp-reply/recommended'",
      "'replies/recommended'",
    );
    const made = linkedProject({ 'a.js': INLINE, 'eslint.config.js': config }, 'eslint');
    expect((await messages(made)).some((message) => message.startsWith('replies/no-text-only-framing'))).toBe(true);
  });
});

describe('set-ups that are wrong', () => {
  test.each([
    ['an entry without a name', `[{ module: './reply.js' }]`, 'has no `name`'],
    ['an unknown property', `[{ name: 'answer', texts: 1 }]`, 'has `texts`; it takes'],
    ['no list', `'answer'`, 'has to be a list'],
  ])('helpers in the settings: %s', async (_, helpers, words) => {
    const config = CONFIG.replace('extends:', `settings: { 'mcp-reply': { helpers: ${helpers} } },\n  extends:`);
    const made = linkedProject({ 'a.js': INLINE, 'eslint.config.js': config }, 'eslint');
    const told = (await messages(made)).filter((message) => message.includes(words));
    // Once a file, not once a rule.
    expect(told).toHaveLength(1);
  });

  test('a TypeScript file without a parser for it is a parsing error of ESLint, not a crash', async () => {
    const config = CONFIG.replace('plugins:', `files: ['**/*.ts'],\n  plugins:`);
    const made = linkedProject(
      { 'a.ts': INLINE.replace('const tide =', 'const tide: object ='), 'eslint.config.js': config },
      'eslint',
    );
    expect(await messages(made)).toEqual([expect.stringMatching(/^fatal: Parsing error/)]);
  });

  test('a parser without a scope manager or with an odd tree leaves the rules silent', async () => {
    const config = CONFIG.replace(
      'plugins:',
      `languageOptions: { parser: { meta: { name: 'odd', version: '1' }, parse: (text) => ({ type: 'Program', start: 0, end: text.length, range: [0, text.length], loc: { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }, body: [], tokens: [], comments: [], sourceType: 'module' }) } },\n  plugins:`,
    );
    const made = linkedProject({ 'a.js': INLINE, 'eslint.config.js': config }, 'eslint');
    expect(await messages(made)).toEqual([]);
  });

  test('.eslintrc: the rules run, and the config says that it is a flat one', async () => {
    const rc = (rest: object): Record<string, string> => ({
      '.eslintrc.json': JSON.stringify({
        root: true,
        parserOptions: { ecmaVersion: 2022, sourceType: 'module' },
        ...rest,
      }),
    });
    const made = linkedProject(
      {
        'a.js': INLINE,
        ...rc({ plugins: ['mcp-reply'], rules: { 'mcp-reply/no-text-only-framing': 'error' } }),
      },
      'eslint-v9',
    );
    const run = () =>
      made.run(process.execPath, ['node_modules/eslint/bin/eslint.js', 'a.js'], {
        env: { ESLINT_USE_FLAT_CONFIG: 'false' },
      });
    expect((await run()).stdout).toContain('Never convert them');
    made.write(rc({ extends: ['plugin:mcp-reply/recommended'] }));
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('plugin:mcp-reply/recommended') as string,
    });
  });
});
