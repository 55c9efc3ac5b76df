import { expect, test } from 'vitest';
import { listNames, textDroppedBy } from '../../runtime/hosts/names.js';
import { lint, packageWith, suggested } from './on-disk.js';
import { run, tool } from './tester.js';

const hosts = listNames(textDroppedBy, 3);
const lost = (messageId: string, quote: string, where = '') => ({
  messageId,
  data: { quote, where, hosts },
  suggestions: [],
});
const pair = (text: string, view: string): string =>
  `return { content: [{ type: 'text', text: ${text} }], structuredContent: ${view} };`;
const ALL = [{ check: ['instruction', 'status', 'data', 'summary'] }];

run('no-text-only-framing', {
  valid: [
    {
      name: 'anthropics/claude-code#9962: the text inside the view',
      code: tool(`const msg = await load(); ${pair('msg', '{ content: msg }')}`),
    },
    {
      name: 'github/copilot-cli#4515: the view as JSON',
      code: tool(pair('JSON.stringify(args)', 'args')),
      options: ALL,
    },
    {
      name: 'microsoft/copilot-intellij-feedback#2058: JSON of a value of the view',
      code: tool(`const modules = await load(); ${pair('JSON.stringify(modules)', '{ modules }')}`),
      options: ALL,
    },
    { name: 'microsoft/agent-framework#7866: exact JSON', code: tool(pair('JSON.stringify(args)', 'args')) },
    {
      name: 'ProfessionalWiki/MediaWiki-MCP-Server#293: a text alone',
      code: tool("return { content: [{ type: 'text', text: 'Never edit it.' }] };"),
      options: ALL,
    },
    {
      name: 'a summary',
      code: tool(`const rows = await load(); ${pair('`Here are ${rows.length} rows`', '{ rows }')}`),
    },
    {
      name: 'what the helper carries',
      code: `import { reply } from './reply.js';\n${tool("return reply({ a: 1 }, 'Ask first, always.');")}`,
      options: ALL,
    },
    {
      name: 'what cannot be told',
      code: tool(`const row = await load(); ${pair('`${row.id}`', 'wrap(row)')}`),
      options: ALL,
    },
    {
      name: 'kinds that are not asked for',
      code: tool(pair("'Ask the user first.'", '{ a: 1 }')),
      options: [{ check: ['data'] }],
    },
    { name: 'no kind at all', code: tool(pair("'Ask the user first.'", '{ a: 1 }')), options: [{ check: [] }] },
  ],
  invalid: [
    {
      name: 'an instruction',
      code: tool(pair("«'Ask the user first.'»", '{ a: 1 }')),
      errors: [lost('lostInstruction', '"Ask the user first."')],
    },
    {
      name: 'a status',
      code: tool(pair("«'The channel was archived.'»", '{ id: 1 }')),
      errors: [lost('lostStatus', '"The channel was archived."')],
    },
    {
      name: 'anthropics/claude-code#79944: a value',
      code: tool(`const body = await load(); ${pair('«body»', '{ id: 1 }')}`),
      errors: [lost('lostData', '`load()`', ' (line 1)')],
    },
    {
      name: 'anthropics/claude-code#59480: the length is not the answer',
      code: tool(
        `const { answer } = await load(); ${pair('«answer»', '{ result: `Content length: ${answer.length}` }')}`,
      ),
      errors: [lost('lostData', '`answer`')],
    },
    {
      name: 'agno-agi/agno#9764: the answer beside ids',
      code: tool(`const run = await load(); ${pair('«run.answer»', '{ runId: run.id, status: run.status }')}`),
      errors: [lost('lostData', '`run.answer`')],
    },
    {
      name: 'dondai44423/donsetch#27: the page beside its address',
      code: tool(`const page = await load(); ${pair('«page.markdown»', '{ url: page.url, fetchedAt }')}`),
      errors: [lost('lostData', '`page.markdown`')],
    },
    {
      name: 'github/copilot-cli#3258: help beside an id',
      code: tool(pair('«args.help»', '{ schemaId: args.schemaId }')),
      errors: [lost('lostData', '`args.help`')],
    },
    {
      name: 'a summary, where it is asked for',
      code: tool(`const rows = await load(); ${pair('«`Here are ${rows.length} rows`»', '{ rows }')}`),
      options: ALL,
      errors: [lost('lostSummary', '"Here are … rows"')],
    },
    {
      name: 'anthropics/claude-code#45575: words that stand elsewhere, with their line',
      code: `const banner = 'IMPORTANT: ask before deleting.';\n${tool(`const data = await load(); ${pair("«banner + '\\n' + JSON.stringify(data)»", 'data')}`)}`,
      errors: [lost('lostInstruction', '"IMPORTANT: ask before deleting."', ' (line 1)')],
    },
    {
      name: 'apify/apify-mcp-server#744: the worst first, the rest counted',
      code: tool(
        `const items = await load(); ${pair('«`Found ${items.length}. Next: call get-dataset.`»', '{ items }')}`,
      ),
      options: ALL,
      errors: [lost('lostInstruction', '"Next: call get-dataset." (and 1 more)')],
    },
    {
      name: 'two of a kind',
      code: tool(pair("«'Ask the user first. Never guess an id.'»", '{ a: 1 }')),
      errors: [lost('lostInstruction', '"Ask the user first." and "Never guess an id."')],
    },
    {
      name: 'a function that builds results for others, once',
      code: "export function textResult(text: string, view: object) {\n  return { content: [{ type: 'text', text: «text» }], structuredContent: view };\n}",
      errors: [lost('lostData', '`text`')],
    },
  ],
});

const FILE = 'src/tools.ts';

test('the whole message', () => {
  const [message] = lint(
    packageWith({ [FILE]: tool(pair("'Ask the user first.'", '{ a: 1 }')) }),
    FILE,
    'no-text-only-framing',
  );
  expect(message!.message).toBe(
    `The instruction "Ask the user first." does not reach the model on hosts that drop the text beside \`structuredContent\` (${hosts}). Put it into the view, or build the result with \`reply(view, text)\`.`,
  );
});

test('the suggestion is that of require-reply', () => {
  const code = tool(pair("'Ask the user first.'", '{ a: 1 }'));
  const root = packageWith({ [FILE]: code });
  const [message] = lint(root, FILE, 'no-text-only-framing');
  const [other] = lint(root, FILE, 'require-reply');
  expect(suggested(code, message!)).toBe(suggested(code, other!));
  expect(suggested(code, message!)).toContain("return reply({ a: 1 }, 'Ask the user first.');");
});

test('words of an imported constant and of an imported formatter', () => {
  const files = {
    [FILE]: `import { RULE } from './rules.js';\nimport { table } from './format.js';\n${tool(`const rows = await load(); ${pair('table(rows) + RULE', '{ rows }')}`)}`,
    'src/rules.ts': "\nexport const RULE = 'Never quote a row without its link.';",
    'src/format.ts':
      "export const table = (rows) => rows.map((r) => r.id).join('\\n') + '\\nAsk before you change one.';",
  };
  const [message] = lint(packageWith(files), FILE, 'no-text-only-framing');
  expect(message!.message).toContain(
    '"Ask before you change one.Never quote a row without its link." (format.ts, line 1)',
  );
});
