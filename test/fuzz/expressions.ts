import fc from 'fast-check';

/*
 * Expressions of the generated programs, as source. Names that they use are declared by `declarations.ts`; `log(name, value)`
 * is the harness's: it records the name and gives the value. Simple forms come first, since shrinking goes there.
 */

type Source = fc.Arbitrary<string>;

export const conditions: Source = fc.constantFrom(
  'items.length > 0',
  "input.mode === 'a'",
  '!query',
  "log('condition', input.mode === 'a')",
  'limit',
);

const numbers: Source = fc.constantFrom(
  '3',
  'items.length',
  'limit',
  'input.items.length',
  'count',
  '++count',
  'count++',
  "log('number', 2)",
  "await later('later number', 5)",
  'lazy.total',
  'input.deep.total',
  '-limit',
  '(count += 2)',
);

const fieldStrings: Source = fc.constantFrom(
  "'ok'",
  'query',
  '`${query}!`',
  'status',
  'text',
  'RULE',
  "log('string', 'x')",
  'ids.next().value',
  "'Nothing found.'",
  "query || 'none'",
  "fail('field')",
  'undefined',
);

const lists: Source = fc.constantFrom(
  'items',
  '[...items]',
  "[{ id: 'a', text: 'Hello' }]",
  'items.map((item) => item)',
  "log('list', ['a'])",
  '[]',
  '[lead]',
);

/** One property of a view; the schemas of the programs know `total`, `items`, `query`, `status` and `nested`. */
const fields: Source = fc.oneof(
  { weight: 6, arbitrary: numbers.map((n) => `total: ${n}`) },
  { weight: 4, arbitrary: lists.map((l) => `items: ${l}`) },
  { weight: 4, arbitrary: fieldStrings.map((s) => `status: ${s}`) },
  { weight: 2, arbitrary: fieldStrings.map((s) => `query: ${s}`) },
  { weight: 3, arbitrary: fc.constantFrom('items', 'query', 'status') },
  { weight: 1, arbitrary: numbers.map((n) => `'total': ${n}`) },
  { weight: 1, arbitrary: numbers.map((n) => `nested: { deeper: [${n}, { n: ${n} }] }`) },
  { weight: 1, arbitrary: numbers.map((n) => `['total']: ${n}`) },
  { weight: 1, arbitrary: fc.constant("[log('key', 'total')]: 1") },
  { weight: 1, arbitrary: conditions.map((c) => `...(${c} && { status: 'found' })`) },
  { weight: 1, arbitrary: conditions.map((c) => `...(${c} ? { total: 1 } : {})`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('...state.view', '...view', '...makeView(input)', "...log('spread', { total: 2 })"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "get total() { return log('getter', 6) }",
      "note: 'Mine.'",
      '__proto__: state',
      "constructor: 'x'",
      "toString: 'x'",
      "['__proto__']: 'own'",
      'toJSON() { return { total: 8 } }',
      "'note': undefined",
    ),
  },
);

export const viewLiterals: Source = fc
  .uniqueArray(fields, { maxLength: 4, selector: keyOf })
  .map((list) => (list.length === 0 ? '{}' : `{ ${list.join(', ')} }`));

/** Without accessors: the helper reads a view to make its note, and runs those that no source shows. */
export function plain(source: string): string {
  return source.replaceAll(/get total\(\) \{[^}]*\}/g, 'total: 6');
}

function keyOf(field: string): string {
  return field.startsWith('...') ? field : /^(?:get )?\[?'?(\w+)/.exec(field)![1]!;
}

export const views: Source = fc.oneof(
  { weight: 12, arbitrary: viewLiterals },
  { weight: 9, arbitrary: fc.constant('view') },
  { weight: 2, arbitrary: fc.constant('{ ...view }') },
  { weight: 2, arbitrary: fc.constantFrom('makeView(input)', 'state.view', 'lazy.view', 'new Found(3)') },
  { weight: 2, arbitrary: viewLiterals.map((v) => `log('view', ${plain(v)})`) },
  { weight: 2, arbitrary: viewLiterals.map((v) => `await later('later view', ${plain(v)})`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'view as Record<string, unknown>',
      '<any>view',
      'view!',
      '(view as any) satisfies object',
    ),
  },
  { weight: 1, arbitrary: viewLiterals.map((v) => `${v} as const`) },
  { weight: 1, arbitrary: viewLiterals.map((v) => `${v} satisfies object`) },
  { weight: 1, arbitrary: fc.tuple(conditions, viewLiterals).map(([c, v]) => `${c} ? ${v} : view`) },
  { weight: 1, arbitrary: viewLiterals.map((v) => `(log('before view'), ${v})`) },
  { weight: 1, arbitrary: viewLiterals.map((v) => `(last = ${v})`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'JSON.parse(JSON.stringify(view))',
      'Object.freeze({ total: 2 })',
      'growing',
      'growing ?? {}',
      '[1, 2]',
      'null',
      'undefined',
      "'text'",
      'items',
      'new Map([[1, 2]])',
      "input.mode === 'a' ? { total: 1 } : undefined",
      "fail('view')",
      'input.deep.view',
      'Object.create(null)',
    ),
  },
);

const plainTexts: Source = fc.constantFrom(
  "'Found it.'",
  '"It\'s \\u2014 “here”."',
  '`Found it.`',
  '`Two lines:\n  - one\n\t- two\n`',
  'RULE',
  "''",
);

const namedTexts: Source = fc.constantFrom(
  'lead',
  'text',
  'status',
  'query',
  'state.text',
  'lazy.text',
  'input.missing',
  'input.deep.text',
);

const calledTexts: Source = fc.constantFrom(
  'JSON.stringify(view)',
  'JSON.stringify(view, null, 2)',
  'JSON.stringify({ total: 3 })',
  'format(view)',
  "log('text', 'Logged.')",
  "await later('later text', 'Later.')",
  'touch(view)',
  'String(++count)',
  '`${count++} calls.`',
  "fail('text')",
  "(items.push('pushed'), 'Pushed.')",
  "(view.status = 'set', 'Set.')",
  '`${noisy}`',
  "'' + noisy",
  'ids.next().value',
  "items.map((id) => `- ${id}`).join('\\n')",
  "[RULE, '', ...items].join('\\n')",
  "(status = 'changed', 'Changed.')",
  "(growing = { total: 9 }, 'Grown.')",
  'text.trim()',
  '(() => lead)()',
  "items.shift() ?? 'None.'",
);

export const texts: Source = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    { weight: 8, arbitrary: plainTexts },
    { weight: 6, arbitrary: namedTexts },
    { weight: 5, arbitrary: calledTexts },
    { weight: 3, arbitrary: fc.tuple(tie('text'), numbers).map(([a, b]) => `\`\${${a}} — \${${b}} items\nof many.\``) },
    { weight: 2, arbitrary: fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${inner(a)} + ${inner(b)}`) },
    { weight: 2, arbitrary: fc.tuple(tie('text'), tie('text')).map(([a, b]) => `[${a}, ${b}].join('\\n')`) },
    {
      weight: 2,
      arbitrary: fc.tuple(conditions, tie('text'), tie('text')).map(([c, a, b]) => `${c} ? ${inner(a)} : ${inner(b)}`),
    },
    { weight: 1, arbitrary: tie('text').map((a) => `${inner(a)} as string`) },
    { weight: 1, arbitrary: tie('text').map((a) => `(log('before text'), ${a})`) },
    { weight: 1, arbitrary: tie('text').map((a) => `${inner(a)} /* why */`) },
    { weight: 1, arbitrary: tie('text').map((a) => `// says it\n${inner(a)}`) },
  ),
})).text;

/** An expression as an operand. */
function inner(source: string): string {
  return /^(?:[\w.]+|'[^']*'|`[^`]*`)$/.test(source) ? source : `(${source}\n)`;
}

export const flags: Source = fc.constantFrom(
  'true',
  'true',
  'true',
  'false',
  'false',
  'false',
  "input.mode === 'b'",
  "log('flag', false)",
  'items.length === 0',
  'count > 1',
  '!query',
  '!!++count',
  'undefined',
);

export const metas: Source = fc.constantFrom(
  '{ at: 1 }',
  "log('meta', { at: 2 })",
  '{ n: ++count }',
  'state.meta',
  'undefined',
  "{ 'x/y': query }",
);
