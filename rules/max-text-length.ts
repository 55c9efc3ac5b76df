import type { TSESLint } from '@typescript-eslint/utils';
import { declaredSize } from '../analysis/mcp/declared-size.js';
import { writtenBlocks } from '../analysis/mcp/written-blocks.js';
import { calleeName } from '../analysis/syntax/keys.js';
import type { Node } from '../analysis/syntax/tree.js';
import { enclosingFunction } from '../analysis/syntax/tree.js';
import { unwrapAwait } from '../analysis/syntax/unwrap.js';
import { imageInText } from '../analysis/values/encoding.js';
import { knownBytes, knownJsonBytes } from '../analysis/values/length.js';
import { readText } from '../analysis/values/text.js';
import { unboundedSource } from '../analysis/values/unbounded.js';
import type { Value } from '../analysis/values/value.js';
import { nodeOf } from '../analysis/values/value.js';
import { createRule } from './create-rule.js';
import type { File } from './on-file.js';
import { onFile, RESULTS } from './on-file.js';
import { placeOf } from './place-of.js';

interface Options {
  readonly max: number;
  readonly unbounded: boolean;
  readonly compactJson: boolean;
}
type Ids = 'tooLong' | 'tooLongWithView' | 'unbounded' | 'indented' | 'removeIndentation';

export const maxTextLength = createRule<[Options], Ids>({
  name: 'max-text-length',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Enforce a maximum length of the text that a model is given',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      tooLong:
        'This text is at least {{bytes}} bytes long, and {{max}} are allowed: hosts cut it off or store it away. Page it, or give a resource link; more blocks reach fewer hosts.',
      tooLongWithView:
        'Text and structuredContent are together at least {{bytes}} bytes long, and {{max}} are allowed. Say things once, page them, or give a resource link.',
      unbounded:
        'What {{source}} brings goes into the text without a limit, and hosts cut off or store away what is long. Page it, or give a resource link.',
      indented: 'Indentation makes this JSON a quarter to a half longer, and the model reads it all. Leave it out.',
      removeIndentation: 'Remove the indentation.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          max: {
            type: 'integer',
            minimum: 1,
            description:
              'How many bytes (UTF-8) a text may have, alone and together with the structuredContent beside it. A larger `anthropic/maxResultSizeChars` in the `_meta` of the registration counts instead.',
            default: 65536,
          },
          unbounded: {
            type: 'boolean',
            description:
              'Whether to report texts made of whole files, or of lists of all there is, with no limit in sight.',
            default: false,
          },
          compactJson: {
            type: 'boolean',
            description: 'Whether to report JSON that is indented.',
            default: false,
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ max: 65536, unbounded: false, compactJson: false }],
  },
  defaultOptions: [{ max: 65536, unbounded: false, compactJson: false }],
  create(context, [{ max, unbounded, compactJson }]) {
    return onFile(context, { words: RESULTS, helpers: true }, (file, report) => {
      const sums = new Map(file.results.map((result) => [result, 0]));
      for (const { block, result } of writtenBlocks(file)) {
        // An image in a text is the matter of no-data-image.
        if (!block.text || imageInText(block.text)) continue;
        const node = placeOf(block, [nodeOf(block.text).node], file);
        const allowed = Math.max(max, (result && declaredSize(result)) ?? 0);
        const bytes = knownBytes(block.text);
        if (result) sums.set(result, sums.get(result)! + bytes);
        if (bytes > allowed) report({ node, messageId: 'tooLong', data: { bytes, max: allowed } });
        const source = unbounded ? unboundedSource(block.text, textAround(node, file)) : null;
        if (source) report({ node, messageId: 'unbounded', data: { source: nameOf(source) } });
        const call = compactJson ? indentedJson(block.text) : null;
        if (call) {
          const fix: TSESLint.ReportFixFunction = (fixer) =>
            fixer.removeRange([call.arguments[0]!.range[1], call.arguments[2]!.range[1]]);
          const plain =
            /^(?:null|undefined)$/.test(file.textOf(call.arguments[1]!)) && file.isHere(nodeOf(block.text).unit);
          report({ node, messageId: 'indented', suggest: plain ? [{ messageId: 'removeIndentation', fix }] : [] });
        }
      }
      for (const [result, text] of sums) {
        const allowed = Math.max(max, declaredSize(result) ?? 0);
        if (result.view.kind === 'absent' || text > allowed) continue;
        const bytes = text + knownJsonBytes(result.view.value);
        if (bytes > allowed)
          report({ node: result.view.node, messageId: 'tooLongWithView', data: { bytes, max: allowed } });
      }
    });
  },
});

function textAround(node: Node, file: File): string {
  const fn = enclosingFunction(node);
  return fn ? file.textOf(fn) : '';
}

function nameOf(call: Node): string {
  const name = call.type === 'CallExpression' ? calleeName(call) : null;
  return name === null ? 'a call' : `${name}()`;
}

/** The call that a text is, where it is JSON with indentation and nothing else. */
function indentedJson(text: Value) {
  const [only, ...more] = readText(text);
  const { node } = nodeOf(text);
  const call = unwrapAwait(node);
  if (only?.kind !== 'json' || more.length > 0 || call.type !== 'CallExpression') return null;
  const indent = call.arguments[2];
  const none = indent?.type === 'Literal' && (indent.value === 0 || indent.value === '' || indent.value === null);
  return indent && !none ? call : null;
}
