import { run, tool } from './tester.js';

const say = (text: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }] };`);
const resource = (text: string, before = ''): string =>
  tool(
    `${before}return { content: [{ type: 'resource', resource: { uri: 'result://json', mimeType: 'application/json', text: ${text} } }] };`,
  );

run('prefer-structured-json', {
  valid: [
    {
      name: 'beside a view',
      code: tool("return { content: [{ type: 'text', text: JSON.stringify(view) }], structuredContent: view };"),
    },
    { name: 'words around it', code: say('`Found:\\n${JSON.stringify(rows)}`') },
    {
      name: 'an error',
      code: tool("return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code }) }] };"),
    },
    {
      name: 'a JSON resource beside it',
      code: tool(
        "return { content: [{ type: 'text', text: JSON.stringify(v) }, { type: 'resource', resource: { uri, mimeType: 'application/json', text } }] };",
      ),
    },
    {
      name: 'a spread may bring a view',
      code: tool("return { ...base, content: [{ type: 'text', text: JSON.stringify(v) }] };"),
    },
    {
      name: 'a package that goes with JSON as text',
      code: "import { registerAppTool } from '@modelcontextprotocol/ext-apps/server';\n" + say('JSON.stringify(data)'),
      options: [{ allowImports: ['@modelcontextprotocol/ext-apps'] }],
    },
    { name: 'not JSON', code: say('format(rows)') },
    { name: 'not a tool result', code: "post({ type: 'text', text: JSON.stringify(body) });" },
  ],
  invalid: [
    {
      name: 'a plain object',
      code: say('«JSON.stringify(view)»', 'const view = { birds }; '),
      errors: [
        {
          messageId: 'jsonText',
          suggestions: [
            [
              'addStructuredContent',
              tool(
                "const view = { birds }; return { content: [{ type: 'text', text: JSON.stringify(view) }], structuredContent: view };",
              ),
            ],
            ['useResource', resource('JSON.stringify(view)', 'const view = { birds }; ')],
          ],
        },
      ],
    },
    {
      name: 'a value that may be anything',
      code: say('«JSON.stringify(rows, null, 2)»'),
      errors: [{ messageId: 'jsonText', suggestions: [['useResource', resource('JSON.stringify(rows, null, 2)')]] }],
    },
    {
      name: 'by way of a name',
      code: say('«json»', 'const json = JSON.stringify(rows); '),
      errors: [{ messageId: 'jsonText', suggestions: [] }],
    },
    {
      name: 'a second block',
      code: tool(
        "return { content: [{ type: 'text', text: 'Open the chart.' }, { type: 'text', text: «JSON.stringify(p)» }] };",
      ),
      errors: [
        {
          messageId: 'jsonText',
          suggestions: [
            [
              'useResource',
              tool(
                "return { content: [{ type: 'text', text: 'Open the chart.' }, { type: 'resource', resource: { uri: 'result://json', mimeType: 'application/json', text: JSON.stringify(p) } }] };",
              ),
            ],
          ],
        },
      ],
    },
    {
      name: 'inside a helper',
      code: "const format = (d) => ({ content: [{ type: 'text', text: «JSON.stringify(d)» }] });",
      errors: [
        {
          messageId: 'jsonText',
          suggestions: [
            [
              'useResource',
              "const format = (d) => ({ content: [{ type: 'resource', resource: { uri: 'result://json', mimeType: 'application/json', text: JSON.stringify(d) } }] });",
            ],
          ],
        },
      ],
    },
  ],
});
