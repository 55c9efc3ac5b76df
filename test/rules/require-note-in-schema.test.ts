import { expect, test } from 'vitest';
import { lint, packageWith } from './on-disk.js';
import { run, tool } from './tester.js';

const TOP = "import { z } from 'zod';\nimport { reply } from './reply.js';\n";
const REPLY = "return reply({ a: 'b' }, 'Ask first.');";
const withSchema = (schema: string, body = REPLY): string => TOP + tool(body, `{ outputSchema: ${schema} }`);
const data = { tool: ' of the tool "look_up"', where: '' };

run('require-note-in-schema', {
  valid: [
    { name: 'declared', code: withSchema('{ a: z.string(), note: z.string().optional() }') },
    { name: 'open', code: withSchema('z.looseObject({ a: z.string() })') },
    { name: 'no schema', code: TOP + tool(REPLY) },
    {
      name: 'no call of a helper',
      code: withSchema(
        '{ a: z.string() }',
        "return { content: [{ type: 'text', text: 'a' }], structuredContent: {} };",
      ),
    },
    { name: 'a schema that cannot be seen', code: `import { S } from 'some-package';\n${withSchema('S')}` },
    {
      name: 'a note whose making cannot be seen',
      code: `import { note } from 'some-package';\n${withSchema('{ note }')}`,
    },
    {
      name: 'a note with a default, which a version of zod asks for',
      code: withSchema("{ note: z.string().default('') }"),
    },
    {
      name: 'another tool’s schema',
      code: withSchema('{ a: z.string() }', "return { content: [{ type: 'text', text: 'a' }] };") + tool(REPLY),
    },
  ],
  invalid: [
    {
      name: 'a raw shape',
      code: withSchema('«{ a: z.string() }»'),
      errors: [
        {
          messageId: 'undeclaredNote',
          data,
          suggestions: [['declareNote', withSchema('{ a: z.string(), note: z.string().optional() }')]],
        },
      ],
    },
    {
      name: 'a constant',
      code: `${TOP}const Out = z.object(«{ a: z.string() }»);\n${tool(REPLY, '{ outputSchema: Out }')}`,
      errors: [
        {
          messageId: 'undeclaredNote',
          data,
          suggestions: [
            [
              'declareNote',
              `${TOP}const Out = z.object({ a: z.string(), note: z.string().optional() });\n${tool(REPLY, '{ outputSchema: Out }')}`,
            ],
          ],
        },
      ],
    },
    {
      name: 'a schema of two tools, once',
      code: `${TOP}const Out = «{ a: z.string() }»;\n${tool(REPLY, '{ outputSchema: Out }')}\n${tool(REPLY, '{ outputSchema: Out }')}`,
      errors: [
        {
          messageId: 'undeclaredNote',
          data,
          suggestions: [
            [
              'declareNote',
              `${TOP}const Out = { a: z.string(), note: z.string().optional() };\n${tool(REPLY, '{ outputSchema: Out }')}\n${tool(REPLY, '{ outputSchema: Out }')}`,
            ],
          ],
        },
      ],
    },
    {
      name: 'a required note',
      code: withSchema('{ «note: z.string()» }'),
      errors: [{ messageId: 'requiredNote', data, suggestions: [] }],
    },
    {
      name: 'two branches in one suggestion',
      code: withSchema('z.union([z.object(«{ a: z.string() }»), z.object({ b: z.string() })])'),
      errors: [
        {
          messageId: 'undeclaredNote',
          data,
          suggestions: [
            [
              'declareNote',
              withSchema(
                'z.union([z.object({ a: z.string(), note: z.string().optional() }), z.object({ b: z.string(), note: z.string().optional() })])',
              ),
            ],
          ],
        },
      ],
    },
    {
      name: 'the call of a helper that the settings name',
      code: `import { z } from 'zod';\nimport { ok } from './ok.js';\n${tool("return ok({ a: 'b' }, 'Ask first.');", '{ outputSchema: «{ a: z.string() }» }')}`,
      settings: { 'mcp-reply': { helpers: ['ok'] } },
      errors: [
        {
          messageId: 'undeclaredNote',
          data,
          suggestions: [
            [
              'declareNote',
              `import { z } from 'zod';\nimport { ok } from './ok.js';\n${tool("return ok({ a: 'b' }, 'Ask first.');", '{ outputSchema: { a: z.string(), note: z.string().optional() } }')}`,
            ],
          ],
        },
      ],
    },
  ],
});

test('a schema of another file is reported at the call, with its place and without a suggestion', () => {
  const files = {
    'src/tools.ts': `import { reply } from './reply.js';\nimport { Out } from './schemas.js';\n${tool(REPLY, '{ outputSchema: Out }')}`,
    'src/schemas.ts': "import { z } from 'zod';\n\nexport const Out = { a: z.string() };",
  };
  const messages = lint(packageWith(files), 'src/tools.ts', 'require-note-in-schema');
  expect(messages).toMatchObject([{ messageId: 'undeclaredNote', line: 3 }]);
  expect(messages[0]!.message).toMatch(
    /^The output schema of the tool "look_up" \(schemas\.ts, line 3\) does not declare `note`: /,
  );
  expect(messages[0]!.suggestions ?? []).toEqual([]);
});
