import { emptyContent } from '../analysis/mcp/empty-texts.js';
import { silencedBy } from '../analysis/mcp/precedence.js';
import { writtenBlocks } from '../analysis/mcp/written-blocks.js';
import { emptinessOf } from '../analysis/values/emptiness.js';
import { nodeOf } from '../analysis/values/value.js';
import { listNames, viewNeverShownBy } from '../runtime/hosts/names.js';
import { createRule } from './create-rule.js';
import { onFile, RESULTS } from './on-file.js';
import { placeOf } from './place-of.js';

export const noEmptyText = createRule({
  name: 'no-empty-text',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow text blocks that are empty or undefined, and results without blocks',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      empty:
        'This text is empty: some clients send it on, and the model\'s API refuses every later turn. Say what happened, such as "ok".',
      maybeEmpty:
        'This text can be empty: some clients send it on, and the model\'s API refuses every later turn. Say what happened instead, such as "ok".',
      undefined:
        'This text can be undefined, and a text block without text breaks the session in some clients. Say what is missing instead.',
      noBlocks:
        'This result has no content, and {{hosts}} never show the model structuredContent. Add a text block that says it too, or at least "ok".',
      useOk: 'Say "ok".',
    },
    schema: [],
    defaultOptions: [],
  },
  defaultOptions: [],
  create(context) {
    return onFile(context, { words: RESULTS, helpers: true }, (file, report) => {
      for (const { block, result } of writtenBlocks(file)) {
        if (!block.text || (result && silencedBy('no-empty-text', result))) continue;
        const emptiness = emptinessOf(block.text);
        if (emptiness.kind === 'filled' || emptiness.kind === 'unknown') continue;
        const node = placeOf(block, [emptiness.node, nodeOf(block.text).node], file);
        const literal = node === emptiness.node && emptiness.kind !== 'undefined' && node.type === 'Literal';
        report({
          node,
          messageId: emptiness.kind,
          suggest: literal ? [{ messageId: 'useOk', fix: (fixer) => fixer.replaceText(node, "'ok'") }] : [],
        });
      }
      for (const result of file.results) {
        const node = silencedBy('no-empty-text', result) ? null : emptyContent(result);
        if (!node) continue;
        const literal = node.type === 'ArrayExpression' ? node : null;
        report({
          node,
          messageId: 'noBlocks',
          data: { hosts: listNames(viewNeverShownBy, 2) },
          suggest: literal
            ? [{ messageId: 'useOk', fix: (fixer) => fixer.replaceText(literal, "[{ type: 'text', text: 'ok' }]") }]
            : [],
        });
      }
    });
  },
});
