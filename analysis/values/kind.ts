import type { TSESTree } from '@typescript-eslint/utils';
import { calleeName, memberPath } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import type { CallExpression, Node, ObjectExpression } from '../syntax/tree.js';
import { isFunction } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import type { NodeValue, Value } from './value.js';
import { calledFunction, definitionOf, enter, nodeValue, step } from './value.js';

/** What sort of value an expression holds at run time. */
export type Kind =
  /** An object literal. */
  | { readonly kind: 'object'; readonly literal: NodeValue & { readonly node: ObjectExpression } }
  /** Made by `new`, of the named class. */
  | { readonly kind: 'instance'; readonly of: string }
  | { readonly kind: 'array' | 'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'function' }
  | { readonly kind: 'unknown'; readonly reason: string };

const ARRAY_METHODS = new Set(['map', 'flatMap', 'filter', 'toSorted', 'toReversed', 'toSpliced']);
const STRING_METHODS = new Set([
  'join',
  'trim',
  'trimEnd',
  'trimStart',
  'toUpperCase',
  'toLowerCase',
  'padEnd',
  'padStart',
  'repeat',
  'replaceAll',
  'toFixed',
  'toISOString',
  'toLocaleString',
  'toString',
]);
const BUILT_IN = new Set(['Map', 'Set', 'Date', 'WeakMap']);
const MAX_DEPTH = 12;

/** Follows an expression to the sort of value that it certainly is. Type annotations count; where paths differ: unknown. */
export function kindOf(value: Value, depth = 0): Kind {
  if (depth > MAX_DEPTH) return unknown('it is nested too deep');
  let at: Value | null = value;
  for (let i = 0; at && i < 64; i++) {
    if (at.kind === 'node') {
      const declared = declaredKind(at);
      if (declared) return declared;
    }
    const next: Value | null = step(at);
    if (!next) break;
    at = next;
  }
  if (at?.kind !== 'node') return unknown('it is a piece of a value that is not shown');
  const { frame } = at;
  const node = unwrapAwait(at.node);
  const both = (nodes: readonly Node[]): Kind => same(nodes.map((n) => kindOf(nodeValue(n, frame), depth + 1)));
  switch (node.type) {
    case 'ObjectExpression':
      return { kind: 'object', literal: { kind: 'node', node, frame } };
    case 'ArrayExpression':
      return { kind: 'array' };
    case 'TemplateLiteral':
      return { kind: 'string' };
    case 'Literal':
      return literalKind(node);
    case 'Identifier': {
      if (node.name === 'undefined') return { kind: 'undefined' };
      const definition = definitionOf(node, frame);
      if (definition.kind === 'function') return { kind: 'function' };
      return definition.kind === 'assigned' && definition.appended.length === 0 && definition.values.length > 0
        ? both(definition.values)
        : unknown('its value is not shown');
    }
    case 'NewExpression': {
      const name = calleeName(node);
      if (name === null || name === 'Object' || name === 'Proxy') return unknown('what it makes is not known');
      return name === 'Array' ? { kind: 'array' } : { kind: 'instance', of: name };
    }
    case 'ConditionalExpression':
      return both([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return node.operator === '&&' ? unknown('it may be what is tested') : both([node.left, node.right]);
    case 'BinaryExpression':
      return binaryKind(node, at, depth);
    case 'UnaryExpression':
      return node.operator === '!'
        ? { kind: 'boolean' }
        : node.operator === 'typeof'
          ? { kind: 'string' }
          : number(node);
    case 'CallExpression':
      return calledKind(node, at, depth);
    default:
      return isFunction(node) ? { kind: 'function' } : unknown('its value is not shown');
  }
}

function number(node: TSESTree.UnaryExpression): Kind {
  return node.operator === '-' || node.operator === '+' ? { kind: 'number' } : unknown('it is computed');
}

function literalKind(node: TSESTree.Literal): Kind {
  if (node.value === null) return node.raw === 'null' ? { kind: 'null' } : unknown('a literal without a JSON value');
  const type = typeof node.value;
  return type === 'string' || type === 'number' || type === 'boolean'
    ? { kind: type }
    : unknown('a literal without a JSON value');
}

function binaryKind(node: TSESTree.BinaryExpression, at: NodeValue, depth: number): Kind {
  if (/^(?:[=!]==?|[<>]=?|in|instanceof)$/.test(node.operator)) return { kind: 'boolean' };
  if (node.operator !== '+') return { kind: 'number' };
  // The left end of a long sum decides; each step looks at one operand, so the depth of the tree does not matter.
  let left = node.left as Node;
  const sides = [node.right as Node];
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    sides.push(left.right);
    left = unwrap(left.left);
  }
  sides.push(left);
  const kinds = sides.slice(-8).map((s) => kindOf(nodeValue(s, at.frame), depth + 1).kind);
  if (kinds.includes('string')) return { kind: 'string' };
  return kinds.length === sides.length && kinds.every((k) => k === 'number')
    ? { kind: 'number' }
    : unknown('a sum of unknown things');
}

function calledKind(node: CallExpression, at: NodeValue, depth: number): Kind {
  const callee = unwrap(node.callee);
  const name = calleeName(node);
  const path = memberPath(callee);
  if (path?.length === 2 && name !== null) {
    if (path[0] === 'JSON') return name === 'stringify' ? { kind: 'string' } : unknown('what is parsed is not known');
    if (path[0] === 'Object' && /^(?:keys|values|entries)$/.test(name)) return { kind: 'array' };
    if (path[0] === 'Array' && /^(?:from|of)$/.test(name)) return { kind: 'array' };
  }
  if (callee.type === 'Identifier' && name === 'String' && definitionOf(callee, at.frame).kind === 'global')
    return { kind: 'string' };
  if (callee.type === 'MemberExpression' && name !== null && !isOptional(callee)) {
    const [first] = node.arguments;
    if (ARRAY_METHODS.has(name) && first && isFunction(unwrap(first))) return { kind: 'array' };
    if (name === 'split' && first) return { kind: 'array' };
    if (STRING_METHODS.has(name)) return { kind: 'string' };
    if (name === 'sort' || name === 'slice' || name === 'reverse' || name === 'concat') {
      const of = kindOf(nodeValue(callee.object, at.frame), depth + 1);
      if (of.kind === 'array' || of.kind === 'string') return of;
    }
  }
  const called = calledFunction(node, at.frame);
  if (!called) return unknown('it is made by a call that is not followed');
  const declared = called.fn.returnType ? typeKind(called.fn.returnType.typeAnnotation, true) : null;
  if (declared) return declared;
  const body = enter(node, at.frame, called);
  const returned = returnedBy(called.fn);
  if (!body || returned.length === 0 || called.fn.generator)
    return unknown('it is made by a call that is not followed');
  return same(returned.map((r) => kindOf(nodeValue(r, body), depth + 1)));
}

/** True where a link of the chain is optional: the whole may be undefined. */
function isOptional(node: Node): boolean {
  for (let at = node; ;) {
    if (at.type === 'MemberExpression') {
      if (at.optional) return true;
      at = unwrap(at.object);
    } else if (at.type === 'CallExpression') {
      if (at.optional) return true;
      at = unwrap(at.callee);
    } else return false;
  }
}

/** What the annotation of a name says, where it names one sort of value. */
function declaredKind(value: NodeValue): Kind | null {
  const node = unwrap(value.node);
  if (node.type !== 'Identifier') return null;
  const name = value.frame.unit.names.variableOf(node)?.identifiers[0];
  return name?.typeAnnotation ? typeKind(name.typeAnnotation.typeAnnotation, false) : null;
}

function typeKind(type: TSESTree.TypeNode, awaited: boolean): Kind | null {
  switch (type.type) {
    case 'TSArrayType':
    case 'TSTupleType':
      return { kind: 'array' };
    case 'TSTypeOperator':
      return type.operator === 'readonly' && type.typeAnnotation ? typeKind(type.typeAnnotation, awaited) : null;
    case 'TSStringKeyword':
      return { kind: 'string' };
    case 'TSNumberKeyword':
      return { kind: 'number' };
    case 'TSTypeReference': {
      const name = type.typeName.type === 'Identifier' ? type.typeName.name : null;
      const [argument] = type.typeArguments?.params ?? [];
      if (name === 'Promise' && awaited) return argument ? typeKind(argument, false) : null;
      if (name === 'Array' || name === 'ReadonlyArray') return { kind: 'array' };
      if (name === 'ReadonlyMap' || name === 'ReadonlySet') return { kind: 'instance', of: name.slice(8) };
      return name !== null && BUILT_IN.has(name) ? { kind: 'instance', of: name } : null;
    }
    default:
      return null;
  }
}

function same(kinds: readonly Kind[]): Kind {
  const [first] = kinds;
  if (!first || kinds.some((k) => k.kind !== first.kind)) return unknown('it is one of several things');
  // Two literals are two values: only their sort is common.
  return first;
}

function unknown(reason: string): Kind {
  return { kind: 'unknown', reason };
}
