import type { TSESLint } from '@typescript-eslint/utils';
import type { Block } from '../analysis/mcp/content.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import { imports } from '../analysis/mcp/sdk.js';
import { memberPath, propertyNamed, valueNamed } from '../analysis/syntax/keys.js';
import type { Node } from '../analysis/syntax/tree.js';
import { unwrap, unwrapAwait } from '../analysis/syntax/unwrap.js';
import { imageInText } from '../analysis/values/encoding.js';
import { kindOf } from '../analysis/values/kind.js';
import { readText } from '../analysis/values/text.js';
import type { Value } from '../analysis/values/value.js';
import { nodeOf, nodeValue, stringOf } from '../analysis/values/value.js';
import { createRule } from './create-rule.js';
import type { File } from './on-file.js';
import { BLOCKS, onFile } from './on-file.js';
import { placeOf } from './place-of.js';

type Ids = 'jsonText' | 'addStructuredContent' | 'useResource';

export const preferStructuredJson = createRule<[{ readonly allowImports: readonly string[] }], Ids>({
  name: 'prefer-structured-json',
  meta: {
    type: 'suggestion',
    docs: { description: 'Prefer structuredContent or a JSON resource to JSON that is only text', strict: true },
    hasSuggestions: true,
    messages: {
      jsonText:
        'This text is JSON, and nothing tells a client that it is. Give the value as structuredContent too, or embed it as a resource of mimeType "application/json".',
      addStructuredContent: 'Add the value as structuredContent.',
      useResource: 'Embed the JSON as a resource.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          allowImports: {
            type: 'array',
            items: { type: 'string' },
            uniqueItems: true,
            description: 'Packages that go with JSON as text: a file that imports one of them is not reported.',
            default: [],
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ allowImports: [] }],
  },
  defaultOptions: [{ allowImports: [] }],
  create(context, [{ allowImports }]) {
    const { text } = context.sourceCode;
    if (!/stringify|json/i.test(text)) return {};
    return onFile(context, { words: BLOCKS, helpers: false }, (file, report) => {
      if (imports(file.unit.ast, allowImports)) return;
      for (const result of file.results) {
        if (result.view.kind !== 'absent' || result.isError === 'true' || result.spread) continue;
        if (result.content.kind !== 'blocks' || result.content.blocks.some(isJsonResource)) continue;
        for (const block of result.content.blocks) {
          const json = block.text && jsonIn(block.text);
          // An image inside JSON is the matter of no-data-image.
          if (!json || !block.text || imageInText(block.text)) continue;
          const text = nodeOf(block.text).node;
          const node = placeOf(block, [text], file);
          report({
            node,
            messageId: 'jsonText',
            suggest: node === text ? suggestionsFor(json, block, result, file) : [],
          });
        }
      }
    });
  },
});

/** The value whose JSON is the whole text. */
function jsonIn(text: Value): Value | null {
  const [only, ...more] = readText(text);
  return only?.kind === 'json' && more.length === 0 ? only.value : null;
}

function isJsonResource(block: Block): boolean {
  const resource = block.type === 'resource' && block.literal ? valueNamed(block.literal.node, 'resource') : null;
  if (!resource || !block.literal) return false;
  const kind = kindOf(nodeValue(resource, block.literal.value.frame));
  if (kind.kind !== 'object') return false;
  const mimeType = valueNamed(kind.literal.node, 'mimeType');
  // A type that is not spelled out may be JSON.
  return mimeType !== null && /json/.test(stringOf(nodeValue(mimeType, kind.literal.frame)) ?? 'json');
}

function suggestionsFor(
  json: Value,
  block: Block,
  result: ToolResult,
  file: File,
): TSESLint.ReportSuggestionArray<Ids> {
  const suggestions: TSESLint.ReportSuggestionArray<Ids>[number][] = [];
  const content = result.node.type === 'ObjectExpression' ? propertyNamed(result.node, 'content') : null;
  const named = json.kind === 'node' ? unwrap(json.node) : null;
  // The expression is written twice then: only a name can be.
  const repeatable = named !== null && (named.type === 'Identifier' || memberPath(named) !== null);
  if (
    content &&
    json.kind === 'node' &&
    repeatable &&
    isHereWhole(named, result, file) &&
    kindOf(json).kind === 'object'
  ) {
    const source = file.textOf(named);
    const property = source === 'structuredContent' ? source : `structuredContent: ${source}`;
    suggestions.push({
      messageId: 'addStructuredContent',
      fix: (fixer) => fixer.insertTextAfter(content, `, ${property}`),
    });
  }
  const text = block.text && nodeOf(block.text).node;
  const literal = block.literal?.node;
  if (literal && text && unwrapAwait(text).type === 'CallExpression' && literal.properties.length === 2) {
    const resource = `{ uri: 'result://json', mimeType: 'application/json', text: ${file.textOf(text)} }`;
    suggestions.push({
      messageId: 'useResource',
      fix: (fixer) => fixer.replaceText(literal, `{ type: 'resource', resource: ${resource} }`),
    });
  }
  return suggestions;
}

/** True for a name that stands inside the result: it means the same there. */
function isHereWhole(node: Node, result: ToolResult, file: File): boolean {
  return file.isHere(result.unit) && node.range[0] >= result.node.range[0] && node.range[1] <= result.node.range[1];
}
