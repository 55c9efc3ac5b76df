import { run, tool } from './tester.js';

const say = (text: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }] };`);
const long = 'x'.repeat(65_537);
const all = [{ max: 65_536, unbounded: true, compactJson: false }];

run('max-text-length', {
  valid: [
    say("'Three birds.'"),
    { name: 'as long as is allowed', code: say(`'${'x'.repeat(65_536)}'`) },
    { name: 'one of two may be short', code: say(`short ? 'ok' : '${long}'`) },
    { name: 'cut off', code: say(`'${long}'.slice(0, 4000)`) },
    { name: 'a list of which nothing is known', code: say('JSON.stringify(allRows)') },
    {
      name: 'a view of which nothing is known',
      code: tool("return { content: [{ type: 'text', text: 'Many rows.' }], structuredContent: { rows } };"),
    },
    {
      name: 'the registration announces more',
      code: tool(
        `return { content: [{ type: 'text', text: '${long}' }] };`,
        "{ _meta: { 'anthropic/maxResultSizeChars': 200000 } }",
      ),
    },
    { name: 'a file, where that is not asked', code: say("await readFile(path, 'utf8')") },
    {
      name: 'a file up to a limit',
      code: say('body.slice(0, LIMIT)', "const body = await readFile(path, 'utf8'); "),
      options: all,
    },
    {
      name: 'a page of a list',
      code: say('JSON.stringify(rows)', 'const rows = await db.findMany({ take: 50 }); '),
      options: all,
    },
    { name: 'indented JSON', code: say('JSON.stringify(view, null, 2)') },
    {
      name: 'compact JSON',
      code: say('JSON.stringify(view)'),
      options: [{ max: 65_536, unbounded: false, compactJson: true }],
    },
    { name: 'not a block', code: `log({ type: 'text', text: '${long}' });` },
  ],
  invalid: [
    {
      name: 'a literal',
      code: say(`«'${long}'»`),
      errors: [{ messageId: 'tooLong', data: { bytes: 65_537, max: 65_536 } }],
    },
    {
      name: 'bytes, not characters',
      code: say("«'ä'.repeat(6)»"),
      options: [{ max: 11, unbounded: false, compactJson: false }],
      errors: [{ messageId: 'tooLong', data: { bytes: 12, max: 11 } }],
    },
    { name: 'a repeated text', code: say("«'='.repeat(64 * 1024 + 1)»"), errors: ['tooLong'] },
    {
      name: 'a filled list',
      code: say("«Array(40_000).fill('-').join(' ')»"),
      errors: [{ messageId: 'tooLong', data: { bytes: 79_999, max: 65_536 } }],
    },
    {
      name: 'a template with a constant',
      code: say('«`${HELP}${args.topic}`»', `const HELP = '${long}'; `),
      errors: ['tooLong'],
    },
    { name: 'a sum of two', code: say(`«'${'x'.repeat(40_000)}' + '${'y'.repeat(40_000)}'»`), errors: ['tooLong'] },
    {
      name: 'what the view repeats',
      code: tool(
        `const body = '${'x'.repeat(40_000)}'; return { content: [{ type: 'text', text: body }], structuredContent: «{ body }» };`,
      ),
      errors: [{ messageId: 'tooLongWithView', data: { bytes: 80_007, max: 65_536 } }],
    },
    {
      name: 'a reply helper',
      code: "import { reply } from './reply.js';\n" + tool("return reply({ ok }, «'.'.repeat(70_000)»);"),
      errors: ['tooLong'],
    },
    {
      name: 'a sampling message',
      code: "await server.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: «'.'.repeat(70_000)» } }] });",
      errors: ['tooLong'],
    },
    {
      name: 'a whole file',
      code: say("«await readFile(path, 'utf8')»"),
      options: all,
      errors: [{ messageId: 'unbounded', data: { source: 'readFile()' } }],
    },
    {
      name: 'a list of all there is',
      code: say('«JSON.stringify(rows)»', 'const rows = await db.findMany({ where }); '),
      options: all,
      errors: [{ messageId: 'unbounded', data: { source: 'findMany()' } }],
    },
    {
      name: 'indented JSON, where it is asked',
      code: say('«JSON.stringify(view, null, 2)»'),
      options: [{ max: 65_536, unbounded: false, compactJson: true }],
      errors: [{ messageId: 'indented', suggestions: [['removeIndentation', say('JSON.stringify(view)')]] }],
    },
    {
      name: 'with a replacer',
      code: say('«JSON.stringify(view, replacer, 2)»'),
      options: [{ max: 65_536, unbounded: false, compactJson: true }],
      errors: ['indented'],
    },
  ],
});
