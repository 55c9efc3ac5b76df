import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { checkProgram, fuzzFolder } from './check-program.js';
import type { Program } from './programs.js';

/*
 * Programs that a migration once broke, made small. Each is run before and after like the generated ones; the outcome says
 * what became of its sites.
 */

afterAll(() => rmSync(fuzzFolder, { recursive: true, force: true }));

const tool = (body: string, above = ''): string =>
  `${above}server.tool('search', async (input: any) => {\n${body}\n})\n`;
const result = (view: string, text = "'Found it.'", more = ''): string =>
  `{ content: [{ type: 'text', text: ${text} }], structuredContent: ${view}${more} }`;

const programs: [name: string, text: string, outcomes: string[], helper?: Program['helper']][] = [
  [
    'a helper that is called like the constant for the text',
    tool(`return ${result("log('view', {})", "log('text', 'Found it.')")}`),
    ['rewritten'],
    'named text',
  ],
  [
    'a block that says its text twice',
    tool(`return { content: [{ type: 'text', text: log('a', 'A'), text: log('b', 'B') }], structuredContent: {} }`),
    ['block-extras'],
  ],
  ['a const assertion before parentheses', tool(`return <const>(${result('{ a: 1 }')})`), ['rewritten']],
  ['a const assertion on a line of its own', tool(`return <const>\n\n${result('{ a: 1 }')}`), ['rewritten']],
  ['a const assertion behind parentheses', tool(`return (${result('{ a: 1 }')} /* why */) as const`), ['rewritten']],
  [
    'a view that is changed on the way out',
    tool(`const view: any = {}\ntry {\n  return ${result('view')}\n} finally {\n  view.late = true\n}`),
    ['view-written-later'],
  ],
  [
    'a view that a function changes on the way out',
    tool(
      `const view: any = {}\ntry {\n  return ${result('view')}\n} finally {\n  touch(view)\n}`,
      'const touch = (target: any) => {\n  target.late = true\n}\n',
    ),
    ['view-written-later'],
  ],
  [
    'a view that is only looked at on the way out',
    tool(
      `const view: any = { a: 1 }\ntry {\n  return ${result('view')}\n} finally {\n  look(view)\n}`,
      "const look = (target: any) => log('look', target.a)\n",
    ),
    ['rewritten'],
  ],
  [
    'a view that is changed in the next round of a loop',
    tool(
      `const view: any = {}\nlet last: any = null\nfor (const item of input.items) {\n  view.id = item.id\n  if (last) continue\n  last = ${result('view')}\n}\nreturn last`,
    ),
    ['view-written-later'],
  ],
  [
    'a view that is changed by another name',
    tool(`const view: any = {}\nconst found = ${result('view')}\nconst alias = view\nalias.late = true\nreturn found`),
    ['view-written-later'],
  ],
  [
    'a view that is changed by the name it comes from',
    tool(
      `const view: any = state.view\nconst other: any = state.view\nconst found = ${result('view')}\nother.late = true\nreturn found`,
      'const state: any = { view: {} }\n',
    ),
    ['view-written-later'],
  ],
  [
    'a view that is changed as an element of a list',
    tool(
      `const view: any = {}\nconst found = ${result('view')};\n[view].forEach((one: any) => (one.late = true))\nreturn found`,
    ),
    ['view-written-later'],
  ],
  [
    'a view that a closure changes later',
    tool(
      `const view: any = {}\nconst finish = () => {\n  view.late = true\n}\nconst found = ${result('view')}\nfinish()\nreturn found`,
    ),
    ['view-written-later'],
  ],
  [
    'a stored view that is changed later',
    tool(
      `const view: any = {}\nawait store.storeTaskResult('t', 'completed', ${result('view')})\nview.late = true\nreturn { content: [] }`,
    ),
    ['view-written-later'],
  ],
  [
    'results that are chosen between and changed later',
    tool(
      `const view: any = {}\nconst found = input.limit ? ${result('view')} : ${result('{ a: 1 }')}\nview.late = true\nreturn found`,
    ),
    ['view-written-later', 'rewritten'],
  ],
  [
    'another site that hands the same view to the helper',
    tool(
      `const view: any = {}\nlet found: any\nif (input.limit) found = ${result('view', undefined, ', isError: true')}\nelse found = ${result('view')}\nreturn found`,
    ),
    ['helper-shape', 'rewritten'],
    'text first',
  ],
  [
    'two texts that are bound in one block',
    tool(
      `const first = ${result("log('v1', {})", "log('t1', 'One.')")}\nconst second = ${result("log('v2', {})", "log('t2', 'Two.')")}\nreturn input.limit ? first : second`,
    ),
    ['rewritten', 'rewritten'],
  ],
  [
    'a resolver that is called for',
    tool(`return log('resolver', Promise).resolve(${result("log('view', {})", "log('text', 'Found it.')")})`),
    ['evaluation-order'],
  ],
  ['an accessor', tool(`return ${result("{ get a() { return log('read', 1) } }")}`), ['view-not-object']],
  [
    'an accessor deep in a view behind a comma',
    tool(`return ${result("(log('before'), { a: [{ get b() { return log('read', 1) } }] })")}`),
    ['view-not-object'],
  ],
  ['a prototype', tool(`return ${result('{ __proto__: { b: 1 }, a: 1 }')}`), ['view-not-object']],
  [
    'a view that says what its JSON is',
    tool(`return ${result('{ toJSON() { return { a: 1 } } }')}`),
    ['view-not-object'],
  ],
  [
    'an instance in one branch',
    tool(`const view = new Found()\nreturn ${result('input.limit ? { a: 1 } : view')}`, 'class Found { a = 1 }\n'),
    ['view-not-object'],
  ],
  [
    'sites that the parser lists out of order',
    tool(`return input.limit ? ${result('{ a: 1 }')} : ${result('{ b: 1 }', undefined, ', resultType: 1')}`),
    ['rewritten', 'unknown-property'],
  ],
];

describe('programs that were broken once', () => {
  it.each(programs)('%s', async (_, text, outcomes, helper = 'reply') => {
    const { sites } = await checkProgram({ text, helper, onlyLost: false }, { lint: true });
    expect(sites.map((s) => s.reason ?? s.outcome)).toEqual(outcomes);
  });
});
