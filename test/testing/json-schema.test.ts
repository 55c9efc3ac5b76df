import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toJson } from '../../runtime/hosts/json.js';
import type { Json } from '../../runtime/hosts/json.js';
import { mismatchOf } from '../../runtime/testing/json-schema.js';

const message = z.object({ id: z.string(), at: z.string().optional(), flags: z.array(z.enum(['new', 'edited'])) });

/** Schemas as servers list them: made by zod, and written by hand. */
const schemas: Record<string, Json> = {
  closed: jsonOf(z.object({ count: z.number(), note: z.string().optional() })),
  loose: jsonOf(z.looseObject({ count: z.number() })),
  list: jsonOf(z.object({ messages: z.array(message).max(3) })),
  union: jsonOf(
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), n: z.int() }), z.object({ kind: z.literal('b') })]),
  ),
  nullable: jsonOf(z.object({ next: z.string().min(2).nullable(), size: z.number().min(0).max(10).optional() })),
  record: jsonOf(z.record(z.string(), z.union([z.number(), z.boolean()]))),
  tuple: jsonOf(z.object({ pair: z.tuple([z.string(), z.number()]) })),
  pattern: {
    type: 'object',
    properties: { id: { type: 'string', pattern: '^[a-z]+$' } },
    patternProperties: { '^x-': { type: 'number' } },
    additionalProperties: false,
  },
  reference: {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/node' } },
    required: ['tree'],
    $defs: {
      node: {
        type: 'object',
        properties: { of: { type: 'array', items: { $ref: '#/$defs/node' } } },
        additionalProperties: false,
      },
    },
  },
  nothing: { type: 'object', properties: { never: { not: {} }, no: false } },
};

describe('mismatchOf', () => {
  it.each<[string, Json, string | undefined]>([
    ['closed', { count: 1 }, undefined],
    ['closed', { count: 1, note: 'x' }, undefined],
    ['closed', { count: 1, hint: 'x' }, '/hint is not declared'],
    ['closed', { count: '1' }, '/count is no number'],
    ['closed', {}, '/count is missing'],
    ['closed', [], 'the view is no object'],
    ['loose', { count: 1, hint: 'x' }, undefined],
    ['list', { messages: [{ id: '1', flags: ['old'] }] }, '/messages/0/flags/0 is none of the listed values'],
    ['list', { messages: [1, 2, 3, 4] }, '/messages has too many items'],
    ['nullable', { next: null, size: 11 }, '/size is too large'],
    ['nullable', { next: 'x' }, '/next fits none of the 2 forms (/next is too short)'],
    ['record', { a: 'b' }, '/a is no number or boolean'],
    ['pattern', { id: 'A' }, '/id does not match ^[a-z]+$'],
    ['pattern', { 'x-a': 1, 'x-b': '2' }, '/x-b is no number'],
    ['reference', { tree: { of: [{ of: [{ off: 1 }] }] } }, '/tree/of/0/of/0/off is not declared'],
    ['nothing', { never: 1 }, '/never is not allowed'],
    ['nothing', { no: 1 }, '/no is not allowed'],
  ])('%s: %j', (name, value, mismatch) => {
    expect(mismatchOf(schemas[name] ?? null, value)).toBe(mismatch);
  });

  it('does not know what it cannot know', () => {
    expect(mismatchOf({ $ref: 'https://example.org/schema' }, 1)).toBeUndefined();
    expect(mismatchOf({ $ref: '#anchor', format: 'email' }, 'x')).toBeUndefined();
    expect(mismatchOf({ $ref: '#' }, 1)).toBeUndefined();
    expect(mismatchOf({ not: { format: 'email' } }, 'x')).toBeUndefined();
    expect(mismatchOf({ properties: { __proto__: { type: 'string' } } }, { constructor: 1 })).toBeUndefined();
  });

  it('agrees with the validator of the official client', () => {
    const ajv = new AjvJsonSchemaValidator();
    const validators = Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, ajv.getValidator(schema as object)]),
    );
    const leaf = fc.oneof(
      fc.constantFrom<Json>('a', 'b', 'new', 'edited', 'x', 'xy', '', null, true, 1, 2.5, -1, 11),
      fc.integer(),
    );
    const key = fc.constantFrom(
      'count',
      'note',
      'messages',
      'id',
      'at',
      'flags',
      'kind',
      'n',
      'next',
      'size',
      'pair',
      'tree',
      'of',
      'x-a',
      'never',
      'no',
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
        fc.array(tie('value'), { maxLength: 4 }),
      ),
    }));
    const object = fc.dictionary(key, value, { maxKeys: 4 });
    const seen = { fits: 0, breaks: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(schemas)), object, (name, given) => {
        const mismatch = mismatchOf(schemas[name] ?? null, given);
        const { valid } = validators[name]?.(given) ?? {};
        seen[valid === true ? 'fits' : 'breaks'] += 1;
        expect({ name, given, valid: mismatch === undefined }).toEqual({ name, given, valid });
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(seen.fits, seen.breaks)).toBeGreaterThan(200); // else the property says little
  });
});

function jsonOf(schema: z.ZodType): Json {
  return toJson(z.toJSONSchema(schema, { io: 'output' })) ?? null;
}
