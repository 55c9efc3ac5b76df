import type { TSESLint } from '@typescript-eslint/utils';
import type { BlockFault } from '../analysis/mcp/block-faults.js';
import { blockFaults } from '../analysis/mcp/block-faults.js';
import type { ContentFault } from '../analysis/mcp/content-faults.js';
import { contentFault, legacyResults } from '../analysis/mcp/content-faults.js';
import { silencedBy } from '../analysis/mcp/precedence.js';
import { writtenBlocks } from '../analysis/mcp/written-blocks.js';
import { staticKey } from '../analysis/syntax/keys.js';
import type { Node } from '../analysis/syntax/tree.js';
import { unwrap } from '../analysis/syntax/unwrap.js';
import { createRule } from './create-rule.js';
import type { File } from './on-file.js';
import { onFile, RESULTS } from './on-file.js';
import { placeOf } from './place-of.js';
import { removeProperty } from './remove-property.js';

type Ids = BlockFault['kind'] | ContentFault['kind'] | 'useText' | 'removeField';

const LEGACY = /\btoolResult\b/;

export const validContentBlock = createRule<[], Ids>({
  name: 'valid-content-block',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow content that the specification does not know: invented blocks, missing or wrong fields',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      unknownType:
        'There is no content block of type "{{type}}": clients reject the result. Use text, image, audio, resource or resource_link.',
      missingType: 'This content block has no `type`. Clients reject the result; say which block it is.',
      missingField: 'A block of type "{{type}}" needs `{{field}}`. Clients reject the result without it; add it.',
      wrongField:
        '`{{field}}` of a block of type "{{type}}" has to be {{expected}}, and this is {{found}}. Convert it.',
      strayField:
        'A text block has no `{{field}}`, so nobody reads it. Remove it, or use an embedded resource, which has one.',
      wrongAnnotation: '`{{field}}` has to be {{expected}}. Correct it, or clients reject or ignore the annotation.',
      missingContent:
        'This result has structuredContent and no `content`, and some clients reject it. Add a text block that says the same.',
      notArray: '`content` has to be an array of blocks, and this is {{found}}. Put it into a text block.',
      toolResult: '`toolResult` was replaced by `content`: no client of today reads it. Return its value itself.',
      useText: 'Make it a text block with the JSON.',
      removeField: 'Remove `{{field}}`.',
    },
    schema: [],
    defaultOptions: [],
  },
  defaultOptions: [],
  create(context) {
    return onFile(
      context,
      { words: new RegExp(`${RESULTS.source}|${LEGACY.source}`), helpers: false },
      (file, report) => {
        for (const written of writtenBlocks(file)) {
          for (const fault of blockFaults(written)) {
            const node = placeOf(written.block, [fault.node], file);
            const suggest = node === fault.node ? suggestionsFor(fault, file) : [];
            report({ node, messageId: fault.kind, data: { ...fault }, suggest });
          }
        }
        for (const result of file.results) {
          const fault = silencedBy('valid-content-block', result) ? null : contentFault(result);
          if (fault) report({ node: fault.node, messageId: fault.kind, data: { ...fault } });
        }
        for (const { node, kind } of legacyResults(file.unit)) report({ node, messageId: kind });
      },
    );
  },
});

function suggestionsFor(fault: BlockFault, file: File): TSESLint.ReportSuggestionArray<Ids> {
  if (fault.kind === 'strayField') {
    const { node, field } = fault;
    return [{ messageId: 'removeField', data: { field }, fix: (fixer) => removeProperty(node, file, fixer) }];
  }
  if (fault.kind !== 'unknownType') return [];
  // `{ type: 'json', json: data }`: the data is the only other field.
  const [data, ...more] = fault.literal.properties.filter((p) => p.type !== 'Property' || staticKey(p) !== 'type');
  if (data?.type !== 'Property' || more.length > 0 || !['json', 'data', 'value'].includes(staticKey(data) ?? ''))
    return [];
  const value: Node = unwrap(data.value);
  return [
    {
      messageId: 'useText',
      fix: (fixer) => fixer.replaceText(fault.literal, `{ type: 'text', text: JSON.stringify(${file.textOf(value)}) }`),
    },
  ];
}
