import { describe, expect, test } from 'vitest';
import type { LeftReason } from '../../edits/reasons.js';
import { LEFT_REASONS } from '../../edits/reasons.js';
import { HELPER, rewrite, rewriteBody } from './rewrite.js';

type Case = [title: string, body: string, after: string];

function check(cases: readonly Case[]): void {
  test.each(cases)('%s', (_, body, after) => {
    expect(rewriteBody(body)).toBe(after);
  });
}

describe('the call', () => {
  check([
    [
      'text and view',
      "return { content: [{ type: 'text', text: 'Ask first.' }], structuredContent: args };",
      "return reply(args, 'Ask first.');",
    ],
    [
      'view before text',
      "return { structuredContent: args, content: [{ type: 'text', text: 'Ask first.' }] };",
      "return reply(args, 'Ask first.');",
    ],
    [
      'quoted keys',
      "return { 'content': [{ 'type': 'text', 'text': 'a' }], \"structuredContent\": args };",
      "return reply(args, 'a');",
    ],
    [
      'shorthand',
      "const { text, structuredContent } = await go(args);\nreturn { content: [{ type: 'text', text }], structuredContent };",
      'const { text, structuredContent } = await go(args);\nreturn reply(structuredContent, text);',
    ],
    [
      'an arrow in parentheses',
      "return go(() => ({ content: [{ type: 'text', text: 'a' }], structuredContent: args }));",
      "return go(() => (reply(args, 'a')));",
    ],
    [
      'Promise.resolve',
      "return Promise.resolve({ content: [{ type: 'text', text: 'a' }], structuredContent: args });",
      "return Promise.resolve(reply(args, 'a'));",
    ],
    [
      'a variable',
      "const r = { content: [{ type: 'text', text: 'a' }], structuredContent: args };\nconsole.log(r);\nreturn r;",
      "const r = reply(args, 'a');\nconsole.log(r);\nreturn r;",
    ],
    [
      'a conditional',
      "return args ? { content: [{ type: 'text', text: 'a' }], structuredContent: args } : null;",
      "return args ? reply(args, 'a') : null;",
    ],
    [
      'a return without a semicolon',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args }",
      "return reply(args, 'a')",
    ],
    [
      'a block with a name',
      "const block = { type: 'text' as const, text: 'a' };\nreturn { content: [block], structuredContent: args };",
      "const block = { type: 'text' as const, text: 'a' };\nreturn reply(args, block.text);",
    ],
    [
      'a sequence',
      "return { content: [{ type: 'text', text: (1, 'a') }], structuredContent: args };",
      "return reply(args, (1, 'a'));",
    ],
  ]);
});

describe('the error flag', () => {
  check([
    [
      'true',
      "return { isError: true, content: [{ type: 'text', text: 'a' }], structuredContent: args };",
      "return reply(args, 'a', true);",
    ],
    [
      'false goes',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, isError: false };",
      "return reply(args, 'a');",
    ],
    [
      'a name',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, isError };",
      "return reply(args, 'a', isError);",
    ],
    [
      'an expression',
      "const bad = args;\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: args, isError: !bad };",
      "const bad = args;\nreturn reply(args, 'a', !bad);",
    ],
  ]);

  test('a helper without a place for it', () => {
    const helper = { ...HELPER, takesError: false };
    const body = "return { isError: true, content: [{ type: 'text', text: 'a' }], structuredContent: args };";
    expect(rewriteBody(body, { helper })).toBe('left: helper-shape');
    expect(rewriteBody(body.replace('true', 'false'), { helper })).toBe("return reply(args, 'a');");
  });
});

describe('_meta', () => {
  check([
    [
      'behind',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, _meta: { k: 1 } };",
      "return { ...reply(args, 'a'), _meta: { k: 1 } };",
    ],
    [
      'shorthand',
      "const _meta = { k: 1 };\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: args, _meta };",
      "const _meta = { k: 1 };\nreturn { ...reply(args, 'a'), _meta };",
    ],
    [
      'in front, evaluated first',
      "return { _meta: meta(), content: [{ type: 'text', text: 'a' }], structuredContent: args };",
      "return { ...reply(args, 'a'), _meta: meta() };",
    ],
    [
      'in front of a call',
      "return { _meta: meta(), content: [{ type: 'text', text: go() }], structuredContent: args };",
      'left: evaluation-order',
    ],
  ]);
});

describe('casts', () => {
  check([
    [
      'of the result stay',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args } as CallToolResult;",
      "return reply(args, 'a') as CallToolResult;",
    ],
    [
      'satisfies stays',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args } satisfies CallToolResult;",
      "return reply(args, 'a') satisfies CallToolResult;",
    ],
    [
      'of a view stay',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args as unknown as Record<string, unknown> };",
      "return reply(args as unknown as Record<string, unknown>, 'a');",
    ],
    [
      'a spread of a view stays',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: { ...args } };",
      "return reply({ ...args }, 'a');",
    ],
    [
      'as const goes',
      "return { content: [{ type: 'text' as const, text: 'a' }], structuredContent: args } as const;",
      "return reply(args, 'a');",
    ],
    [
      'as const in parentheses goes',
      "return ({ content: [{ type: 'text', text: 'a' }], structuredContent: args }) as const;",
      "return (reply(args, 'a'));",
    ],
    [
      'as const below another cast goes',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args } as const as Result;",
      "return reply(args, 'a') as Result;",
    ],
    [
      '<const> goes',
      "return <const>{ content: [{ type: 'text', text: 'a' }], structuredContent: args };",
      "return reply(args, 'a');",
    ],
    [
      'as const on the list and the block',
      "return { content: [{ type: 'text', text: 'a' } as const] as const, structuredContent: args };",
      "return reply(args, 'a');",
    ],
    [
      'a JSDoc cast to const',
      "return /** @type {const} */ ({ content: [{ type: 'text', text: 'a' }], structuredContent: args });",
      'left: const-cast',
    ],
    [
      'a JSDoc cast to a type',
      "return /** @type {Result} */ ({ content: [{ type: 'text', text: 'a' }], structuredContent: args });",
      "return /** @type {Result} */ (reply(args, 'a'));",
    ],
    [
      'type arguments',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: args } as Result<Row>;",
      "return reply(args, 'a') as Result<Row>;",
    ],
  ]);

  test('<const> around parentheses', () => {
    const body = "return <const>({ content: [{ type: 'text', text: 'a' }], structuredContent: args });";
    expect(rewriteBody(body)).toMatch(/^return \(?reply\(args, 'a'\)\)?;$|^left: const-cast$/);
  });
});

describe('order of evaluation', () => {
  check([
    [
      'a call of a text beside a name',
      "return { content: [{ type: 'text', text: go(args) }], structuredContent: args };",
      'return reply(args, go(args));',
    ],
    [
      'a text that awaits beside a literal',
      "return { content: [{ type: 'text', text: await go() }], structuredContent: { a: 1 } };",
      'return reply({ a: 1 }, await go());',
    ],
    [
      'two awaits',
      "return { content: [{ type: 'text', text: await one() }], structuredContent: await two() };",
      'const text = await one();\nreturn reply(await two(), text);',
    ],
    [
      'two calls',
      "return { content: [{ type: 'text', text: one() }], structuredContent: { id: two() } };",
      'const text = one();\nreturn reply({ id: two() }, text);',
    ],
    [
      'two calls, the view first',
      "return { structuredContent: { id: two() }, content: [{ type: 'text', text: one() }] };",
      'return reply({ id: two() }, one());',
    ],
    [
      'two members',
      "return { content: [{ type: 'text', text: args.text }], structuredContent: { id: args.id } };",
      'const text = args.text;\nreturn reply({ id: args.id }, text);',
    ],
    [
      'a counter',
      "let n = 0;\nreturn { content: [{ type: 'text', text: `${++n}` }], structuredContent: { n } };",
      'let n = 0;\nconst text = `${++n}`;\nreturn reply({ n }, text);',
    ],
    [
      'a generator of ids',
      "return { content: [{ type: 'text', text: `Started ${args.id}` }], structuredContent: { id: randomUUID() } };",
      'const text = `Started ${args.id}`;\nreturn reply({ id: randomUUID() }, text);',
    ],
    [
      'an error flag that is called',
      "return { content: [{ type: 'text', text: 'a' }], structuredContent: { a: one() }, isError: two() };",
      "return reply({ a: one() }, 'a', two());",
    ],
    [
      'an error flag that is called first',
      "return { isError: two(), content: [{ type: 'text', text: 'a' }], structuredContent: { a: one() } };",
      'left: evaluation-order',
    ],
    [
      'a conditional has no place before it',
      "return args ? { content: [{ type: 'text', text: one() }], structuredContent: two() } : null;",
      'left: evaluation-order',
    ],
    [
      'a return without a block has none',
      "if (args) return { content: [{ type: 'text', text: one() }], structuredContent: two() };",
      'left: evaluation-order',
    ],
    [
      'an arrow has none',
      "return go(() => ({ content: [{ type: 'text', text: one() }], structuredContent: two() }));",
      'left: evaluation-order',
    ],
    [
      'a variable',
      "const r = { content: [{ type: 'text', text: one() }], structuredContent: two() };\nreturn r;",
      'const text = one();\nconst r = reply(two(), text);\nreturn r;',
    ],
    [
      'two variables of one declaration',
      "const a = one(), r = { content: [{ type: 'text', text: a.b }], structuredContent: two() };\nreturn r;",
      'left: evaluation-order',
    ],
    [
      'a taken name',
      "const text = one();\nreturn { content: [{ type: 'text', text: text.a }], structuredContent: two() };",
      'const text = one();\nconst replyText = text.a;\nreturn reply(two(), replyText);',
    ],
    [
      'no semicolons',
      "return { content: [{ type: 'text', text: one() }], structuredContent: two() }",
      'const text = one()\nreturn reply(two(), text)',
    ],
    [
      'Promise.resolve',
      "return Promise.resolve({ content: [{ type: 'text', text: one() }], structuredContent: two() });",
      'const text = one();\nreturn Promise.resolve(reply(two(), text));',
    ],
    [
      'indentation',
      "  if (args) {\n    return { content: [{ type: 'text', text: one() }], structuredContent: two() };\n  }",
      '  if (args) {\n    const text = one();\n    return reply(two(), text);\n  }',
    ],
    [
      'tabs',
      "\tif (args) {\n\t\treturn { content: [{ type: 'text', text: one() }], structuredContent: two() };\n\t}",
      '\tif (args) {\n\t\tconst text = one();\n\t\treturn reply(two(), text);\n\t}',
    ],
  ]);

  test('two constants in one block have two names', () => {
    const pair = (n: number): string =>
      `{ content: [{ type: 'text', text: one(${n}) }], structuredContent: two(${n}) }`;
    const code = `import { go } from './go.js';
server.registerTool('t', {}, async (args) => {
  const a = ${pair(1)};
  const b = ${pair(2)};
  return args ? a : b;
});
`;
    expect(rewrite(code).text).toBe(`import { go } from './go.js';
import { reply } from './reply.js';
server.registerTool('t', {}, async (args) => {
  const text = one(1);
  const a = reply(two(1), text);
  const replyText = one(2);
  const b = reply(two(2), replyText);
  return args ? a : b;
});
`);
  });

  test('text first in the helper needs no constant', () => {
    const helper = { ...HELPER, view: 1, text: 0 };
    const body = "return { content: [{ type: 'text', text: one() }], structuredContent: two() };";
    expect(rewriteBody(body, { helper })).toBe('return reply(one(), two());');
    const other = "return { structuredContent: two(), content: [{ type: 'text', text: one() }] };";
    expect(rewriteBody(other, { helper })).toBe('left: evaluation-order');
  });
});

describe('comments', () => {
  check([
    [
      'a line comment in the object',
      "return {\n  // Why.\n  content: [{ type: 'text', text: 'a' }],\n  structuredContent: args,\n};",
      "return reply(\n  // Why.\n  args, 'a');",
    ],
    [
      'a comment behind a property',
      "return {\n  content: [{ type: 'text', text: 'a' }],\n  structuredContent: args, // What the card shows.\n};",
      "return reply(\n  // What the card shows.\n  args, 'a');",
    ],
    [
      'a block comment',
      "return { content: [{ type: 'text', text: 'a' /* said */ }], structuredContent: args };",
      "return reply(/* said */ args, 'a');",
    ],
    [
      'inside the view',
      "return {\n  content: [{ type: 'text', text: 'a' }],\n  structuredContent: {\n    // One.\n    a: 1, /* two */\n  },\n};",
      "return reply({\n    // One.\n    a: 1, /* two */\n  }, 'a');",
    ],
    [
      'inside the text',
      "return { content: [{ type: 'text', text: [\n  'a', // One.\n].join() }], structuredContent: args };",
      "return reply(args, [\n  'a', // One.\n].join());",
    ],
    [
      'before the result',
      "// Before.\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: args }; // Behind.",
      "// Before.\nreturn reply(args, 'a'); // Behind.",
    ],
  ]);

  test('none is lost, wherever they stand', () => {
    const body = `return /*0*/ { /*1*/ content /*2*/: /*3*/ [ /*4*/ { /*5*/ type: /*6*/ 'text' /*7*/, text /*8*/: /*9*/ one(/*10*/) /*11*/ } /*12*/ ] /*13*/, structuredContent: /*14*/ two(/*15*/) /*16*/, isError: /*17*/ true /*18*/ } /*19*/;`;
    const after = rewriteBody(body);
    for (let i = 0; i <= 19; i++) expect(after.split(`/*${i}*/`)).toHaveLength(2);
  });
});

describe('what the model reads keeps its bytes', () => {
  check([
    [
      'a template of several lines',
      "return {\n    content: [{ type: 'text', text: `a\n      b  \n\tc ${args}` }],\n    structuredContent: args,\n  };",
      'return reply(args, `a\n      b  \n\tc ${args}`);',
    ],
    [
      'a template that ends in a word before a value',
      "return { content: [{ type: 'text', text: `chk_${args}\\n` }], structuredContent: args };",
      'return reply(args, `chk_${args}\\n`);',
    ],
    [
      'escapes and quotes',
      String.raw`return { content: [{ type: 'text', text: "It's \u00e9\x41 \'quoted\'" }], structuredContent: args };`,
      String.raw`return reply(args, "It's \u00e9\x41 \'quoted\'");`,
    ],
  ]);
});

/** Every reason for which a result is left by itself. */
const reasons: [LeftReason, string][] = [
  [
    'several-blocks',
    "return { content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }], structuredContent: args };",
  ],
  ['several-blocks', "return { content: [{ type: 'text', text: 'a' }, ...more], structuredContent: args };"],
  ['non-text-block', "return { content: [{ type: 'image', data, mimeType }], structuredContent: args };"],
  ['block-extras', "return { content: [{ type: 'text', text: 'a', annotations: {} }], structuredContent: args };"],
  ['block-extras', "return { content: [{ type: 'text', text: 'a', _meta: {} }], structuredContent: args };"],
  ['block-extras', "return { content: [{ ...block, type: 'text', text: 'a' }], structuredContent: args };"],
  ['no-text', 'return { content: [], structuredContent: args };'],
  ['no-text', "return { content: [{ type: 'text' }], structuredContent: args };"],
  ['content-not-shown', 'return { content: await render(args), structuredContent: args };'],
  ['content-not-shown', "return { content: [{ type: kind, text: 'a' }], structuredContent: args };"],
  ['content-elsewhere', "const content = [{ type: 'text', text: 'a' }];\nreturn { content, structuredContent: args };"],
  [
    'content-elsewhere',
    "return { content: [args ? { type: 'text', text: 'a' } : { type: 'text', text: 'b' }], structuredContent: args };",
  ],
  ['content-elsewhere', "return { content: [toBlock('a')], structuredContent: args };"],
  [
    'content-elsewhere',
    "const block = { type: 'text', text: 'a' };\nblock.text += 'b';\nreturn { content: [block], structuredContent: args };",
  ],
  [
    'conditional-view',
    "return { content: [{ type: 'text', text: 'a' }], ...(args ? { structuredContent: args } : {}) };",
  ],
  ['conditional-view', "const r = { content: [{ type: 'text', text: 'a' }] };\nr.structuredContent = args;\nreturn r;"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: [1, 2] };"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: rows.map((r) => r.id) };"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: null };"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: undefined };"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: `b` };"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: new Map() };"],
  [
    'view-not-object',
    "return { content: [{ type: 'text', text: 'a' }], structuredContent: args ? { a: 1 } : undefined };",
  ],
  [
    'view-not-object',
    "const view = args ? { a: 1 } : null;\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: view };",
  ],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: args && { a: 1 } };"],
  ['view-not-object', "return { content: [{ type: 'text', text: 'a' }], structuredContent: args?.view };"],
  [
    'view-not-object',
    "return { content: [{ type: 'text', text: 'a' }], structuredContent: { get a() { return 1; } } };",
  ],
  ['view-has-note', "return { content: [{ type: 'text', text: 'a' }], structuredContent: { note: 'b' } };"],
  [
    'view-has-note',
    "const view = { note: 'b' };\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: view };",
  ],
  [
    'view-has-note',
    "const base = { note: 'b' };\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: { ...base, a: 1 } };",
  ],
  [
    'view-has-note',
    "const view = { a: 1 };\nview.note = 'b';\nreturn { content: [{ type: 'text', text: 'a' }], structuredContent: view };",
  ],
  [
    'view-written-later',
    "const view = { a: 1 };\nconst r = { content: [{ type: 'text', text: 'a' }], structuredContent: view };\nview.a = 2;\nreturn r;",
  ],
  [
    'view-written-later',
    "const view = { a: 1 };\ntry { return { content: [{ type: 'text', text: 'a' }], structuredContent: view }; } finally { view.a = 2; }",
  ],
  [
    'result-written-later',
    "const r = { content: [{ type: 'text', text: 'a' }], structuredContent: args };\nr.content.push({ type: 'text', text: 'b' });\nreturn r;",
  ],
  [
    'result-written-later',
    "const r = { content: [{ type: 'text', text: 'a' }], structuredContent: args };\nr.content[0].text += 'b';\nreturn r;",
  ],
  ['spread', "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, ...rest };"],
  [
    'spread',
    "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, ...(args && { isError: true }) };",
  ],
  ['unknown-property', "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, annotations: {} };"],
  [
    'unknown-property',
    "return { content: [{ type: 'text', text: 'a' }], structuredContent: args, structuredContent: args };",
  ],
  ['passed-on', "return finish({ content: [{ type: 'text', text: 'a' }], structuredContent: args });"],
  ['evaluation-order', "return args ? { content: [{ type: 'text', text: one() }], structuredContent: two() } : null;"],
  ['const-cast', "return /** @type {const} */ ({ content: [{ type: 'text', text: 'a' }], structuredContent: args });"],
];

describe('left', () => {
  test.each(reasons)('%s: %s', (reason, body) => {
    expect(rewriteBody(body)).toBe(`left: ${reason}`);
  });

  const body = "return { isError: true, content: [{ type: 'text', text: 'a' }], structuredContent: args };";
  const handler = (config: string, statement = body): string =>
    `import { z } from 'zod';\nserver.registerTool('t', ${config}, async (args) => {\n${statement}\n});\n`;

  /** Reasons that need more than a body. */
  const others: [LeftReason, () => (string | null)[]][] = [
    ['helper-shape', () => reasonsIn(handler('{}'), { helper: { ...HELPER, takesError: false } })],
    ['no-helper', () => reasonsIn(handler('{}'), { helper: null })],
    ['schema-unknown', () => reasonsIn(handler('{ outputSchema: missing }'))],
    ['schema-not-object', () => reasonsIn(handler('{ outputSchema: z.array(z.string()) }'))],
    ['disabled', () => reasonsIn(handler('{}', `// eslint-disable-next-line mcp-reply/require-reply\n${body}`))],
    ['not-lost', () => reasonsIn(handler('{}', body.replace("'a'", 'JSON.stringify(args)')), { onlyLost: true })],
  ];
  test.each(others)('%s', (reason, run) => {
    expect(run()).toEqual([reason]);
  });

  /** No test here: a schema in a file that may not be changed is among the tests of registrations; the last needs no reason of its own. */
  const elsewhere: LeftReason[] = ['schema-elsewhere', 'unknown-shape'];

  test('every reason has a test', () => {
    const tested = new Set<string>([...reasons.map(([r]) => r), ...others.map(([r]) => r), ...elsewhere]);
    expect(Object.keys(LEFT_REASONS).filter((r) => !tested.has(r))).toEqual([]);
  });

  test('every message is one sentence', () => {
    for (const [, statements] of reasons) {
      const { sites } = rewrite(handler('{}', statements));
      expect(sites[0]!.message).toMatch(/^[A-Z`][^\n]*\.$/);
    }
  });
});

function reasonsIn(code: string, options: Parameters<typeof rewrite>[1] = {}): (string | null)[] {
  const { text, sites } = rewrite(code, options);
  expect(text).toBe(code);
  return sites.map((s) => s.reason);
}
