import { run, tool } from './tester.js';

const block = (literal: string): string => tool(`return { content: [${literal}] };`);

run('valid-content-block', {
  valid: [
    block("{ type: 'text', text: 'Three birds.' }"),
    block("{ type: 'image', data: png, mimeType: 'image/png' }"),
    block("{ type: 'resource', resource: { uri: 'bird://1', text: 'wren' } }"),
    block("{ type: 'resource_link', uri: 'bird://1', name: 'wren' }"),
    { name: 'a spread may bring the rest', code: block("{ type: 'image', ...picture }") },
    { name: 'a type that is not shown', code: block('{ type: kind, value }') },
    { name: 'fields of a call', code: block("{ type: 'text', text: format(rows) }") },
    {
      name: 'annotations as the specification has them',
      code: block(
        "{ type: 'text', text: 'a', annotations: { audience: ['user', 'assistant'], priority: 0.9, lastModified: '2025-01-12T15:00:58Z' } }",
      ),
    },
    {
      name: 'annotations that are not shown',
      code: block("{ type: 'text', text: 'a', annotations: { audience, priority: rank(row), lastModified: row.at } }"),
    },
    { name: 'content that is not shown', code: tool('return { content: blocks(rows), structuredContent: { rows } };') },
    {
      name: 'an intermediate that a helper completes',
      code: 'function build(row) { return { structuredContent: { row } }; }',
    },
    {
      name: 'a handler of a framework',
      code: 'export const tool = createTool({ execute: async () => ({ structuredContent: { x } }) });',
    },
    {
      name: 'completed through a variable',
      code: tool('let result = { structuredContent: { x } }; result = finish(result); return result;'),
    },
    {
      name: 'a view spread in on a condition',
      code: tool('return { content: blocks(x), ...(x && { structuredContent: { x } }) };'),
    },
    {
      name: 'skybridge takes a bare string',
      code:
        "import { McpServer } from 'skybridge/server';\n" +
        tool("return { content: 'Three birds.', structuredContent: { n: 3 } };"),
    },
    {
      name: 'not a tool result',
      code: "const message = { role: 'user', content: [{ type: 'input_text', text: 'hi' }] };",
    },
    {
      name: 'tool blocks of sampling',
      code: "await server.createMessage({ messages: [{ role: 'user', content: [{ type: 'tool_result', toolUseId: id, content: [] }] }] });",
    },
  ],
  invalid: [
    {
      name: 'an invented type with its data',
      code: block("{ type: «'json'», json: data }"),
      errors: [
        {
          messageId: 'unknownType',
          data: { type: 'json' },
          suggestions: [['useText', block("{ type: 'text', text: JSON.stringify(data) }")]],
        },
      ],
    },
    {
      name: 'another invented type',
      code: block("{ type: «'application/json'», json: data, name: 'x' }"),
      errors: [{ messageId: 'unknownType', data: { type: 'application/json' } }],
    },
    {
      name: 'no type',
      code: tool("return { content: [«{ text: 'a' }»], structuredContent: { a: 1 } };"),
      errors: ['missingType'],
    },
    {
      name: 'text without text',
      code: block("«{ type: 'text' }»"),
      errors: [{ messageId: 'missingField', data: { type: 'text', field: 'text' } }],
    },
    {
      name: 'an image without a type',
      code: block("«{ type: 'image', data: png }»"),
      errors: [{ messageId: 'missingField', data: { type: 'image', field: 'mimeType' } }],
    },
    {
      name: 'a resource without a place',
      code: block("{ type: 'resource', resource: «{ text: 'wren' }» }"),
      errors: [{ messageId: 'missingField', data: { type: 'resource', field: 'resource.uri' } }],
    },
    {
      name: 'a link without a name',
      code: block("«{ type: 'resource_link', uri: 'bird://1' }»"),
      errors: [{ messageId: 'missingField', data: { type: 'resource_link', field: 'name' } }],
    },
    {
      name: 'an object as text',
      code: block("{ type: 'text', text: «{ birds: 3 }» }"),
      errors: [
        { messageId: 'wrongField', data: { type: 'text', field: 'text', expected: 'a string', found: 'an object' } },
      ],
    },
    {
      name: 'a list as text, by way of a name',
      code: tool("const rows = names.map((n) => n.id); return { content: [{ type: 'text', text: «rows» }] };"),
      errors: [
        { messageId: 'wrongField', data: { type: 'text', field: 'text', expected: 'a string', found: 'an array' } },
      ],
    },
    {
      name: 'a media type on text',
      code: block("{ type: 'text', text: json, «mimeType: 'application/json'» }"),
      errors: [
        {
          messageId: 'strayField',
          data: { field: 'mimeType' },
          suggestions: [['removeField', block("{ type: 'text', text: json }")]],
        },
      ],
    },
    {
      name: 'annotations of the wrong shape',
      code: block(
        "{ type: 'text', text: 'a', annotations: { audience: [«'model'»], priority: «2», lastModified: «'yesterday'» } }",
      ),
      errors: [
        {
          messageId: 'wrongAnnotation',
          data: { field: 'annotations.audience', expected: 'a list of "user" and "assistant"' },
        },
        { messageId: 'wrongAnnotation', data: { field: 'annotations.priority', expected: 'a number from 0 to 1' } },
        {
          messageId: 'wrongAnnotation',
          data: { field: 'annotations.lastModified', expected: 'an ISO 8601 date as a string' },
        },
      ],
    },
    {
      name: 'an audience that is no list',
      code: block("{ type: 'text', text: 'a', annotations: { audience: «'user'» } }"),
      errors: ['wrongAnnotation'],
    },
    {
      name: 'content missing beside a view',
      code: tool('return «{ structuredContent: { birds } }»;'),
      errors: ['missingContent'],
    },
    {
      name: 'content missing by the type of the function',
      code: 'async function find(): Promise<CallToolResult> { return «{ structuredContent: { birds } }»; }',
      errors: ['missingContent'],
    },
    {
      name: 'a string as content',
      code: tool("return { content: «'Three birds.'», structuredContent: { n: 3 } };"),
      errors: [{ messageId: 'notArray', data: { found: 'a string' } }],
    },
    {
      name: 'one block as content',
      code: tool("return { content: «{ type: 'text', text: 'a' }» };"),
      errors: [{ messageId: 'notArray', data: { found: 'an object' } }],
    },
    {
      name: 'the wrapper of 2024',
      code: 'server.setRequestHandler(CallToolRequestSchema, async () => { return { «toolResult»: { content: [] } }; });',
      errors: ['toolResult'],
    },
    {
      name: 'a prompt',
      code: "server.registerPrompt('p', {}, () => ({ messages: [{ role: 'user', content: «{ type: 'text' }» }] }));",
      errors: ['missingField'],
    },
    {
      name: 'a sampling message',
      code: "await server.server.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'a', «mimeType: 'text/plain'» } }], maxTokens: 9 });",
      errors: [
        {
          messageId: 'strayField',
          suggestions: [
            [
              'removeField',
              "await server.server.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'a' } }], maxTokens: 9 });",
            ],
          ],
        },
      ],
    },
    {
      name: 'a block that a function makes for two results is one fault',
      code: `const block = (text) => («{ type: 'text' }»);\n${block('block(1)')}\n${block('block(2)')}`,
      errors: ['missingField'],
    },
  ],
});
