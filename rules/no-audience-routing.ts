import { wrongAudience } from '../analysis/mcp/block-faults.js';
import type { Block } from '../analysis/mcp/content.js';
import type { WrittenBlock } from '../analysis/mcp/written-blocks.js';
import { writtenBlocks } from '../analysis/mcp/written-blocks.js';
import { propertyNamed, valueNamed } from '../analysis/syntax/keys.js';
import type { Node } from '../analysis/syntax/tree.js';
import { listOf } from '../analysis/values/list.js';
import { kindOf } from '../analysis/values/kind.js';
import { nodeValue, stringOf } from '../analysis/values/value.js';
import { createRule } from './create-rule.js';
import { onFile } from './on-file.js';
import { placeOf } from './place-of.js';
import { removeProperty } from './remove-property.js';

interface Audience {
  /** The one reader that it names. */
  readonly reader: 'user' | 'assistant';
  /** The property, where it stands in the annotations of the block. */
  readonly node: Node;
}

export const noAudienceRouting = createRule({
  name: 'no-audience-routing',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow annotations.audience as the way to hide a block from the model or the user',
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      hidden:
        'This block is for the user alone, and most clients hand it to the model all the same. Leave out what the model must not read.',
      directed:
        'This block is for the model alone, and most clients ignore that. Write it so that both may read it, and leave out the audience.',
      twoTexts:
        'These texts are for two audiences, and most clients hand both to both. Write one text that serves both.',
      removeAudience: 'Remove the audience.',
    },
    schema: [],
    defaultOptions: [],
  },
  defaultOptions: [],
  create(context) {
    return onFile(context, { words: /\baudience\b/, helpers: false }, (file, report) => {
      const blocks = writtenBlocks(file);
      for (const written of blocks) {
        const audience = audienceOf(written.block);
        if (!audience) continue;
        const other = otherAudience(written, blocks);
        // Two texts for two readers are one fault, and it stands at the first.
        if (other === 'before') continue;
        const node = placeOf(written.block, [audience.node], file);
        const here = node === audience.node;
        report({
          node,
          messageId: other ? 'twoTexts' : audience.reader === 'user' ? 'hidden' : 'directed',
          suggest: here
            ? [{ messageId: 'removeAudience', fix: (fixer) => removeProperty(audience.node, file, fixer) }]
            : [],
        });
      }
    });
  },
});

/** The reader that a block's annotations name, where it is one alone. */
function audienceOf(block: Block): Audience | null {
  if (!block.literal) return null;
  const annotations = valueNamed(block.literal.node, 'annotations');
  const kind = annotations ? kindOf(nodeValue(annotations, block.literal.value.frame)) : null;
  if (kind?.kind !== 'object') return null;
  const property = propertyNamed(kind.literal.node, 'audience');
  if (!property) return null;
  const value = nodeValue(property.value, kind.literal.frame);
  // An audience of the wrong shape is the matter of valid-content-block.
  if (wrongAudience(value)) return null;
  const parts = listOf(value)?.parts ?? [];
  const [only] = parts;
  const reader = parts.length === 1 && only?.kind === 'item' ? stringOf(only.value) : null;
  return reader === 'user' || reader === 'assistant' ? { reader, node: property } : null;
}

/** Whether a text for the other reader stands beside this one in the same result. */
function otherAudience(written: WrittenBlock, all: readonly WrittenBlock[]): 'before' | 'after' | null {
  const { block, result } = written;
  if (!result || block.type !== 'text') return null;
  const reader = audienceOf(block)!.reader;
  const beside = all.filter((w) => w.result === result && w.block.type === 'text');
  const other = beside.findIndex((w) => {
    const audience = audienceOf(w.block);
    return audience !== null && audience.reader !== reader;
  });
  return other === -1 ? null : other < beside.indexOf(written) ? 'before' : 'after';
}
