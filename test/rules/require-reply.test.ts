import { expect, test } from 'vitest';
import { lint, packageWith, suggested } from './on-disk.js';
import { run, tool } from './tester.js';

const MIRROR = "{ content: [{ type: 'text', text: JSON.stringify(v) }], structuredContent: v }";
const PAIR = "{ content: [{ type: 'text', text: 'Ask first.' }], structuredContent: { a: args.a } }";
const inline = { messageId: 'inlineResult', data: { helper: 'reply(view, text)' }, suggestions: [] };

run('require-reply', {
  valid: [
    {
      name: 'a result of the helper',
      code: `import { reply } from './reply.js';\n${tool("return reply({ a: args.a }, 'Ask first.');")}`,
    },
    { name: 'modelcontextprotocol: a text alone', code: tool("return { content: [{ type: 'text', text: 'a' }] };") },
    {
      name: 'mongodb-js/mongodb-mcp-server#869: an error needs no view',
      code: tool("return { content: [{ type: 'text', text: m }], isError: true };"),
    },
    {
      name: 'IBM/mcp-context-forge#4042: nor does it with a schema',
      code: tool("return { isError: true, content: [{ type: 'text', text: cause }] };", '{ outputSchema: S }'),
    },
    {
      name: 'rekog-labs/MCP-Nest#79: plain data of a decorated method',
      code: "class A { @Tool({ name: 'p', parameters }) async p() { return { profile }; } }",
    },
    {
      name: 'nloui/paperless-mcp#21: a helper of the file, which other code calls',
      code: "function toContent(r: any) { return { content: [{ type: 'text' as const, text: JSON.stringify(r) }], structuredContent: r }; }\nconst a = () => toContent(x);\nconst b = () => toContent(y);",
    },
    {
      name: 'mastra-ai/mastra#5629: a view alone is another matter',
      code: 'agent.add({ execute: async () => ({ structuredContent: { x } }) });',
    },
    { name: 'what a host shows', code: `app.updateModelContext(${MIRROR});` },
    { name: 'a generated file', code: `// @generated\n${tool(`return ${PAIR};`)}` },
    { name: 'a mirror, where they are allowed', code: tool(`return ${MIRROR};`), options: [{ allowMirror: true }] },
    {
      name: 'a mirror behind a label, where they are allowed',
      code: tool(
        "return { content: [{ type: 'text', text: `Result:\\n${JSON.stringify(v)}` }], structuredContent: v };",
      ),
      options: [{ allowMirror: true }],
    },
  ],
  invalid: [
    { name: 'a pair', code: tool(`return «${PAIR}»;`), errors: [inline] },
    { name: 'several', code: `${tool(`return «${PAIR}»;`)}\n${tool(`return «${PAIR}»;`)}`, errors: [inline, inline] },
    { name: 'neomjs/neo#16833: a mirror', code: tool(`return «${MIRROR}»;`), errors: [inline] },
    {
      name: 'what is no mirror, where mirrors are allowed',
      code: tool(`return «${PAIR}»;`),
      options: [{ allowMirror: true }],
      errors: [inline],
    },
    {
      name: 'a view that is added later, at its assignment',
      code: tool("const r = { content: [{ type: 'text', text: 'a' }] }; if (v) «r.structuredContent = v»; return r;"),
      errors: [inline],
    },
    {
      name: 'a view on a condition',
      code: tool("return «{ content: [{ type: 'text', text: 'a' }], ...(v && { structuredContent: v }) }»;"),
      errors: [inline],
    },
    {
      name: 'several blocks',
      code: tool(
        "return «{ content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }], structuredContent: v }»;",
      ),
      errors: [inline],
    },
    {
      name: 'an error with a view',
      code: tool("return «{ isError: true, content: [{ type: 'text', text: 'a' }], structuredContent: v }»;"),
      errors: [inline],
    },
    {
      name: 'the name and order of a helper that the settings name',
      code: tool(`return «${PAIR}»;`),
      settings: { 'mcp-reply': { helpers: [{ name: 'textResult', text: 0 }] } },
      errors: [{ ...inline, data: { helper: 'textResult(text, view)' } }],
    },
  ],
});

const FILE = 'src/tools.ts';
const Z = "import { z } from 'zod';\n";

test('the suggestion makes the call, the import and the note of the schema', () => {
  const code = `${Z}${tool(`return ${PAIR};`, '{ outputSchema: { a: z.string() } }')}\n`;
  const [message] = lint(packageWith({ [FILE]: code }), FILE, 'require-reply');
  expect(message).toMatchObject({
    line: 2,
    column: code.split('\n')[1]!.indexOf('{ content') + 1,
    suggestions: [{ messageId: 'buildWithReply', desc: 'Build it with `reply(view, text)`.' }],
  });
  expect(suggested(code, message!)).toBe(
    `${Z}import { reply } from './reply.js';\n${tool("return reply({ a: args.a }, 'Ask first.');", '{ outputSchema: { a: z.string(), note: z.string().optional() } }')}\n`,
  );
});

const unsuggested: [string, Record<string, string>][] = [
  [
    'a schema in another file',
    {
      [FILE]: `import { S } from './schemas.js';\n${tool(`return ${PAIR};`, '{ outputSchema: S }')}`,
      'src/schemas.ts': `${Z}export const S = { a: z.string() };`,
    },
  ],
  ['a result that the codemod leaves', { [FILE]: tool('return { content: [], structuredContent: args };') }],
  ['a tool that cannot be seen', { [FILE]: `export async function find(args) { return ${PAIR}; }` }],
];

test.each(unsuggested)('no suggestion: %s', (_, files) => {
  const messages = lint(packageWith(files), FILE, 'require-reply');
  expect(messages.map((m) => [m.messageId, m.suggestions ?? []])).toEqual([['inlineResult', []]]);
});

test('no suggestion without a helper in the package', () => {
  const root = packageWith({ 'src/reply.ts': '', [FILE]: tool(`return ${PAIR};`) });
  expect(lint(root, FILE, 'require-reply').map((m) => m.suggestions ?? [])).toEqual([[]]);
});

test('the message says where the cure is, and claims no loss', () => {
  const [message] = lint(packageWith({ [FILE]: tool(`return ${MIRROR};`) }), FILE, 'require-reply');
  expect(message!.message).toBe(
    'This tool result is built inline. Build it with `reply(view, text)`, which keeps the text and carries its framing in `structuredContent.note`.',
  );
});
