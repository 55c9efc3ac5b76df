import type { TSESTree } from '@typescript-eslint/utils';
import type { Content } from '../analysis/mcp/content.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import type { Unit } from '../analysis/scope/unit.js';
import { calleeName, memberPath, propertyNamed, staticKey, valueNamed } from '../analysis/syntax/keys.js';
import { isNothing } from '../analysis/syntax/nothing.js';
import type { Node, ObjectExpression } from '../analysis/syntax/tree.js';
import { isFunction, isInside, walk } from '../analysis/syntax/tree.js';
import { unwrap, wrapped } from '../analysis/syntax/unwrap.js';
import { kindOf } from '../analysis/values/kind.js';
import type { NodeValue, Value } from '../analysis/values/value.js';
import { definitionOf, nodeOf, nodeValue, resolve, rootFrame, step } from '../analysis/values/value.js';
import { changedLater, isChanged } from './changed-later.js';
import { effectOf, mayTradePlaces } from './effects.js';
import type { Left } from './reasons.js';
import { left } from './reasons.js';

/** Text that replaces a range of a file; an insertion where both ends are the same. Offsets count from 0. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Which argument of the helper is what, from 0. */
export interface HelperShape {
  readonly view: number;
  readonly text: number;
  readonly takesError: boolean;
}

/** The names of the constants that rewrites put into a block, by block. */
export type BoundNames = Map<Node, readonly string[]>;

/** The parts of an inline result that the helper's call is made of. */
interface Parts {
  readonly view: Node;
  readonly text: Node;
  /** The text's source, where it is not that of its node: `block.text` for a block that has a name. */
  readonly textSource: string | null;
  readonly error: Node | null;
  readonly meta: TSESTree.Property | null;
}

/**
 * The edits that turn an inline result into `reply(view, text, isError?)`, or why it is left.
 *
 * @param callee what a call of the helper is written with
 * @param bound the constants that were put into each block for earlier results; one for this result is added
 */
export function replyCall(
  result: ToolResult,
  callee: string,
  shape: HelperShape,
  bound: BoundNames = new Map(),
): Edit[] | Left {
  const { unit, node } = result;
  if (node.type !== 'ObjectExpression') return left('unknown-shape', 'It is no object literal.');
  const parts = partsOf(result, node, callee);
  if ('reason' in parts) return parts;
  if (parts.error && isTrue(parts.error) && !shape.takesError)
    return left('helper-shape', 'The helper takes no error flag.');

  const order = evaluationOrder(node, parts);
  const next = shape.view < shape.text ? [parts.view, parts.text] : [parts.text, parts.view];
  if (parts.error && !isConstant(parts.error)) next.push(parts.error);
  if (parts.meta) next.push(parts.meta.value);
  const statement = boundText(order, next, parts, result, unit);
  if (statement === 'impossible') {
    return left('evaluation-order', 'The text has to be evaluated before the view, and there is no place to do so.');
  }

  const source = (at: Node): string => {
    const text = unit.text.slice(...at.range);
    return at.type === 'SequenceExpression' ? `(${text})` : text;
  };
  const edits: Edit[] = [];
  let text = parts.textSource ?? source(parts.text);
  if (statement) {
    const taken = bound.get(statement.parent!) ?? [];
    const name = freeName(new Set([...namesAround(statement, unit), callee, ...taken]), [
      'text',
      'replyText',
      'resultText',
    ]);
    bound.set(statement.parent!, [...taken, name]);
    const lineStart = unit.text.lastIndexOf('\n', statement.range[0] - 1) + 1;
    const indent = /^[ \t]*/.exec(unit.text.slice(lineStart, statement.range[0]))![0];
    const newline = unit.text.includes('\r\n') ? '\r\n' : '\n';
    const semicolon = unit.text[statement.range[1] - 1] === ';' ? ';' : '';
    edits.push({
      start: statement.range[0],
      end: statement.range[0],
      text: `const ${name} = ${text}${semicolon}${newline}${indent}`,
    });
    text = name;
  }
  const args: string[] = [];
  args[shape.view] = source(parts.view);
  args[shape.text] = text;
  if (parts.error && !isFalse(parts.error)) args.push(source(parts.error));
  const comments = strayComments(node, parts, unit);
  let call = `${callee}(${comments}${args.join(', ')})`;
  if (parts.meta) {
    const meta = unit.text.slice(...parts.meta.range);
    call = `{ ...${call}, ${meta} }`;
  }
  edits.push({ start: node.range[0], end: node.range[1], text: call });
  const cast = constCast(node, unit);
  if (cast === 'jsdoc') return left('const-cast', 'A JSDoc `const` cast stands around it.');
  if (cast) edits.push(cast);
  return edits;
}

/** The parts of a result that the helper can take, or why it cannot. */
function partsOf(result: ToolResult, node: ObjectExpression, callee: string): Parts | Left {
  const { unit, content, view } = result;
  if (result.position.kind === 'returned') {
    const through = result.position.through.find(
      (c) => !/^(?:resolve|freeze|parse|parseAsync)$/.test(calleeName(c) ?? ''),
    );
    if (through)
      return left(
        'passed-on',
        `It is handed to ${calleeName(through) ?? 'a function'}(), which may expect the literal.`,
      );
  }
  if (view.kind === 'absent' || content.kind === 'absent')
    return left('unknown-shape', 'One of the two channels is missing.');
  if (view.kind === 'conditional') return left('conditional-view', '`structuredContent` is there only on a condition.');
  if (node.properties.some((p) => p.type === 'SpreadElement'))
    return left('spread', 'A spread may bring other properties.');
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.kind !== 'init' || property.method)
      return left('unknown-property', 'It has a method or an accessor.');
    const key = staticKey(property);
    if (key === null || !['content', 'structuredContent', 'isError', '_meta'].includes(key)) {
      return left(
        'unknown-property',
        key === null ? 'It has a computed key.' : `It has a property \`${key}\` that the helper does not know.`,
      );
    }
    if (node.properties.some((p) => p !== property && p.type === 'Property' && staticKey(p) === key))
      return left('unknown-property', `It has \`${key}\` twice.`);
  }
  const text = textPart(content, valueNamed(node, 'content')!, result);
  if ('reason' in text) return text;
  const problem = viewProblem(view.node, unit);
  if (problem) return problem;
  const written = changedLater(result, view.node, callee);
  if (written) return written;
  return {
    view: view.node,
    text: text.node,
    textSource: text.source,
    error: result.errorNode,
    meta: propertyNamed(node, '_meta'),
  };
}

/** The text of the one text block. */
function textPart(
  content: Content,
  contentNode: Node,
  result: ToolResult,
): { node: Node; source: string | null } | Left {
  const { unit } = result;
  if (content.kind === 'unknown') return left('content-not-shown', 'It cannot be seen which blocks `content` holds.');
  const list = unwrap(contentNode);
  if (content.kind === 'absent' || list.type !== 'ArrayExpression')
    return left('content-elsewhere', 'Its blocks are put together elsewhere.');
  if (list.elements.some((e) => e?.type === 'SpreadElement'))
    return left('several-blocks', 'A spread may bring other blocks.');
  if (list.elements.length === 0) return left('no-text', '`content` is empty: there is no text to pass.');
  if (list.elements.length > 1) return left('several-blocks', 'It has several blocks.');
  const element = unwrap(list.elements[0]!);
  if (element.type === 'ConditionalExpression' || element.type === 'LogicalExpression')
    return left('content-elsewhere', 'Its block is chosen by a condition.');
  const named = element.type === 'Identifier';
  const source = named ? resolve(nodeValue(element, rootFrame(unit))) : null;
  const block = named ? (source?.kind === 'node' ? unwrap(source.node) : null) : element;
  if (block?.type !== 'ObjectExpression') return left('content-elsewhere', 'Its block is made elsewhere.');
  const [read] = content.blocks;
  if (!read || read.type === null) return left('content-not-shown', 'The type of its block cannot be seen.');
  if (read.type !== 'text') return left('non-text-block', `Its block is of type ${read.type}.`);
  for (const property of block.properties) {
    const key = property.type === 'Property' ? staticKey(property) : null;
    if (key !== 'type' && key !== 'text')
      return left(
        'block-extras',
        key === null
          ? 'Its block holds more than is shown.'
          : `Its block has \`${key}\`, which the helper does not write.`,
      );
    if (block.properties.some((p) => p !== property && p.type === 'Property' && staticKey(p) === key))
      return left('block-extras', `Its block has \`${key}\` twice.`);
  }
  const text = valueNamed(block, 'text');
  if (!text) return left('no-text', 'Its block has no text.');
  if (!named) return { node: text, source: null };
  if (source?.kind === 'node' && source.frame.unit !== unit)
    return left('content-elsewhere', 'Its block is made in another file.');
  if (isChanged(element, unit, null)) return left('content-elsewhere', 'Its block is changed after it is made.');
  return { node: element, source: `${element.name}.text` };
}

/** Why a view cannot be given to the helper, or null. */
function viewProblem(view: Node, unit: Unit, depth = 0): Left | null {
  const value = nodeValue(view, rootFrame(unit));
  if (mayBeMissing(value)) return left('view-not-object', 'Its view may be missing.');
  const source = resolve(value);
  const node = source.kind === 'node' ? unwrap(source.node) : null;
  const at = nodeOf(source).unit;
  if (depth < MAX_CHOICES && node?.type === 'SequenceExpression')
    return viewProblem(node.expressions.at(-1)!, at, depth + 1);
  if (depth < MAX_CHOICES && node?.type === 'AssignmentExpression') return viewProblem(node.right, at, depth + 1);
  if (depth < MAX_CHOICES && node?.type === 'ConditionalExpression')
    return viewProblem(node.consequent, at, depth + 1) ?? viewProblem(node.alternate, at, depth + 1);
  if (depth < MAX_CHOICES && node?.type === 'LogicalExpression') {
    const right = viewProblem(node.right, at, depth + 1);
    // Where the left side is missing the right one stands in.
    return right ?? (mayBeMissing(nodeValue(node.left, rootFrame(at))) ? null : viewProblem(node.left, at, depth + 1));
  }
  if (view.type === 'Identifier' && isGivenNote(view, unit)) return HAS_NOTE;
  const kind = kindOf(value);
  switch (kind.kind) {
    case 'object':
      return literalProblem(kind.literal, 0);
    case 'unknown':
      return null;
    case 'array':
      return left('view-not-object', 'Its view is an array.');
    case 'instance':
      return left('view-not-object', `Its view is an instance of ${kind.of}.`);
    default:
      return left('view-not-object', 'Its view is no object.');
  }
}

/** True for `undefined`, `null`, `a?.b`, `a && b`, and a variable that only a branch gives a value. */
function mayBeMissing(value: Value): boolean {
  let at: Value | null = value;
  for (let i = 0; at?.kind === 'node' && i < MAX_CHOICES; i++) {
    let { node } = at;
    // `a?.b!`: the author vouches for it.
    while (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSTypeAssertion')
      node = node.expression;
    if (node.type === 'ChainExpression' || isNothing(node)) return true;
    if (node.type === 'LogicalExpression' && node.operator === '&&') return true;
    if (node.type === 'Identifier' && isBranchOnly(node, at.frame.unit)) return true;
    at = step(at);
  }
  return false;
}

/** `let view; if (found) view = {...}`, without a type that says more. */
function isBranchOnly(name: TSESTree.Identifier, unit: Unit): boolean {
  const declarator = unit.names.variableOf(name)?.defs[0]?.node as Node | undefined;
  if (declarator?.type !== 'VariableDeclarator' || declarator.init) return false;
  const definition = definitionOf(name, rootFrame(unit));
  if (definition.kind !== 'assigned') return false;
  const type = declarator.id.typeAnnotation;
  if (type) return /\b(?:undefined|null)\b/.test(unit.text.slice(...type.range));
  const [first] = definition.values;
  // `if (a) view = x; else view = y;` is not followed: two values may be all there are.
  return definition.values.length === 1 && first?.parent?.parent?.parent !== declarator.parent.parent;
}

/** True where a `note` is assigned to the object that a name holds. */
function isGivenNote(name: Node, unit: Unit): boolean {
  const variable = unit.names.variableOf(name);
  return (variable ? unit.names.usesOf(variable) : []).some((use) => {
    const member = wrapped(use).parent;
    return (
      member?.type === 'MemberExpression' &&
      member.object === wrapped(use) &&
      staticKey(member) === 'note' &&
      member.parent?.type === 'AssignmentExpression' &&
      member.parent.left === member
    );
  });
}

const HAS_NOTE = left('view-has-note', 'Its view has a `note` of its own.');

/** A view is chosen by this many conditions, one within the other; nobody writes more. */
const MAX_CHOICES = 16;

/** What in a view's literal keeps it from being copied with a note. */
function literalProblem({ node, frame }: NodeValue & { readonly node: ObjectExpression }, depth: number): Left | null {
  for (const property of node.properties) {
    if (property.type !== 'Property') {
      const spread = depth < MAX_CHOICES ? kindOf(nodeValue(property.argument, frame)) : null;
      if (spread?.kind === 'object' && literalProblem(spread.literal, depth + 1) === HAS_NOTE) return HAS_NOTE;
      continue;
    }
    const key = staticKey(property);
    if (key === 'note') return HAS_NOTE;
    if (key === '__proto__' && !property.computed && !property.shorthand && !property.method)
      return left('view-not-object', 'Its view has a prototype of its own.');
    if (key === 'toJSON') return left('view-not-object', 'Its view says itself what it looks like as JSON.');
  }
  let accessor = false;
  walk(node, (at) => {
    if (isFunction(at)) return 'skip';
    if (at.type === 'Property' && at.kind !== 'init') accessor = true;
    return accessor || at.type === 'CallExpression' || at.type === 'NewExpression' ? 'skip' : undefined;
  });
  return accessor ? left('view-not-object', 'Its view has an accessor, which the helper would run.') : null;
}

/** The parts in the order in which the literal evaluates them. */
function evaluationOrder(node: ObjectExpression, parts: Parts): Node[] {
  return node.properties.flatMap((p) => {
    if (p.type !== 'Property') return [];
    const key = staticKey(p);
    if (key === 'content') return [parts.text];
    if (key === 'structuredContent') return [parts.view];
    if (key === 'isError') return parts.error && !isConstant(parts.error) ? [parts.error] : [];
    return [p.value];
  });
}

/**
 * The statement before which the text has to be bound to a constant so that everything is evaluated in the old order;
 * null where that is not needed.
 */
function boundText(
  order: readonly Node[],
  next: readonly Node[],
  parts: Parts,
  result: ToolResult,
  unit: Unit,
): Node | null | 'impossible' {
  const swapped = (list: readonly Node[]): [Node, Node][] => {
    const pairs: [Node, Node][] = [];
    for (let i = 0; i < order.length; i++) {
      for (let j = i + 1; j < order.length; j++) {
        const [a, b] = [order[i]!, order[j]!];
        if (list.indexOf(a) > list.indexOf(b) && !mayTradePlaces(a, b, unit)) pairs.push([a, b]);
      }
    }
    return pairs;
  };
  if (parts.textSource === null && swapped(next).length === 0) return null;
  if (parts.textSource !== null)
    return swapped(next.filter((n) => n !== parts.text)).length === 0 ? null : 'impossible';
  // Bound before the statement, the text is evaluated first of all.
  const first = [parts.text, ...next.filter((n) => n !== parts.text)];
  if (swapped(first).length > 0 || !isFreshStatement(parts.text, order, unit)) return 'impossible';
  return statementOf(result);
}

function isFreshStatement(text: Node, order: readonly Node[], unit: Unit): boolean {
  return order[0] === text || effectOf(order[0]!, unit) === 'inert';
}

/** The statement that evaluates the literal first of all and stands where a declaration may stand before it. */
function statementOf(result: ToolResult): Node | 'impossible' {
  let at = wrapped(result.node);
  const call = at.parent;
  // `return Promise.resolve({...})`: looking up `Promise.resolve` before or after the text is the same.
  if (call?.type === 'CallExpression' && call.arguments[0] === at && isPlainCallee(call.callee)) at = wrapped(call);
  let parent = at.parent;
  if (parent?.type === 'AwaitExpression') {
    at = wrapped(parent);
    parent = at.parent;
  }
  const statement =
    parent?.type === 'ReturnStatement'
      ? parent
      : parent?.type === 'VariableDeclarator' &&
          parent.parent.declarations.length === 1 &&
          parent.id.type === 'Identifier'
        ? parent.parent
        : null;
  const block = statement?.parent;
  return statement && (block?.type === 'BlockStatement' || block?.type === 'Program') ? statement : 'impossible';
}

/** `Promise.resolve`, `Object.freeze`: looked up without anything happening. */
function isPlainCallee(callee: Node): boolean {
  return /^(?:Promise\.resolve|Object\.freeze)$/.test(memberPath(callee)?.join('.') ?? '');
}

function isConstant(node: Node): boolean {
  return unwrap(node).type === 'Literal';
}

function isTrue(node: Node): boolean {
  const at = unwrap(node);
  return !(at.type === 'Literal' && at.value === false);
}

function isFalse(node: Node): boolean {
  return !isTrue(node);
}

/** Names that a new constant before a statement must not have: what can be seen there, and what is named in its block. */
function namesAround(statement: Node, unit: Unit): Set<string> {
  const names = new Set<string>();
  const block = statement.parent ?? unit.ast;
  for (const scope of unit.scopeManager.scopes) {
    const at = scope.block as Node;
    const below = isInside(at, block);
    if (!below && !isInside(block, at)) continue;
    for (const variable of scope.variables) if (variable.defs.length > 0) names.add(variable.name);
    if (below || at === block.parent) for (const reference of scope.references) names.add(reference.identifier.name);
  }
  return names;
}

function freeName(names: ReadonlySet<string>, wanted: readonly string[]): string {
  const free = wanted.find((w) => !names.has(w));
  if (free) return free;
  for (let i = 2; ; i++) if (!names.has(`${wanted[0]}${i}`)) return `${wanted[0]}${i}`;
}

/** Comments inside the literal that stand in none of the kept parts, laid out to go before the first argument. */
function strayComments(node: ObjectExpression, parts: Parts, unit: Unit): string {
  const kept = [parts.view, ...(parts.textSource === null ? [parts.text] : []), parts.error, parts.meta].filter(
    (n): n is Node => n !== null,
  );
  const stray = (unit.ast.comments ?? []).filter(
    (c) =>
      c.range[0] >= node.range[0] &&
      c.range[1] <= node.range[1] &&
      !kept.some((k) => c.range[0] >= k.range[0] && c.range[1] <= k.range[1]),
  );
  if (stray.length === 0) return '';
  const newline = unit.text.includes('\r\n') ? '\r\n' : '\n';
  const lineStart = unit.text.lastIndexOf('\n', node.range[0] - 1) + 1;
  const outer = /^[ \t]*/.exec(unit.text.slice(lineStart))![0];
  const firstInner = node.properties[0] ? unit.text.lastIndexOf('\n', node.properties[0].range[0] - 1) + 1 : 0;
  const indent = firstInner > node.range[0] ? /^[ \t]*/.exec(unit.text.slice(firstInner))![0] : `${outer}  `;
  if (stray.every((c) => (c.type as string) === 'Block' && !unit.text.slice(...c.range).includes('\n'))) {
    return stray.map((c) => `${unit.text.slice(...c.range)} `).join('');
  }
  return `${newline}${stray.map((c) => `${indent}${unit.text.slice(...c.range)}${newline}`).join('')}${indent}`;
}

/** `as const` behind the literal goes with it: of a call it is a type error (TS1355). */
function constCast(node: ObjectExpression, unit: Unit): Edit | 'jsdoc' | null {
  const before = unit.text.slice(Math.max(0, node.range[0] - 60), node.range[0]);
  if (/@type\s*\{\s*const\s*\}\s*\*\/\s*\(?\s*$/.test(before)) return 'jsdoc';
  let at: Node = node;
  while (at.parent && unwrap(at.parent) === node) {
    const parent: Node = at.parent;
    if (parent.type === 'TSAsExpression' && unit.text.slice(...parent.typeAnnotation.range).trim() === 'const') {
      const behind = unit.text.slice(at.range[1], parent.range[1]);
      const as = /\bas\s+const$/.exec(behind);
      if (!as) return 'jsdoc';
      const start = at.range[1] + behind.slice(0, as.index).trimEnd().length;
      return { start, end: parent.range[1], text: '' };
    }
    if (parent.type === 'TSTypeAssertion' && unit.text.slice(...parent.typeAnnotation.range).trim() === 'const') {
      // Nothing may stay between a `return` and the call but what is on one line.
      const behind = /^\s*>\s*(?=[({])/.exec(unit.text.slice(parent.typeAnnotation.range[1], node.range[0] + 1));
      if (!behind) return 'jsdoc';
      return { start: parent.range[0], end: parent.typeAnnotation.range[1] + behind[0].length, text: '' };
    }
    at = parent;
  }
  return null;
}
