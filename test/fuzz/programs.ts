import fc from 'fast-check';
import { handlerDeclarations, moduleDeclarations } from './declarations.js';
import { conditions, flags, metas, plain, texts, viewLiterals, views } from './expressions.js';

/** A generated module with one tool, and how it is to be migrated. */
export interface Program {
  readonly text: string;
  /** Which reply helper the migration is given. */
  readonly helper: 'reply' | 'text first' | 'named text' | 'none';
  readonly onlyLost: boolean;
}

type Source = fc.Arbitrary<string>;

/** Where white space and comments may stand inside a result; `#` becomes a number of its own. */
const GAPS = [' ', '', '\n', '\n\n', '\t', ' /* c# */ ', ' // c#\n', '\n/**\n * c#\n */\n', ' /* c#\n c# */ '];
/** A semicolon, or nothing. */
const END = '\u0001';
const gap = (n: number): string => `\u0000${n};`;

// ---- a result ----

const blocks: Source = fc.oneof(
  { weight: 60, arbitrary: texts.map((t) => `{${gap(1)}type: 'text',${gap(2)}text: ${t}${gap(3)}}`) },
  { weight: 4, arbitrary: texts.map((t) => `{ text: ${t}, type: 'text' }`) },
  { weight: 5, arbitrary: texts.map((t) => `{ type: 'text' as const, text: ${t} }`) },
  { weight: 1, arbitrary: texts.map((t) => `{ 'type': "text", ['text']: ${t} } as const`) },
  { weight: 2, arbitrary: fc.constantFrom('{ type: "text", text }', '{ type: "text", text, }') },
  { weight: 5, arbitrary: fc.constant('block') },
  { weight: 1, arbitrary: texts.map((t) => `asText(${t})`) },
  { weight: 1, arbitrary: texts.map((t) => `{ type: 'text', text: ${t}, annotations: { priority: 1 } }`) },
  { weight: 1, arbitrary: fc.tuple(texts, texts).map(([a, b]) => `{ type: 'text', text: ${a}, text: ${b} }`) },
  { weight: 1, arbitrary: texts.map((t) => `{ type: log('type', 'text'), text: ${t} }`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("{ type: 'image', data: 'AAAA', mimeType: 'image/png' }", "{ type: 'text' }"),
  },
  { weight: 1, arbitrary: fc.tuple(conditions, texts).map(([c, t]) => `${c} ? { type: 'text', text: ${t} } : block`) },
);

const contents: Source = fc.oneof(
  { weight: 60, arbitrary: blocks.map((b) => `[${gap(4)}${b}${gap(5)}]`) },
  { weight: 2, arbitrary: blocks.map((b) => `[\n  ${b},\n] as any`) },
  { weight: 1, arbitrary: fc.tuple(blocks, blocks).map(([a, b]) => `[${a}, ${b}]`) },
  { weight: 1, arbitrary: fc.constantFrom('[]', 'content', '[...content]') },
  { weight: 1, arbitrary: fc.tuple(conditions, blocks).map(([c, b]) => `${c} ? [${b}] : []`) },
);

const viewProperties: Source = fc.oneof(
  { weight: 40, arbitrary: views.map((v) => `structuredContent: ${gap(6)}${v}`) },
  { weight: 3, arbitrary: fc.constant('structuredContent') },
  { weight: 1, arbitrary: views.map((v) => `'structuredContent': ${v}`) },
  { weight: 1, arbitrary: views.map((v) => `['structuredContent']: ${v}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(conditions, viewLiterals).map(([c, v]) => `...(${c} && { structuredContent: ${v} })`),
  },
);

const otherProperties: Source = fc.oneof(
  { weight: 16, arbitrary: flags.map((f) => `isError: ${f}`) },
  { weight: 8, arbitrary: metas.map((m) => `_meta: ${m}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '_meta',
      "resultType: 'complete'",
      '...extra',
      'meta: 1',
      'isError: true, isError: false',
      'get isError() { return false }',
    ),
  },
);

const resultLiterals: Source = fc
  .tuple(
    contents,
    viewProperties,
    fc.uniqueArray(otherProperties, { maxLength: 2, selector: (p) => p.replace(/:[^]*/, '') }),
    fc.nat({ max: 9 }),
    fc.boolean(),
  )
  .map(([content, view, others, order, comma]) => {
    // Content first, as in most servers.
    const pair = order % 5 === 4 ? [view, `content: ${content}`] : [`content: ${gap(7)}${content}`, view];
    const all = order < 3 ? [...pair, ...others] : order === 3 ? [...others, ...pair] : [pair[0]!, ...others, pair[1]!];
    return `{${gap(8)}${all.join(`,${gap(9)}`)}${comma ? ',' : ''}${gap(10)}}`;
  });

const results: Source = fc.oneof(
  { weight: 30, arbitrary: resultLiterals },
  { weight: 1, arbitrary: resultLiterals.map((r) => `${r} as const`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `${r} as unknown as any`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `${r} satisfies object`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `<const>${r}`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `<const>(${r})`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `(${r}) as const satisfies object`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `/** @type {const} */ (${r})`) },
  { weight: 1, arbitrary: resultLiterals.map((r) => `(log('before result'), ${r})`) },
);

// ---- what stands around results ----

/** What is done to a result or its view after it is made. */
const afterwards: Source = fc.constantFrom(
  "log('made')",
  "log('made', result.content.length)",
  "view.status = 'late'",
  "items.push('late')",
  "result.content[0].text += '!'",
  'result.structuredContent.total = 9',
  'touch(view)',
  "Object.assign(view, { status: 'late' })",
  ";[view].forEach((one: any) => (one.status = 'each'))",
  "const alias = view\nalias.status = 'aliased'",
  "const finish = () => {\n  view.status = 'finished'\n}\nfinish()",
  'status = "changed later"',
  'touch(result)',
  'delete view.total',
  'view.total++',
);

const bodies: Source = fc.oneof(
  { weight: 30, arbitrary: results.map((r) => `return ${r}${END}`) },
  { weight: 5, arbitrary: results.map((r) => `return (\n${r}\n)${END}`) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(conditions, results, results)
      .map(([c, a, b]) => `if (${c}) {\n  return ${a}${END}\n}\nreturn ${b}${END}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(conditions, results, results)
      .map(([c, a, b]) => `if (${c}) return ${a}${END}\nreturn ${b}${END}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(results, results)
      .map(
        ([a, b]) =>
          `switch (input.mode) {\n  case 'a':\n    return ${a}${END}\n  default: {\n    return ${b}${END}\n  }\n}`,
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(results, results)
      .map(
        ([a, b]) =>
          `try {\n  return ${a}${END}\n} catch (error) {\n  log('caught', (error as Error).message)\n  return ${b}${END}\n}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(results, afterwards)
      .map(([a, s]) => `try {\n  return ${a}${END}\n} finally {\n  ${withoutResult(s)}${END}\n}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(results, fc.array(afterwards, { maxLength: 2 }))
      .map(
        ([r, s]) =>
          `const result = ${r}${END}\n${s.map((one) => `if (input) {\n  ${one}${END}\n}\n`).join('')}return result${END}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(conditions, results, results, afterwards)
      .map(
        ([c, a, b, s]) =>
          `let result: any\nif (${c}) {\n  result = ${a}${END}\n} else result = ${b}${END}\n${s}${END}\nreturn result${END}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(conditions, results, results)
      .map(([c, a, b]) => `const first = ${a}${END}\nconst second = ${b}${END}\nreturn ${c} ? first : second${END}`),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(conditions, results, results).map(([c, a, b]) => `return ${c} ? ${a} : ${b}${END}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'Promise.resolve',
          'await Promise.resolve',
          'Object.freeze',
          "log('resolver', Promise).resolve",
          'hand',
        ),
        results,
      )
      .map(([f, r]) => `return ${f}(${r})${END}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(results, results)
      .map(
        ([a, b]) =>
          `for (const item of input.items) {\n  if (item.id === 'b') {\n    return ${a}${END}\n  }\n}\nreturn ${b}${END}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(results, conditions)
      .map(
        ([a, c]) =>
          `let result: any = null\nfor (const id of input.items) {\n  view.status = String(id.id)\n  if (result && ${c}) continue\n  result = ${a}${END}\n}\nreturn result${END}`,
      ),
  },
  {
    weight: 1,
    arbitrary: results.map(
      (r) => `const build = async (n: number) => {\n  return ${r}${END}\n}\nreturn build(1)${END}`,
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(results, afterwards)
      .map(
        ([r, s]) =>
          `await store.storeTaskResult('t1', 'completed', ${r})${END}\n${withoutResult(s)}${END}\nreturn { content: [] }${END}`,
      ),
  },
  { weight: 1, arbitrary: results.map((r) => `label: return ${r}${END}`) },
  { weight: 1, arbitrary: results.map((r) => `return cached ?? ${inParentheses(r)}${END}`) },
  { weight: 1, arbitrary: results.map((r) => `return { ...(${r}) }${END}`) },
  { weight: 1, arbitrary: results.map((r) => `return Object.assign({}, ${r})${END}`) },
  { weight: 1, arbitrary: results.map((r) => `const reply = log('own reply', 1)\nreturn ${r}${END}`) },
  {
    weight: 1,
    arbitrary: results.map((r) => `// eslint-disable-next-line mcp-reply/require-reply\nreturn ${r}${END}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(contents, viewLiterals)
      .map(
        ([c, v]) =>
          `const result: any = { content: ${c} }${END}\nresult.structuredContent = ${v}${END}\nreturn result${END}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(results, results)
      .map(
        ([a, b]) =>
          `return {\n  content: [{ type: 'text', text: 'Outer.' }],\n  structuredContent: pick(async () => {\n    return ${a}${END}\n  }, ${plain(b)}),\n}${END}`,
      ),
  },
);

function inParentheses(source: string): string {
  return `(\n${source}\n)`;
}

/** A statement that speaks of the result, for a place that has no name for it. */
function withoutResult(statement: string): string {
  return statement.includes('result') ? "log('later')" : statement;
}

/** What a handler declares by generated code. */
interface Generated {
  readonly view: string;
  readonly block: string;
  readonly content: string;
}

const generated: fc.Arbitrary<Generated> = fc.record({
  view: fc
    .oneof(
      { weight: 3, arbitrary: fc.constant('{ total: items.length, items }') },
      { weight: 3, arbitrary: viewLiterals },
      {
        weight: 1,
        arbitrary: fc.constantFrom('makeView(input)', 'new Found(2)', 'state.view', "await later('made', {})"),
      },
    )
    // A view cannot be made of itself.
    .map((v) => v.replaceAll('...view', '...state.view')),
  block: texts.map((t) => `{ type: 'text' as const, text: ${t} }`),
  content: texts.map((t) => `[{ type: 'text' as const, text: ${t} }]`),
});

// ---- the handler and its registration ----

type Place =
  | 'arrow'
  | 'expression'
  | 'function'
  | 'named'
  | 'named above'
  | 'exported'
  | 'wrapped'
  | 'tool object'
  | 'inline object'
  | 'tool class'
  | 'method'
  | 'low level';

const places = fc.constantFrom<Place>(
  ...Array.from({ length: 8 }, () => 'arrow' as const),
  'expression',
  'function',
  'named',
  'named above',
  'exported',
  'wrapped',
  'tool object',
  'inline object',
  'tool class',
  'method',
  'low level',
);

const SHAPE = [
  'total: z.number().optional()',
  'items: z.array(z.any()).optional()',
  'query: z.string().optional()',
  'status: z.any()',
  'nested: z.any()',
];

/** An output schema: declarations above, and the expression; null for a tool without one. */
interface Schema {
  readonly above: string;
  readonly source: string | null;
}

const shapes: Source = fc.oneof(
  { weight: 4, arbitrary: fc.constant(`{ ${SHAPE.join(', ')} }`) },
  { weight: 2, arbitrary: fc.constant(`{\n  ${SHAPE.join(',\n  ')},\n}`) },
  { weight: 1, arbitrary: fc.constant(`{\n\t${SHAPE.join(',\n\t')}\n}`) },
  { weight: 1, arbitrary: fc.constant(`{\n  ${SHAPE.join(', // why, so\n  ')}, // last, with a comma\n}`) },
  { weight: 1, arbitrary: fc.constant(`{\n  ${SHAPE.join(',\n  ')} // last\n  // end\n}`) },
  { weight: 1, arbitrary: fc.constant(`{ ${SHAPE.join(' /* , */, ')} /* last */ , /* end */ }`) },
  { weight: 1, arbitrary: fc.constant(`{ ${SHAPE.join(', ')}, note: z.string().optional() }`) },
);

const schemas: fc.Arbitrary<Schema> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ above: '', source: null }) },
  { weight: 4, arbitrary: shapes.map((s) => ({ above: '', source: s })) },
  { weight: 3, arbitrary: shapes.map((s) => ({ above: `const shape = ${s}`, source: 'shape' })) },
  { weight: 3, arbitrary: shapes.map((s) => ({ above: '', source: `z.object(${s})` })) },
  { weight: 2, arbitrary: shapes.map((s) => ({ above: `const Output = z.object(${s}).strict()`, source: 'Output' })) },
  { weight: 1, arbitrary: shapes.map((s) => ({ above: `const Output = z.strictObject(${s})`, source: 'Output' })) },
  { weight: 1, arbitrary: shapes.map((s) => ({ above: `const Output = z.object(${s})`, source: 'Output.shape' })) },
  { weight: 1, arbitrary: shapes.map((s) => ({ above: '', source: `z.looseObject(${s})` })) },
  { weight: 1, arbitrary: shapes.map((s) => ({ above: `const shape = ${s}`, source: '{ ...shape, more: z.any() }' })) },
  {
    weight: 1,
    arbitrary: shapes.map((s) => ({
      above: `const Base = z.object(${s})`,
      source: "Base.extend({ more: z.any() }).describe('A find.')",
    })),
  },
  {
    weight: 1,
    arbitrary: shapes.map((s) => ({
      above: `const shape = ${s}`,
      source: 'z.union([z.strictObject(shape), z.strictObject({ failed: z.string() })])',
    })),
  },
  {
    weight: 1,
    arbitrary: shapes.map((s) => ({ above: `const shape = ${s}`, source: 'z.object(shape).partial().readonly()' })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Schema>(
      { above: '', source: "log('schema', undefined)" },
      { above: '', source: 'z.record(z.string(), z.any())' },
      { above: '', source: `{ ${SHAPE.join(', ')}, note: z.string() }` },
      { above: '', source: '{}' },
    ),
  },
);

interface Parts {
  readonly body: string;
  readonly generated: Generated;
  readonly place: Place;
  readonly schema: Schema;
  readonly semicolons: boolean;
  readonly tabs: boolean;
  readonly crlf: boolean;
  readonly gaps: readonly string[];
  readonly tool: boolean;
  readonly head: string;
}

const heads: Source = fc.constantFrom(
  '',
  '',
  '#!/usr/bin/env node\n',
  '// Tools of a small server.\n\n',
  '/* Copyright 2026 the authors. */\n',
  "'use strict'\n",
);

const parts: fc.Arbitrary<Parts> = fc.record({
  body: bodies,
  generated,
  place: places,
  schema: schemas,
  semicolons: fc.boolean().map((b) => !b),
  tabs: fc.boolean(),
  crlf: fc.nat({ max: 5 }).map((n) => n === 5),
  gaps: fc.array(fc.constantFrom(...GAPS), { maxLength: 11 }),
  tool: fc.nat({ max: 4 }).map((n) => n === 4),
  head: heads,
});

/** All programs. */
export const programs: fc.Arbitrary<Program> = fc
  .tuple(
    parts,
    fc.oneof(
      { weight: 36, arbitrary: fc.constant('reply' as const) },
      { weight: 5, arbitrary: fc.constantFrom('text first' as const, 'named text' as const) },
      { weight: 1, arbitrary: fc.constant('none' as const) },
    ),
    fc.nat({ max: 39 }).map((n) => n === 39),
  )
  .map(([made, helper, onlyLost]) => ({ text: render(made), helper, onlyLost }));

function render(made: Parts): string {
  const handler = renderHandler(made);
  const rest = [...handler.above, ...handler.below].join('\n');
  const declared = moduleDeclarations(rest);
  const zod = /\bz\.\w/.test(rest) ? ["import { z } from 'zod'", ''] : [];
  let text = made.head + [...zod, ...declared, ...handler.above, '', ...handler.below, ''].join('\n');
  let comment = 0;
  // A gap is the same wherever its number stands: few choices, so that programs shrink to what matters.
  text = text.replace(/\u0000(\d+);/g, (_, n: string) => made.gaps[Number(n)] ?? ' ');
  text = text.replace(/\bc#/g, () => `c${++comment}`);
  text = text.replaceAll(END, made.semicolons ? ';' : '');
  if (made.tabs) text = text.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
  return made.crlf ? text.replace(/\n/g, '\r\n') : text;
}

function renderHandler(made: Parts): { above: string[]; below: string[] } {
  const { place, schema, body } = made;
  // What `pick` is given is not followed.
  const view = body.includes('pick(') ? plain(made.generated.view) : made.generated.view;
  const statements = [
    ...handlerDeclarations(body, [
      { name: 'view', source: `const view: any = ${view};` },
      { name: 'structuredContent', source: `const structuredContent: any = ${view};` },
      { name: 'block', source: `const block = ${made.generated.block};` },
      { name: 'content', source: `const content = ${made.generated.content};` },
      { name: 'cached', source: 'const cached: any = null;' },
    ]),
    body,
  ];
  const block = `{\n  ${statements.join('\n').replace(/\n(?=\S)/g, '\n  ')}\n}`;
  const above: string[] = schema.above ? [schema.above] : [];
  const config = [
    "description: 'Searches.'",
    'inputSchema: {}',
    ...(schema.source === null ? [] : [`outputSchema: ${schema.source}`]),
  ].join(', ');
  const register = (handler: string): string =>
    made.tool && schema.source === null
      ? `server.tool('search', ${handler})`
      : `server.registerTool('search', { ${config} }, ${handler})`;
  switch (place) {
    case 'arrow':
      return { above, below: [register(`async (input: any) => ${block}`)] };
    case 'expression': {
      const only = /^return ([^\u0001]*)\u0001$/.exec(body);
      const plain = statements.length === 1 && only !== null && !/\n(?:return|}|case)/.test(body);
      return {
        above,
        below: [register(plain ? `async (input: any) => (${only[1]}\n)` : `async (input: any) => ${block}`)],
      };
    }
    case 'function':
      return { above, below: [register(`async function (input: any) ${block}`)] };
    case 'named':
      return { above, below: [register('search'), `async function search(input: any) ${block}`] };
    case 'named above':
      return {
        above: [...above, `const search = async (input: any): Promise<any> => ${block}`],
        below: [register('search')],
      };
    case 'exported':
      return { above: [...above, `export async function search(input: any) ${block}`], below: [register('search')] };
    case 'wrapped':
      return { above, below: [register(`withAuth(async (input: any) => ${block})`)] };
    case 'tool object':
      return {
        above: [...above, `const tool = { name: 'search', ${config}, handler: async (input: any) => ${block} }`],
        below: ['server.addTool(tool)'],
      };
    case 'inline object':
      return { above, below: [`server.addTool({ name: 'search', ${config}, async execute(input: any) ${block} })`] };
    case 'tool class':
      return {
        above: [
          ...above,
          `class Search {\n  name = 'search';\n${schema.source === null ? '' : `  outputSchema = ${schema.source};\n`}  async execute(input: any) ${block}\n}`,
        ],
        below: ['server.addTool(new Search())'],
      };
    case 'method':
      return {
        above: [...above, `class Tools {\n  async search(input: any) ${block}\n}`, 'const tools = new Tools()'],
        below: [register('(input: any) => tools.search(input)')],
      };
    case 'low level':
      return { above: [], below: [`server.setRequestHandler('tools/call', async (input: any) => ${block})`] };
  }
}
