import { defineConfig, globalIgnores } from 'eslint/config';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import tseslint from 'typescript-eslint';
import mcpReply from './dist/index.js';

export default defineConfig(
  globalIgnores(['dist/', '.cache/', 'runtime/javascript/', '**/fixtures/**']),
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // The tree's types are an enum of strings; the code compares with the strings, which the compiler checks as well.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Handlers and test servers are asynchronous because their callers say so.
      '@typescript-eslint/require-await': 'off',
      // Numbers in messages are meant.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['rules/*.ts', 'test/rules/*.ts'],
    extends: [eslintPlugin.configs.recommended],
    rules: {
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^(Disallow|Require|Prefer|Enforce) ' }],
      'eslint-plugin/require-meta-docs-recommended': 'off',
      // typescript-eslint's RuleCreator asks for default options of every rule, and pages show the default of each option.
      'eslint-plugin/require-meta-default-options': 'off',
      'eslint-plugin/no-meta-schema-default': 'off',
    },
  },
  {
    // What stands beside a server here is held to the rules that this package gives to servers.
    files: ['runtime/**/*.ts', 'cli/**/*.ts'],
    extends: [mcpReply.configs.strict],
  },
);
