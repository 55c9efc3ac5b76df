import { expect, test } from 'vitest';
import type { HelperSetting } from '../../analysis/mcp/helpers.js';
import { resultsOf, shown } from './read.js';

const PAIR = "{ content: [{ type: 'text', text: t }], structuredContent: v }";
const INLINE = 'inline [text] given error:absent';

/** Code around one pair on one line, and the role in which it is seen; null: it is no tool result. */
const positions: [string, string, string | null][] = [
  ['the body of a registered arrow', `server.registerTool('x', {}, async () => (${PAIR}));`, 'inline'],
  ['a return of a registered function', `server.registerTool('x', {}, function () { return ${PAIR}; });`, 'inline'],
  ['.tool() of the v1 SDK', `server.tool('x', async () => { return ${PAIR}; });`, 'inline'],
  ['registerAppTool', `registerAppTool(server, 'x', {}, async () => (${PAIR}));`, 'inline'],
  ['addTool with execute', `server.addTool({ name: 'x', execute: async () => (${PAIR}) });`, 'inline'],
  ['addTool with an execute method', `server.addTool({ name: 'x', async execute() { return ${PAIR}; } });`, 'inline'],
  ['setRequestHandler by schema', `server.setRequestHandler(CallToolRequestSchema, async () => (${PAIR}));`, 'inline'],
  ['setRequestHandler by method', `server.setRequestHandler('tools/call', async () => (${PAIR}));`, 'inline'],
  ['a stored task result', `await taskStore.storeTaskResult(id, 'completed', ${PAIR});`, 'inline'],
  ['a function with a declared result type', `function f(): CallToolResult { return ${PAIR}; }`, 'inline'],
  ['a promise of the result type', `async function f(): Promise<CallToolResult> { return ${PAIR}; }`, 'inline'],
  ['a cast to the result type', `const f = () => { return ${PAIR} as CallToolResult; };`, 'inline'],
  ['satisfies', `const f = () => (${PAIR} satisfies CallToolResult);`, 'inline'],
  ['a function that nothing names as a handler', `async function search(q) { return ${PAIR}; }`, 'inline'],
  ['a variable that is returned', `server.registerTool('x', {}, () => { const r = ${PAIR}; return r; });`, 'inline'],
  [
    'a variable that is logged and returned',
    `server.registerTool('x', {}, () => { const r = ${PAIR}; log(r); return r; });`,
    'inline',
  ],
  [
    'a variable that is assigned and returned',
    `server.registerTool('x', {}, () => { let r; r = ${PAIR}; return r; });`,
    'inline',
  ],
  [
    'a branch of a conditional',
    `server.registerTool('x', {}, () => { return ok ? ${PAIR} : { content: [] }; });`,
    'inline',
  ],
  ['the right of ??', `server.registerTool('x', {}, () => cached ?? ${PAIR});`, 'inline'],
  ['Promise.resolve', `server.registerTool('x', {}, () => Promise.resolve(${PAIR}));`, 'inline'],
  ['a schema that parses it', `server.registerTool('x', {}, () => CallToolResultSchema.parse(${PAIR}));`, 'inline'],
  ['a returned call of a builder', `server.registerTool('x', {}, () => withMeta(${PAIR}));`, 'inline'],
  ['a tool object', `export const tool = { name: 'x', handler: async () => { return ${PAIR}; } };`, 'inline'],
  ['a class method', `class Search { async execute(args) { return ${PAIR}; } }`, 'inline'],
  ['a class property', `class Search { handler = async () => (${PAIR}); }`, 'inline'],
  ['a decorated method', `class Tools { @Tool({ name: 'x' }) async find() { return ${PAIR}; } }`, 'inline'],
  [
    'a switch in a catch',
    `server.registerTool('x', {}, () => { try { go(); } catch (e) { switch (e.code) { case 1: return ${PAIR}; } } });`,
    'inline',
  ],
  [
    'a handler wrapped at its registration',
    `server.registerTool('x', {}, withAuth(async () => { return ${PAIR}; }));`,
    'inline',
  ],
  ['a named handler', `const find = async () => { return ${PAIR}; };\nserver.registerTool('x', {}, find);`, 'inline'],
  ['a view tool that runs in a browser', `useViewTool('x', async () => { return ${PAIR}; });`, 'inline'],

  ['an argument of updateModelContext', `await app.updateModelContext(${PAIR});`, null],
  ['returned from updateModelContext', `const f = () => app.updateModelContext(${PAIR});`, null],
  [
    "a listener of a host's bridge",
    `bridge.oncalltool = async (): Promise<CallToolResult> => { return ${PAIR}; };`,
    null,
  ],
  ['a test expectation', `test('x', () => { expect(result).toEqual(${PAIR}); });`, null],
  ['a stubbed client', `client.callTool.mockResolvedValue(${PAIR});`, null],
  ['a JSON-RPC envelope', `server.registerTool('x', {}, () => ({ jsonrpc: '2.0', id: 1, result: ${PAIR} }));`, null],
  ['an entry of a list', `export const rows = [${PAIR}];`, null],
  ['a constant that goes nowhere', `export const fixture = ${PAIR};`, null],
  ['a story argument', `export const Story = { args: { result: ${PAIR} } };`, null],
  ['a response that is sent', `app.post('/x', (req, res) => { res.json(${PAIR}); });`, null],
  ['a state of a component', `const [result, setResult] = useState(${PAIR});`, null],
  [
    'a host that normalises a result',
    'function normalizeResult(r) { return { content: r.content, structuredContent: r.structuredContent }; }',
    null,
  ],
  [
    'a client that hands a result on',
    "async function call(client) { const r = await client.callTool({ name: 'x' }); return { content: r.content, structuredContent: r.structuredContent, isError: r.isError }; }",
    null,
  ],
  ['zod types', 'const S = z.object({ content: z.array(Block), structuredContent: z.record(z.unknown()) });', null],
  ['a returned zod type', 'const make = () => z.object({ content: z.array(B), structuredContent: z.any() });', null],
  ['a row of a document', "function row() { return { content: 'yes', structuredContent: 'yes' }; }", null],
  ['a capability map', 'const capabilities = { structuredContent: {} };', null],
  ['a sampling message', "const m = { role: 'user', content: { type: 'text', text: t } };", null],
  [
    'a message of a model',
    "function message() { return { role: 'assistant', content: [{ type: 'text', text: t }], structuredContent: v }; }",
    null,
  ],
  ['a type', 'interface R { content: Block[]; structuredContent?: Record<string, unknown> }', null],
  [
    'a page of a content system',
    "function page() { return { title: 'x', content: html, structuredContent: doc }; }",
    null,
  ],
  [
    'a variable of the name',
    'const structuredContent = { a: 1 }; const content = [1]; use(structuredContent, content);',
    null,
  ],
  ['a declared result of a host', `function f(): UpdateModelContextParams { return ${PAIR}; }`, null],
  [
    'an existing result with a block added',
    "const f = (result) => ({ ...result, content: [{ type: 'text', text: t }, ...result.content], structuredContent: v });",
    null,
  ],
];

test.each(positions)('position: %s', (_, code, role) => {
  const pairs = resultsOf(code).filter((r) => r.view.kind !== 'absent');
  expect(pairs.map((r) => r.role)).toEqual(role === null ? [] : [role]);
});

/** What the handler of a registration returns, and the result in short. */
const shapes: [string, string, string[]][] = [
  ['a pair', `return ${PAIR};`, [INLINE]],
  ['structuredContent first', "return { structuredContent: v, content: [{ type: 'text', text: t }] };", [INLINE]],
  ['quoted keys', `return { "content": [{ "type": "text", "text": t }], 'structuredContent': v };`, [INLINE]],
  ['shorthand keys', "const content = [{ type: 'text', text: t }]; return { content, structuredContent };", [INLINE]],
  [
    '`as const` on the type',
    "return { content: [{ type: 'text' as const, text: t }], structuredContent: v };",
    [INLINE],
  ],
  ['content alone', "return { content: [{ type: 'text', text: t }] };", ['inline [text] absent error:absent']],
  ['structuredContent alone', 'return { structuredContent: v };', ['inline absent given error:absent']],
  ['an empty content', 'return { content: [], structuredContent: v };', ['inline [] given error:absent']],
  [
    'an error',
    `return { ...{}, content: [{ type: 'text', text: t }], structuredContent: v, isError: true };`,
    ['inline [text] given error:true'],
  ],
  [
    'isError false',
    `return { isError: false, content: [{ type: 'text', text: t }], structuredContent: v };`,
    ['inline [text] given error:false'],
  ],
  [
    'isError computed',
    `return { isError: !ok, content: [{ type: 'text', text: t }], structuredContent: v };`,
    ['inline [text] given error:expression'],
  ],
  [
    'isError in a conditional spread',
    `return { content: [{ type: 'text', text: t }], structuredContent: v, ...(bad && { isError: true }) };`,
    ['inline [text] given error:absent'],
  ],
  [
    'several blocks',
    "return { content: [{ type: 'text', text: t }, { type: 'image', data, mimeType }, { type: 'resource_link', uri, name }], structuredContent: v };",
    ['inline [text,image,resource_link] given error:absent'],
  ],
  [
    'blocks for each element',
    "return { content: rows.map((r) => ({ type: 'text', text: r })), structuredContent: v };",
    ['inline [(text)] given error:absent'],
  ],
  [
    'a block on a condition',
    "return { content: [{ type: 'text', text: t }, ...(img ? [{ type: 'image', data, mimeType }] : [])], structuredContent: v };",
    ['inline [text,(image)] given error:absent'],
  ],
  [
    'blocks pushed to a constant',
    "const content = [{ type: 'text', text: t }]; if (img) content.push({ type: 'image', data, mimeType }); return { content, structuredContent: v };",
    ['inline [text,(image)] given error:absent'],
  ],
  ['a block from a helper of the file', 'return { content: [textBlock(t)], structuredContent: v };', [INLINE]],
  [
    'content by a call',
    'return { content: await render(v), structuredContent: v };',
    ['inline unknown given error:absent'],
  ],
  ['an imported block', 'return { content: [toBlock(t)], structuredContent: v };', ['inline [?] given error:absent']],
  [
    'structuredContent on a condition',
    "return { content: [{ type: 'text', text: t }], ...(v ? { structuredContent: v } : {}) };",
    ['inline [text] conditional error:absent'],
  ],
  [
    'structuredContent behind &&',
    "return { content: [{ type: 'text', text: t }], ...(v && { structuredContent: v }) };",
    ['inline [text] conditional error:absent'],
  ],
  [
    'structuredContent assigned later',
    "const r = { content: [{ type: 'text', text: t }] }; r.structuredContent = v; return r;",
    ['inline [text] conditional error:absent'],
  ],
  ['_meta beside it', "return { content: [{ type: 'text', text: t }], structuredContent: v, _meta: m };", [INLINE]],
  ['a call of reply', 'return reply(v, t);', ['reply [text] given error:absent']],
  ['a call of reply with an error', 'return reply(v, t, true);', ['reply [text] given error:true']],
  ['reply with _meta', 'return { ...reply(v, t), _meta: m };', ['reply [text] given error:absent']],
];

const BEFORE =
  "import { reply } from './reply.js';\nconst textBlock = (text: string) => ({ type: 'text' as const, text });\n";

test.each(shapes)('shape: %s', (_, body, rows) => {
  const results = resultsOf(`${BEFORE}server.registerTool('x', {}, async (args) => {\n${body}\n});`);
  expect(results.map((r) => shown(r).replace(/^\d+ /, ''))).toEqual(rows);
});

test('results stand in source order, each at its line; a view that is added later at its assignment', () => {
  const code = `server.registerTool('a', {}, () => {
  if (!ok) return { content: [{ type: 'text', text: 'x' }], isError: true };
  const result: CallToolResult = { content: [{ type: 'text', text: t }] };
  if (rows.length > 0) {
    result.structuredContent = { rows };
  }
  return result;
});
server.registerTool('b', {}, () => {
  return {
    content: [{ type: 'text', text: t }],
    structuredContent: v,
  };
});`;
  expect(resultsOf(code).map(shown)).toEqual([
    '2 inline [text] absent error:true',
    '5 inline [text] conditional error:absent',
    `10 ${INLINE}`,
  ]);
});

/** Functions that build results for others: nothing in them is inline. */
const builders: [string, string][] = [
  [
    'an exported helper, view first',
    `export function jsonResult(data, text) { return { content: [{ type: 'text', text }], structuredContent: data }; }`,
  ],
  [
    'text first',
    `export const textResult = (text, view) => ({ content: [{ type: 'text', text }], structuredContent: view });`,
  ],
  [
    'data only',
    `export const ok = (data: object) => ({ content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } });`,
  ],
  [
    'called in two places',
    `function respond(view, text) { return { content: [{ type: 'text', text }], structuredContent: view }; }\nconst a = () => respond(x, y);\nconst b = () => respond(z, y);`,
  ],
  [
    'one object',
    `export function buildOutput({ textContent, structuredContent }) { return { content: [{ type: 'text', text: textContent }], structuredContent }; }`,
  ],
  [
    'a builder class',
    `class McpResponse { format() { return { content: [{ type: 'text', text: this.text }], structuredContent: this.data }; } }`,
  ],
  [
    'a wrapper around handlers',
    `export const withResult = (handler) => async (args) => { const data = await handler(args); return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }; };`,
  ],
];

test.each(builders)('built for others: %s', (_, code) => {
  expect(resultsOf(code).map((r) => r.role)).toEqual(['helper']);
});

test('a private method that builds the result of one tool is no shared helper', () => {
  const code = `class Find {
  private toResult(rows: Row[]) { return { content: [{ type: 'text', text: t }], structuredContent: { rows } }; }
  execute() { return this.toResult(load()); }
}`;
  expect(resultsOf(code).map((r) => r.role)).toEqual(['inline']);
});

test('every path of a function that builds results for others is part of the helper', () => {
  const code = `export function textResult(text, view) {
  if (!view) return { content: [{ type: 'text', text }], structuredContent: { empty: true } };
  return { content: [{ type: 'text', text }], structuredContent: view };
}`;
  expect(resultsOf(code).map((r) => r.role)).toEqual(['helper', 'helper']);
});

const helpers: [string, HelperSetting[], string, string[]][] = [
  [
    'reply of any module',
    [],
    "import { reply } from '../utils.js';\nconst f = () => reply(v, t);",
    ['reply [text] given error:absent'],
  ],
  [
    'reply under another name',
    [],
    "import { reply as say } from '../utils.js';\nconst f = () => say(v, t);",
    ['reply [text] given error:absent'],
  ],
  [
    'reply of a namespace',
    [],
    "import * as out from '../utils.js';\nconst f = () => out.reply(v, t);",
    ['reply [text] given error:absent'],
  ],
  [
    'reply by require',
    [],
    "const { reply } = require('../utils.js');\nconst f = () => reply(v, t);",
    ['reply [text] given error:absent'],
  ],
  ['a method called reply is another thing', [], 'const f = () => bot.reply(v, t);', []],
  ['a parameter called reply is another thing', [], 'const f = (reply) => reply(v, t);', []],
  ['an undeclared reply is another thing', [], 'const f = () => reply(v, t);', []],
  [
    'a named helper',
    ['textResult'],
    "import { textResult } from './r.js';\nconst f = () => textResult(v, t);",
    ['reply [text] given error:absent'],
  ],
  [
    'its module has to be the one that is named',
    [{ name: 'ok', module: './r.js' }],
    "import { ok } from './other.js';\nconst f = () => ok(v, t);",
    [],
  ],
  [
    'text first',
    [{ name: 'ok', view: 1, text: 0 }],
    "import { ok } from './r.js';\nconst f = () => ok('Done.', { a });",
    ['reply [text] given error:absent'],
  ],
];

test.each(helpers)('helper: %s', (_, settings, code, rows) => {
  expect(resultsOf(code, settings).map((r) => shown(r).replace(/^\d+ /, ''))).toEqual(rows);
});

test('view and text of a helper are where the settings say', () => {
  const [result] = resultsOf("import { ok } from './r.js';\nconst f = () => ok('Done.', { a });", [
    { name: 'ok', text: 0 },
  ]);
  const source = (n: { range: readonly [number, number] } | undefined): string => result!.unit.text.slice(...n!.range);
  expect(source(result!.view.kind === 'given' ? result!.view.node : undefined)).toBe('{ a }');
  expect(source(result!.content.kind === 'blocks' ? result!.content.node : undefined)).toBe("'Done.'");
});

test('rekog-labs/MCP-Nest#79: a decorated method that returns plain data is no tool result', () => {
  expect(resultsOf("class A { @Tool({ name: 'p', parameters }) async p() { return { profile }; } }")).toEqual([]);
});

test('dust-tt/dust#13217: a list of blocks without an object around it is no tool result', () => {
  expect(resultsOf("const f = () => new Ok([{ type: 'text', text }]);")).toEqual([]);
});
