import { calleeName, memberPath, staticString } from '../syntax/keys.js';
import type { Node } from '../syntax/tree.js';
import { enclosingFunction, walk } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import type { NodeValue, Value } from './value.js';
import { definitionOf, nodeValue, step } from './value.js';

/** What is known of a text having nothing in it. `node` is the expression that makes it so. */
export type Emptiness =
  /** It is '' or blank, whatever happens. */
  | { readonly kind: 'empty'; readonly node: Node }
  /** '' or a blank is written as one of its outcomes. */
  | { readonly kind: 'maybeEmpty'; readonly node: Node }
  /** It is undefined or null, or one of its outcomes is. */
  | { readonly kind: 'undefined'; readonly node: Node }
  | { readonly kind: 'filled' }
  | { readonly kind: 'unknown' };

const FILLED = { kind: 'filled' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
/** Methods that make nothing of nothing. */
const KEEPS_EMPTY = new Set([
  'trim',
  'trimEnd',
  'trimStart',
  'toString',
  'slice',
  'repeat',
  'toLowerCase',
  'toUpperCase',
]);

/** Whether a text is empty, may be, or may be undefined, as source spells it out. */
export function emptinessOf(value: Value, depth = 0): Emptiness {
  if (depth > 12) return UNKNOWN;
  if (value.kind !== 'node') {
    const next = step(value);
    return next ? emptinessOf(next, depth + 1) : UNKNOWN;
  }
  const { frame } = value;
  // `a?.b!`: the author vouches for it.
  if (isVouchedFor(value.node)) return UNKNOWN;
  const node = unwrapAwait(value.node);
  const of = (child: Node): Emptiness => emptinessOf(nodeValue(child, frame), depth + 1);
  const literal = staticString(node);
  if (literal !== null) return literal.trim() === '' ? { kind: 'empty', node } : FILLED;
  switch (node.type) {
    case 'Literal':
      return node.value === null && node.raw === 'null' ? { kind: 'undefined', node } : FILLED;
    case 'Identifier': {
      if (node.name === 'undefined') return { kind: 'undefined', node };
      const next = step(value);
      const inner = next ? emptinessOf(next, depth + 1) : UNKNOWN;
      return inner.kind === 'undefined' && isTested(node, value) ? UNKNOWN : inner;
    }
    case 'TemplateLiteral':
      return node.quasis.some((q) => q.value.raw.trim() !== '') ? FILLED : together(node.expressions.map(of), node);
    case 'BinaryExpression':
      return node.operator === '+' ? together([of(node.left), of(node.right)], node) : UNKNOWN;
    case 'ConditionalExpression':
      return either(of(node.consequent), of(node.alternate), node);
    case 'LogicalExpression': {
      if (node.operator === '&&') return UNKNOWN;
      const right = of(node.right);
      if (right.kind === 'filled') return node.operator === '||' ? FILLED : UNKNOWN;
      const left = of(node.left);
      if (left.kind === 'filled') return FILLED;
      if (right.kind === 'empty') return { kind: left.kind === 'empty' ? 'empty' : 'maybeEmpty', node: right.node };
      return right;
    }
    case 'CallExpression': {
      const callee = unwrap(node.callee);
      const name = calleeName(node);
      const [first] = node.arguments;
      if (name === 'stringify' && memberPath(callee)?.[0] === 'JSON' && first && first.type !== 'SpreadElement') {
        const inner = undefinedIn(nodeValue(first, frame));
        return inner ? { kind: 'undefined', node: inner } : FILLED;
      }
      if (callee.type === 'MemberExpression' && name !== null && KEEPS_EMPTY.has(name) && !callee.optional) {
        const inner = of(callee.object);
        return inner.kind === 'empty' || inner.kind === 'maybeEmpty' ? inner : UNKNOWN;
      }
      return hasOptionalLink(node) && !isChainTested(node, value) ? { kind: 'undefined', node } : UNKNOWN;
    }
    case 'MemberExpression': {
      if (hasOptionalLink(node)) return isChainTested(node, value) ? UNKNOWN : { kind: 'undefined', node };
      const next = step(value);
      return next ? emptinessOf(next, depth + 1) : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

/** The expression that makes a value undefined: `undefined` itself, an optional chain that nothing tests. */
function undefinedIn(value: NodeValue): Node | null {
  let at: Value | null = value;
  for (let i = 0; at?.kind === 'node' && i < 16; i++) {
    if (isVouchedFor(at.node)) return null;
    const node = unwrapAwait(at.node);
    if (node.type === 'Identifier') {
      if (node.name === 'undefined') return value.node;
      if (isTested(node, at)) return null;
    }
    if ((node.type === 'MemberExpression' || node.type === 'CallExpression') && hasOptionalLink(node)) {
      return isChainTested(node, at) ? null : value.node;
    }
    at = step(at);
  }
  return null;
}

function isVouchedFor(node: Node): boolean {
  return (node.type === 'ChainExpression' ? node.expression : node).type === 'TSNonNullExpression';
}

function hasOptionalLink(node: Node): boolean {
  for (let at = node; ;) {
    if (at.type === 'MemberExpression') {
      if (at.optional) return true;
      at = at.object;
    } else if (at.type === 'CallExpression') {
      if (at.optional) return true;
      at = at.callee;
    } else if (at.type === 'ChainExpression') at = at.expression;
    else return false;
  }
}

/** True where the name is part of a condition somewhere: the value may be settled before it is used. */
function isTested(name: Node & { readonly name: string }, value: NodeValue): boolean {
  const variable = value.frame.unit.names.variableOf(name);
  const uses = variable ? value.frame.unit.names.usesOf(variable) : [];
  return (
    definitionOf(name as Parameters<typeof definitionOf>[0], value.frame).kind === 'assigned' || uses.some(isInTest)
  );
}

function isInTest(use: Node): boolean {
  for (let at = use; at.parent; at = at.parent) {
    const { parent } = at;
    switch (parent.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
        return parent.test === at;
      case 'LogicalExpression':
        if (parent.left === at) return true;
        continue;
      case 'SwitchStatement':
        return true;
      case 'CallExpression':
        if (/^(?:assert|ok|invariant|expect)/.test(calleeName(parent) ?? '')) return true;
        continue;
      case 'UnaryExpression':
      case 'BinaryExpression':
      case 'MemberExpression':
      case 'ChainExpression':
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'AwaitExpression':
        continue;
      default:
        return false;
    }
  }
  return false;
}

/** True where a condition in the function around mentions what the chain begins with. */
function isChainTested(chain: Node, value: NodeValue): boolean {
  let root = chain;
  for (;;) {
    if (root.type === 'MemberExpression') root = root.object;
    else if (root.type === 'CallExpression') root = root.callee;
    else if (root.type === 'ChainExpression' || root.type === 'TSNonNullExpression') root = root.expression;
    else break;
  }
  if (root.type === 'Identifier' && value.frame.unit.names.variableOf(root)) return isTested(root, value);
  const fn = enclosingFunction(chain);
  const { text } = value.frame.unit;
  const path = text.slice(root.range[0], chain.range[1]).split('?.')[0]!;
  let tested = false;
  if (fn) {
    walk(fn, (at) => {
      if (at.type === 'IfStatement' && text.slice(at.test.range[0], at.test.range[1]).includes(path)) tested = true;
      return tested ? 'skip' : undefined;
    });
  }
  return tested;
}

/** A text of several parts, one after the other. */
function together(parts: readonly Emptiness[], node: Node): Emptiness {
  // In a string, undefined is a word.
  if (parts.some((p) => p.kind === 'filled' || p.kind === 'undefined')) return FILLED;
  if (parts.every((p) => p.kind === 'empty')) return { kind: 'empty', node };
  const [first] = parts;
  return parts.length === 1 && first?.kind === 'maybeEmpty' ? first : UNKNOWN;
}

/** One text or another. */
function either(yes: Emptiness, no: Emptiness, node: Node): Emptiness {
  if (yes.kind === 'empty' && no.kind === 'empty') return { kind: 'empty', node };
  for (const branch of [yes, no]) {
    if (branch.kind === 'empty' || branch.kind === 'maybeEmpty') return { kind: 'maybeEmpty', node: branch.node };
    if (branch.kind === 'undefined') return branch;
  }
  return yes.kind === 'filled' && no.kind === 'filled' ? FILLED : UNKNOWN;
}
