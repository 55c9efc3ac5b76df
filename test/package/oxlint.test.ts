import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from './project.js';
import { eslint, linkedProject, reportsOf, root } from './project.js';

const ESLINT_CONFIG = `import { defineConfig } from 'eslint/config';
import mcpReply from 'eslint-plugin-mcp-reply';
import tseslint from 'typescript-eslint';

export default defineConfig({
  files: ['**/*.ts'],
  languageOptions: { parser: tseslint.parser },
  plugins: { 'mcp-reply': mcpReply },
  extends: ['mcp-reply/strict'],
});
`;

interface OxlintOutput {
  readonly diagnostics: readonly {
    readonly message: string;
    readonly code: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
  }[];
}

const inOrder = (reports: readonly Report[]): Report[] =>
  [...reports].sort(
    (a, b) =>
      a.file.localeCompare(b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      (a.rule ?? '').localeCompare(b.rule ?? ''),
  );

// oxlint hands a rule no parser, so no other file is read: messages may quote the name of an imported constant, not its words.
const places = (reports: readonly Report[]): Omit<Report, 'message'>[] =>
  inOrder(reports).map(({ file, rule, line, column }) => ({ file, rule, line, column }));

test('oxlint gives the reports of ESLint on the example', async () => {
  const made = linkedProject({ 'eslint.config.js': ESLINT_CONFIG }, 'eslint', {
    'typescript-eslint': 'typescript-eslint',
    typescript: 'typescript',
  });
  cpSync(path.join(root, 'examples/discord-history'), path.join(made.folder, 'server'), {
    recursive: true,
    filter: (file) => !/node_modules|tsconfig/.test(path.basename(file)),
  });
  const fromEslint = reportsOf(made, (await eslint(made, ['server', '--format', 'json'])).stdout);
  expect(fromEslint.length).toBeGreaterThan(10);

  // The rules as the strict config has them: oxlint reads no config of a plugin.
  const { stdout } = await made.run(process.execPath, [
    '--input-type=module',
    '-e',
    `import plugin from 'eslint-plugin-mcp-reply'; console.log(JSON.stringify(plugin.configs.strict.rules));`,
  ]);
  made.write({
    '.oxlintrc.json': JSON.stringify({
      plugins: [],
      categories: { correctness: 'off' },
      jsPlugins: ['eslint-plugin-mcp-reply'],
      rules: JSON.parse(stdout) as unknown,
    }),
  });
  const oxlint = await made.run(path.join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', 'server']);
  const { diagnostics } = JSON.parse(oxlint.stdout) as OxlintOutput;
  const fromOxlint = diagnostics.map(({ message, code, filename, labels }): Report => {
    const span = labels[0]?.span;
    return {
      file: filename,
      rule: code.replace(/^(.*)\((.*)\)$/, '$1/$2'),
      line: span?.line ?? 0,
      column: span?.column ?? 0,
      message,
    };
  });
  expect(places(fromOxlint)).toEqual(places(fromEslint));
});
