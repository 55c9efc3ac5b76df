import { silencedBy } from '../analysis/mcp/precedence.js';
import { structuredOnly } from '../analysis/mcp/structured-only.js';
import { listNames, viewNeverShownBy } from '../runtime/hosts/names.js';
import { createRule } from './create-rule.js';
import { onFile, VIEWS } from './on-file.js';

export const noStructuredOnlyData = createRule({
  name: 'no-structured-only-data',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow data that only structuredContent carries, beside a terse text', strict: true },
    messages: {
      constantText:
        'This text is the same words every time, and {{hosts}} never show the model {{data}}. Put the data into the text, or its JSON.',
      terseText:
        'This text only counts the data, and {{hosts}} never show the model {{data}}. Put the data into the text, or its JSON.',
    },
    schema: [],
    defaultOptions: [],
  },
  defaultOptions: [],
  create(context) {
    return onFile(context, { words: VIEWS, helpers: true }, (file, report) => {
      for (const result of file.results) {
        const fault = structuredOnly(result);
        if (!fault || silencedBy('no-structured-only-data', result)) continue;
        const { fields, counts, node } = fault;
        report({
          node,
          messageId: counts ? 'terseText' : 'constantText',
          data: {
            hosts: listNames(viewNeverShownBy, 3),
            data: fields
              ? listNames(
                  fields.map((f) => `\`${f}\``),
                  3,
                )
              : 'the structuredContent',
          },
        });
      }
    });
  },
});
