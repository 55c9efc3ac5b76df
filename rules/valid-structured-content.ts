import type { TSESLint } from '@typescript-eslint/utils';
import type { ToolResult } from '../analysis/mcp/results.js';
import type { ViewFault } from '../analysis/mcp/view-faults.js';
import { viewFaults, viewProperty } from '../analysis/mcp/view-faults.js';
import { unwrap } from '../analysis/syntax/unwrap.js';
import { listNames, textDroppedForEmptyViewBy } from '../runtime/hosts/names.js';
import { createRule } from './create-rule.js';
import type { File } from './on-file.js';
import { onFile, VIEWS } from './on-file.js';
import { removeProperty } from './remove-property.js';

type Ids =
  'notObject' | 'emptied' | 'spread' | 'empty' | 'jsonField' | 'ownNote' | 'wrapInItems' | 'removeEmpty' | 'useValue';

export const validStructuredContent = createRule<[{ readonly sdk: 'auto' | 'v1' | 'v2' }], Ids>({
  name: 'valid-structured-content',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow structuredContent that clients reject, that loses its data, or that only deletes the text',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      notObject:
        'This structuredContent is {{of}}: clients on SDK v1 reject the whole result. Give a plain object with the data in a field.',
      emptied:
        'This structuredContent is {{of}}, which loses its data in JSON. Give a plain object with the data in fields.',
      spread: 'Spreading {{of}} puts indices, characters or nothing into the view. Give it a field of its own.',
      empty:
        'This empty structuredContent deletes the text in {{hosts}}. Put what the text says into it, or leave it out.',
      jsonField:
        'The field `{{key}}` holds JSON as a string, which the model reads escaped, quote by quote. Give the value itself.',
      ownNote:
        'The view has a `note` of its own, where the reply helper puts the text that the view lacks. Give the field another name.',
      wrapInItems: 'Put the array into a field named `items`.',
      removeEmpty: 'Remove the empty structuredContent.',
      useValue: 'Use the value without JSON.stringify.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          sdk: {
            type: 'string',
            enum: ['auto', 'v1', 'v2'],
            description:
              'The major version of the SDK: v2 takes any JSON value as structuredContent. `auto` goes by the imports of the file, and by v1 where they do not say.',
            default: 'auto',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ sdk: 'auto' }],
  },
  defaultOptions: [{ sdk: 'auto' }],
  create(context, [{ sdk }]) {
    return onFile(context, { words: VIEWS, helpers: true }, (file, report) => {
      for (const result of file.results) {
        for (const fault of viewFaults(result, sdk === 'auto' ? null : sdk)) {
          const { kind, node } = fault;
          const data = {
            of: 'of' in fault ? fault.of : '',
            key: 'key' in fault ? fault.key : '',
            hosts: listNames(textDroppedForEmptyViewBy, 4),
          };
          report({ node, messageId: kind, data, suggest: suggestionsFor(fault, result, file) });
        }
      }
    });
  },
});

function suggestionsFor(fault: ViewFault, result: ToolResult, file: File): TSESLint.ReportSuggestionArray<Ids> {
  const property = viewProperty(result);
  if (fault.kind === 'notObject' && fault.of === 'an array' && property) {
    const { textOf } = file;
    const target = property.shorthand ? property : fault.node;
    const wrap = `{ items: ${textOf(unwrap(fault.node))} }`;
    return [
      {
        messageId: 'wrapInItems',
        fix: (fixer) => fixer.replaceText(target, property.shorthand ? `structuredContent: ${wrap}` : wrap),
      },
    ];
  }
  // A tool with an output schema has to give structuredContent.
  if (fault.kind === 'empty' && property && !file.unit.text.includes('outputSchema')) {
    return [{ messageId: 'removeEmpty', fix: (fixer) => removeProperty(property, file, fixer) }];
  }
  // A value behind a name has other uses: only one written in place is mended in place.
  if (fault.kind === 'jsonField' && unwrap(fault.node).type === 'CallExpression') {
    const { node, json } = fault;
    return [{ messageId: 'useValue', fix: (fixer) => fixer.replaceText(node, file.textOf(json)) }];
  }
  return [];
}
