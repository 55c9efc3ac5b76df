import { run, tool } from './tester.js';

const result = (text: string, view: string, before = ''): string =>
  tool(`${before}return { content: [{ type: 'text', text: ${text} }], structuredContent: ${view} };`);

run('no-structured-only-data', {
  valid: [
    { name: 'the text has the data', code: result('`Found ${birds.length}: ${birds.join(", ")}.`', '{ birds }') },
    { name: 'a mirror', code: result('JSON.stringify(view)', 'view') },
    { name: 'a text that is not followed', code: result('render(birds)', '{ birds }') },
    { name: 'a piece of the data', code: result('`Created ${bird.id}.`', '{ bird }') },
    { name: 'the view repeats what the caller gave', code: result("'Deleted.'", '{ id: args.id, deleted: true }') },
    { name: 'the view has counts alone', code: result("'Cleared.'", '{ removed: 3, total: rows.length }') },
    { name: 'the view is spelled out', code: result("'Ready.'", "{ status: 'ready', mode: 'fast' }") },
    {
      name: 'the same text in the view',
      code: result('message', '{ message }', 'const message = `Sent to ${channel.name}.`; '),
    },
    { name: 'one of two texts has the data', code: result("birds.length ? list(birds) : 'No birds.'", '{ birds }') },
    {
      name: 'an error is another matter',
      code: tool(
        "return { isError: true, content: [{ type: 'text', text: 'Denied.' }], structuredContent: { rules } };",
      ),
    },
    { name: 'no view', code: tool("return { content: [{ type: 'text', text: 'ok' }] };") },
  ],
  invalid: [
    {
      name: 'a bare confirmation',
      code: result("«'ok'»", 'found', 'const found = await search(args.q); '),
      errors: [
        {
          messageId: 'constantText',
          data: { hosts: 'Gemini CLI, Qwen Code, Goose and 25 more', data: 'the structuredContent' },
        },
      ],
    },
    {
      name: 'a constant text',
      code: result("«'issues listed'»", '{ issues }'),
      errors: [
        { messageId: 'constantText', data: { hosts: 'Gemini CLI, Qwen Code, Goose and 25 more', data: '`issues`' } },
      ],
    },
    {
      name: 'a count',
      code: result('«`Found ${nodes.length} node(s).`»', '{ nodes }'),
      errors: [
        { messageId: 'terseText', data: { hosts: 'Gemini CLI, Qwen Code, Goose and 25 more', data: '`nodes`' } },
      ],
    },
    {
      name: 'what the caller gave',
      code: result('«`Results for ${args.q}.`»', '{ hits }', 'const hits = await search(args.q); '),
      errors: ['terseText'],
    },
    {
      name: 'a text that sends the reader elsewhere',
      code: result("«'Evidence is in structured content.'»", '{ evidence }'),
      errors: ['constantText'],
    },
    {
      name: 'a reply helper',
      code:
        "import { reply } from './reply.js';\n" +
        tool("const birds = await load(); return reply({ birds }, «'Here they are.'»);"),
      errors: ['constantText'],
    },
  ],
});
