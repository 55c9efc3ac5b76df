import type { Block } from '../analysis/mcp/content.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import { writtenBlocks } from '../analysis/mcp/written-blocks.js';
import { calleeName, valueNamed } from '../analysis/syntax/keys.js';
import type { Node } from '../analysis/syntax/tree.js';
import { unwrapAwait } from '../analysis/syntax/unwrap.js';
import { encodedText, imageInText } from '../analysis/values/encoding.js';
import { nodeOf, nodeValue, resolve, stringOf } from '../analysis/values/value.js';
import { createRule } from './create-rule.js';
import { onFile } from './on-file.js';
import { placeOf } from './place-of.js';

const WORDS = /["'`]image["'`]|base64|data:image|btoa|toDataURL|[A-Za-z0-9+\/]{256}/;
const CHART = /chart|plot|graph|histogram|heatmap/i;

type Ids = 'notImage' | 'textInImage' | 'imageInText' | 'chart' | 'besideView';

export const noDataImage = createRule<[{ readonly charts: boolean; readonly besideView: boolean }], Ids>({
  name: 'no-data-image',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow image blocks that carry text or data, and images inside text blocks',
      recommended: true,
      strict: true,
    },
    messages: {
      notImage:
        'This image block carries {{mimeType}}: models take PNG, JPEG, GIF and WebP, and clients fail on the rest. Send it as text or an embedded resource.',
      textInImage: 'This image block carries {{form}}, which is text. Send it in a text block or an embedded resource.',
      imageInText:
        'This text carries an image as base64: the model reads hundreds of thousands of characters and sees no picture. Send an image block.',
      chart:
        'This image shows data that neither text nor structuredContent carries, for many times the tokens. Send the data too.',
      besideView:
        'Codex drops an image beside structuredContent, and Claude Code does so by two reports. Leave out structuredContent, or link the image in the text.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          charts: {
            type: 'boolean',
            description: 'Whether to report an image made by a chart function when it is all that a result carries.',
            default: false,
          },
          besideView: {
            type: 'boolean',
            description: 'Whether to report images beside structuredContent, which some hosts drop.',
            default: false,
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ charts: false, besideView: false }],
  },
  defaultOptions: [{ charts: false, besideView: false }],
  create(context, [options]) {
    return onFile(context, { words: WORDS, helpers: false }, (file, report) => {
      for (const { block, result } of writtenBlocks(file)) {
        if (block.text) {
          const image = imageInText(block.text);
          if (image) report({ node: placeOf(block, [image, nodeOf(block.text).node], file), messageId: 'imageInText' });
        }
        if (block.type !== 'image' || !block.literal) continue;
        const fault = imageFault(block);
        if (fault) {
          report({ ...fault, node: placeOf(block, [fault.node], file) });
        } else if (options.charts && result && isAll(result) && isChart(block)) {
          report({ node: placeOf(block, [block.literal.node], file), messageId: 'chart' });
        } else if (options.besideView && result?.view.kind === 'given') {
          report({ node: placeOf(block, [block.literal.node], file), messageId: 'besideView' });
        }
      }
    });
  },
});

/** What is wrong with what an image block carries; null where nothing is. */
function imageFault(
  block: Block,
): { node: Node; messageId: 'notImage' | 'textInImage'; data: Record<string, string> } | null {
  const { node, value } = block.literal!;
  const mime = valueNamed(node, 'mimeType');
  const mimeType = mime && stringOf(nodeValue(mime, value.frame))?.trim().toLowerCase();
  if (mime && mimeType && (!mimeType.startsWith('image/') || mimeType.startsWith('image/svg'))) {
    return { node: mime, messageId: 'notImage', data: { mimeType } };
  }
  const data = valueNamed(node, 'data');
  const form = data && encodedText(nodeValue(data, value.frame));
  return data && form ? { node: data, messageId: 'textInImage', data: { form } } : null;
}

/** True where the one image is all that the result carries. */
function isAll({ content, view }: ToolResult): boolean {
  return content.kind === 'blocks' && content.complete && content.blocks.length === 1 && view.kind === 'absent';
}

/** True where the image's data comes from a function that draws what it is given. */
function isChart(block: Block): boolean {
  const data = valueNamed(block.literal!.node, 'data');
  const source = data ? resolve(nodeValue(data, block.literal!.value.frame)) : null;
  const call = source?.kind === 'node' ? unwrapAwait(source.node) : null;
  return call?.type === 'CallExpression' && call.arguments.length > 0 && CHART.test(calleeName(call) ?? '');
}
