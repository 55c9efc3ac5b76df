import type { TSESTree } from '@typescript-eslint/utils';
import type { Definition, PatternStep } from '../scope/names.js';
import type { Unit } from '../scope/unit.js';
import { calleeName, staticKey, staticString, valueNamed } from '../syntax/keys.js';
import type { CallExpression, FunctionNode, Node } from '../syntax/tree.js';
import { isFunction } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';

/** The call through which a function's body is read: what its parameters stand for. */
export interface Frame {
  readonly unit: Unit;
  readonly fn: FunctionNode | null;
  readonly args: readonly Value[];
  readonly parent: Frame | null;
  /** Tells bodies read through different calls apart; 0 for code read where it stands. */
  readonly id: number;
  readonly depth: number;
}

/** What an expression stands for: a node read in a frame, or a piece of another value. */
export type Value =
  | { readonly kind: 'node'; readonly node: Node; readonly frame: Frame }
  | { readonly kind: 'member'; readonly of: Value; readonly name: string }
  | { readonly kind: 'element'; readonly of: Value };

export type NodeValue = Extract<Value, { kind: 'node' }>;

/** Bodies are entered this deep, calls within calls; below that a call is opaque. */
const MAX_DEPTH = 6;
/** Names are followed this many steps; a longer chain ends in itself. */
const MAX_STEPS = 64;

/** A function that a call runs, with the frame in which it was found. */
export interface Callee {
  readonly fn: FunctionNode;
  readonly unit: Unit;
  readonly frame: Frame;
}

let frames = 0;

export function rootFrame(unit: Unit): Frame {
  return { unit, fn: null, args: [], parent: null, id: 0, depth: 0 };
}

export function nodeValue(node: Node, frame: Frame): NodeValue {
  return { kind: 'node', node, frame };
}

/** The node where a value comes from: its own, or that of the value it is a piece of. */
export function nodeOf(value: Value): { node: Node; unit: Unit } {
  let at = value;
  while (at.kind !== 'node') at = at.of;
  return { node: at.node, unit: at.frame.unit };
}

export function unitOf(value: Value): Unit {
  return nodeOf(value).unit;
}

/** Calls whose callback gets the elements of what they are called on as first parameter. */
const ELEMENT_CALLBACKS = new Set([
  'map',
  'forEach',
  'flatMap',
  'filter',
  'find',
  'some',
  'every',
  'findIndex',
  'findLast',
]);
/** Calls that give back elements of what they are called on, unchanged. */
const SAME_ELEMENTS = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'values', 'flat']);

/**
 * One step towards where a value comes from, or null where it is at its source: through casts, `await`, constants,
 * parameters bound in the frame, destructuring, imports, and members of object literals.
 */
export function step(value: Value): Value | null {
  if (value.kind === 'member') {
    const of = resolve(value.of);
    return memberOf(of, value.name) ?? (of === value.of ? null : { kind: 'member', of, name: value.name });
  }
  if (value.kind === 'element') {
    const of = resolve(value.of);
    const same = sameElements(of);
    if (same) return { kind: 'element', of: same };
    return of === value.of ? null : { kind: 'element', of };
  }
  const { frame } = value;
  const node = unwrapAwait(value.node);
  if (node !== value.node) return nodeValue(node, frame);
  switch (node.type) {
    case 'Identifier':
      return stepFromName(node, frame);
    case 'MemberExpression': {
      const name = staticKey(node);
      if (name !== null) return { kind: 'member', of: nodeValue(node.object, frame), name };
      return null;
    }
    default:
      return null;
  }
}

const MAX_NESTED = 32;
const MAX_STEPS_IN_ALL = 4096;
let nested = 0;
let taken = 0;
let endless = false;

/**
 * Follows a value to its source; at most MAX_STEPS steps. A value that is made of itself (`const { a = a } = a`) has none:
 * it is given back as it is.
 */
export function resolve(value: Value): Value {
  if (nested === 0) [taken, endless] = [0, false];
  if (nested >= MAX_NESTED || taken >= MAX_STEPS_IN_ALL) endless = true;
  if (endless) return value;
  nested++;
  let at = value;
  try {
    for (let i = 0; i < MAX_STEPS && !endless; i++, taken++) {
      const next = step(at);
      if (!next) break;
      at = next;
    }
  } finally {
    nested--;
  }
  return nested === 0 && endless ? value : at;
}

/** The frame in which a variable's definition is to be read: the one of its function, or an outer one. */
export function frameOf(fn: FunctionNode, frame: Frame): Frame | null {
  for (let at: Frame | null = frame; at; at = at.parent) if (at.fn === fn) return at;
  return null;
}

export function definitionOf(node: TSESTree.Identifier, frame: Frame): Definition {
  return frame.unit.names.definitionOf(node);
}

function stepFromName(node: TSESTree.Identifier, frame: Frame): Value | null {
  const definition = definitionOf(node, frame);
  switch (definition.kind) {
    case 'init':
      return walkPath(nodeValue(definition.init, frame), definition.path);
    case 'element':
      return walkPath({ kind: 'element', of: nodeValue(definition.over, frame) }, definition.path);
    case 'parameter': {
      const bound = frameOf(definition.fn, frame);
      if (bound) {
        const argument = bound.args[definition.index];
        if (argument && !definition.rest) return walkPath(argument, definition.path);
        if (!argument && definition.fallback) return nodeValue(definition.fallback, frame);
        return null;
      }
      const over = iterated(definition.fn, definition.index);
      return over ? walkPath({ kind: 'element', of: nodeValue(over, frame) }, definition.path) : null;
    }
    case 'import': {
      if (definition.name === '*') return null;
      const exported = frame.unit.neighbours.exported(frame.unit, definition.module, definition.name);
      return exported.kind === 'value' && !isFunction(exported.node)
        ? nodeValue(exported.node, rootFrame(exported.unit))
        : null;
    }
    case 'assigned':
    case 'function':
    case 'class':
    case 'global':
    case 'unknown':
      return null;
  }
}

function walkPath(value: Value, path: readonly PatternStep[]): Value | null {
  let at = value;
  for (const one of path) {
    if (!('key' in one)) return null;
    at = { kind: 'member', of: at, name: one.key };
  }
  return at;
}

/** What an inline callback iterates over: `xs` for the first parameter of the function in `xs.map(fn)`. */
function iterated(fn: FunctionNode, index: number): Node | null {
  const call = fn.parent;
  if (call?.type !== 'CallExpression' || index !== 0 || call.arguments[0] !== fn) return null;
  const callee = unwrap(call.callee);
  if (callee.type !== 'MemberExpression') return null;
  const name = staticKey(callee);
  return name !== null && ELEMENT_CALLBACKS.has(name) ? callee.object : null;
}

/** The list whose very elements a value holds: `xs` for `xs.filter(f)`, `[...xs]`, `Array.from(xs)`. */
function sameElements(value: Value): Value | null {
  if (value.kind !== 'node') return null;
  const node = unwrapAwait(value.node);
  if (node.type === 'ArrayExpression' && node.elements.length === 1) {
    const [only] = node.elements;
    return only?.type === 'SpreadElement' ? nodeValue(only.argument, value.frame) : null;
  }
  if (node.type === 'LogicalExpression' && (node.operator === '??' || node.operator === '||')) {
    return nodeValue(node.left, value.frame);
  }
  if (node.type !== 'CallExpression') return null;
  const callee = unwrap(node.callee);
  if (callee.type !== 'MemberExpression') return null;
  const name = staticKey(callee);
  if (name !== null && SAME_ELEMENTS.has(name)) return nodeValue(callee.object, value.frame);
  const [first] = node.arguments;
  if (name === 'from' && callee.object.type === 'Identifier' && callee.object.name === 'Array' && first) {
    return node.arguments.length === 1 && first.type !== 'SpreadElement' ? nodeValue(first, value.frame) : null;
  }
  return null;
}

/** The value under a key of an object literal, where the literal shows it. */
function memberOf(object: Value, name: string): Value | null {
  if (object.kind !== 'node') return null;
  const node = object.node;
  if (node.type === 'Identifier') {
    const definition = definitionOf(node, object.frame);
    if (definition.kind === 'import' && definition.name === '*') {
      const exported = object.frame.unit.neighbours.exported(object.frame.unit, definition.module, name);
      if (exported.kind === 'value' && !isFunction(exported.node)) {
        return nodeValue(exported.node, rootFrame(exported.unit));
      }
    }
    return null;
  }
  if (node.type === 'ArrayExpression' && /^\d+$/.test(name)) {
    const before = node.elements.slice(0, Number(name) + 1);
    const element = before[Number(name)];
    return element && before.every((e) => e?.type !== 'SpreadElement') ? nodeValue(element, object.frame) : null;
  }
  if (node.type !== 'ObjectExpression') return null;
  const found = valueNamed(node, name);
  if (!found) return null;
  // A spread or a computed key behind it may replace the property.
  const at = node.properties.findIndex((p) => p.type === 'Property' && p.value === found);
  const replaced = node.properties.slice(at + 1).some((p) => p.type === 'SpreadElement' || staticKey(p) === null);
  return replaced ? null : nodeValue(found, object.frame);
}

/** The function that a call runs, where source shows it: a local one, a method of the same class or object, an import. */
export function calledFunction(call: CallExpression, frame: Frame): Callee | null {
  return functionOf(nodeValue(call.callee, frame));
}

export function functionOf(value: Value): Callee | null {
  if (value.kind === 'node') {
    const node = unwrap(value.node);
    if (isFunction(node)) return { fn: node, unit: value.frame.unit, frame: value.frame };
    if (node.type === 'Identifier') {
      const definition = definitionOf(node, value.frame);
      if (definition.kind === 'function') return { fn: definition.fn, unit: value.frame.unit, frame: value.frame };
      if (definition.kind === 'import' && definition.name !== '*') {
        return exportedFunction(value.frame, definition.module, definition.name);
      }
    }
    if (node.type === 'MemberExpression') {
      const method = methodOf(node, value.frame);
      if (method) return method;
    }
    if (node.type === 'CallExpression' && calleeName(node) === 'bind') {
      const callee = unwrap(node.callee);
      if (callee.type === 'MemberExpression') return functionOf(nodeValue(callee.object, value.frame));
    }
  }
  const next = step(value);
  if (!next) return null;
  const source = resolve(next);
  if (source.kind !== 'node') return null;
  const node = unwrap(source.node);
  if (isFunction(node)) return { fn: node, unit: source.frame.unit, frame: source.frame };
  if (node.type === 'Identifier' && node !== (value.kind === 'node' ? unwrap(value.node) : null))
    return functionOf(source);
  return null;
}

function exportedFunction(frame: Frame, module: string, name: string): Callee | null {
  const exported = frame.unit.neighbours.exported(frame.unit, module, name);
  if (exported.kind !== 'value') return null;
  return isFunction(exported.node)
    ? { fn: exported.node, unit: exported.unit, frame: rootFrame(exported.unit) }
    : functionOf(nodeValue(exported.node, rootFrame(exported.unit)));
}

/** The method behind `this.m` (in the class around), `Class.m` and `namespace.m`. */
function methodOf(node: TSESTree.MemberExpression, frame: Frame): Callee | null {
  const name = staticKey(node);
  if (name === null) return null;
  const object = unwrap(node.object);
  if (object.type === 'ThisExpression') {
    for (let at: Node | undefined = node.parent; at; at = at.parent) {
      if (at.type === 'ClassBody') return methodIn(at, name, frame);
    }
    return null;
  }
  if (object.type !== 'Identifier') return null;
  const definition = definitionOf(object, frame);
  if (definition.kind === 'class') return methodIn(definition.node.body, name, frame);
  if (definition.kind === 'import' && definition.name === '*') return exportedFunction(frame, definition.module, name);
  return null;
}

function methodIn(body: TSESTree.ClassBody, name: string, frame: Frame): Callee | null {
  for (const member of body.body) {
    if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') continue;
    if (staticKey(member) !== name || !member.value) continue;
    const fn = unwrap(member.value);
    if (isFunction(fn) && fn.body) return { fn, unit: frame.unit, frame };
  }
  return null;
}

/**
 * The frame in which a called function's body is to be read, or null where calls are nested too deep or recurse. What
 * stands behind a spread argument is not bound.
 */
export function enter(call: CallExpression, frame: Frame, callee: Callee): Frame | null {
  const args: Value[] = [];
  for (const argument of call.arguments) {
    if (argument.type === 'SpreadElement') break;
    args.push(nodeValue(argument, frame));
  }
  return enterWith(callee, frame, args);
}

export function enterWith(callee: Callee, from: Frame, args: readonly Value[]): Frame | null {
  if (from.depth >= MAX_DEPTH) return null;
  for (let at: Frame | null = from; at; at = at.parent) if (at.fn === callee.fn) return null;
  return {
    unit: callee.unit,
    fn: callee.fn,
    args,
    parent: callee.unit === from.unit ? from : callee.frame,
    id: ++frames,
    depth: from.depth + 1,
  };
}

/** The literal text of a value, where it is certainly one string. */
export function stringOf(value: Value): string | null {
  const source = resolve(value);
  return source.kind === 'node' ? staticString(source.node) : null;
}
