import { expect, test } from 'vitest';
import { again, migrate, shown } from '../codemods/migrate.js';

const Z = "import { z } from 'zod';\n";
const PAIR = "{ content: [{ type: 'text', text: 'Ask first.' }], structuredContent: { a } }";
const SHAPE = '{ a: z.string() }';
const EDITED = '{ a: z.string(), note: z.string().optional() }';

/** Files, and what becomes of the only site in `src/tools.ts`. */
const cases: [title: string, files: Record<string, string>, site: string, edited?: string][] = [
  [
    'an inline handler',
    { 'src/tools.ts': `${Z}server.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => (${PAIR}));` },
    'rewritten x edited',
  ],
  [
    'a tool without a schema',
    { 'src/tools.ts': `server.registerTool('x', { description: 'd' }, async ({ a }) => (${PAIR}));` },
    'rewritten x none',
  ],
  [
    'a tool without a configuration',
    { 'src/tools.ts': `server.tool('x', async ({ a }) => (${PAIR}));` },
    'rewritten x none',
  ],
  [
    'a tool of the v1 method with a shape of its input',
    { 'src/tools.ts': `${Z}server.tool('x', 'd', { a: z.string() }, async ({ a }) => (${PAIR}));` },
    'rewritten x none',
  ],
  [
    'a named function',
    {
      'src/tools.ts': `${Z}async function find({ a }) { return ${PAIR}; }\nserver.registerTool('x', { outputSchema: ${SHAPE} }, find);`,
    },
    'rewritten x edited',
  ],
  [
    'a named arrow',
    {
      'src/tools.ts': `${Z}const find = async ({ a }) => (${PAIR});\nserver.registerTool('x', { outputSchema: ${SHAPE} }, find);`,
    },
    'rewritten x edited',
  ],
  [
    'a wrapped handler',
    {
      'src/tools.ts': `${Z}server.registerTool('x', { outputSchema: ${SHAPE} }, withAuth(async ({ a }) => (${PAIR})));`,
    },
    'rewritten x edited',
  ],
  [
    'a handler wrapped under a name',
    {
      'src/tools.ts': `${Z}const find = withAuth(async ({ a }) => (${PAIR}));\nserver.registerTool('x', { outputSchema: ${SHAPE} }, find);`,
    },
    'rewritten x edited',
  ],
  [
    'a function that a handler calls',
    {
      'src/tools.ts': `${Z}function toResult(a: string) { return ${PAIR}; }\nserver.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => toResult(a));`,
    },
    'rewritten x edited',
  ],
  [
    'a callback whose result the handler returns',
    {
      'src/tools.ts': `${Z}server.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => withRetry(async () => { return ${PAIR}; }));`,
    },
    'rewritten x edited',
  ],
  [
    'a tool object',
    {
      'src/tools.ts': `${Z}export const tool = { name: 'x', outputSchema: ${SHAPE}, handler: async ({ a }) => (${PAIR}) };`,
    },
    'rewritten x edited',
  ],
  [
    'a tool object with a named handler',
    {
      'src/tools.ts': `${Z}const find = async ({ a }) => (${PAIR});\nexport const tool = { name: 'x', outputSchema: ${SHAPE}, execute: find };`,
    },
    'rewritten x edited',
  ],
  [
    'a tool object with its configuration in a property',
    {
      'src/tools.ts': `${Z}export const tool = { config: { name: 'x', outputSchema: ${SHAPE} }, handler: async ({ a }) => (${PAIR}) };`,
    },
    'rewritten x edited',
  ],
  [
    'addTool',
    {
      'src/tools.ts': `${Z}server.addTool({ name: 'x', parameters: z.object({}), execute: async ({ a }) => (${PAIR}) });`,
    },
    'rewritten x none',
  ],
  [
    'a class with its schema in a property',
    {
      'src/tools.ts': `${Z}export class Find { name = 'x'; outputSchema = ${SHAPE}; async execute({ a }) { return ${PAIR}; } }`,
    },
    'rewritten x edited',
  ],
  [
    'a class with a base class in the file',
    {
      'src/tools.ts': `${Z}class Base { outputSchema = ${SHAPE}; }\nexport class Find extends Base { async execute({ a }) { return ${PAIR}; } }`,
    },
    'rewritten - edited',
  ],
  [
    'a configuration under a name',
    {
      'src/tools.ts': `${Z}const config = { title: 'X', outputSchema: ${SHAPE} };\nserver.registerTool('x', config, async ({ a }) => (${PAIR}));`,
    },
    'rewritten x edited',
  ],
  [
    'a configuration that is spread',
    {
      'src/tools.ts': `${Z}const common = { outputSchema: ${SHAPE} };\nserver.registerTool('x', { ...common, title: 'X' }, async ({ a }) => (${PAIR}));`,
    },
    'rewritten x edited',
  ],
  [
    'a name in a constant',
    {
      'src/tools.ts': `${Z}const NAME = 'x';\nserver.registerTool(NAME, { outputSchema: ${SHAPE} }, async ({ a }) => (${PAIR}));`,
    },
    'rewritten x edited',
  ],
  [
    'registerAppTool',
    { 'src/tools.ts': `${Z}registerAppTool(server, 'x', { outputSchema: ${SHAPE} }, async ({ a }) => (${PAIR}));` },
    'rewritten x edited',
  ],
  [
    'a low-level server without schemas',
    {
      'src/tools.ts': `server.setRequestHandler(CallToolRequestSchema, async ({ params: { a } }) => { return ${PAIR}; });`,
    },
    'rewritten - none',
  ],
  [
    'a low-level server with schemas',
    {
      'src/tools.ts': `server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: 'x', outputSchema: S }] }));\nserver.setRequestHandler(CallToolRequestSchema, async ({ params: { a } }) => { return ${PAIR}; });`,
    },
    'schema-unknown - unknown',
  ],
  [
    'a function of a low-level server',
    {
      'src/tools.ts': `function find(a: string) { return ${PAIR}; }\nserver.setRequestHandler(CallToolRequestSchema, async (r) => { switch (r.params.name) { case 'x': return find(r.params.a); } });`,
    },
    'rewritten - none',
  ],
  [
    'nothing that registers it',
    { 'src/tools.ts': `async function find(a: string) { return ${PAIR}; }` },
    'schema-unknown - unknown',
  ],
  [
    'a configuration from a package',
    {
      'src/tools.ts': `import { config } from 'some-package';\nserver.registerTool('x', config, async ({ a }) => (${PAIR}));`,
    },
    'schema-unknown - unknown',
  ],
  [
    'a computed output schema',
    {
      'src/tools.ts': `${Z}server.registerTool('x', { get outputSchema() { return ${SHAPE}; } }, async ({ a }) => (${PAIR}));`,
    },
    'schema-unknown - unknown',
  ],

  [
    'a computed key in the configuration',
    { 'src/tools.ts': `${Z}server.registerTool('x', { [OUT]: ${SHAPE} }, async ({ a }) => (${PAIR}));` },
    'schema-unknown - unknown',
  ],
  [
    'a private method that a handler calls',
    {
      'src/tools.ts': `${Z}class Server { start() { this.server.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => this.find(a)); }\nprivate async find(a: string) { return ${PAIR}; } }`,
    },
    'rewritten x edited',
  ],
  [
    'a private method that is bound',
    {
      'src/tools.ts': `${Z}class Server { start() { this.server.registerTool('x', { outputSchema: ${SHAPE} }, this.#find.bind(this)); }\nasync #find({ a }) { return ${PAIR}; } }`,
    },
    'rewritten x edited',
  ],
  [
    'a private property with a handler',
    {
      'src/tools.ts': `${Z}class Server { start() { this.server.registerTool('x', { outputSchema: ${SHAPE} }, this.find); }\nprivate find = async ({ a }) => (${PAIR}); }`,
    },
    'rewritten x edited',
  ],
  [
    'a method of a class that is not exported',
    {
      'src/tools.ts': `${Z}class Server { start() { this.server.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => this.find(a)); }\nasync find(a: string) { return ${PAIR}; } }\nnew Server().start();`,
    },
    'rewritten x edited',
  ],
  [
    'a public method of a class that other files see',
    {
      'src/tools.ts': `${Z}export class Server { start() { this.server.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => this.find(a)); }\nasync find(a: string) { return ${PAIR}; } }`,
    },
    'schema-unknown - unknown',
  ],
  [
    'a handler that another file registers',
    {
      'src/tools.ts': `export async function find({ a }) { return ${PAIR}; }`,
      'src/server.ts': `${Z}import { find } from './tools.js';\nserver.registerTool('x', { outputSchema: ${SHAPE} }, find);`,
    },
    'rewritten x edited',
    'src/server.ts',
  ],
  [
    'a handler that another file registers by way of a list of exports',
    {
      'src/tools.ts': `const find = async ({ a }) => (${PAIR});\nexport { find as search };`,
      'src/index.ts': "export * from './tools.js';",
      'src/server.ts': `${Z}import { search } from './index.js';\nserver.registerTool('x', { outputSchema: ${SHAPE} }, search);`,
    },
    'rewritten x edited',
    'src/server.ts',
  ],
  [
    'a handler by default export and by a namespace',
    {
      'src/tools.ts': `export default async function find({ a }) { return ${PAIR}; }`,
      'src/server.ts': `${Z}import * as tools from './tools.js';\nserver.registerTool('x', { outputSchema: ${SHAPE} }, tools.default);`,
    },
    'rewritten x edited',
    'src/server.ts',
  ],
  [
    'a handler that another file calls from its own',
    {
      'src/tools.ts': `export async function find(a: string) { return ${PAIR}; }`,
      'src/server.ts': `${Z}import { find } from './tools.js';\nserver.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => find(a));`,
    },
    'rewritten x edited',
    'src/server.ts',
  ],
  [
    'an imported schema',
    {
      'src/tools.ts': `import { Out } from './schemas.js';\nserver.registerTool('x', { outputSchema: Out }, async ({ a }) => (${PAIR}));`,
      'src/schemas.ts': `${Z}export const Out = ${SHAPE};`,
    },
    'rewritten x edited',
    'src/schemas.ts',
  ],
  [
    'the shape of an imported object',
    {
      'src/tools.ts': `import { Out } from './schemas.js';\nserver.registerTool('x', { outputSchema: Out.shape }, async ({ a }) => (${PAIR}));`,
      'src/schemas.ts': `${Z}export const Out = z.object(${SHAPE});`,
    },
    'rewritten x edited',
    'src/schemas.ts',
  ],
  [
    'an imported tool definition',
    {
      'src/tools.ts': `import { definition } from './definition.js';\nserver.registerTool('x', definition, async ({ a }) => (${PAIR}));`,
      'src/definition.ts': `${Z}export const definition = { title: 'X', outputSchema: ${SHAPE} };`,
    },
    'rewritten x edited',
    'src/definition.ts',
  ],
  [
    'a base class of another file',
    {
      'src/tools.ts': `import { Base } from './base.js';\nexport class Find extends Base { async execute({ a }) { return ${PAIR}; } }`,
      'src/base.ts': `${Z}export class Base { outputSchema = ${SHAPE}; }`,
    },
    'rewritten - edited',
    'src/base.ts',
  ],
  [
    'a base class of a package',
    {
      'src/tools.ts': `import { Base } from 'some-package';\nexport class Find extends Base { async execute({ a }) { return ${PAIR}; } }`,
    },
    'schema-unknown - unknown',
  ],
  [
    'a handler that only a test calls',
    {
      'src/tools.ts': `export async function find({ a }) { return ${PAIR}; }`,
      'test/tools.test.ts': "import { find } from '../src/tools.js';\nconst r = find({ a: 'x' });",
    },
    'schema-unknown - unknown',
  ],
];

test.each(cases)('%s', (_, files, site, schemaFile = 'src/tools.ts') => {
  const names = Object.keys(files);
  const first = migrate(files);
  expect(first.sites('src/tools.ts').map(shown)).toEqual([site]);
  const edited = site.endsWith('edited');
  if (edited) expect(first.text(schemaFile)).toContain(EDITED);
  else for (const name of names) expect(first.text(name)).not.toContain('note:');
  if (site.startsWith('schema-unknown')) expect(first.text('src/tools.ts')).toBe(files['src/tools.ts']);

  const second = again(first, names);
  expect([...second.planned.values()].filter((p) => p.afterAll !== null)).toEqual([]);
  expect(second.sites('src/tools.ts').map(shown)).toEqual([
    site.startsWith('rewritten') ? site.replace('rewritten', 'done').replace('edited', 'declared') : site,
  ]);
});

test('a handler that is registered twice needs the note in both schemas', () => {
  const files = {
    'src/tools.ts': `${Z}async function find({ a }) { return ${PAIR}; }
server.registerTool('x', { outputSchema: { a: z.string() } }, find);
server.registerTool('y', { outputSchema: { a: z.string(), b: z.string() } }, find);`,
  };
  const first = migrate(files);
  expect(first.sites('src/tools.ts').map(shown)).toEqual(['rewritten - edited']);
  expect(first.text('src/tools.ts').match(/note: z\.string\(\)\.optional\(\)/g)).toHaveLength(2);
});

test('a handler one of whose two schemas cannot be seen is left', () => {
  const files = {
    'src/tools.ts': `${Z}import { Other } from 'some-package';
async function find({ a }) { return ${PAIR}; }
server.registerTool('x', { outputSchema: ${SHAPE} }, find);
server.registerTool('y', { outputSchema: Other }, find);`,
  };
  const first = migrate(files);
  expect(first.sites('src/tools.ts').map(shown)).toEqual(['schema-unknown - unknown']);
  expect(first.text('src/tools.ts')).toBe(files['src/tools.ts']);
});

test('a handler that is registered here and in another file needs both', () => {
  const files = {
    'src/tools.ts': `${Z}export async function find({ a }) { return ${PAIR}; }\nserver.registerTool('x', { outputSchema: ${SHAPE} }, find);`,
    'src/other.ts': `${Z}import { find } from './tools.js';\nother.registerTool('y', { outputSchema: ${SHAPE} }, find);`,
  };
  const first = migrate(files);
  expect(first.sites('src/tools.ts').map(shown)).toEqual(['rewritten - edited']);
  expect(first.text('src/tools.ts')).toContain(EDITED);
  expect(first.text('src/other.ts')).toContain(EDITED);
});

test('a schema that two tools share is edited once', () => {
  const files = {
    'src/tools.ts': `import { Out } from './schemas.js';
server.registerTool('x', { outputSchema: Out }, async ({ a }) => (${PAIR}));
server.registerTool('y', { outputSchema: Out }, async ({ a }) => (${PAIR}));`,
    'src/schemas.ts': `${Z}export const Out = ${SHAPE};\n`,
  };
  const first = migrate(files);
  expect(first.sites('src/tools.ts').map(shown)).toEqual(['rewritten x edited', 'rewritten y edited']);
  expect(first.text('src/schemas.ts')).toBe(`${Z}export const Out = ${EDITED};\n`);
});

test('a call of the helper whose schema lacks the note gets it', () => {
  const files = {
    'src/tools.ts': `${Z}import { reply } from './reply.js';\nserver.registerTool('x', { outputSchema: ${SHAPE} }, async ({ a }) => reply({ a }, 'Ask first.'));\n`,
  };
  const first = migrate(files);
  expect(first.sites('src/tools.ts').map(shown)).toEqual(['done x edited']);
  expect(first.text('src/tools.ts')).toBe(files['src/tools.ts'].replace(SHAPE, EDITED));
});

test('a schema in a file that may not be changed leaves the site', () => {
  const files = {
    'src/tools.ts': `import { Out } from './schemas.js';\nserver.registerTool('x', { outputSchema: Out }, async ({ a }) => (${PAIR}));`,
    'src/schemas.ts': `${Z}export const Out = ${SHAPE};`,
  };
  const first = migrate(files, { mayChange: (name) => name !== 'src/schemas.ts' });
  expect(first.sites('src/tools.ts')).toMatchObject([{ outcome: 'left', reason: 'schema-elsewhere' }]);
  expect(first.sites('src/tools.ts')[0]!.message).toBe(
    'Its output schema stands in src/schemas.ts, which this run may not change.',
  );
  expect(first.text('src/schemas.ts')).toBe(files['src/schemas.ts']);
});
