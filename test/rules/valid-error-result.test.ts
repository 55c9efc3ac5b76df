import { run, tool } from './tester.js';

const text = (words: string): string => `content: [{ type: 'text', text: ${words} }]`;
const fail = (view: string, words: string): string =>
  tool(
    `try { return await go(args); } catch (error) { return { isError: true, ${text(words)}, structuredContent: ${view} }; }`,
  );
const ZOD = "import { z } from 'zod';\n";

run('valid-error-result', {
  valid: [
    { name: 'an error in words', code: tool(`return { isError: true, ${text('cause')} };`) },
    { name: 'the same fact in both', code: fail('{ error: error.message }', 'error.message') },
    {
      name: 'the view as JSON in the text',
      code: fail('{ code: limit.code, url: limit.url }', 'JSON.stringify({ code: limit.code, url: limit.url })'),
    },
    { name: 'what the caller gave is no news', code: fail('{ id: args.id, message: String(error) }', 'String(error)') },
    { name: 'a text that cannot be followed', code: fail('{ url: session.url }', 'describe(session)') },
    {
      name: 'a flag that is not known',
      code: tool(`return { isError: failed, content: [], structuredContent: { reason: why() } };`),
    },
    {
      name: 'nothing found is an answer',
      code: tool(`return { ${text("'No birds were found.'")}, structuredContent: { birds: [], total: 0 } };`),
    },
    {
      name: 'a view that says that it failed',
      code: tool(`return { ${text("'The lookup failed.'")}, structuredContent: { found: false, price: 0 } };`),
    },
    { name: 'zeros as data', code: tool(`return { ${text("'Free of charge.'")}, structuredContent: { price: 0 } };`) },
    {
      name: 'a failure in words without a view',
      code: tool(`return { ${text("'missing required parameter: owner'")} };`),
    },
    {
      name: 'the schema allows the view',
      code:
        ZOD +
        tool(
          `return { isError: true, ${text('cause')}, structuredContent: { cause } };`,
          '{ outputSchema: { cause: z.string().optional() } }',
        ),
    },
    {
      name: 'a schema that is not shown',
      code: tool(`return { isError: true, ${text('cause')}, structuredContent: { cause } };`, '{ outputSchema }'),
    },
    { name: 'a throw is not a result', code: tool("throw new McpError(ErrorCode.InvalidParams, 'No such bird.');") },
    {
      name: 'marked as an error already',
      code: tool(`return { isError: true, ${text("'Failed to look up.'")} };`),
      options: [{ failureTexts: 'all' }],
    },
    {
      name: 'a text that only mentions an error',
      code: tool(`return { ${text("'Two builds, one of them with an error.'")} };`),
      options: [{ failureTexts: 'all' }],
    },
  ],
  invalid: [
    {
      name: 'no block',
      code: tool('return { isError: true, content: «[]», structuredContent: { reason } };'),
      errors: ['noText'],
    },
    {
      name: 'no content',
      code: tool('return { isError: true, structuredContent: «{ reason }» };'),
      errors: ['noText'],
    },
    {
      name: 'an empty text',
      code: tool(`return { isError: true, content: [{ type: 'text', text: «''» }] };`),
      errors: ['emptyText'],
    },
    {
      name: 'an image before the text',
      code: tool(
        "return { isError: true, content: [{ type: 'image', data, mimeType }, «{ type: 'text', text: why }»] };",
      ),
      errors: ['notFirst'],
    },
    {
      name: 'a text in two blocks',
      code: tool(
        "return { isError: true, content: [{ type: 'text', text: partial }, «{ type: 'text', text: String(err) }»] };",
      ),
      errors: ['severalBlocks'],
    },
    {
      name: 'a fact in the view alone',
      code: tool(
        "const url = await approvalUrl(); return { isError: true, content: [{ type: 'text', text: 'NEEDS_HUMAN' }], structuredContent: { error: { code: 'NEEDS_HUMAN', url: «url» } } };",
      ),
      errors: [
        {
          messageId: 'onlyInView',
          data: { hosts: 'Claude Code, Cloudflare Agents codemode and 3 more', names: '`url`' },
        },
      ],
    },
    {
      name: 'the same by a reply helper',
      code:
        "import { reply } from './reply.js';\n" +
        tool("const retryAt = await nextSlot(); return reply({ retryAt: «retryAt» }, 'Too many requests.', true);"),
      errors: ['onlyInView'],
    },
    {
      name: 'a view that the schema does not know',
      code:
        ZOD +
        tool(
          `return { isError: true, ${text('cause')}, structuredContent: «{ errorMessage: cause }» };`,
          '{ outputSchema: { result: z.string() } }',
        ),
      errors: [
        { messageId: 'notInSchema', data: { what: 'it does not know `errorMessage`, and it requires `result`' } },
      ],
    },
    {
      name: 'a view that lacks what the schema requires',
      code:
        ZOD +
        tool(
          `return { isError: true, ${text('cause')}, structuredContent: «{ cause }» };`,
          '{ outputSchema: z.object({ cause: z.string().optional(), id: z.number() }) }',
        ),
      errors: [{ messageId: 'notInSchema', data: { what: 'it requires `id`' } }],
    },
    {
      name: 'zeros beside a failure',
      code: tool(
        "return «{ content: [{ type: 'text', text: `Could not find the price of ${args.id}.` }], structuredContent: { id: args.id, price: 0, currency: '' } }»;",
      ),
      errors: ['zeroFilled'],
    },
    {
      name: 'a failure in words, where all count',
      code: tool("return { content: [{ type: 'text', text: «'missing required parameter: owner'» }] };"),
      options: [{ failureTexts: 'all' }],
      errors: [
        {
          messageId: 'notFlagged',
          suggestions: [
            [
              'markAsError',
              tool("return { content: [{ type: 'text', text: 'missing required parameter: owner' }], isError: true };"),
            ],
          ],
        },
      ],
    },
    {
      name: 'a failure in words by a reply helper',
      code: "import { reply } from './reply.js';\n" + tool('return reply({ id }, «`Failed to open ${id}.`»);'),
      options: [{ failureTexts: 'all' }],
      errors: [
        {
          messageId: 'notFlagged',
          suggestions: [
            [
              'markAsError',
              "import { reply } from './reply.js';\n" + tool('return reply({ id }, `Failed to open ${id}.`, true);'),
            ],
          ],
        },
      ],
    },
  ],
});
