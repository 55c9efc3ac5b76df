import type { ESLint, Linter } from 'eslint';
import { maxTextLength } from './rules/max-text-length.js';
import { noAudienceRouting } from './rules/no-audience-routing.js';
import { noDataImage } from './rules/no-data-image.js';
import { noEmptyText } from './rules/no-empty-text.js';
import { noStructuredOnlyData } from './rules/no-structured-only-data.js';
import { noTextOnlyFraming } from './rules/no-text-only-framing.js';
import { preferStructuredJson } from './rules/prefer-structured-json.js';
import { requireNoteInSchema } from './rules/require-note-in-schema.js';
import { requireReply } from './rules/require-reply.js';
import { validContentBlock } from './rules/valid-content-block.js';
import { validErrorResult } from './rules/valid-error-result.js';
import { validStructuredContent } from './rules/valid-structured-content.js';

type ConfigName = 'recommended' | 'strict';
type Plugin = ESLint.Plugin & { configs: Record<ConfigName, Linter.Config> };

/** Tests are not servers: what they hold are expectations and odd cases. */
const TESTS = ['**/*.{test,spec}.*', '**/__tests__/**', '**/test/**', '**/tests/**'];

// The cast: a rule of typescript-eslint knows the tree more closely than ESLint's own types do.
const plugin = {
  meta: { name: 'eslint-plugin-mcp-reply', version: '0.1.0', namespace: 'mcp-reply' },
  rules: {
    'max-text-length': maxTextLength,
    'no-audience-routing': noAudienceRouting,
    'no-data-image': noDataImage,
    'no-empty-text': noEmptyText,
    'no-structured-only-data': noStructuredOnlyData,
    'no-text-only-framing': noTextOnlyFraming,
    'prefer-structured-json': preferStructuredJson,
    'require-note-in-schema': requireNoteInSchema,
    'require-reply': requireReply,
    'valid-content-block': validContentBlock,
    'valid-error-result': validErrorResult,
    'valid-structured-content': validStructuredContent,
  },
  configs: {},
} as unknown as Plugin;

const recommended: Linter.RulesRecord = {
  'mcp-reply/max-text-length': 'error',
  'mcp-reply/no-data-image': 'error',
  'mcp-reply/no-empty-text': 'error',
  'mcp-reply/no-text-only-framing': 'error',
  'mcp-reply/require-note-in-schema': 'error',
  'mcp-reply/require-reply': 'error',
  'mcp-reply/valid-content-block': 'error',
  'mcp-reply/valid-error-result': 'error',
  'mcp-reply/valid-structured-content': 'error',
};

const strict: Linter.RulesRecord = {
  ...recommended,
  'mcp-reply/max-text-length': ['error', { unbounded: true }],
  'mcp-reply/no-audience-routing': 'error',
  'mcp-reply/no-data-image': ['error', { charts: true, besideView: true }],
  'mcp-reply/no-structured-only-data': 'error',
  'mcp-reply/no-text-only-framing': ['error', { check: ['instruction', 'status', 'data', 'summary'] }],
  'mcp-reply/prefer-structured-json': 'error',
  'mcp-reply/valid-error-result': ['error', { failureTexts: 'all' }],
};

plugin.configs.recommended = config('recommended', recommended);
plugin.configs.strict = config('strict', strict);

function config(name: ConfigName, rules: Linter.RulesRecord): Linter.Config {
  return { name: `mcp-reply/${name}`, plugins: { 'mcp-reply': plugin }, ignores: TESTS, rules };
}

export default plugin;
// What `require` gives: the plugin itself, for configs in CommonJS.
export { plugin as 'module.exports' };
