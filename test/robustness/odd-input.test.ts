import { describe, expect, it } from 'vitest';
import { lintText, migrateText } from './migrate-text.js';

const tool = (view: string, text = "'Found.'", around = ''): string =>
  `${around}server.tool('search', async (input: any) => {\n  return { content: [{ type: 'text', text: ${text} }], structuredContent: ${view} };\n});\n`;

/** A text, and how many of its sites are rewritten. */
const texts: [name: string, text: string, rewritten: number][] = [
  ['nothing', '', 0],
  ['white space', ' \t\r\n\u2028\u00a0', 0],
  ['a byte order mark alone', '\ufeff', 0],
  ['a byte order mark and a tool', `\ufeff${tool('{ a: 1 }')}`, 1],
  ['NUL bytes in strings', tool("{ a: '\u0000' }", "'\u0000'"), 1],
  ['lone surrogates in strings', tool("{ a: '\\ud800' }", "'\\udc00 \\ud800'"), 1],
  ['mixed line ends', tool('{ a: 1 }').replace('\n', '\r\n').replace(/\n$/, '\r'), 1],
  ['carriage returns alone', tool('{ a: 1 }').replaceAll('\n', '\r'), 1],
  ['line separators', tool('{ a: 1 }').replaceAll('\n', '\u2028'), 1],
  ['the word alone', 'structuredContent', 0],
  ['the word in a comment', '// content structuredContent\n/* return { content: [], structuredContent } */', 0],
  ['the word in a string', "const a = 'return { content: [], structuredContent: {} }';", 0],
  ['the word in a regular expression', 'const a = /content: [structuredContent]{1,2}\\/"\'`/g;', 0],
  ['a division that looks like one', `const a = 4 / 2; ${tool('{ a: 4 / 2 / 1 }')} const g = 1; a /g;`, 1],
  ['keys of every object', tool("{ ['__proto__']: 1, constructor: 2, toString: 3, hasOwnProperty: 4, valueOf: 5 }"), 1],
  ['a prototype', tool('{ __proto__: input }'), 0],
  ['names of every object', tool('constructor', 'toString', 'const constructor = { a: 1 }, toString = "x";\n'), 1],
  ['names that are nowhere', tool('hasOwnProperty', '__proto__'), 1],
  ['a getter', tool('{ get a() { return 1 } }'), 0],
  ['a method', tool('{ a() { return 1 } }'), 1],
  ['computed keys', tool('{ [input.a]: 1, [`b`]: 2 }'), 1],
  ['template tags', tool('{ a: tag`x${1}` }', 'tag`y${2}`'), 1],
  ['a template that is no string', tool('{ a: 1 }', 'String.raw`\\u`'), 1],
  ['a view of itself', tool('view', "'x'", 'const view = { ...view };\n'), 1],
  ['views of each other', tool('a', 'b', 'const a = b, b = a;\n'), 1],
  ['a function that calls itself', tool('f()', 'f()', 'function f(): any { return f(); }\n'), 1],
  ['texts of each other', tool('{ a: 1 }', 'f()', 'const f = () => `${g()}`;\nconst g = () => `${f()}`;\n'), 1],
  ['a default that is itself', tool('{ a }', 'a', 'const { a = a } = a;\n'), 1],
  ['destructured all the way', tool('{ d }', 'd', 'const { a: [{ b: { c: [, ...d] } }] } = input;\n'), 1],
  ['a label, a loop and a closure', `x: for (;;) { ${tool('{ a: 1 }')} break x; }`, 1],
  [
    'private names',
    `class A { #a = 1; execute() { return { content: [{ type: 'text', text: '' }], structuredContent: { a: this.#a } }; } }`,
    0,
  ],
  [
    'decorators',
    `class A { @tool({ a: 1 }) execute(@arg() x: any) { return { content: [], structuredContent: {} }; } }`,
    0,
  ],
  ['optional everything', tool('{ ...input?.a?.["b"]?.() }', 'input?.c ?? `d`'), 1],
  ['types all over', tool('<any>(({ a: 1 } as const)! satisfies object)', '`x` as `x`'), 1],
  ['Unicode names', tool('{ ℮: größe, \\u{61}: 1 }', 'größe', 'const größe = "x";\n'), 1],
  ['a huge number of parentheses', tool(`${'('.repeat(200)}{ a: 1 }${')'.repeat(200)}`), 1],
  [
    'a result in a result',
    tool(`{ inner: () => { return { content: [{ type: 'text', text: 'a' }], structuredContent: { a: 1 } } } }`),
    1,
  ],
  ['an unfinished file', 'server.tool("a", () => { return { content: [], structuredContent: {', 0],
  ['no JavaScript at all', '<html>structuredContent</html> content \u0000\u0001', 0],
];

describe('odd input', () => {
  it.each(texts)('%s', (_, text, rewritten) => {
    const { planned } = migrateText(text);
    expect(planned.sites.filter((s) => s.outcome === 'rewritten')).toHaveLength(rewritten);
    expect(planned.afterAll === null).toBe(rewritten === 0);
    expect(planned.error ?? '').not.toContain('\n');
    if (planned.afterAll !== null) {
      const again = migrateText(planned.afterAll);
      expect(again.planned.afterAll).toBeNull();
      expect(again.planned.error).toBeNull();
    }
    const messages = lintText(text.replace(/^\ufeff/, ''));
    expect(messages.filter((m) => m.fatal).length).toBe(planned.error === null ? 0 : 1);
  });
});
