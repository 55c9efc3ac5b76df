import { readFileSync } from 'node:fs';
import path from 'node:path';
import parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from '../../index.js';
import { REPLY } from '../codemods/migrate.js';
import { writeTree } from '../project/tree.js';

/** A package on disk that has the helper: suggestions look for it there. */
export function packageWith(files: Readonly<Record<string, string>>): string {
  return writeTree({ 'package.json': '{"type":"module"}', 'src/reply.ts': REPLY, ...files });
}

export interface Setup {
  readonly options?: object;
  readonly settings?: unknown;
}

/** What one rule of the plugin says about a file on disk. */
export function lint(
  root: string,
  name: string,
  rule: string,
  { options, settings }: Setup = {},
): Linter.LintMessage[] {
  const file = path.join(root, name);
  return new Linter({ configType: 'flat', cwd: root }).verify(
    readFileSync(file, 'utf8'),
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        plugins: { 'mcp-reply': plugin },
        rules: { [`mcp-reply/${rule}`]: options ? ['error', options] : 'error' },
        ...(settings === undefined ? {} : { settings: { 'mcp-reply': settings } }),
      },
    ],
    { filename: file },
  );
}

/** The text after one suggestion. */
export function suggested(text: string, message: Linter.LintMessage, index = 0): string {
  const { range, text: put } = message.suggestions![index]!.fix;
  return text.slice(0, range[0]) + put + text.slice(range[1]);
}
