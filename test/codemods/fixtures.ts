/** A file before and after, and what becomes of each of its sites: `rewritten`, `done`, or why it is left. */
export interface Fixture {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly outcomes: readonly string[];
}

const pair = (text: string, view = 'args'): string =>
  `{ content: [{ type: 'text', text: ${text} }], structuredContent: ${view} }`;
const tool = (body: string, name = 'look_up', config = '{}'): string =>
  `server.registerTool('${name}', ${config}, async (args) => {\n  ${body}\n});\n`;
const Z = "import { z } from 'zod';\n";
const IMPORT = "import { reply } from './reply.js';\n";

export const fixtures: readonly Fixture[] = [
  {
    name: 'a tool with a schema',
    input: Z + tool(`return ${pair("'Ask first.'")};`, 'look_up', '{ outputSchema: { a: z.string() } }'),
    output:
      Z +
      IMPORT +
      tool(
        "return reply(args, 'Ask first.');",
        'look_up',
        '{ outputSchema: { a: z.string(), note: z.string().optional() } }',
      ),
    outcomes: ['rewritten'],
  },
  {
    name: 'several tools, one of them left',
    input:
      Z +
      tool(`return ${pair("'Ask first.'")};`) +
      tool(
        "return { content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }], structuredContent: args };",
        'two',
      ) +
      tool(`return ${pair('JSON.stringify(args)')};`, 'three'),
    output:
      Z +
      IMPORT +
      tool("return reply(args, 'Ask first.');") +
      tool(
        "return { content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }], structuredContent: args };",
        'two',
      ) +
      tool('return reply(args, JSON.stringify(args));', 'three'),
    outcomes: ['rewritten', 'several-blocks', 'rewritten'],
  },
  {
    name: 'a file that uses the helper already',
    input: Z + IMPORT + tool("return reply(args, 'a');") + tool(`return ${pair("'b'")};`, 'two'),
    output: Z + IMPORT + tool("return reply(args, 'a');") + tool("return reply(args, 'b');", 'two'),
    outcomes: ['done', 'rewritten'],
  },
  {
    name: 'a comment that switches the rule off for a line',
    input:
      Z +
      tool(
        `// eslint-disable-next-line mcp-reply/require-reply -- The client compares bytes.\n  return ${pair("'a'")};`,
      ),
    output:
      Z +
      tool(
        `// eslint-disable-next-line mcp-reply/require-reply -- The client compares bytes.\n  return ${pair("'a'")};`,
      ),
    outcomes: ['disabled'],
  },
  {
    name: 'a comment that switches the rule off for a while',
    input: `${Z}/* eslint-disable mcp-reply/require-reply */\n${tool(`return ${pair("'a'")};`)}/* eslint-enable mcp-reply/require-reply */\n${tool(`return ${pair("'b'")};`, 'two')}`,
    output: `${Z}${IMPORT}/* eslint-disable mcp-reply/require-reply */\n${tool(`return ${pair("'a'")};`)}/* eslint-enable mcp-reply/require-reply */\n${tool("return reply(args, 'b');", 'two')}`,
    outcomes: ['disabled', 'rewritten'],
  },
  {
    name: 'a line comment cannot switch a rule off for the rest of the file',
    input: `${Z}// eslint-disable mcp-reply/require-reply\n${tool(`return ${pair("'a'")};`)}`,
    output: `${Z}${IMPORT}// eslint-disable mcp-reply/require-reply\n${tool("return reply(args, 'a');")}`,
    outcomes: ['rewritten'],
  },
  {
    name: 'a list of rules over several lines',
    input: `${Z}/* eslint-disable\n  no-console,\n  mcp-reply/require-reply\n*/\n${tool(`return ${pair("'a'")};`)}`,
    output: `${Z}/* eslint-disable\n  no-console,\n  mcp-reply/require-reply\n*/\n${tool(`return ${pair("'a'")};`)}`,
    outcomes: ['disabled'],
  },
  {
    name: 'order of evaluation',
    input: Z + tool(`return ${pair('await one()', 'await two()')};`),
    output: Z + IMPORT + tool('const text = await one();\n  return reply(await two(), text);'),
    outcomes: ['rewritten'],
  },
  {
    name: 'windows line ends',
    input: (Z + tool(`return ${pair('`a\n  b`')};`)).replaceAll('\n', '\r\n'),
    output: (Z + IMPORT + tool('return reply(args, `a\n  b`);')).replaceAll('\n', '\r\n'),
    outcomes: ['rewritten'],
  },
  {
    name: 'a byte order mark',
    input: `\uFEFF${Z}${tool(`return ${pair("'a'")};`)}`,
    output: `\uFEFF${Z}${IMPORT}${tool("return reply(args, 'a');")}`,
    outcomes: ['rewritten'],
  },
  {
    name: 'a shebang, a licence and a directive',
    input: `#!/usr/bin/env node\n// SPDX-License-Identifier: MIT\n\n'use strict';\n\n${Z}\n${tool(`return ${pair("'a'")};`)}`,
    output: `#!/usr/bin/env node\n// SPDX-License-Identifier: MIT\n\n'use strict';\n\n${Z}${IMPORT}\n${tool("return reply(args, 'a');")}`,
    outcomes: ['rewritten'],
  },
  {
    name: 'tabs and a template of several lines',
    input: `${Z}server.registerTool('t', {}, async (args) => {\n\tif (args) {\n\t\treturn ${pair('`a\n\t\t  b ${one()}`', '{ id: two() }')};\n\t}\n});\n`,
    output: `${Z}${IMPORT}server.registerTool('t', {}, async (args) => {\n\tif (args) {\n\t\tconst text = \`a\n\t\t  b \${one()}\`;\n\t\treturn reply({ id: two() }, text);\n\t}\n});\n`,
    outcomes: ['rewritten'],
  },
  {
    name: 'a local name that is the helper’s',
    input: `${Z}const reply = 1;\n${tool(`return ${pair("'a'")};`)}`,
    output: `${Z}import { reply as mcpReply } from './reply.js';\nconst reply = 1;\n${tool("return mcpReply(args, 'a');")}`,
    outcomes: ['rewritten'],
  },
  {
    name: 'an error with a view, and one without',
    input:
      Z +
      tool(
        "return { isError: true, content: [{ type: 'text', text: 'No such channel.' }], structuredContent: { code: 1 } };",
      ) +
      tool("return { isError: true, content: [{ type: 'text', text: 'No such channel.' }] };", 'two'),
    output:
      Z +
      IMPORT +
      tool("return reply({ code: 1 }, 'No such channel.', true);") +
      tool("return { isError: true, content: [{ type: 'text', text: 'No such channel.' }] };", 'two'),
    outcomes: ['rewritten'],
  },
  {
    name: 'a thrown error and a plain file',
    input: `${Z}export const structuredContent = 1;\n${tool("throw new McpError(1, 'a');")}`,
    output: `${Z}export const structuredContent = 1;\n${tool("throw new McpError(1, 'a');")}`,
    outcomes: [],
  },
  {
    name: 'a helper of the file and a call of it',
    input: `${Z}export function textResult(text: string, view: object) {\n  return ${pair('text', 'view')};\n}\n`,
    output: `${Z}export function textResult(text: string, view: object) {\n  return ${pair('text', 'view')};\n}\n`,
    outcomes: [],
  },
  {
    name: 'a generated file',
    input: `// Code generated by a tool. DO NOT EDIT.\n${Z}${tool(`return ${pair("'a'")};`)}`,
    output: `// Code generated by a tool. DO NOT EDIT.\n${Z}${tool(`return ${pair("'a'")};`)}`,
    outcomes: [],
  },
];
