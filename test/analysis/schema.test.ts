import { parse } from '@typescript-eslint/parser';
import { expect, test } from 'vitest';
import { analyse } from '../../analysis/analyse.js';
import { noteInSchema } from '../../analysis/mcp/schema.js';
import { toolsOf } from '../../analysis/mcp/registration.js';
import { unitOf } from './read.js';

/** The outcome for the output schema of the only tool in some code, and the code with the edits made. */
function noteIn(code: string): [outcome: string, text: string] {
  const unit = unitOf(code);
  const [result] = analyse(unit).results;
  const tools = toolsOf(result!.fn!, unit, null);
  if (tools.kind !== 'tools' || !tools.tools[0]?.schema) throw new Error('no schema');
  const note = noteInSchema(tools.tools[0].schema);
  if (note.kind === 'unknown' || note.kind === 'notObject') return [`${note.kind}: ${note.reason}`, code];
  if (note.kind !== 'closed') return [note.kind, code];
  let text = code;
  for (const edit of [...note.edits].sort((a, b) => b.at - a.at)) {
    text = text.slice(0, edit.at) + edit.text + text.slice(edit.at);
  }
  parse(text, { sourceType: 'module' });
  return ['closed', text];
}

const ZOD = "import { z } from 'zod';\n";
const tool = (schema: string): string =>
  `server.registerTool('t', { outputSchema: ${schema} }, async () => ({ content: [{ type: 'text', text: t }], structuredContent: v }));`;

/** The schema, what the rest of the file declares, and the piece of code that the edit makes of it. */
type Closed = [title: string, schema: string, before: string, after: string];

const closed: Closed[] = [
  ['a raw shape', '{ a: z.string() }', ZOD, '{ a: z.string(), note: z.string().optional() }'],
  ['an empty raw shape', '{}', `${ZOD}const s = z.string();\n`, '{ note: z.string().optional() }'],
  ['a shape with a comma at its end', '{ a: z.string(), }', ZOD, '{ a: z.string(), note: z.string().optional(), }'],
  ['z.object', 'z.object({ a: z.string() })', ZOD, 'z.object({ a: z.string(), note: z.string().optional() })'],
  [
    'z.strictObject',
    'z.strictObject({ a: z.string() })',
    ZOD,
    'z.strictObject({ a: z.string(), note: z.string().optional() })',
  ],
  [
    '.strict()',
    'z.object({ a: z.string() }).strict()',
    ZOD,
    'z.object({ a: z.string(), note: z.string().optional() }).strict()',
  ],
  [
    '.describe()',
    "z.object({ a: z.string() }).describe('x')",
    ZOD,
    "z.object({ a: z.string(), note: z.string().optional() }).describe('x')",
  ],
  [
    '.refine()',
    'z.object({ a: z.string() }).refine(ok)',
    ZOD,
    'z.object({ a: z.string(), note: z.string().optional() }).refine(ok)',
  ],
  [
    '.partial()',
    'z.object({ a: z.string() }).partial()',
    ZOD,
    'z.object({ a: z.string(), note: z.string().optional() }).partial()',
  ],
  [
    'catchall of numbers',
    'z.object({ a: z.string() }).catchall(z.number())',
    ZOD,
    'z.object({ a: z.string(), note: z.string().optional() }).catchall(z.number())',
  ],
  [
    'a constant',
    'Out',
    `${ZOD}const Out = z.object({ a: z.string() });\n`,
    'const Out = z.object({ a: z.string(), note: z.string().optional() });',
  ],
  [
    'a constant shape',
    'shape',
    `${ZOD}const shape = { a: z.string() };\n`,
    'const shape = { a: z.string(), note: z.string().optional() };',
  ],
  [
    '.shape of a constant',
    'Out.shape',
    `${ZOD}const Out = z.object({ a: z.string() });\n`,
    'const Out = z.object({ a: z.string(), note: z.string().optional() });',
  ],
  [
    'a member of a table',
    'schemas.find',
    `${ZOD}const schemas = { find: { a: z.string() } };\n`,
    '{ find: { a: z.string(), note: z.string().optional() } }',
  ],
  [
    '.extend()',
    'Base.extend({ b: z.number() })',
    `${ZOD}const Base = z.object({ a: z.string() });\n`,
    'Base.extend({ b: z.number(), note: z.string().optional() })',
  ],
  [
    '.safeExtend()',
    'Base.safeExtend({ b: z.number() })',
    `${ZOD}const Base = z.object({ a: z.string() }).refine(ok);\n`,
    'Base.safeExtend({ b: z.number(), note: z.string().optional() })',
  ],
  [
    '.merge()',
    'A.merge(B)',
    `${ZOD}const A = z.object({ a: z.string() });\nconst B = z.object({ b: z.string() });\n`,
    'A.merge(B).extend({ note: z.string().optional() })',
  ],
  [
    '.pick()',
    'A.pick({ a: true })',
    `${ZOD}const A = z.object({ a: z.string(), b: z.string() });\n`,
    'A.pick({ a: true }).extend({ note: z.string().optional() })',
  ],
  [
    '.omit()',
    'A.omit({ b: true })',
    `${ZOD}const A = z.object({ a: z.string(), b: z.string() });\n`,
    'A.omit({ b: true }).extend({ note: z.string().optional() })',
  ],
  [
    'a spread of a shape',
    '{ ...page, a: z.string() }',
    `${ZOD}const page = { next: z.string() };\n`,
    '{ ...page, a: z.string(), note: z.string().optional() }',
  ],
  [
    'a spread of .shape',
    'z.object({ ...Base.shape, a: z.string() })',
    `${ZOD}const Base = z.object({ b: z.string() });\n`,
    'z.object({ ...Base.shape, a: z.string(), note: z.string().optional() })',
  ],
  [
    'a spread of the shape of an open object',
    '{ ...Base.shape, a: z.string() }',
    `${ZOD}const Base = z.looseObject({ b: z.string() });\n`,
    '{ ...Base.shape, a: z.string(), note: z.string().optional() }',
  ],
  [
    'a union',
    'z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])',
    ZOD,
    'z.union([z.object({ a: z.string(), note: z.string().optional() }), z.object({ b: z.string(), note: z.string().optional() })])',
  ],
  [
    'a discriminated union',
    "z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), B])",
    `${ZOD}const B = z.object({ k: z.literal('b') });\n`,
    "z.discriminatedUnion('k', [z.object({ k: z.literal('a'), note: z.string().optional() }), B])",
  ],
  [
    'a condition',
    'old ? undefined : { a: z.string() }',
    ZOD,
    'old ? undefined : { a: z.string(), note: z.string().optional() }',
  ],
  ['a fallback', '{ a: z.string() } as const', ZOD, '{ a: z.string(), note: z.string().optional() } as const'],
  [
    'a function of the file',
    'makeOutput(z.string())',
    `${ZOD}function makeOutput(item) { return z.object({ items: z.array(item) }); }\n`,
    'z.object({ items: z.array(item), note: z.string().optional() })',
  ],
  [
    'zod under another name',
    '{ a: zed.string() }',
    "import * as zed from 'zod/v4';\n",
    '{ a: zed.string(), note: zed.string().optional() }',
  ],
  ['a default import', '{ a: z.string() }', "import z from 'zod';\n", '{ a: z.string(), note: z.string().optional() }'],
  [
    'an alias',
    '{ a: s.string() }',
    "import { z as s } from 'zod/v3';\n",
    '{ a: s.string(), note: s.string().optional() }',
  ],
  [
    'z by way of a module of the project',
    '{ a: z.string() }',
    "import { z } from './zod.js';\n",
    '{ a: z.string(), note: z.string().optional() }',
  ],
  [
    'zod by require',
    '{ a: z.string() }',
    "const { z } = require('zod');\n",
    '{ a: z.string(), note: z.string().optional() }',
  ],
  [
    'compiled code',
    '{ a: zod_1.z.string() }',
    "const zod_1 = require('zod');\n",
    '{ a: zod_1.z.string(), note: zod_1.z.string().optional() }',
  ],
  [
    'closed JSON Schema',
    "{ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }",
    '',
    "properties: { a: { type: 'string' }, note: { type: 'string' } }, additionalProperties",
  ],
  [
    'closed JSON Schema with quoted keys',
    '{ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false }',
    '',
    '"properties": { "a": { "type": "string" }, "note": { "type": "string" } }',
  ],
  [
    'JSON Schema with properties apart',
    "{ type: 'object', properties, additionalProperties: false }",
    "const properties = { a: { type: 'string' } };\n",
    "const properties = { a: { type: 'string' }, note: { type: 'string' } };",
  ],
  [
    'zod turned into JSON Schema',
    'zodToJsonSchema(Out)',
    `${ZOD}const Out = z.object({ a: z.string() });\n`,
    'z.object({ a: z.string(), note: z.string().optional() })',
  ],
  [
    'z.toJSONSchema',
    'z.toJSONSchema(Out)',
    `${ZOD}const Out = z.object({ a: z.string() });\n`,
    'z.object({ a: z.string(), note: z.string().optional() })',
  ],
  [
    'a strict Valibot object',
    'v.strictObject({ a: v.string() })',
    "import * as v from 'valibot';\n",
    'v.strictObject({ a: v.string(), note: v.optional(v.string()) })',
  ],
  [
    'keys called properties and required',
    '{ properties: z.array(z.string()), required: z.array(z.string()) }',
    ZOD,
    'required: z.array(z.string()), note: z.string().optional() }',
  ],
  [
    'an object with a key called type',
    "{ type: z.literal('object') }",
    ZOD,
    "{ type: z.literal('object'), note: z.string().optional() }",
  ],
];

test.each(closed)('closed: %s', (_, schema, before, after) => {
  const code = before + tool(schema);
  const [outcome, text] = noteIn(code);
  expect(outcome).toBe('closed');
  expect(text).toContain(after);
  // Made once, the edit is not made again.
  expect(noteIn(text)).toEqual(['declared', text]);
});

const others: [title: string, schema: string, before: string, outcome: string | RegExp][] = [
  ['z.looseObject', 'z.looseObject({ a: z.string() })', ZOD, 'open'],
  ['.passthrough()', 'z.object({ a: z.string() }).passthrough()', ZOD, 'open'],
  ['.loose()', 'z.object({ a: z.string() }).loose()', ZOD, 'open'],
  ['catchall of anything', 'z.object({ a: z.string() }).catchall(z.unknown())', ZOD, 'open'],
  ['catchall of strings', 'z.object({ a: z.string() }).catchall(z.string())', ZOD, 'open'],
  [
    'an extended open object',
    'Base.extend({ b: z.string() })',
    `${ZOD}const Base = z.looseObject({ a: z.string() });\n`,
    'open',
  ],
  ['open JSON Schema', "{ type: 'object', properties: { a: { type: 'string' } } }", '', 'open'],
  ['JSON Schema that says that it is open', "{ type: 'object', additionalProperties: true }", '', 'open'],
  ['a Valibot object', 'v.object({ a: v.string() })', "import * as v from 'valibot';\n", 'open'],
  ['an ArkType object', "type({ a: 'string' })", "import { type } from 'arktype';\n", 'open'],
  ['a TypeBox object', 'Type.Object({ a: Type.String() })', "import { Type } from '@sinclair/typebox';\n", 'open'],
  ['no schema', 'undefined', '', 'open'],

  ['optional', '{ note: z.string().optional() }', ZOD, 'declared'],
  ['optional with a description', "{ note: z.string().optional().describe('For you.') }", ZOD, 'declared'],
  ['optional around a description', "{ note: z.string().describe('For you.').optional() }", ZOD, 'declared'],
  ['nullish', '{ note: z.string().nullish() }', ZOD, 'declared'],
  ['z.optional()', '{ note: z.optional(z.string()) }', ZOD, 'declared'],
  ['a default made optional', "{ note: z.string().default('').optional() }", ZOD, 'declared'],
  [
    'a note that another name stands for',
    '{ a: z.string(), note: noteField }',
    `${ZOD}const noteField = z.string().optional();\n`,
    'declared',
  ],
  [
    'a note that comes with a spread',
    '{ ...common, a: z.string() }',
    `${ZOD}const common = { note: z.string().optional() };\n`,
    'declared',
  ],
  [
    'a note in every branch',
    'z.union([z.object({ note: z.string().optional() }), z.looseObject({})])',
    ZOD,
    'declared',
  ],
  [
    'a note in an extension',
    'Base.extend({ note: z.string().optional() })',
    `${ZOD}const Base = z.object({ a: z.string() });\n`,
    'declared',
  ],
  [
    'a note in what is merged',
    'A.merge(B)',
    `${ZOD}const A = z.object({ a: z.string() });\nconst B = z.object({ note: z.string().optional() });\n`,
    'declared',
  ],
  [
    'a note in JSON Schema',
    "{ type: 'object', properties: { note: { type: 'string' } }, required: ['a'], additionalProperties: false }",
    '',
    'declared',
  ],
  [
    'an optional note of Valibot',
    'v.strictObject({ note: v.optional(v.string()) })',
    "import * as v from 'valibot';\n",
    'declared',
  ],
  ['a note made optional with the rest', 'z.object({ note: z.string() }).partial()', ZOD, 'declared'],

  ['a required note', '{ note: z.string() }', ZOD, 'required'],
  ['a nullable note', '{ note: z.string().nullable() }', ZOD, 'required'],
  [
    'a required note of an extension',
    'Base.extend({ note: z.string() })',
    `${ZOD}const Base = z.object({ note: z.string().optional() });\n`,
    'required',
  ],
  [
    'a required note in JSON Schema',
    "{ type: 'object', properties: { note: { type: 'string' } }, required: ['note'] }",
    '',
    'required',
  ],

  // With zod 4 a default is there in every result; with zod 3 it may be missing.
  ['a note with a default', "{ note: z.string().default('') }", ZOD, /^unknown: .*default/],
  [
    'a note that cannot be seen',
    '{ note: noteField }',
    `${ZOD}import { noteField } from './fields.js';\n`,
    /^unknown: /,
  ],
  [
    '.required() takes the option away',
    'Base.required()',
    `${ZOD}const Base = z.object({ note: z.string().optional() });\n`,
    /^unknown: /,
  ],
  [
    '.omit() may take the note away',
    'Base.omit({ note: true })',
    `${ZOD}const Base = z.object({ a: z.string(), note: z.string().optional() });\n`,
    /^unknown: /,
  ],
  ['.strict() of an open object', 'z.looseObject({ a: z.string() }).strict()', ZOD, /^unknown: /],
  ['the shape of an open object', 'Base.shape', `${ZOD}const Base = z.looseObject({ a: z.string() });\n`, /^unknown: /],
  [
    'a spread that cannot be seen',
    '{ ...page, a: z.string() }',
    `${ZOD}import { page } from 'some-package';\n`,
    /^unknown: /,
  ],
  ['a record', 'z.record(z.string(), z.number())', ZOD, /^notObject: z\.record\(\) is no object/],
  ['an array', 'z.array(z.string())', ZOD, /^notObject: z\.array\(\) is no object/],
  ['a string', 'z.string()', ZOD, /^notObject: z\.string\(\) is no object/],
  [
    'an intersection',
    'A.and(B)',
    `${ZOD}const A = z.object({ a: z.string() });\nconst B = A;\n`,
    /^notObject: it is an intersection/,
  ],
  ['a transformation', 'z.object({ a: z.string() }).transform(f)', ZOD, /^unknown: it is made by transform\(\)/],
  [
    'a branch that has no place',
    'z.union([z.object({ a: z.string() }), z.string()])',
    ZOD,
    /^notObject: z\.string\(\)/,
  ],
  [
    'an import of another file',
    'Out',
    `${ZOD}import { Out } from './out.js';\n`,
    /^unknown: it is imported from '\.\/out\.js'/,
  ],
  ['a parameter', 'schema', ZOD, /^unknown: /],
  [
    'an ArkType object that rejects other keys',
    "type({ '+': 'reject', a: 'string' })",
    "import { type } from 'arktype';\n",
    /^unknown: the ArkType schema/,
  ],
  [
    'a closed TypeBox object',
    'Type.Object({ a: Type.String() }, { additionalProperties: false })',
    "import { Type } from '@sinclair/typebox';\n",
    /^unknown: the TypeBox schema/,
  ],
  [
    'JSON Schema put together',
    "{ ...base, type: 'object' }",
    "import { base } from './b.js';\n",
    /^unknown: it is put together/,
  ],
  [
    'JSON Schema with a schema for the rest',
    "{ type: 'object', additionalProperties: { type: 'number' } }",
    '',
    /^unknown: what it allows/,
  ],
  [
    'a shape without zod beside it',
    '{ a: str }',
    "import { str } from './fields.js';\n",
    /^unknown: the module that makes schemas/,
  ],
];

test.each(others)('not closed: %s', (_, schema, before, outcome) => {
  const code = before + tool(schema);
  const [found, text] = noteIn(code);
  if (typeof outcome === 'string') expect(found).toBe(outcome);
  else expect(found).toMatch(outcome);
  expect(text).toBe(code);
});

/** The property is laid out like the one before it. */
const layouts: [title: string, before: string, after: string][] = [
  [
    'one a line',
    '{\n    a: z.string(),\n    b: z.number(),\n  }',
    '{\n    a: z.string(),\n    b: z.number(),\n    note: z.string().optional(),\n  }',
  ],
  [
    'no comma at the end',
    '{\n    a: z.string(),\n    b: z.number()\n  }',
    '{\n    a: z.string(),\n    b: z.number(),\n    note: z.string().optional()\n  }',
  ],
  ['tabs', '{\n\t\ta: z.string(),\n\t}', '{\n\t\ta: z.string(),\n\t\tnote: z.string().optional(),\n\t}'],
  ['CRLF', '{\r\n    a: z.string(),\r\n  }', '{\r\n    a: z.string(),\r\n    note: z.string().optional(),\r\n  }'],
  [
    'a comment behind the comma',
    '{\n    a: z.string(), // the name\n  }',
    '{\n    a: z.string(), // the name\n    note: z.string().optional(),\n  }',
  ],
  [
    'a comment behind no comma',
    '{\n    a: z.string() // a, b\n  }',
    '{\n    a: z.string(),\n    note: z.string().optional() // a, b\n  }',
  ],
  [
    'a comment on its own line',
    '{\n    a: z.string(),\n    // more to come\n  }',
    '{\n    a: z.string(),\n    note: z.string().optional(),\n    // more to come\n  }',
  ],
  ['a comma inside a comment', '{ a: z.string() /* , */ }', '{ a: z.string(), note: z.string().optional() /* , */ }'],
  [
    'a call over several lines',
    '{\n    a: z\n      .string()\n      .min(1),\n  }',
    '{\n    a: z\n      .string()\n      .min(1),\n    note: z.string().optional(),\n  }',
  ],
];

test.each(layouts)('layout: %s', (_, before, after) => {
  const [, text] = noteIn(ZOD + tool(before));
  expect(text).toContain(`outputSchema: ${after} }`);
});
