import { defineConfig, globalIgnores } from 'eslint/config';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import tseslint from 'typescript-eslint';
import mcpReply from './dist/index.js';

export default defineConfig(
  globalIgnores(['dist/', '.cache/', 'runtime/javascript/', '**/fixtures/**']),
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // The tree's types are an enum of strings; the code compares with the strings, which the compiler checks as well.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Numbers in messages are meant.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `noUncheckedIndexedAccess` makes the compiler ask; where the code knows better, an assertion says so.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['rules/*.ts', 'test/rules/*.ts'],
    extends: [eslintPlugin.configs.recommended],
    rules: {
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^(Disallow|Require|Prefer|Enforce) ' }],
      'eslint-plugin/require-meta-docs-recommended': 'off',
    },
  },
  {
    // What stands beside a server here is held to the rules that this package gives to servers.
    files: ['runtime/**/*.ts', 'cli/**/*.ts'],
    extends: [mcpReply.configs.strict],
  },
);
