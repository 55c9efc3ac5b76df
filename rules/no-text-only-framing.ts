import { analyse, readingsOf } from '../analysis/analyse.js';
import { createRule } from './create-rule.js';
import { unitOf } from './unit-of.js';

export const noTextOnlyFraming = createRule({
  name: 'no-text-only-framing',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow words for the model that only the text of a tool result says', recommended: true },
    messages: { lost: 'Lost ({{kind}}): {{quote}}' },
    schema: [{ type: 'object', properties: { check: { type: 'array', items: { type: 'string' } } } }],
    defaultOptions: [{ check: ['instruction', 'status', 'data'] }],
  },
  defaultOptions: [{ check: ['instruction', 'status', 'data'] as string[] }],
  create(context, [options]) {
    if (!context.sourceCode.text.includes('structuredContent')) return {};
    return {
      'Program:exit'() {
        const unit = unitOf(context.sourceCode, context.filename);
        if (!unit) return;
        const { results, generated } = analyse(unit);
        if (generated) return;
        for (const result of results) {
          const lost = readingsOf(result)
            .flatMap((r) => (r.kind === 'framing' ? r.framing : []))
            .filter((f) => options!.check.includes(f.kind));
          if (lost.length)
            context.report({
              node: result.node,
              messageId: 'lost',
              data: { kind: lost.map((l) => l.kind).join(), quote: lost.map((l) => l.quote).join(' | ') },
            });
        }
      },
    };
  },
});
