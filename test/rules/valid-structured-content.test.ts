import { run, tool } from './tester.js';

const V1 = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n";
const V2 = "import { McpServer } from '@modelcontextprotocol/server';\n";
const text = "content: [{ type: 'text', text: 'Three birds.' }]";

run('valid-structured-content', {
  valid: [
    tool(`return { ${text}, structuredContent: { birds: ['wren'] } };`),
    { name: 'a value that is not shown', code: tool(`return { ${text}, structuredContent: await load(args.id) };`) },
    {
      name: 'a cast says nothing of the value',
      code: tool(`return { ${text}, structuredContent: res.data as Record<string, unknown> };`),
    },
    { name: 'one of several values', code: tool(`return { ${text}, structuredContent: ok ? view : [] };`) },
    { name: 'v2 takes any JSON value', code: V2 + tool(`return { ${text}, structuredContent: [1, 2] };`) },
    { name: 'v2 by option', code: tool(`return { ${text}, structuredContent: null };`), options: [{ sdk: 'v2' }] },
    { name: 'no view', code: tool(`return { ${text}, structuredContent: undefined };`) },
    {
      name: 'an empty view beside an empty text',
      code: tool("return { content: [{ type: 'text', text: '' }], structuredContent: {} };"),
    },
    {
      name: 'a view that is filled later',
      code: tool(`const view = {}; view.birds = 3; return { ${text}, structuredContent: view };`),
    },
    {
      name: 'a reply helper fills an empty view',
      code: "import { reply } from './reply.js';\n" + tool("return reply({}, 'Nothing to do.');"),
    },
    {
      name: 'JSON deeper in the data',
      code: tool(`return { ${text}, structuredContent: { call: { arguments: JSON.stringify(args) } } };`),
    },
    {
      name: 'JSON as one of several forms',
      code: tool(`return { ${text}, structuredContent: { value: typeof v === 'string' ? v : JSON.stringify(v) } };`),
    },
    {
      name: 'an object spread',
      code: tool(`const bird = { name: 'wren' }; return { ${text}, structuredContent: { ...bird, seen: true } };`),
    },
    {
      name: 'a note without a reply helper',
      code: tool(`return { ${text}, structuredContent: { note: 'Seen at dawn.' } };`),
    },
    { name: 'not a tool result', code: 'app.updateModelContext({ content: [], structuredContent: [1] });' },
    {
      name: 'a zod definition',
      code: 'export const schema = z.object({ content: z.array(block), structuredContent: z.array(z.string()) });',
    },
  ],
  invalid: [
    {
      name: 'an array',
      code: V1 + tool(`const rows = items.map((i) => i.name); return { ${text}, structuredContent: «rows» };`),
      errors: [
        {
          messageId: 'notObject',
          data: { of: 'an array' },
          suggestions: [
            [
              'wrapInItems',
              V1 +
                tool(`const rows = items.map((i) => i.name); return { ${text}, structuredContent: { items: rows } };`),
            ],
          ],
        },
      ],
    },
    {
      name: 'an array by its type, in shorthand',
      code: tool(`const structuredContent: Bird[] = await birds(); return { ${text}, «structuredContent» };`),
      errors: [
        {
          messageId: 'notObject',
          suggestions: [
            [
              'wrapInItems',
              tool(
                `const structuredContent: Bird[] = await birds(); return { ${text}, structuredContent: { items: structuredContent } };`,
              ),
            ],
          ],
        },
      ],
    },
    {
      name: 'without a word about the SDK, v1 counts',
      code: tool(`return { ${text}, structuredContent: «null» };`),
      errors: [{ messageId: 'notObject', data: { of: 'null' } }],
    },
    {
      name: 'a string',
      code: tool(`return { ${text}, structuredContent: «JSON.stringify(view)» };`),
      errors: [{ messageId: 'notObject', data: { of: 'a string' } }],
    },
    {
      name: 'an instance of a class',
      code: tool(`const seen = new Sighting(row); return { ${text}, structuredContent: «seen» };`),
      errors: [{ messageId: 'notObject', data: { of: 'an instance of Sighting' } }],
    },
    {
      name: 'v1 by option',
      code: V2 + tool(`return { ${text}, structuredContent: «[1]» };`),
      options: [{ sdk: 'v1' }],
      errors: [
        {
          messageId: 'notObject',
          suggestions: [['wrapInItems', V2 + tool(`return { ${text}, structuredContent: { items: [1] } };`)]],
        },
      ],
    },
    {
      name: 'a Map is emptied by JSON in every SDK',
      code: V2 + tool(`const seen = new Map(rows); return { ${text}, structuredContent: «seen» };`),
      errors: [{ messageId: 'emptied', data: { of: 'a Map' } }],
    },
    {
      name: 'spreads that bring indices, characters or nothing',
      code: tool(
        `const rows: string[] = load(); return { ${text}, structuredContent: { «...rows», «...'ab'», «...new Date()», ok: true } };`,
      ),
      errors: [
        { messageId: 'spread', data: { of: 'an array' } },
        { messageId: 'spread', data: { of: 'a string' } },
        { messageId: 'spread', data: { of: 'a Date' } },
      ],
    },
    {
      name: 'an empty view beside a text',
      code: tool(`return { ${text}, structuredContent: «{}» };`),
      errors: [{ messageId: 'empty', suggestions: [['removeEmpty', tool(`return { ${text} };`)]] }],
    },
    {
      name: 'an empty view that a schema asks for stays',
      code: tool(`return { structuredContent: «{} as Out», ${text} };`, '{ outputSchema: {} }'),
      errors: [{ messageId: 'empty', suggestions: [] }],
    },
    {
      name: 'JSON in a field',
      code: tool(`return { ${text}, structuredContent: { result: «JSON.stringify(birds, null, 2)», n: 3 } };`),
      errors: [
        {
          messageId: 'jsonField',
          data: { key: 'result' },
          suggestions: [['useValue', tool(`return { ${text}, structuredContent: { result: birds, n: 3 } };`)]],
        },
      ],
    },
    {
      name: 'JSON in a field by way of a name',
      code: tool(
        "const json = JSON.stringify(tree); return { content: [{ type: 'text', text: json }], structuredContent: { content: «json» } };",
      ),
      errors: [{ messageId: 'jsonField', data: { key: 'content' } }],
    },
    {
      name: 'a note of its own beside a reply helper',
      code: "import { reply } from './reply.js';\n" + tool("return reply({ «note»: row.note, name }, 'Seen.');"),
      errors: ['ownNote'],
    },
    {
      name: 'an array given to a reply helper under another name',
      code: "import { answer } from './answer.js';\n" + tool("return answer('Seen.', «[1, 2]»);"),
      settings: { 'mcp-reply': { helpers: [{ name: 'answer', view: 1, text: 0 }] } },
      errors: ['notObject'],
    },
  ],
});
