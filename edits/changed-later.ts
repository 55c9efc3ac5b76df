import type { ToolResult } from '../analysis/mcp/results.js';
import type { Variable } from '../analysis/scope/names.js';
import type { Unit } from '../analysis/scope/unit.js';
import { calleeName, memberPath, staticKey } from '../analysis/syntax/keys.js';
import type { CallExpression, Node } from '../analysis/syntax/tree.js';
import { isFunction, isInside, walk } from '../analysis/syntax/tree.js';
import { unwrap, wrapped } from '../analysis/syntax/unwrap.js';
import { calledFunction, rootFrame } from '../analysis/values/value.js';
import type { Left } from './reasons.js';
import { left } from './reasons.js';

const WRITES = /^(?:push|unshift|pop|shift|splice|sort|reverse|fill|set|add|delete|clear|copyWithin)$/;
const READS =
  /^(?:map|filter|find|findIndex|some|every|forEach|reduce|flatMap|join|slice|concat|includes|indexOf|at|keys|values|entries|get|has|toString|toFixed|toISOString|trim|split|startsWith|endsWith|toLowerCase|toUpperCase|localeCompare)$/;
/** Calls that look at what they are given and keep their hands off it. */
const LOOKS_ON = /^(?:log|info|debug|warn|error|trace|stringify|String|Boolean|keys|values|entries|isArray)$/;

/** A part of the file whose code can run after a result is made and before it is read. */
type Span = readonly [start: number, end: number];

/** Where changes of a view are looked for. */
interface Search {
  readonly unit: Unit;
  /** Code that runs after the result is made. */
  readonly later: readonly Span[];
  /** The result. */
  readonly made: Node;
  /** What a call of the helper is written with. */
  readonly helper: string;
}

/**
 * A result or a view that is written to after the literal: the helper copies the view, so the write would be lost.
 *
 * @param helper what a call of the helper is written with: it only reads
 */
export function changedLater(result: ToolResult, view: Node, helper: string): Left | null {
  const { unit, node } = result;
  const holder = holderOf(node);
  if (holder && holder.type !== 'Identifier')
    return left('result-written-later', 'It is stored in another object, which may change it.');
  if (holder && isChanged(holder, unit, null)) return left('result-written-later', 'It is changed after it is made.');
  const later = laterSpans(result, holder !== null);
  if (later.length === 0) return null;
  const itself = new Set(themselves(view));
  let changed: Node | null = null;
  walk(view, (n) => {
    if (changed || n.type !== 'Identifier') return undefined;
    const variable = unit.names.variableOf(n);
    if (!variable) return undefined;
    if (
      isChanged(n, unit, later) ||
      (itself.has(n) && mayBeChanged(originOf(variable, unit), { unit, later, made: node, helper }, 0))
    )
      changed = n;
    return undefined;
  });
  if (!changed) return null;
  const name = unit.text.slice(...(changed as Node).range);
  return left('view-written-later', `\`${name}\` may be changed after the result is made.`);
}

/** What a result is stored in: the name that is declared or assigned, or a member; null where it is not stored. */
function holderOf(node: Node): Node | null {
  for (let at = wrapped(node); ;) {
    const parent: Node | undefined = at.parent;
    switch (parent?.type) {
      case 'VariableDeclarator':
        return parent.id;
      case 'AssignmentExpression':
        return parent.left;
      case 'ConditionalExpression':
      case 'LogicalExpression':
      case 'AwaitExpression':
      case 'SequenceExpression':
      case 'CallExpression':
        at = wrapped(parent);
        continue;
      default:
        return null;
    }
  }
}

/** Code that runs between the making of a result and its way out of the function, as far as it stands in that function. */
function laterSpans({ node, fn, position }: ToolResult, isHeld: boolean): Span[] {
  const spans: Span[] = [];
  const stays = isHeld || position.kind === 'stored';
  if (stays) spans.push([node.range[1], fn?.range[1] ?? Infinity]);
  for (let at: Node = node; at.parent && at !== fn; at = at.parent) {
    const parent: Node = at.parent;
    if (parent.type === 'TryStatement' && parent.finalizer && parent.finalizer !== at)
      spans.push(parent.finalizer.range);
    const loops =
      parent.type === 'ForStatement' ||
      parent.type === 'ForOfStatement' ||
      parent.type === 'ForInStatement' ||
      parent.type === 'WhileStatement' ||
      parent.type === 'DoWhileStatement';
    // What stands before the literal in a loop runs again after it.
    if (loops && stays) spans.push(parent.range);
  }
  return spans;
}

/** The names whose very object an expression gives. */
function themselves(view: Node): Node[] {
  const at = unwrap(view);
  switch (at.type) {
    case 'Identifier':
      return [at];
    case 'ConditionalExpression':
      return [...themselves(at.consequent), ...themselves(at.alternate)];
    case 'LogicalExpression':
      return [...themselves(at.left), ...themselves(at.right)];
    case 'SequenceExpression':
      return themselves(at.expressions.at(-1)!);
    case 'AssignmentExpression':
      return [...themselves(at.left), ...themselves(at.right)];
    case 'AwaitExpression':
      return themselves(at.argument);
    case 'MemberExpression':
      return themselves(at.object);
    case 'CallExpression':
      // What a call gives may be what it was given.
      return at.arguments.flatMap((a) => (a.type === 'SpreadElement' ? [] : themselves(a)));
    default:
      return [];
  }
}

const isWithin = (node: Node, spans: readonly Span[]): boolean =>
  spans.some(([start, end]) => node.range[0] >= start && node.range[1] <= end);

/**
 * True where the object that a name holds is written to: a member assigned, a list grown, `delete`, `Object.assign`; and, in
 * given spans alone, where the name is assigned.
 */
export function isChanged(name: Node, unit: Unit, spans: readonly Span[] | null): boolean {
  const variable = unit.names.variableOf(name);
  if (!variable) return true;
  return variable.references.some((reference) => {
    const node = reference.identifier as Node;
    if (spans && !isWithin(node, spans)) return false;
    if (reference.isWrite() && !reference.init) return spans !== null;
    return isWrite(node);
  });
}

function isWrite(name: Node): boolean {
  const { at, deep } = outermostMember(name);
  const parent = at.parent;
  if (parent?.type === 'CallExpression' && parent.callee === at) return deep && WRITES.test(lastKey(at));
  if (parent?.type === 'CallExpression') return calleeName(parent) === 'assign' && parent.arguments[0] === at;
  if (!deep) return false;
  if (parent?.type === 'AssignmentExpression') return parent.left === at;
  if (parent?.type === 'UpdateExpression') return true;
  return parent?.type === 'UnaryExpression' && parent.operator === 'delete';
}

/** The variable that holds the object first: `state` for the `view` of `const view = state.view`. */
function originOf(variable: Variable, unit: Unit, depth = 0): Variable {
  const definition = unit.names.definitionOfVariable(variable);
  if (definition.kind !== 'init' || depth > 8) return variable;
  let at = unwrap(definition.init);
  while (at.type === 'MemberExpression') at = unwrap(at.object);
  const from = at.type === 'Identifier' ? unit.names.variableOf(at) : null;
  return from && from !== variable ? originOf(from, unit, depth + 1) : variable;
}

/** True unless all that later code does with a variable's object is certainly reading. */
function mayBeChanged(variable: Variable, search: Search, depth: number): boolean {
  const { unit, later, made } = search;
  return variable.references.some((reference) => {
    const node = reference.identifier as Node;
    if (reference.isWrite() || isInside(node, made)) return false;
    const alias = aliasMade(node, unit);
    if (alias) return depth > 3 || mayBeChanged(alias, search, depth + 1);
    const runs = isWithin(node, later) || isCalledLater(node, search);
    return runs && !isOnlyRead(node, search, depth);
  });
}

/** The variable that is declared to be the object or a part of it: `const alias = view`. */
function aliasMade(node: Node, unit: Unit): Variable | null {
  const { at } = outermostMember(node);
  const parent = at.parent;
  if (parent?.type !== 'VariableDeclarator' || parent.init !== at || parent.id.type !== 'Identifier') return null;
  return unit.names.variableOf(parent.id);
}

/** True for code in a function with a name that later code mentions. */
function isCalledLater(node: Node, { unit, later, made }: Search): boolean {
  for (let at: Node | undefined = node.parent; at; at = at.parent) {
    if (!isFunction(at)) continue;
    if (isInside(made, at)) return false;
    const parent = wrapped(at).parent;
    const id = at.type === 'FunctionDeclaration' ? at.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
    const variable = id && unit.names.variableOf(id);
    if (variable?.references.some((r) => isWithin(r.identifier, later))) return true;
  }
  return false;
}

function isOnlyRead(name: Node, search: Search, depth: number): boolean {
  if (isWrite(name)) return false;
  const { at, deep } = outermostMember(name);
  const parent = at.parent;
  switch (parent?.type) {
    case 'CallExpression':
      if (parent.callee === at) return deep && READS.test(lastKey(at));
      if (LOOKS_ON.test(calleeName(parent) ?? '') || memberPath(parent.callee)?.join('.') === search.helper)
        return true;
      return depth < 4 && isReadBy(parent.arguments.indexOf(at as never), parent, search, depth);
    case 'ArrayExpression': {
      const outer = wrapped(parent).parent;
      return outer?.type !== 'MemberExpression' && outer?.type !== 'ForOfStatement';
    }
    case 'AssignmentExpression':
    case 'NewExpression':
    case 'ConditionalExpression':
    case 'ForOfStatement':
      return false;
    default:
      return true;
  }
}

/** True where a call runs a function whose source shows that it only reads the parameter at that place. */
function isReadBy(index: number, call: CallExpression, search: Search, depth: number): boolean {
  const called = calledFunction(call, rootFrame(search.unit));
  const parameter = called?.fn.params[index];
  if (!called || parameter?.type !== 'Identifier') return false;
  const { unit } = called;
  const uses = unit.names.variableOf(parameter)?.references ?? [];
  return uses.every((use) => {
    const node = use.identifier as Node;
    return !use.isWrite() && !aliasMade(node, unit) && isOnlyRead(node, { ...search, unit }, depth + 1);
  });
}

/** `a.b.c` for the `a` in it. */
function outermostMember(name: Node): { at: Node; deep: boolean } {
  let at = wrapped(name);
  let deep = false;
  while (at.parent?.type === 'MemberExpression' && at.parent.object === at) {
    at = wrapped(at.parent);
    deep = true;
  }
  return { at, deep };
}

function lastKey(node: Node): string {
  const at = unwrap(node);
  return at.type === 'MemberExpression' ? (staticKey(at) ?? '') : '';
}
