import { calleeName, memberPath } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import type { CallExpression, Node } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import { kindOf } from './kind.js';
import { listOf } from './list.js';
import type { NodeValue, Value } from './value.js';
import { calledFunction, definitionOf, enter, nodeValue, resolve, step } from './value.js';

const MAX_DEPTH = 24;
/** Values that double at each step (`const b = { x: a, y: a }`) have more parts than anybody could count: the rest is nothing. */
const MAX_VALUES = 20_000;
let left = MAX_VALUES;
/** Methods that leave the length of a string as it is, but for white space at its ends. */
const SAME_LENGTH = new Set(['toUpperCase', 'toLowerCase', 'trim', 'trimEnd', 'trimStart', 'toString', 'normalize']);

/** How many bytes (UTF-8) a text certainly has at least. What is not shown counts as nothing. */
export function knownBytes(value: Value, depth = 0): number {
  if (depth === 0) left = MAX_VALUES;
  if (depth > MAX_DEPTH || --left < 0) return 0;
  if (value.kind !== 'node') {
    const next = resolve(value);
    return next.kind === 'node' ? knownBytes(next, depth + 1) : 0;
  }
  const { frame } = value;
  const node = unwrapAwait(value.node);
  const of = (child: Node): number => knownBytes(nodeValue(child, frame), depth + 1);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? bytesOf(node.value) : 0;
    case 'TemplateLiteral':
      return (
        node.quasis.reduce((sum, q) => sum + bytesOf(q.value.cooked ?? ''), 0) +
        node.expressions.reduce((sum, e) => sum + of(e), 0)
      );
    case 'BinaryExpression': {
      if (node.operator !== '+') return 0;
      // A long sum leans to the left: no recursion along it.
      let sum = 0;
      let at: Node = node;
      while (at.type === 'BinaryExpression' && at.operator === '+') {
        sum += of(at.right);
        at = unwrap(at.left);
      }
      return sum + of(at);
    }
    case 'ConditionalExpression':
      return Math.min(of(node.consequent), of(node.alternate));
    case 'LogicalExpression':
      return node.operator === '&&' ? 0 : Math.min(of(node.left), of(node.right));
    case 'Identifier': {
      const definition = definitionOf(node, frame);
      if (definition.kind === 'assigned') {
        return definition.values.length > 0 ? Math.min(...definition.values.map(of)) : 0;
      }
      const next = step(value);
      return next ? knownBytes(next, depth + 1) : 0;
    }
    case 'MemberExpression': {
      const next = resolve(value);
      return next.kind === 'node' && next.node !== node ? knownBytes(next, depth + 1) : 0;
    }
    case 'CallExpression':
      return calledBytes(node, value, depth);
    default:
      return 0;
  }
}

function calledBytes(node: CallExpression, { frame }: NodeValue, depth: number): number {
  const callee = unwrap(node.callee);
  const name = calleeName(node);
  const [first, second] = node.arguments;
  if (name === 'stringify' && memberPath(callee)?.[0] === 'JSON' && first)
    return knownJsonBytes(nodeValue(first, frame), depth + 1);
  if (callee.type === 'MemberExpression' && name !== null) {
    const object = nodeValue(callee.object, frame);
    if (name === 'repeat' && first) return knownBytes(object, depth + 1) * (count(nodeValue(first, frame)) ?? 0);
    if (name === 'padEnd' || name === 'padStart') {
      return Math.max(knownBytes(object, depth + 1), first ? (count(nodeValue(first, frame)) ?? 0) : 0);
    }
    if ((name === 'slice' || name === 'substring') && first && second) {
      const from = count(nodeValue(first, frame));
      const to = count(nodeValue(second, frame));
      return from === null || to === null ? 0 : Math.max(0, Math.min(knownBytes(object, depth + 1), to) - from);
    }
    if (SAME_LENGTH.has(name)) return knownBytes(object, depth + 1);
    if (name === 'join') {
      const separator = first ? knownBytes(nodeValue(first, frame), depth + 1) : 1;
      return filledBytes(object, separator, depth) ?? listBytes(object, separator, depth);
    }
  }
  const called = calledFunction(node, frame);
  const body = called && enter(node, frame, called);
  if (!called || !body) return 0;
  const returned = returnedBy(called.fn);
  return returned.length > 0 ? Math.min(...returned.map((r) => knownBytes(nodeValue(r, body), depth + 1))) : 0;
}

/** `Array(1000).fill('line')`, joined; null for any other list. */
function filledBytes(list: Value, separator: number, depth: number): number | null {
  const source = resolve(list);
  const fill = source.kind === 'node' ? unwrap(source.node) : null;
  if (fill?.type !== 'CallExpression' || source.kind !== 'node') return null;
  const callee = unwrap(fill.callee);
  const [item] = fill.arguments;
  if (calleeName(fill) !== 'fill' || callee.type !== 'MemberExpression' || !item) return null;
  const made = unwrap(callee.object);
  if ((made.type !== 'CallExpression' && made.type !== 'NewExpression') || calleeName(made) !== 'Array') return null;
  const times = made.arguments[0] ? count(nodeValue(made.arguments[0], source.frame)) : null;
  return times === null ? null : times * (knownBytes(nodeValue(item, source.frame), depth + 1) + separator) - separator;
}

function listBytes(list: Value, separator: number, depth: number): number {
  const items = (listOf(list)?.parts ?? []).filter((p) => p.kind === 'item' && !p.conditional);
  const sum = items.reduce((bytes, p) => bytes + (p.kind === 'item' ? knownBytes(p.value, depth + 1) : 0), 0);
  return sum + Math.max(0, items.length - 1) * separator;
}

/** How many bytes a value certainly has at least as JSON. */
export function knownJsonBytes(value: Value, depth = 0): number {
  if (depth === 0) left = MAX_VALUES;
  if (depth > MAX_DEPTH || --left < 0) return 0;
  const kind = kindOf(value);
  if (kind.kind === 'string') return knownBytes(value, depth + 1) + 2;
  if (kind.kind === 'array') {
    const items = (listOf(value)?.parts ?? []).filter((p) => p.kind === 'item' && !p.conditional);
    return items.reduce((sum, p) => sum + (p.kind === 'item' ? knownJsonBytes(p.value, depth + 1) + 1 : 0), 1);
  }
  if (kind.kind !== 'object') return 0;
  return kind.literal.node.properties.reduce((sum, p) => {
    if (p.type === 'SpreadElement') return sum + knownJsonBytes(nodeValue(p.argument, kind.literal.frame), depth + 1);
    return p.kind === 'init' && !p.method
      ? sum + knownJsonBytes(nodeValue(p.value, kind.literal.frame), depth + 1) + 3
      : sum;
  }, 2);
}

/** A whole number that source spells out, also as a product: `64 * 1024`. */
function count(value: Value): number | null {
  const source = resolve(value);
  if (source.kind !== 'node') return null;
  const node = unwrap(source.node);
  if (node.type === 'Literal' && typeof node.value === 'number') return node.value;
  if (node.type !== 'BinaryExpression' || (node.operator !== '*' && node.operator !== '+')) return null;
  const left = count(nodeValue(node.left, source.frame));
  const right = count(nodeValue(node.right, source.frame));
  if (left === null || right === null) return null;
  return node.operator === '*' ? left * right : left + right;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
