import { describe, expect, test } from 'vitest';
import { reportsOf, tool } from './tester.js';

const say = (text: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }] };`);
const both = (text: string, view: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }], structuredContent: ${view} };`);
const V2 = "import { McpServer } from '@modelcontextprotocol/server';\n";

/** What public reports show, in this project's words, and what the strict config says about it. */
const table: readonly (readonly [report: string, code: string, reports: readonly string[]])[] = [
  [
    'anthropics/claude-code#4427',
    tool('return { content: [], structuredContent: { items } };'),
    ['no-empty-text noBlocks'],
  ],
  [
    'seuros/action_mcp#181',
    tool('return { content: [], structuredContent: { greeting } };'),
    ['no-empty-text noBlocks'],
  ],
  [
    'knowsuchagency/mcp2cli#87',
    tool('return { content: [], structuredContent: { answer: 42 } };'),
    ['no-empty-text noBlocks'],
  ],
  ['MoonshotAI/kimi-code#3234', both("' '", 'view', 'const view = await load(); '), ['no-empty-text empty']],
  ['zereight/gitlab-mcp#393', say('rows.length ? list(rows) : undefined'), ['no-empty-text undefined']],
  ['stacklok/mecatl#291', say("''"), ['no-empty-text empty']],
  ['google/adk-go#1352', say('text ?? ``'), ['no-empty-text maybeEmpty']],
  ['anthropics/claude-code#50082, decided at run time', say("lines.join('')"), []],
  [
    'microsoft/azure-devops-mcp#916',
    say('JSON.stringify(r, null, 2)', 'const r = res?.map(trim); '),
    ['prefer-structured-json jsonText', 'no-empty-text undefined'],
  ],
  [
    'anthropics/anthropic-sdk-typescript#1191',
    tool('return { isError: true, content: [], structuredContent: { reason } };'),
    ['valid-error-result noText'],
  ],
  [
    'anthropics/claude-code#86032',
    tool(
      "return { isError: true, content: [{ type: 'text', text: 'NEEDS_HUMAN' }], structuredContent: { error: { code: 'NEEDS_HUMAN', url } } };",
    ),
    ['valid-error-result onlyInView'],
  ],
  [
    'anthropics/claude-code#39976',
    tool("return { isError: true, content: [{ type: 'text', text: partial }, { type: 'text', text: String(err) }] };"),
    ['valid-error-result severalBlocks'],
  ],
  [
    'yamadashy/repomix#833',
    `import { z } from 'zod';\n${tool("return { isError: true, content: [{ type: 'text', text: e }], structuredContent: { errorMessage: e } };", '{ outputSchema: { packed: z.string() } }')}`,
    ['valid-error-result notInSchema'],
  ],
  [
    'IBM/mcp-context-forge#4042, no fault',
    tool("return { isError: true, content: [{ type: 'text', text: cause }] };"),
    [],
  ],
  [
    'mongodb-js/mongodb-mcp-server#869, no fault',
    tool("return { content: [{ type: 'text', text: m }], isError: true };"),
    [],
  ],
  ['modelcontextprotocol/typescript-sdk#1428, no fault', tool("throw new McpError(code, 'No such bird.');"), []],
  ['github/github-mcp-server#1952', say("'missing required parameter: owner'"), ['valid-error-result notFlagged']],
  ['vercel/ai#20171', tool('return { structuredContent: view };'), ['valid-content-block missingContent']],
  [
    'cloudflare/mcp-server-cloudflare#12',
    tool('return { toolResult: { content: [] } };'),
    ['valid-content-block toolResult'],
  ],
  [
    'ElliotPadfield/unpaywall-mcp#4',
    tool("return { content: [{ type: 'json', json: data }] };"),
    ['valid-content-block unknownType'],
  ],
  [
    'mastra-ai/mastra#5629, a framework',
    'export const t = createTool({ execute: async () => ({ structuredContent: { x } }) });',
    [],
  ],
  [
    'netresearch/timetracker#585',
    both('JSON.stringify(rows)', 'rows', 'const rows: Row[] = await all(); '),
    ['valid-structured-content notObject'],
  ],
  ['orval-labs/orval#4126, not known', both('JSON.stringify(res.data)', 'res.data as Record<string, unknown>'), []],
  [
    'modelcontextprotocol/php-sdk#357, allowed by SDK v2',
    V2 + tool('return { content: [], structuredContent: [1, 2] };'),
    [],
  ],
  [
    'stacklok/mecatl#244',
    tool("return { content: [{ type: 'text', text: 'None.' }], structuredContent: [] };"),
    ['valid-structured-content notObject'],
  ],
  ['anomalyco/opencode#38923', both("'4 items'", '{ items }'), ['no-structured-only-data constantText']],
  [
    'MoonshotAI/kimi-code#2554',
    both('`returned ${xs.length} item(s).`', '{ xs }'),
    ['no-structured-only-data terseText'],
  ],
  [
    'usememos/memos#6226',
    both("'Evidence is in structured content.'", '{ evidence }'),
    ['no-structured-only-data constantText'],
  ],
  ['bradwmorris/ra-h_os#7', both('`Found ${n} node(s).`', '{ nodes }'), ['no-structured-only-data terseText']],
  [
    'nicobailon/pi-mcp-adapter#588',
    both("'ok'", 'result', 'const result = await act(); '),
    ['no-structured-only-data constantText'],
  ],
  ['can1357/oh-my-pi#10523', both("'issues listed'", '{ issues }'), ['no-structured-only-data constantText']],
  ['github/copilot-cli#4515, a mirror is no fault', both('JSON.stringify(view)', 'view'), []],
  ['microsoft/copilot-intellij-feedback#2058, no fault', both('JSON.stringify(modules)', '{ modules }'), []],
  ['textlint/textlint#1622, not known', both('JSON.stringify(r)', '{ results: raw }'), []],
  [
    'daltskin/VSCode_SysML_Extension#81',
    tool(
      "return { content: [{ type: 'text', text: 'ACTION REQUIRED: call renderX' }, { type: 'text', text: JSON.stringify(p) }] };",
    ),
    ['prefer-structured-json jsonText'],
  ],
  [
    'assistant-ui/assistant-ui#4628, inside a helper',
    "const format = (d) => ({ content: [{ type: 'text', text: JSON.stringify(d) }] });",
    ['prefer-structured-json jsonText'],
  ],
  [
    'rollbar/rollbar-mcp-server#28, decided at run time',
    say('JSON.stringify(allRows)'),
    ['prefer-structured-json jsonText'],
  ],
  ['anthropics/claude-agent-sdk-typescript#389, decided at run time', both('short', '{ rows: thousands }'), []],
  [
    'strands-agents/harness-sdk#2919',
    tool("return { content: [{ type: 'text', text: t, annotations: { audience: ['assistant'], priority: 0.9 } }] };"),
    ['no-audience-routing directed'],
  ],
  [
    'zoharbabin/google-researcher-mcp#49',
    tool("return { content: [{ type: 'text', text: t, annotations: { audience: ['user'], priority: 0.5 } }] };"),
    ['no-audience-routing hidden'],
  ],
  ['steve228uk/metro-mcp#69', say("JSON.stringify({ type: 'image', data: b64 })"), ['no-data-image imageInText']],
  [
    'anthropics/claude-code#31208',
    tool("return { content: [{ type: 'image', data: chartPng(rows), mimeType: 'image/png' }] };"),
    ['no-data-image chart'],
  ],
  [
    'anthropics/claude-code#54737',
    tool("return { content: [{ type: 'image', data: png, mimeType: 'image/png' }], structuredContent: { ok: true } };"),
    ['no-data-image besideView'],
  ],
];

describe('public reports', () => {
  test.each(table)('%s', (_, code, reports) => {
    expect(reportsOf(code, 'strict')).toEqual(reports);
  });
});
