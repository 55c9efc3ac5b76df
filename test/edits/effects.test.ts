import { expect, test } from 'vitest';
import type { Node } from '../../analysis/syntax/tree.js';
import { walk } from '../../analysis/syntax/tree.js';
import type { Effect } from '../../edits/effects.js';
import { effectOf, mayTradePlaces } from '../../edits/effects.js';
import { unitOf } from '../analysis/read.js';

/** Names of every kind; what is to be looked at are the arguments of `look()`. */
const around = (code: string): string => `
import { imported } from 'some-package';
const constant = 'a', list = [1], object = { a: 1 }, joined = list.join(', '), fetched = await load();
let written = 1; written = 2;
function declared() {}
class Kind {}
function f(parameter, changed, { part }) {
  changed = 1;
  for (const each of list) look(${code});
}`;

function looked(code: string): { nodes: Node[]; unit: ReturnType<typeof unitOf> } {
  const unit = unitOf(around(code));
  let nodes: Node[] = [];
  walk(unit.ast, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'look')
      nodes = node.arguments;
    return undefined;
  });
  return { nodes, unit };
}

const effects: [Effect, string[]][] = [
  [
    'inert',
    [
      "'text'",
      '1',
      'null',
      'undefined',
      'constant',
      'fetched',
      'parameter',
      'part',
      'each',
      'declared',
      'Kind',
      'this',
      '`a`',
      '`a ${constant}`',
      '`a ${joined}`',
      "'a' + constant",
      '1 + 2',
      '-1',
      '!parameter',
      'typeof parameter',
      'parameter === 1',
      '[parameter, constant]',
      '[parameter, , constant]',
      '{ a: parameter, parameter }',
      '{ a() { go(); } }',
      "{ ['a']: 1 }",
      '{ get a() { return go(); } }',
      '() => go()',
      'function () { go(); }',
      'parameter ? constant : 1',
      'parameter ?? constant',
      'parameter as string',
      '<any>parameter',
      'parameter!',
      '(constant, parameter)',
    ],
  ],
  [
    'quiet',
    [
      'written',
      'changed',
      '[written]',
      '{ a: written }',
      'written ? 1 : 2',
      '/a/',
      '!written',
      'imported',
      '{ imported }',
    ],
  ],
  [
    'active',
    [
      'go()',
      'new Kind()',
      'await parameter',
      'parameter.a',
      'parameter?.a',
      'list.length',
      'list[0]',
      '`a ${parameter}`',
      '`a ${object}`',
      "'a' + parameter",
      '-parameter',
      '+parameter',
      'parameter == 1',
      'parameter < 1',
      "'a' in parameter",
      'parameter instanceof Kind',
      'written++',
      'written = 3',
      'delete object.a',
      '{ ...parameter }',
      '[...parameter]',
      '{ [parameter]: 1 }',
      '`${tag`a`}`',
      'tag`a`',
      "import('x')",
      'missing',
      'class { static a = go(); }',
      '(go(), constant)',
      '[go()]',
      '{ a: go() }',
      'parameter ? go() : 1',
      '`${`${parameter}`}`',
    ],
  ],
];

test.each(effects.flatMap(([effect, codes]) => codes.map((code) => [effect, code] as const)))(
  '%s: %s',
  (effect, code) => {
    const { nodes, unit } = looked(code);
    expect(effectOf(nodes[0]!, unit)).toBe(effect);
  },
);

test.each([
  ['a constant and a call', "'a', go()", true],
  ['two calls', 'go(), go()', false],
  ['a name that is written and a call', 'written, go()', false],
  ['a name that is written and another', 'written, changed', true],
  ['a name that is never written and a call', 'constant, go()', true],
  ['a member and a call', 'parameter.a, go()', false],
  ['two members', 'parameter.a, parameter.b', false],
  ['a list of names and an await', '[parameter], await load()', true],
])('may trade places: %s', (_, code, may) => {
  const { nodes, unit } = looked(code);
  expect(mayTradePlaces(nodes[0]!, nodes[1]!, unit)).toBe(may);
  expect(mayTradePlaces(nodes[1]!, nodes[0]!, unit)).toBe(may);
});

test('nesting of any depth ends', () => {
  const { nodes, unit } = looked(`${'['.repeat(500)}1${']'.repeat(500)}`);
  expect(effectOf(nodes[0]!, unit)).toBe('active');
});
