import type { ESLint, Linter } from 'eslint';
import { noTextOnlyFraming } from './rules/no-text-only-framing.js';
import { requireReply } from './rules/require-reply.js';

const rules = { 'require-reply': requireReply, 'no-text-only-framing': noTextOnlyFraming };

const plugin = {
  meta: { name: 'eslint-plugin-mcp-reply', version: '0.1.0', namespace: 'mcp-reply' },
  rules,
  configs: {} as Record<'recommended' | 'strict', Linter.Config>,
} as unknown as ESLint.Plugin & { configs: Record<'recommended' | 'strict', Linter.Config> };

plugin.configs.recommended = {
  name: 'mcp-reply/recommended',
  plugins: { 'mcp-reply': plugin },
  rules: { 'mcp-reply/require-reply': 'error', 'mcp-reply/no-text-only-framing': 'error' },
};
plugin.configs.strict = {
  name: 'mcp-reply/strict',
  plugins: { 'mcp-reply': plugin },
  rules: {
    'mcp-reply/require-reply': 'error',
    'mcp-reply/no-text-only-framing': ['error', { check: ['instruction', 'status', 'data', 'summary'] }],
  },
};

export default plugin;
