import { analyse, readingsOf } from '../analysis/analyse.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import { createRule } from './create-rule.js';
import { settingsOf } from './settings.js';
import { fixWith, rewriteOf } from './suggest-reply.js';
import { unitFor } from './unit-for.js';

export interface RequireReplyOptions {
  readonly allowMirror?: boolean;
}

/** Says where results are built without the helper. A convention: it never claims that something is lost. */
export const requireReply = createRule<[RequireReplyOptions], 'inlineResult' | 'badSettings' | 'buildWithReply'>({
  name: 'require-reply',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Require tool results with `structuredContent` to be built by the reply helper',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      inlineResult:
        'This tool result is built inline. Build it with `{{helper}}`, which keeps the text and carries its framing in `structuredContent.note`.',
      badSettings: '{{problem}}',
      buildWithReply: 'Build it with `{{helper}}`.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          allowMirror: {
            type: 'boolean',
            description: 'Leave results alone whose text is nothing but their `structuredContent` as JSON.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ allowMirror: false }],
  },
  defaultOptions: [{ allowMirror: false }],
  create(context, [{ allowMirror }]) {
    if (!context.sourceCode.text.includes('structuredContent')) return {};
    return {
      'Program:exit'(program) {
        const { helpers, problem } = settingsOf(context);
        if (problem !== null)
          context.report({ node: program, loc: { line: 1, column: 0 }, messageId: 'badSettings', data: { problem } });
        const unit = unitFor(context);
        if (!unit) return;
        const analysis = analyse(unit, helpers);
        if (analysis.generated) return;
        const helper = signatureOf(helpers[0]!);
        for (const result of analysis.results) {
          if (!isInlinePair(result) || (allowMirror === true && isMirror(result))) continue;
          const edits = rewriteOf(analysis, result);
          context.report({
            node: result.site,
            messageId: 'inlineResult',
            data: { helper },
            suggest: edits ? [{ messageId: 'buildWithReply', data: { helper }, fix: fixWith(edits) }] : [],
          });
        }
      },
    };
  },
});

function isInlinePair(result: ToolResult): boolean {
  return result.role === 'inline' && result.view.kind !== 'absent' && result.content.kind !== 'absent';
}

function isMirror(result: ToolResult): boolean {
  const readings = readingsOf(result);
  return readings.length > 0 && readings.every((r) => r.kind === 'mirror');
}

function signatureOf(helper: { name: string; view: number; text: number }): string {
  return `${helper.name}(${helper.view < helper.text ? 'view, text' : 'text, view'})`;
}
