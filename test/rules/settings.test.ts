import { expect, test } from 'vitest';
import { settingsOf } from '../../rules/settings.js';
import { lint, packageWith } from './on-disk.js';
import { tool } from './tester.js';

const FILE = 'src/tools.ts';
const helper = (name: string, view: number, text: number, module: string | null = null) => ({
  name,
  module,
  view,
  text,
});
const read = (own: unknown) => settingsOf({ settings: { 'mcp-reply': own } }); // What a user writes may be anything.

test.each([
  ['nothing', undefined, [helper('reply', 0, 1)]],
  ['null', null, [helper('reply', 0, 1)]],
  ['an empty object', {}, [helper('reply', 0, 1)]],
  ['a name', { helpers: ['ok'] }, [helper('ok', 0, 1), helper('reply', 0, 1)]],
  ['reply itself, in another order', { helpers: [{ name: 'reply', text: 0 }] }, [helper('reply', 1, 0)]],
  ['text first', { helpers: [{ name: 'ok', text: 0 }] }, [helper('ok', 1, 0), helper('reply', 0, 1)]],
  ['view second', { helpers: [{ name: 'ok', view: 1 }] }, [helper('ok', 1, 0), helper('reply', 0, 1)]],
  ['view third', { helpers: [{ name: 'ok', view: 2, text: 1 }] }, [helper('ok', 2, 1), helper('reply', 0, 1)]],
  [
    'a module',
    { helpers: [{ name: 'ok', module: './ok.js' }] },
    [helper('ok', 0, 1, './ok.js'), helper('reply', 0, 1)],
  ],
])('%s', (_, own, helpers) => {
  expect(read(own)).toEqual({ helpers, problem: null });
});

const wrong: [own: unknown, problem: string][] = [
  ['ok', "`settings['mcp-reply']` has to be an object."],
  [{ helper: 'ok' }, "`settings['mcp-reply']` has no `helper`; it takes `helpers`."],
  [{ helpers: 'ok' }, "`settings['mcp-reply'].helpers` has to be a list."],
  [{ helpers: [''] }, 'The entry "" of `settings[\'mcp-reply\'].helpers` is empty.'],
  [{ helpers: [1] }, "The entry 1 of `settings['mcp-reply'].helpers` is neither a name nor an object with a `name`."],
  [
    { helpers: [null] },
    "The entry null of `settings['mcp-reply'].helpers` is neither a name nor an object with a `name`.",
  ],
  [{ helpers: [{ view: 1 }] }, 'The entry {"view":1} of `settings[\'mcp-reply\'].helpers` has no `name`.'],
  [
    { helpers: [{ name: 'a', at: 1 }] },
    'The entry {"name":"a","at":1} of `settings[\'mcp-reply\'].helpers` has `at`; it takes `name`, `module`, `view` and `text`.',
  ],
  [
    { helpers: [{ name: 'a', module: 1 }] },
    'The entry {"name":"a","module":1} of `settings[\'mcp-reply\'].helpers` has a `module` that is no string.',
  ],
  [
    { helpers: [{ name: 'a', view: -1 }] },
    'The entry {"name":"a","view":-1} of `settings[\'mcp-reply\'].helpers`: `view` and `text` are positions of arguments, counted from 0.',
  ],
  [
    { helpers: [{ name: 'a', text: 'b' }] },
    'The entry {"name":"a","text":"b"} of `settings[\'mcp-reply\'].helpers`: `view` and `text` are positions of arguments, counted from 0.',
  ],
  [
    { helpers: [{ name: 'a', view: 1, text: 1 }] },
    'The entry {"name":"a","view":1,"text":1} of `settings[\'mcp-reply\'].helpers` takes view and text from the same argument.',
  ],
];

test.each(wrong)('%j', (own, problem) => {
  expect(read(own).problem).toBe(problem);
  const root = packageWith({
    [FILE]: tool("return { content: [{ type: 'text', text: 'a' }], structuredContent: args };"),
  });
  const messages = lint(root, FILE, 'require-reply', { settings: own });
  expect(messages[0]).toMatchObject({ messageId: 'badSettings', message: problem, line: 1, column: 1 });
  // The rest of the settings still counts.
  expect(messages[1]).toMatchObject({ messageId: 'inlineResult' });
});

test('what can be used of bad settings is used', () => {
  expect(read({ helpers: ['ok', ''] }).helpers).toEqual([helper('ok', 0, 1), helper('reply', 0, 1)]);
});

test('a helper by name, by module, and in its own order', () => {
  const lost = (code: string, settings: unknown): (string | null | undefined)[] =>
    lint(packageWith({ [FILE]: code }), FILE, 'require-note-in-schema', { settings }).map((m) => m.messageId);
  const code = (module: string, call: string): string =>
    `import { z } from 'zod';\nimport { ok } from '${module}';\n${tool(`return ${call};`, '{ outputSchema: { a: z.string() } }')}`;
  expect(lost(code('./a.js', "ok({ a: 'b' }, 'c')"), { helpers: ['ok'] })).toEqual(['undeclaredNote']);
  expect(lost(code('./a.js', "ok({ a: 'b' }, 'c')"), {})).toEqual([]);
  expect(lost(code('./a.js', "ok({ a: 'b' }, 'c')"), { helpers: [{ name: 'ok', module: './a.js' }] })).toEqual([
    'undeclaredNote',
  ]);
  expect(lost(code('./a.js', "ok({ a: 'b' }, 'c')"), { helpers: [{ name: 'ok', module: './b.js' }] })).toEqual([]);
  expect(lost(code('./a.js', "ok('c', { a: 'b' })"), { helpers: [{ name: 'ok', text: 0 }] })).toEqual([
    'undeclaredNote',
  ]);
});
