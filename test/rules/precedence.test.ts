import { describe, expect, test } from 'vitest';
import { reportsOf, tool } from './tester.js';

const ZOD = "import { z } from 'zod';\n";

/** One fault, one report: what all rules together say, in the order of the code. */
const table: readonly (readonly [name: string, code: string, reports: readonly string[]])[] = [
  [
    '{} beside a text that says something',
    tool("return { content: [{ type: 'text', text: 'Call list_birds first.' }], structuredContent: {} };"),
    ['valid-structured-content empty'],
  ],
  [
    'a text that says nothing beside {}',
    tool("return { content: [{ type: 'text', text: '' }], structuredContent: {} };"),
    ['no-empty-text empty'],
  ],
  [
    'an empty text beside a view with data',
    tool(
      "const birds = await load(); return { content: [{ type: 'text', text: ' ' }], structuredContent: { birds } };",
    ),
    ['no-empty-text empty'],
  ],
  [
    'no block beside a view with data',
    tool('const birds = await load(); return { content: [], structuredContent: { birds } };'),
    ['no-empty-text noBlocks'],
  ],
  [
    'no content beside a view',
    tool('const birds = await load(); return { structuredContent: { birds } };'),
    ['valid-content-block missingContent'],
  ],
  [
    'an error with a view and without content',
    tool('return { isError: true, structuredContent: { reason } };'),
    ['valid-error-result noText'],
  ],
  [
    'an error with a view and without a block',
    tool('return { isError: true, content: [], structuredContent: { reason } };'),
    ['valid-error-result noText'],
  ],
  [
    'an error with an empty text',
    tool("return { isError: true, content: [{ type: 'text', text: '' }], structuredContent: { reason } };"),
    ['valid-error-result emptyText'],
  ],
  [
    'an error whose text may be undefined',
    tool("return { isError: true, content: [{ type: 'text', text: cause?.message }] };"),
    ['no-empty-text undefined'],
  ],
  [
    'an error with a fact in the view alone',
    tool(
      "const url = await ask(); return { isError: true, content: [{ type: 'text', text: 'Denied.' }], structuredContent: { url } };",
    ),
    ['valid-error-result onlyInView'],
  ],
  [
    'the same, where the schema does not know the fact',
    ZOD +
      tool(
        "const url = await ask(); return { isError: true, content: [{ type: 'text', text: 'Denied.' }], structuredContent: { url } };",
        '{ outputSchema: { name: z.string() } }',
      ),
    ['valid-error-result notInSchema'],
  ],
  [
    'a failure text beside zeros',
    tool("return { content: [{ type: 'text', text: 'Could not find the price.' }], structuredContent: { price: 0 } };"),
    ['valid-error-result zeroFilled'],
  ],
  [
    'a list as view beside a terse text',
    tool(
      "const rows: Row[] = await load(); return { content: [{ type: 'text', text: 'Done.' }], structuredContent: rows };",
    ),
    ['valid-structured-content notObject'],
  ],
  [
    'a text block whose text is undefined',
    tool("return { content: [{ type: 'text', text: undefined }] };"),
    ['no-empty-text undefined'],
  ],
  [
    'an audience of the wrong shape',
    tool("return { content: [{ type: 'text', text: 'a', annotations: { audience: ['model'] } }] };"),
    ['valid-content-block wrongAnnotation'],
  ],
  [
    'a picture inside JSON',
    tool("return { content: [{ type: 'text', text: JSON.stringify({ type: 'image', data: b64 }) }] };"),
    ['no-data-image imageInText'],
  ],
  [
    'JSON in an invented block',
    tool("return { content: [{ type: 'json', json: JSON.stringify(rows) }] };"),
    ['valid-content-block unknownType'],
  ],
];

describe('precedence', () => {
  test.each(table)('%s', (_, code, reports) => {
    expect(reportsOf(code, 'strict')).toEqual(reports);
  });
});

describe('rules of framing keep quiet where another speaks', () => {
  test.each([
    ['an empty view', table[0]![1]],
    ['zeros', table[11]![1]],
  ])('%s', (_, code) => {
    expect(reportsOf(code, 'strict', true).filter((r) => r.startsWith('no-text-only-framing'))).toEqual([]);
  });
});
