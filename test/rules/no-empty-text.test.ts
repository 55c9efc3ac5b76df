import { run, tool } from './tester.js';

const say = (text: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }] };`);

run('no-empty-text', {
  valid: [
    say("'ok'"),
    { name: 'a joined list may have lines', code: say("lines.join('')") },
    { name: 'a text that grows', code: say('text', "let text = ''; for (const row of rows) text += row.line; ") },
    { name: 'a fallback that says something', code: say("row?.name || 'no name'") },
    { name: 'a blank between two values', code: say('`${a} ${b}`') },
    { name: 'undefined inside a string is a word', code: say('`${row?.name}`') },
    {
      name: 'an optional chain that is tested',
      code: say(
        'JSON.stringify(found)',
        "const found = rows?.find((r) => r.ok); if (!found) return { content: [{ type: 'text', text: 'none' }] }; ",
      ),
    },
    { name: 'its beginning is tested', code: say('JSON.stringify(res?.data)', 'if (!res) throw new Error(); ') },
    { name: 'the author vouches for it', code: say('JSON.stringify(res?.data!)') },
    { name: 'JSON with a fallback', code: say('JSON.stringify(res?.data ?? null)') },
    { name: 'no block and no view', code: tool('return { content: [] };') },
    {
      name: 'blocks are added',
      code: tool(
        'const result = { content: [], structuredContent: view }; result.content.push(block(view)); return result;',
      ),
    },
    {
      name: 'blocks are pushed',
      code: tool('const content = []; content.push(block(view)); return { content, structuredContent: view };'),
    },
    {
      name: 'SDK v2 adds the JSON of a list',
      code:
        "import { McpServer } from '@modelcontextprotocol/server';\n" +
        tool('return { content: [], structuredContent: [1, 2] };'),
    },
    {
      name: 'a host that takes results apart',
      code: 'export function toResult(output: unknown) { return { content: [], structuredContent: output }; }',
    },
    { name: 'not a block', code: "const field = { type: 'text', text: '' };" },
  ],
  invalid: [
    { name: 'nothing', code: say("«''»"), errors: [{ messageId: 'empty', suggestions: [['useOk', say("'ok'")]] }] },
    { name: 'a blank', code: say("«' '»"), errors: [{ messageId: 'empty', suggestions: [['useOk', say("'ok'")]] }] },
    { name: 'an empty template', code: say('«``»'), errors: ['empty'] },
    {
      name: 'a trimmed nothing',
      code: say("«''».trim()"),
      errors: [{ messageId: 'empty', suggestions: [['useOk', say("'ok'.trim()")]] }],
    },
    {
      name: 'a fallback that says nothing',
      code: say("output ?? «''»"),
      errors: [{ messageId: 'maybeEmpty', suggestions: [['useOk', say("output ?? 'ok'")]] }],
    },
    {
      name: 'one of two',
      code: say("more ? 'More follows.' : «''»"),
      errors: [{ messageId: 'maybeEmpty', suggestions: [['useOk', say("more ? 'More follows.' : 'ok'")]] }],
    },
    { name: 'by way of a name', code: say('«text»', "const text = answer.text ?? ''; "), errors: ['maybeEmpty'] },
    { name: 'undefined on a path', code: say('rows.length ? format(rows) : «undefined»'), errors: ['undefined'] },
    { name: 'JSON of an optional chain', code: say('JSON.stringify(«res?.data», null, 2)'), errors: ['undefined'] },
    {
      name: 'JSON of what an optional chain gave',
      code: say('JSON.stringify(«trimmed», null, 2)', 'const trimmed = res?.map(trim); '),
      errors: ['undefined'],
    },
    { name: 'an optional member', code: say('«row?.name»'), errors: ['undefined'] },
    {
      name: 'no block beside a view',
      code: tool('return { content: «[]», structuredContent: { answer: 42 } };'),
      errors: [
        {
          messageId: 'noBlocks',
          data: { hosts: 'Gemini CLI, Qwen Code and 26 more' },
          suggestions: [
            ['useOk', tool("return { content: [{ type: 'text', text: 'ok' }], structuredContent: { answer: 42 } };")],
          ],
        },
      ],
    },
    {
      name: 'a reply helper',
      code: "import { reply } from './reply.js';\n" + tool("return reply({ saved: true }, «''»);"),
      errors: [
        {
          messageId: 'empty',
          suggestions: [
            ['useOk', "import { reply } from './reply.js';\n" + tool("return reply({ saved: true }, 'ok');")],
          ],
        },
      ],
    },
    {
      name: 'a prompt',
      code: "server.registerPrompt('p', {}, () => ({ messages: [{ role: 'user', content: { type: 'text', text: «``» } }] }));",
      errors: ['empty'],
    },
    {
      name: 'a block that a function makes',
      code: `const block = (text) => ({ type: 'text', text });\n${tool("return { content: [block(«''»)] };")}`,
      errors: [
        {
          messageId: 'empty',
          suggestions: [
            [
              'useOk',
              `const block = (text) => ({ type: 'text', text });\n${tool("return { content: [block('ok')] };")}`,
            ],
          ],
        },
      ],
    },
  ],
});
