import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Project, Report } from './project.js';
import { eslint, ESLINTS, linkedProject, reportsOf } from './project.js';
import { CLEAN, CONFIG, INLINE } from './tides.js';

/** Lints and returns the reports; fails with ESLint's own words where it could not. */
async function lint(made: Project, args: readonly string[] = ['.']): Promise<Report[]> {
  const ended = await eslint(made, [...args, '--format', 'json']);
  expect(ended.code, ended.output).toBeLessThan(2);
  return reportsOf(made, ended.stdout);
}

/** What every set-up has to report on the inline result, and nothing on the clean one. */
function expectFindings(reports: readonly Report[], file: string): void {
  expect(reports.filter((report) => report.file !== file)).toEqual([]);
  const framing = reports.filter((report) => report.rule === 'mcp-reply/no-text-only-framing');
  expect(framing).toMatchObject([{ line: 10, column: 37 }]);
  expect(framing[0]?.message).toContain('Never convert them');
  expect(reports.every((report) => report.rule?.startsWith('mcp-reply/'))).toBe(true);
}

const TYPED_PARSER = {
  '@typescript-eslint/parser': '@typescript-eslint/parser',
  typescript: 'typescript',
  'typescript-eslint': 'typescript-eslint',
};

const TYPESCRIPT_CONFIG = `import { defineConfig } from 'eslint/config';
import mcpReply from 'eslint-plugin-mcp-reply';
import tseslint from 'typescript-eslint';

export default defineConfig({
  files: ['**/*.ts'],
  languageOptions: { parser: tseslint.parser },
  plugins: { 'mcp-reply': mcpReply },
  extends: ['mcp-reply/recommended'],
});
`;

describe.each(ESLINTS)('%s', (version) => {
  test('a JavaScript project without TypeScript', async () => {
    const made = linkedProject({ 'src/a.js': INLINE, 'src/b.js': CLEAN, 'eslint.config.js': CONFIG }, version);
    expect(existsSync(path.join(made.folder, 'node_modules/typescript'))).toBe(false);
    expectFindings(await lint(made), 'src/a.js');
  });

  test('a CommonJS project with eslint.config.mjs', async () => {
    const made = linkedProject(
      {
        'package.json': '{ "name": "tides", "private": true }',
        'src/a.mjs': INLINE,
        'src/b.mjs': CLEAN,
        'eslint.config.mjs': CONFIG,
      },
      version,
    );
    expectFindings(await lint(made), 'src/a.mjs');
  });

  test('eslint.config.ts', async () => {
    const made = linkedProject(
      { 'src/a.ts': INLINE, 'src/b.ts': CLEAN, 'eslint.config.ts': TYPESCRIPT_CONFIG },
      version,
      {
        ...TYPED_PARSER,
        jiti: 'jiti',
      },
    );
    expectFindings(await lint(made), 'src/a.ts');
  });

  test('a config object of the plugin alone, without defineConfig', async () => {
    const config = `import mcpReply from 'eslint-plugin-mcp-reply';\nexport default [mcpReply.configs.strict];\n`;
    const made = linkedProject({ 'src/a.js': INLINE, 'eslint.config.js': config }, version);
    expectFindings(await lint(made), 'src/a.js');
  });

  test('--max-warnings 0 with the rules as warnings', async () => {
    const config = CONFIG.replace(
      "extends: ['mcp-reply/recommended'],",
      "rules: { 'mcp-reply/no-text-only-framing': 'warn' },",
    );
    const made = linkedProject({ 'a.js': INLINE, 'eslint.config.js': config }, version);
    expect(await eslint(made, ['.'])).toMatchObject({ code: 0 });
    const strict = await eslint(made, ['--max-warnings', '0', '.']);
    expect(strict.code).toBe(1);
    expect(strict.output).toContain('too many warnings');
  });

  test('--cache gives the same reports again, and new ones for a changed file', async () => {
    const made = linkedProject({ 'a.js': INLINE, 'b.js': CLEAN, 'eslint.config.js': CONFIG }, version);
    const first = await lint(made, ['.', '--cache']);
    expectFindings(first, 'a.js');
    expect(existsSync(path.join(made.folder, '.eslintcache'))).toBe(true);
    expect(await lint(made, ['.', '--cache'])).toEqual(first);
    made.write({ 'a.js': CLEAN });
    expect(await lint(made, ['.', '--cache'])).toEqual([]);
  });

  test('JSON with metadata carries descriptions and addresses of the rules', async () => {
    const made = linkedProject({ 'a.js': INLINE, 'eslint.config.js': CONFIG }, version);
    const { stdout } = await eslint(made, ['.', '--format', 'json-with-metadata']);
    const { metadata } = JSON.parse(stdout) as {
      metadata: { rulesMeta: Record<string, { docs?: { description?: string; url?: string } }> };
    };
    expect(metadata.rulesMeta['mcp-reply/no-text-only-framing']?.docs).toMatchObject({
      description: expect.stringMatching(/^Disallow /) as string,
      url: expect.stringMatching(/\/docs\/rules\/no-text-only-framing\.md$/) as string,
    });
  });
});

// What ESLint has had since 9.24 and 9.34.
describe.each(['eslint-v9', 'eslint'] as const)('%s', (version) => {
  test('bulk suppressions adopt the rules step by step', async () => {
    const made = linkedProject({ 'a.js': INLINE, 'eslint.config.js': CONFIG }, version);
    expect(await eslint(made, ['.'])).toMatchObject({ code: 1 });
    expect(await eslint(made, ['.', '--suppress-all'])).toMatchObject({ code: 0 });
    expect(made.read('eslint-suppressions.json')).toContain('mcp-reply/no-text-only-framing');
    expect(await eslint(made, ['.'])).toMatchObject({ code: 0 });
    made.write({ 'c.js': INLINE });
    expect(await eslint(made, ['.'])).toMatchObject({ code: 1 });
  });

  test('--concurrency gives the reports of one thread', async () => {
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`src/${String(index)}.js`, INLINE]));
    const made = linkedProject({ ...files, 'eslint.config.js': CONFIG }, version);
    const alone = await lint(made, ['src', '--concurrency', 'off']);
    expect(new Set(alone.map((report) => report.file)).size).toBe(8);
    expect(await lint(made, ['src', '--concurrency', '2'])).toEqual(alone);
  });
});

describe('typescript-eslint', () => {
  const tsconfig = `{ "compilerOptions": { "module": "nodenext", "strict": true, "skipLibCheck": true }, "include": ["src"] }`;
  const server = INLINE.replace(
    /^import.*\n/,
    `declare class McpServer { constructor(options: object); registerTool(...args: unknown[]): void }\n`,
  );

  test.each(['recommended', 'recommendedTypeChecked'])('%s beside the rules', async (name) => {
    const config = TYPESCRIPT_CONFIG.replace(
      "extends: ['mcp-reply/recommended'],",
      `extends: [tseslint.configs.${name}, 'mcp-reply/recommended'],`,
    ).replace(
      'languageOptions: { parser: tseslint.parser },',
      name === 'recommended' ? '' : 'languageOptions: { parserOptions: { projectService: true } },',
    );
    const made = linkedProject(
      { 'src/a.ts': server, 'tsconfig.json': tsconfig, 'eslint.config.js': config },
      'eslint',
      TYPED_PARSER,
    );
    const reports = (await lint(made)).filter((report) => report.rule?.startsWith('mcp-reply/'));
    expectFindings(reports, 'src/a.ts');
  });
});

test('the config inspector sees names', async () => {
  const made = linkedProject({}, 'eslint');
  const script = `import plugin from 'eslint-plugin-mcp-reply';
    console.log(JSON.stringify([plugin.meta, Object.values(plugin.configs).map((config) => [config].flat().map(({ name }) => name))]));`;
  const { stdout, output } = await made.run(process.execPath, ['--input-type=module', '-e', script]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(JSON.parse(stdout), output).toEqual([
    expect.objectContaining({ name: 'eslint-plugin-mcp-reply', namespace: 'mcp-reply', version }),
    [[expect.stringMatching(/^mcp-reply\/recommended/)], [expect.stringMatching(/^mcp-reply\/strict/)]],
  ]);
});
