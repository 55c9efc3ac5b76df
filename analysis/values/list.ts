import type { TSESTree } from '@typescript-eslint/utils';
import { staticKey } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import { unwrap, wrapped } from '../syntax/unwrap.js';
import type { NodeValue, Value } from './value.js';
import { calledFunction, definitionOf, enter, enterWith, functionOf, nodeValue, resolve } from './value.js';

/** One entry of a list, or of an entry that stands for many. */
export type ListPart =
  | { readonly kind: 'item'; readonly value: Value; readonly conditional: boolean }
  /** Any number of items, each like `item` (what a `map` callback returns), over the elements of `over`. */
  | { readonly kind: 'each'; readonly items: readonly Value[]; readonly over: Value }
  /** All elements of a list whose making is not shown. */
  | { readonly kind: 'spread'; readonly value: Value; readonly conditional: boolean };

export interface List {
  readonly parts: readonly ListPart[];
  /** False where items may be missing from `parts`: the list goes to code that is not followed. */
  readonly complete: boolean;
}

const KEEPS_ITEMS = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'flat']);
const MAX_DEPTH = 12;

/** What an expression holds as a list: literals, constants with later `push`es, `map`, `concat`, spreads, calls of known functions. */
export function listOf(value: Value, depth = 0): List | null {
  if (depth > MAX_DEPTH) return null;
  if (value.kind === 'node') {
    const named = unwrap(value.node);
    if (named.type === 'Identifier') {
      const grown = grownList(named, value, depth);
      if (grown) return grown;
    }
  }
  const source = resolve(value);
  if (source.kind !== 'node') return null;
  const { frame } = source;
  const node = source.node;
  if (node.type === 'Identifier' && source !== value) return listOf(source, depth + 1);
  switch (node.type) {
    case 'ArrayExpression': {
      const parts: ListPart[] = [];
      let complete = true;
      for (const element of node.elements) {
        if (!element) continue;
        if (element.type === 'SpreadElement') complete = spread(nodeValue(element.argument, frame), parts) && complete;
        else parts.push({ kind: 'item', value: nodeValue(element, frame), conditional: false });
      }
      return { parts, complete };
    }
    case 'ConditionalExpression': {
      const yes = listOf(nodeValue(node.consequent, frame), depth + 1);
      const no = listOf(nodeValue(node.alternate, frame), depth + 1);
      if (!yes || !no) return null;
      return { parts: [...yes.parts, ...no.parts].map(conditional), complete: yes.complete && no.complete };
    }
    case 'LogicalExpression': {
      const right = listOf(nodeValue(node.right, frame), depth + 1);
      if (node.operator === '&&') return right && { ...right, parts: right.parts.map(conditional) };
      const left = listOf(nodeValue(node.left, frame), depth + 1);
      return left && right && { parts: [...left.parts, ...right.parts.map(conditional)], complete: left.complete };
    }
    case 'CallExpression':
      return calledList(node, source, depth);
    default:
      return null;
  }

  function spread(of: Value, parts: ListPart[]): boolean {
    const inner = listOf(of, depth + 1);
    if (!inner) {
      parts.push({ kind: 'spread', value: of, conditional: false });
      return true;
    }
    parts.push(...inner.parts);
    return inner.complete;
  }
}

function conditional(part: ListPart): ListPart {
  return part.kind === 'each' ? part : { ...part, conditional: true };
}

function calledList(node: TSESTree.CallExpression, source: NodeValue, depth: number): List | null {
  const { frame } = source;
  const callee = unwrap(node.callee);
  if (callee.type === 'MemberExpression') {
    const name = staticKey(callee);
    const object = nodeValue(callee.object, frame);
    const [first] = node.arguments;
    if ((name === 'map' || name === 'flatMap') && first) {
      const fn = functionOf(nodeValue(first, frame));
      const inner = fn && (fn.fn === unwrap(first) ? frame : enterWith(fn, frame, [{ kind: 'element', of: object }]));
      if (!fn || !inner) return null;
      const items = returnedBy(fn.fn).map((r) => nodeValue(r, inner));
      return { parts: [{ kind: 'each', items, over: object }], complete: true };
    }
    if (name !== null && KEEPS_ITEMS.has(name)) return listOf(object, depth + 1);
    if (name === 'concat') {
      const base = listOf(object, depth + 1);
      if (!base) return null;
      const parts = [...base.parts];
      let complete = base.complete;
      for (const argument of node.arguments) {
        const inner = listOf(nodeValue(argument, frame), depth + 1);
        if (inner) parts.push(...inner.parts);
        else parts.push({ kind: 'item', value: nodeValue(argument, frame), conditional: false });
        complete &&= inner?.complete ?? true;
      }
      return { parts, complete };
    }
  }
  const called = calledFunction(node, frame);
  const body = called && enter(node, frame, called);
  if (!called || !body) return null;
  const returned = returnedBy(called.fn);
  const lists = returned.map((r) => listOf(nodeValue(r, body), depth + 1));
  if (lists.length === 0 || lists.some((l) => !l)) return null;
  if (lists.length === 1) return lists[0]!;
  return { parts: lists.flatMap((l) => l!.parts.map(conditional)), complete: lists.every((l) => l!.complete) };
}

/** A variable that holds a list: how it begins, and what is pushed to it anywhere. */
function grownList(name: TSESTree.Identifier, value: NodeValue, depth: number): List | null {
  const { frame } = value;
  const definition = definitionOf(name, frame);
  const begins =
    definition.kind === 'init' && definition.path.length === 0
      ? [definition.init]
      : definition.kind === 'assigned'
        ? definition.values
        : null;
  const variable = frame.unit.names.variableOf(name);
  if (!begins || !variable || begins.length === 0) return null;
  const parts: ListPart[] = [];
  let complete = true;
  let pushed = false;
  for (const begin of begins) {
    const inner = listOf(nodeValue(begin, frame), depth + 1);
    if (!inner) return null;
    parts.push(...(begins.length > 1 ? inner.parts.map(conditional) : inner.parts));
    complete &&= inner.complete;
  }
  for (const use of frame.unit.names.usesOf(variable)) {
    const parent = wrapped(use).parent;
    if (parent?.type === 'CallExpression' && parent.arguments.includes(wrapped(use) as never)) {
      complete = complete && handsOn(parent);
    }
    if (parent?.type !== 'MemberExpression' || parent.object !== wrapped(use)) continue;
    const call = parent.parent;
    if (call?.type !== 'CallExpression' || call.callee !== parent) {
      if (parent.computed && call?.type === 'AssignmentExpression' && call.left === parent) {
        parts.push({ kind: 'item', value: nodeValue(call.right, frame), conditional: true });
      }
      continue;
    }
    const method = staticKey(parent);
    if (method !== 'push' && method !== 'unshift' && method !== 'splice') continue;
    pushed = true;
    for (const argument of method === 'splice' ? call.arguments.slice(2) : call.arguments) {
      if (argument.type !== 'SpreadElement') {
        parts.push({ kind: 'item', value: nodeValue(argument, frame), conditional: true });
        continue;
      }
      const inner = listOf(nodeValue(argument.argument, frame), depth + 1);
      if (inner) parts.push(...inner.parts.map(conditional));
      else parts.push({ kind: 'spread', value: nodeValue(argument.argument, frame), conditional: true });
    }
  }
  return pushed || definition.kind === 'assigned' || !complete ? { parts, complete } : null;
}

/** True for calls that only read the list they are given. */
function handsOn(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === 'MemberExpression') {
    const object = unwrap(callee.object);
    const root = object.type === 'Identifier' ? object.name : '';
    return (
      root === 'JSON' ||
      root === 'console' ||
      root === 'Math' ||
      root === 'Object' ||
      root === 'Array' ||
      staticKey(callee) === 'push'
    );
  }
  return false;
}
