import type { TSESTree } from '@typescript-eslint/utils';
import type { Unit } from '../scope/unit.js';
import { calleeName, memberPath, propertyNamed, staticKey, staticString, valueNamed } from '../syntax/keys.js';
import type { CallExpression, FunctionNode, Node, ObjectExpression } from '../syntax/tree.js';
import { enclosingFunction, walk } from '../syntax/tree.js';
import { unwrap, unwrapAwait, wrapped } from '../syntax/unwrap.js';
import { identityOf } from '../values/identity.js';
import type { NodeValue, Value } from '../values/value.js';
import { definitionOf, nodeValue, resolve, rootFrame } from '../values/value.js';
import type { Content } from './content.js';
import { readContent } from './content.js';
import type { Helper } from './helpers.js';
import { readReplyCall } from './reply-calls.js';
import type { Position } from './position.js';
import { nameOfFunction, namesOther, namesResult, positionOf, returnTypeOf } from './position.js';

/** The error flag of a result: absent, a literal, or an expression. */
export type ErrorFlag = 'absent' | 'true' | 'false' | 'expression';

/** The `structuredContent` of a result. */
export type ViewSlot =
  | { readonly kind: 'absent' }
  /** Always there. */
  | { readonly kind: 'given'; readonly value: NodeValue; readonly node: Node }
  /** There only on a condition: in a conditional spread, or assigned in a branch. */
  | { readonly kind: 'conditional'; readonly value: NodeValue; readonly node: Node };

/** A tool result in source: an object literal, or a call of a reply helper. */
export interface ToolResult {
  readonly unit: Unit;
  readonly node: ObjectExpression | CallExpression;
  /** Where a person would look: the literal or call, or the assignment that adds the view to it later. */
  readonly site: Node;
  /**
   * `inline`: a literal, built where it is needed. `helper`: a literal in a function that builds results for others.
   * `reply`: a call of a reply helper.
   */
  readonly role: 'inline' | 'helper' | 'reply';
  /** The function whose result it is; null at module level. */
  readonly fn: FunctionNode | null;
  readonly position: Position;
  readonly content: Content;
  readonly view: ViewSlot;
  readonly isError: ErrorFlag;
  readonly errorNode: Node | null;
  /** Keys beside content, structuredContent and isError, and whether a spread hides more. */
  readonly others: readonly string[];
  readonly spread: boolean;
}

const RESULT_KEYS = new Set(['content', 'structuredContent', 'isError', '_meta']);
/** Properties and methods that hold a tool's handler. */
export const HANDLER_NAMES =
  /^(?:handler|execute|callback|cb|run|call|invoke|handle|toolCallback|resolve|action|fn|implementation)$|^(?:execute|handle|call|run|invoke)[A-Z]/;
/** Calls that register a tool with a handler among their arguments. */
export const REGISTRARS =
  /^(?:registerTool|tool|registerAppTool|addTool|setRequestHandler|defineTool|createTool|registerSafeTool|useViewTool|withMcpServer|\w{0,60}[rR]egister\w{0,60}Tools?|defineMcpTool|server_?[tT]ool|makeTool|buildTool|mcpTool|toolHandler|createMcpHandler)$/;
/** Calls whose argument looks like a result and is none. */
const CLIENT_CALLS =
  /^(?:update\w*|set\w*|on[A-Z]\w*|send\w*|post\w*|emit|dispatch|publish|notify|json|stringify|toEqual|toStrictEqual|toMatchObject|toBe|toMatchInlineSnapshot|deepStrictEqual|deepEqual|equal|strictEqual|mock\w*|expect|fn|push|render\w*|log|debug|info|extend|object|strictObject|looseObject|parseResult|write\w*|create(?:Root|Element)|use(?:State|Memo|Ref|Effect|Callback))$/;
const NORMALISER =
  /^(?:normali[sz]e|parse|coerce|sanitize|extract|read|decode|deserialize|merge|unwrap|mock|fake|stub|get|fetch|load|map|convert|adapt|transform|translate|ensure|is)[A-Z]|ModelContext|ContextParams|Fixture$/;
const BUILDER =
  /(?:Result|Response|Reply|Output|Error|Success|Content|Payload|Ok|Fail(?:ure)?)$|^(?:ok|fail|success|error|respond|reply|result|response|format|wrap|build|make|create|to|as|json|text|structured|mix|widget|object|array|dual)(?=[A-Z]|$)|Output[A-Z]?|(?:^|[a-z])(?:Result|Response|Output|Reply)/;

/** All tool results of a file, in source order: literals with a content, a view or both, and calls of reply helpers. */
export function collectResults(unit: Unit, helpers: readonly Helper[]): ToolResult[] {
  const results: ToolResult[] = [];
  walk(unit.ast, (node) => {
    const result =
      node.type === 'ObjectExpression'
        ? readResult(node, unit)
        : node.type === 'CallExpression'
          ? readReplyCall(node, unit, helpers)
          : null;
    if (result) results.push(result);
    return undefined;
  });
  // A function that builds results for others does so on every path.
  results.sort((a, b) => a.site.range[0] - b.site.range[0]);
  const helpersFns = new Set(results.filter((r) => r.role === 'helper').map((r) => r.fn));
  // The literal of a conditional spread is part of the result that it is spread into.
  const spread = new Set(results.flatMap((r) => (r.view.kind === 'conditional' ? [r.view.node] : [])));
  return results
    .filter((r) => r.view.kind !== 'given' || !spread.has(r.view.node))
    .map((r) => (r.role === 'inline' && r.fn && helpersFns.has(r.fn) ? { ...r, role: 'helper' } : r));
}

/** The literal as a tool result, or null: not one, or nothing says that it is one. */
export function readResult(node: ObjectExpression, unit: Unit): ToolResult | null {
  const frame = rootFrame(unit);
  let contentNode = valueNamed(node, 'content');
  const spreads = node.properties.filter((p) => p.type === 'SpreadElement');
  let view: ViewSlot = viewIn(node, unit);
  let site: Node = node;
  if (view.kind === 'absent') {
    const [assigned] = assignedTo(node, unit, 'structuredContent');
    if (assigned) {
      site = assigned;
      view = { kind: 'conditional', value: nodeValue(assigned.right, frame), node: assigned.right };
      contentNode ??= assignedTo(node, unit, 'content')[0]?.right ?? null;
    }
  }
  if (!contentNode && view.kind === 'absent') return null;
  if (propertyNamed(node, 'jsonrpc')) return null;
  const others = node.properties.flatMap((p) => {
    const key = p.type === 'Property' ? staticKey(p) : null;
    return key !== null && !RESULT_KEYS.has(key) ? [key] : p.type === 'Property' && key === null ? ['[computed]'] : [];
  });
  // The conditional spreads of known keys are read; any other spread may bring anything.
  const opaque = spreads.some((s) => !knownSpread(s.argument));
  const both = contentNode !== null && view.kind !== 'absent';
  if (others.some((k) => k !== 'meta' && k !== 'annotations' && k !== 'resultType')) return null;

  const position = positionOf(node, unit);
  if (position.kind === 'elsewhere') return null;
  if (position.kind === 'returned' && position.through.some((c) => CLIENT_CALLS.test(calleeName(c) ?? ''))) return null;
  const content = readContent(contentNode && nodeValue(contentNode, frame));
  const fn = position.kind === 'returned' ? position.fn : enclosingFunction(node);
  const evidence = fn ? evidenceFor(fn, unit) : { handler: false, against: false };
  if (evidence.against) return null;
  // One key alone is in many things: here the function has to say that it answers a tool call, or the blocks do.
  if (!both && !evidence.handler && !(contentNode && isBlockList(content, unwrap(contentNode)))) return null;
  const { role, foreign } = roleOf(node, fn, unit, contentNode, view);
  if (foreign) return null;
  if (contentNode && both && !evidence.handler && role === 'inline' && !looksReal(content, contentNode)) return null;
  if (contentNode && both && opaque && (!looksReal(content, contentNode) || extendsSpread(node, contentNode, unit)))
    return null;
  const flag = errorFlag(node);
  return { unit, node, site, role, fn, position, content, view, ...flag, others, spread: opaque };
}

/** `{ ...result, content: [..., ...result.content] }`: a result that exists already is added to. */
function extendsSpread(node: ObjectExpression, content: Node, unit: Unit): boolean {
  const text = unit.text.slice(...content.range);
  return node.properties.some((p) => {
    const path = p.type === 'SpreadElement' ? memberPath(p.argument) : null;
    return path !== null && text.includes(`${path.join('.')}.content`);
  });
}

/** `structuredContent` as a property of the literal, or inside a conditional spread of it. */
function viewIn(node: ObjectExpression, unit: Unit): ViewSlot {
  const frame = rootFrame(unit);
  const direct = valueNamed(node, 'structuredContent');
  if (direct) return { kind: 'given', value: nodeValue(direct, frame), node: direct };
  for (const property of node.properties) {
    if (property.type !== 'SpreadElement') continue;
    for (const literal of spreadLiterals(property.argument)) {
      const inner = valueNamed(literal, 'structuredContent');
      if (inner) return { kind: 'conditional', value: nodeValue(inner, frame), node: inner };
    }
  }
  return { kind: 'absent' };
}

/** What is assigned to a key of the variable that holds a literal: `const result = {..}; result.structuredContent = view`. */
function assignedTo(node: ObjectExpression, unit: Unit, key: string): TSESTree.AssignmentExpression[] {
  const declarator = wrapped(node).parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return [];
  const variable = unit.names.variableOf(declarator.id);
  return (variable ? unit.names.usesOf(variable) : []).flatMap((use) => {
    const member = wrapped(use).parent;
    if (member?.type !== 'MemberExpression' || member.object !== wrapped(use) || staticKey(member) !== key) return [];
    const assignment = member.parent;
    return assignment?.type === 'AssignmentExpression' && assignment.left === member ? [assignment] : [];
  });
}

/** The literals that a spread can bring: of `cond ? {..} : {}`, `cond && {..}`, `{..}`. */
function spreadLiterals(argument: Node): ObjectExpression[] {
  const at = unwrap(argument);
  if (at.type === 'ObjectExpression') return [at];
  if (at.type === 'ConditionalExpression') return [...spreadLiterals(at.consequent), ...spreadLiterals(at.alternate)];
  if (at.type === 'LogicalExpression') return spreadLiterals(at.right);
  return [];
}

function knownSpread(argument: Node): boolean {
  const at = unwrap(argument);
  if (at.type === 'ObjectExpression') return true;
  if (at.type === 'ConditionalExpression') return knownSpread(at.consequent) && knownSpread(at.alternate);
  if (at.type === 'LogicalExpression') return at.operator === '&&' && knownSpread(at.right);
  return (at.type === 'Identifier' && at.name === 'undefined') || (at.type === 'Literal' && at.value === null);
}

function errorFlag(node: ObjectExpression): { isError: ErrorFlag; errorNode: Node | null } {
  const property = propertyNamed(node, 'isError');
  if (!property) return { isError: 'absent', errorNode: null };
  const value = unwrap(property.value);
  if (value.type === 'Literal' && typeof value.value === 'boolean') {
    return { isError: value.value ? 'true' : 'false', errorNode: property.value };
  }
  return { isError: 'expression', errorNode: property.value };
}

/** What is said for and against a function being a tool's handler. */
function evidenceFor(fn: FunctionNode, unit: Unit): { handler: boolean; against: boolean } {
  const type = returnTypeOf(fn, unit);
  if ((type && namesOther(type)) || isListener(fn)) return { handler: false, against: true };
  const name = nameOfFunction(fn);
  if (isHandler(fn, unit)) return { handler: true, against: false };
  if (name !== null && NORMALISER.test(name) && !namesResult(type)) return { handler: false, against: false };
  return { handler: namesResult(type), against: false };
}

/** `bridge.oncalltool = async () => ..`: a host's or a client's end of the wire, which hands on what a server answered. */
function isListener(fn: FunctionNode): boolean {
  const { parent } = wrapped(fn);
  return (
    parent?.type === 'AssignmentExpression' &&
    parent.left.type === 'MemberExpression' &&
    /^on[a-z]/i.test(staticKey(parent.left) ?? '')
  );
}

/** True for a function that a registration is given, or that stands where handlers stand. */
export function isHandler(fn: FunctionNode, unit: Unit): boolean {
  const at = wrapped(fn);
  const parent = at.parent;
  if (parent?.type === 'CallExpression' && parent.arguments.includes(at as never)) {
    return REGISTRARS.test(calleeName(parent) ?? '') || isWrappedHandler(parent);
  }
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') {
    if (HANDLER_NAMES.test(staticKey(parent) ?? '')) return true;
  }
  const name = nameOfFunction(fn);
  if (name !== null && (parent?.type === 'VariableDeclarator' || fn.type === 'FunctionDeclaration')) {
    const id = fn.type === 'FunctionDeclaration' ? fn.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
    const variable = id && unit.names.variableOf(id);
    for (const use of variable ? unit.names.usesOf(variable) : []) {
      const place = wrapped(use);
      const outer = place.parent;
      if (
        outer?.type === 'CallExpression' &&
        outer.arguments.includes(place as never) &&
        (REGISTRARS.test(calleeName(outer) ?? '') || isWrappedHandler(outer))
      )
        return true;
      if (outer?.type === 'Property' && outer.value === place && HANDLER_NAMES.test(staticKey(outer) ?? ''))
        return true;
    }
  }
  return false;
}

/** `registerTool(name, config, withAuth(handler))`. */
function isWrappedHandler(call: CallExpression): boolean {
  const parent = wrapped(call).parent;
  if (parent?.type === 'CallExpression') return REGISTRARS.test(calleeName(parent) ?? '');
  return parent?.type === 'Property' && HANDLER_NAMES.test(staticKey(parent) ?? '');
}

function roleOf(
  node: ObjectExpression,
  fn: FunctionNode | null,
  unit: Unit,
  contentNode: Node | null,
  view: ViewSlot,
): { role: ToolResult['role']; foreign: boolean } {
  const frame = rootFrame(unit);
  const viewNode = view.kind === 'absent' ? null : view.node;
  // `{ content: r.content, structuredContent: r.structuredContent }` hands a result on.
  if (viewNode && contentNode && isPassed(contentNode, viewNode, unit)) return { role: 'helper', foreign: true };
  if (!fn || !viewNode) return { role: 'inline', foreign: false };
  const inline = { role: 'inline', foreign: false } as const;
  const helper = { role: 'helper', foreign: false } as const;
  if (isNamedTool(fn)) return inline;
  if (runsGivenTool(fn, unit) || comesFromOuterCall(nodeValue(viewNode, frame), fn, unit) || isBuilderClass(fn))
    return helper;
  if (isHandler(fn, unit)) return inline;
  const source = resolve(nodeValue(unwrap(viewNode), frame));
  if (isOwnState(source)) return helper;
  const name = nameOfFunction(fn) ?? '';
  if (isWholeParameter(source, fn) && (BUILDER.test(name) || isShared(fn, unit, true))) return helper;
  return BUILDER.test(name) && madeOfParameters(node, fn, unit) && isShared(fn, unit, false) ? helper : inline;
}

/** The handler of a registration that spells out the tool's name: what is in it answers one tool. */
function isNamedTool(fn: FunctionNode): boolean {
  const call = wrapped(fn).parent;
  if (call?.type !== 'CallExpression') return false;
  return call.arguments.some((a) => {
    const at = unwrap(a);
    const name = at.type === 'ObjectExpression' ? valueNamed(at, 'name') : at;
    return name !== null && staticString(name) !== null;
  });
}

/** What tools and formatters that a framework is given are called. */
const GIVEN_TOOL = /^(?:handler|execute|callback|cb|run|handle|invoke|fn|impl|implementation|toolHandler|userHandler)$/;

/** True where the function runs a tool that it was given: `await tool.handler(args)`. It builds results for all tools. */
function runsGivenTool(fn: FunctionNode, unit: Unit): boolean {
  let found = false;
  walk(fn, (at) => {
    if (found) return 'skip';
    if (at.type !== 'CallExpression' || !GIVEN_TOOL.test(calleeName(at) ?? '')) return undefined;
    let root = unwrap(at.callee);
    while (root.type === 'MemberExpression') root = unwrap(root.object);
    if (root.type !== 'Identifier') return undefined;
    const definition = definitionOf(root, rootFrame(unit));
    if (definition.kind === 'parameter' || definition.kind === 'element') found = true;
    if (definition.kind === 'init' && definition.path.length > 0) found = true;
    if (definition.kind === 'init' && /^(?:tool|def|definition|registeredTool|entry)$/i.test(root.name)) found = true;
    return undefined;
  });
  return found;
}

/** A method of a class that is there to build results: `McpResponse`, `ToolResultBuilder`. */
function isBuilderClass(fn: FunctionNode): boolean {
  for (let at: Node | undefined = fn.parent; at; at = at.parent) {
    if (at.type !== 'ClassDeclaration' && at.type !== 'ClassExpression') continue;
    return at.id !== null && /(?:Response|Result|Reply|Output)(?:Builder|Base)?$/.test(at.id.name);
  }
  return false;
}

function isPassed(content: Node, view: Node, unit: Unit): boolean {
  const from = (node: Node, key: string): string | null => {
    let at = unwrapAwait(node);
    if (at.type === 'LogicalExpression') at = unwrapAwait(at.left);
    const source = resolve(nodeValue(at, rootFrame(unit)));
    return source.kind === 'member' && source.name === key ? identityOf(source.of) : null;
  };
  const of = from(content, 'content');
  return of !== null && of === from(view, 'structuredContent');
}

/** A value is looked at through this many spreads and calls; `const view = { ...view }` would have no end. */
const MAX_MAKINGS = 16;

/** The view is a parameter itself, or made of one alone by a spread, a cast or a call. */
function isWholeParameter(source: Value, fn: FunctionNode, depth = 0): boolean {
  if (depth > MAX_MAKINGS) return false;
  if (source.kind === 'member') return isParameterRoot(source, fn);
  if (source.kind !== 'node') return false;
  const node = unwrap(source.node);
  if (node.type === 'Identifier') return isParameterRoot(source, fn);
  if (node.type === 'ObjectExpression') {
    const [first] = node.properties;
    return (
      node.properties.length === 1 &&
      first?.type === 'SpreadElement' &&
      isWholeParameter(resolve(nodeValue(first.argument, source.frame)), fn, depth + 1)
    );
  }
  if (node.type === 'CallExpression') {
    return (
      node.arguments.length > 0 &&
      node.arguments.every(
        (a) => a.type !== 'SpreadElement' && isWholeParameter(resolve(nodeValue(a, source.frame)), fn, depth + 1),
      )
    );
  }
  if (node.type === 'LogicalExpression')
    return isWholeParameter(resolve(nodeValue(node.left, source.frame)), fn, depth + 1);
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].some((n) =>
      isWholeParameter(resolve(nodeValue(n, source.frame)), fn, depth + 1),
    );
  }
  return false;
}

/** A parameter, or a member of an object that a parameter destructures: `function f({ structuredContent })`. */
function isParameterRoot(value: Value, fn: FunctionNode): boolean {
  if (value.kind === 'member') return value.of.kind === 'node' && isParameterRoot(value.of, fn);
  if (value.kind !== 'node' || value.node.type !== 'Identifier') return false;
  const definition = definitionOf(value.node, value.frame);
  return definition.kind === 'parameter' && definition.fn === fn;
}

/** The view comes from a function that the surrounding factory was given: `const r = await handler(args)`. */
function comesFromOuterCall(value: Value, fn: FunctionNode, unit: Unit, depth = 0): boolean {
  if (depth > MAX_MAKINGS) return false;
  const source = resolve(value);
  let at: Value = source;
  while (at.kind !== 'node') at = at.of;
  let node = unwrapAwait(at.node);
  if (node.type === 'ObjectExpression') {
    const [first] = node.properties;
    if (node.properties.length !== 1 || first?.type !== 'SpreadElement') return false;
    return comesFromOuterCall(nodeValue(first.argument, at.frame), fn, unit, depth + 1);
  }
  if (node.type === 'CallExpression') {
    const inputs = node.arguments.filter((a) => a.type !== 'SpreadElement').map((a) => unwrapAwait(a));
    let callee = unwrap(node.callee);
    while (callee.type === 'MemberExpression') callee = unwrap(callee.object);
    if (callee.type === 'Identifier') {
      const definition = definitionOf(callee, at.frame);
      if (definition.kind === 'parameter' && definition.path.length === 0 && isOuter(definition.fn, fn)) return true;
    }
    const [first] = inputs;
    // `toStructured(await handler(args))`
    if (first && inputs.length <= 2 && (first.type === 'CallExpression' || first.type === 'Identifier')) {
      node = first;
      return comesFromOuterCall(nodeValue(first, at.frame), fn, unit, depth + 1);
    }
  }
  return false;
}

function isOuter(outer: FunctionNode, inner: FunctionNode): boolean {
  return outer === inner ? false : outer.range[0] <= inner.range[0] && outer.range[1] >= inner.range[1];
}

/** `this.data`, `this.toView()`: the builder's own state. */
function isOwnState(source: Value): boolean {
  let at = source;
  while (at.kind !== 'node') at = at.of;
  const node = unwrap(at.node);
  return node.type === 'ThisExpression' && source.kind === 'member';
}

/** Every name that text and view use is a parameter of the function, or comes from one. */
function madeOfParameters(node: ObjectExpression, fn: FunctionNode, unit: Unit): boolean {
  let parameters = 0;
  let others = 0;
  walk(node, (at) => {
    if (at.type !== 'Identifier') return undefined;
    const variable = unit.names.variableOf(at);
    if (!variable) return undefined;
    const source = resolve(nodeValue(at, rootFrame(unit)));
    let root: Value = source;
    while (root.kind !== 'node') root = root.of;
    let base = root.node;
    if (base.type === 'CallExpression' && base.arguments[0]) base = unwrap(base.arguments[0]);
    if (base.type !== 'Identifier') {
      if (base.type === 'CallExpression' || base.type === 'AwaitExpression') others += 1;
      return undefined;
    }
    const definition = definitionOf(base, root.frame);
    if (definition.kind === 'parameter' && definition.fn === fn) parameters += 1;
    else if (definition.kind === 'assigned' || definition.kind === 'unknown') others += 1;
    return undefined;
  });
  return parameters > 0 && others === 0;
}

/**
 * Exported, or called in more than one place. A method that nothing in the file calls twice is shared only if `methods`
 * counts: subclasses and other files call methods, but a method that builds one tool's result is common too.
 */
function isShared(fn: FunctionNode, unit: Unit, methods: boolean): boolean {
  const at = wrapped(fn);
  const parent = at.parent;
  if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') {
    const name = staticKey(parent);
    return methods || (name !== null && unit.text.split(`this.${name}(`).length > 2);
  }
  if (parent?.type === 'Property') return methods;
  const declaration =
    fn.type === 'FunctionDeclaration' ? fn : parent?.type === 'VariableDeclarator' ? parent.parent : null;
  const exported = declaration?.parent?.type;
  if (exported === 'ExportNamedDeclaration' || exported === 'ExportDefaultDeclaration') return true;
  const id = fn.type === 'FunctionDeclaration' ? fn.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
  const variable = id && unit.names.variableOf(id);
  if (!variable) return false;
  const uses = unit.names.usesOf(variable);
  if (uses.some((u) => u.parent?.type === 'ExportSpecifier')) return true;
  return uses.filter((u) => u.parent?.type === 'CallExpression' && u.parent.callee === u).length > 1;
}

/** Blocks that are written as blocks, or made by a call: no list that a client happens to hold. */
function looksReal(content: Content, contentNode: Node): boolean {
  if (content.kind === 'blocks')
    return (
      content.blocks.some((b) => b.type !== null || b.literal !== null) ||
      (content.blocks.length > 0 && unwrap(contentNode).type === 'ArrayExpression')
    );
  const node = unwrapAwait(contentNode);
  return node.type === 'CallExpression' || node.type === 'Identifier' || node.type === 'MemberExpression';
}

/** An array literal of which every block is written as a content block. */
function isBlockList(content: Content, node: Node): boolean {
  return (
    node.type === 'ArrayExpression' &&
    content.kind === 'blocks' &&
    content.blocks.length > 0 &&
    content.blocks.every((b) => b.type !== null && b.literal !== null)
  );
}
