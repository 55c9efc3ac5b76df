import { analyse } from '../analysis/analyse.js';
import { createRule } from './create-rule.js';
import { unitOf } from './unit-of.js';

export const requireReply = createRule({
  name: 'require-reply',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Require tool results with structuredContent to be built by the reply helper',
      recommended: true,
    },
    messages: { inlineResult: 'This tool result is built inline.' },
    schema: [],
    defaultOptions: [],
  },
  defaultOptions: [],
  create(context) {
    if (!context.sourceCode.text.includes('structuredContent')) return {};
    return {
      'Program:exit'() {
        const unit = unitOf(context.sourceCode, context.filename);
        if (!unit) return;
        const { results, generated } = analyse(unit);
        if (generated) return;
        for (const result of results) {
          if (result.role === 'inline' && result.view.kind !== 'absent' && result.content.kind !== 'absent')
            context.report({ node: result.site, messageId: 'inlineResult' });
        }
      },
    };
  },
});
