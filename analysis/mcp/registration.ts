import type { TSESTree } from '@typescript-eslint/utils';
import type { Unit } from '../scope/unit.js';
import { calleeName, memberPath, propertyNamed, staticKey, valueNamed } from '../syntax/keys.js';
import type { CallExpression, FunctionNode, Node, ObjectExpression } from '../syntax/tree.js';
import { enclosingFunction, isInside, walk } from '../syntax/tree.js';
import { unwrap, wrapped } from '../syntax/unwrap.js';
import type { Frame, NodeValue, Value } from '../values/value.js';
import { definitionOf, nodeValue, resolve, rootFrame, stringOf } from '../values/value.js';
import { HANDLER_NAMES, REGISTRARS } from './results.js';

/** A tool as a registration gives it to the server. */
export interface Tool {
  readonly name: string | null;
  /** The output schema's expression; null for a tool without one. */
  readonly schema: Value | null;
}

export type Tools =
  { readonly kind: 'tools'; readonly tools: readonly Tool[] } | { readonly kind: 'unknown'; readonly reason: string };

/** Where other files use a function or class of a file. The rules look along imports only and have none of this. */
export interface Importers {
  /** The identifiers in other files that stand for what `unit` exports under `name`; null where they cannot all be seen. */
  usesOf(unit: Unit, name: string): readonly { readonly node: Node; readonly unit: Unit }[] | null;
}

/** The tools that a function answers for: by way of registrations, tool objects, classes and calls from handlers. */
export function toolsOf(fn: FunctionNode, unit: Unit, importers: Importers | null): Tools {
  return new Search(importers).of(fn, unit, 0);
}

const UNKNOWN = {
  unregistered: 'it cannot be seen which tool this result belongs to',
  lowLevel: 'the output schemas of a low-level server are listed apart from its handler',
  config: 'the configuration of the tool is not shown where it is registered',
  base: 'the class takes its output schema from a base class that cannot be seen',
};

class Search {
  readonly #importers: Importers | null;
  readonly #seen = new Set<Node>();

  constructor(importers: Importers | null) {
    this.#importers = importers;
  }

  of(fn: FunctionNode, unit: Unit, depth: number): Tools {
    if (depth > 8 || this.#seen.has(fn)) return unknown(UNKNOWN.unregistered);
    this.#seen.add(fn);
    const place = wrapped(fn);
    const direct = this.#place(place, unit, depth);
    if (direct) return direct;
    const parent = place.parent;
    if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') {
      const inClass = this.#inClass(parent, unit, depth);
      if (inClass) return inClass;
      const uses = usesOfMethod(parent, unit);
      if (uses) return this.#together(uses.flatMap((use) => this.#use(use, unit, depth) ?? []));
    }
    const id = fn.type === 'FunctionDeclaration' ? fn.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
    if (!id || id.type !== 'Identifier') {
      // A callback or an inner function: its result is that of the function around it, where it is returned from there.
      const outer = enclosingFunction(fn);
      return outer && isReturnedCall(place) ? this.of(outer, unit, depth + 1) : unknown(UNKNOWN.unregistered);
    }
    return this.#uses(id, unit, depth);
  }

  /** Every place that uses a name, in this file and, where they can be seen, in others. */
  #uses(id: Node & { name: string }, unit: Unit, depth: number): Tools {
    const variable = unit.names.variableOf(id);
    if (!variable) return unknown(UNKNOWN.unregistered);
    const found = unit.names.usesOf(variable).flatMap((use) => this.#use(use, unit, depth) ?? []);
    for (const name of exportedNames(id, unit)) {
      const uses = this.#importers?.usesOf(unit, name);
      if (uses) found.push(...uses.flatMap((use) => this.#use(use.node, use.unit, depth) ?? []));
      else if (!found.some((tools) => tools.kind === 'tools'))
        found.push(unknown('the handler is exported, and other files are not read here'));
    }
    return this.#together(found);
  }

  /** The tools of several uses: known if each of them is. */
  #together(uses: readonly Tools[]): Tools {
    const tools: Tool[] = [];
    for (const use of uses) {
      if (use.kind === 'unknown') return use;
      tools.push(...use.tools);
    }
    return tools.length > 0 ? { kind: 'tools', tools } : unknown(UNKNOWN.unregistered);
  }

  /** A mention of a handler: handed to a registration, put into a tool object, or called and its result returned. */
  #use(node: Node, unit: Unit, depth: number): Tools | null {
    const place = wrapped(node);
    const direct = this.#place(place, unit, depth);
    if (direct) return direct;
    const parent = place.parent;
    if (parent?.type === 'CallExpression' && parent.callee === place) {
      const outer = enclosingFunction(parent);
      return outer && !this.#seen.has(outer) ? this.of(outer, unit, depth + 1) : null;
    }
    if (parent?.type === 'MemberExpression' && parent.object === place) {
      const call = parent.parent;
      if (call?.type === 'CallExpression' && call.callee === parent) {
        if (staticKey(parent) === 'bind') return this.#place(wrapped(call), unit, depth);
        const outer = enclosingFunction(call);
        return outer && !this.#seen.has(outer) ? this.of(outer, unit, depth + 1) : null;
      }
    }
    return null;
  }

  /** The tool of a place where a handler can stand: an argument of a registration or a property of a tool object. */
  #place(place: Node, unit: Unit, depth: number): Tools | null {
    const parent = place.parent;
    if (parent?.type === 'CallExpression' && parent.arguments.includes(place as never)) {
      if (REGISTRARS.test(calleeName(parent) ?? '')) return registered(parent, rootFrame(unit));
      // withAuth(handler), wrap(handler): the wrapper's place is the handler's.
      return this.#place(wrapped(parent), unit, depth + 1);
    }
    if (parent?.type === 'Property' && parent.value === place && parent.parent.type === 'ObjectExpression') {
      if (HANDLER_NAMES.test(staticKey(parent) ?? '')) return this.#inObject(parent.parent, unit);
    }
    if (
      parent?.type === 'VariableDeclarator' &&
      parent.init === place &&
      parent.id.type === 'Identifier' &&
      place.type === 'CallExpression'
    ) {
      return this.#uses(parent.id, unit, depth + 1);
    }
    return null;
  }

  /** A tool object: `{ name, outputSchema, handler }`, alone or as the argument of a registration. */
  #inObject(object: ObjectExpression, unit: Unit): Tools {
    const frame = rootFrame(unit);
    const config = valueNamed(object, 'config') ?? valueNamed(object, 'definition');
    const inner = config ? objectOf(nodeValue(config, frame)) : null;
    const own = toolIn(inner?.node ?? object, inner?.frame ?? frame);
    if (own.kind === 'tools' && own.tools[0]!.schema) return own;
    const call = wrapped(object).parent;
    if (call?.type === 'CallExpression' && REGISTRARS.test(calleeName(call) ?? '')) return registered(call, frame);
    // Without a schema the object is a tool only if it says more of one than its handler.
    const says = ['name', 'description', 'inputSchema', 'parameters', 'schema', 'title', 'annotations'];
    return says.some((k) => propertyNamed(inner?.node ?? object, k)) ? own : unknown(UNKNOWN.config);
  }

  /** A class that is a tool: its schema is a property, its handler a method. */
  #inClass(member: Node, unit: Unit, depth: number): Tools | null {
    const body = member.parent;
    if (body?.type !== 'ClassBody') return null;
    for (const one of body.body) {
      if (one.type === 'PropertyDefinition' && staticKey(one) === 'outputSchema' && one.value) {
        return { kind: 'tools', tools: [{ name: nameIn(body, unit), schema: nodeValue(one.value, rootFrame(unit)) }] };
      }
      if (one.type === 'MethodDefinition' && staticKey(one) === 'outputSchema')
        return unknown('the output schema is computed');
    }
    const declared = body.parent;
    if (declared.superClass) return this.#inherited(declared.superClass, unit, depth);
    return null;
  }

  #inherited(superClass: Node, unit: Unit, depth: number): Tools {
    if (depth > 6) return unknown(UNKNOWN.base);
    const at = unwrap(superClass);
    const source = at.type === 'Identifier' ? definitionOf(at, rootFrame(unit)) : null;
    const resolved =
      source?.kind === 'class'
        ? { node: source.node as Node, unit }
        : source?.kind === 'import'
          ? exportedNode(unit, source.module, source.name)
          : null;
    if (!resolved || (resolved.node.type !== 'ClassDeclaration' && resolved.node.type !== 'ClassExpression')) {
      return unknown(UNKNOWN.base);
    }
    const { body } = resolved.node;
    for (const one of body.body) {
      if (one.type === 'PropertyDefinition' && staticKey(one) === 'outputSchema' && one.value) {
        return { kind: 'tools', tools: [{ name: null, schema: nodeValue(one.value, rootFrame(resolved.unit)) }] };
      }
    }
    if (resolved.node.superClass) return this.#inherited(resolved.node.superClass, resolved.unit, depth + 1);
    return { kind: 'tools', tools: [{ name: null, schema: null }] };
  }
}

/**
 * The places that use a method, where none can be anywhere else: it is private, or its class stays in the file and nothing
 * but `this` has a member of that name. Null where others may use it.
 */
function usesOfMethod(member: TSESTree.MethodDefinition | TSESTree.PropertyDefinition, unit: Unit): Node[] | null {
  const key = staticKey(member);
  const body = member.parent;
  if (key === null || member.static) return null;
  const isPrivate = member.accessibility === 'private' || key.startsWith('#');
  const owner = body.parent;
  const stays = owner.type === 'ClassDeclaration' && owner.id !== null && exportedNames(owner.id, unit).length === 0;
  if (!isPrivate && !stays) return null;
  const uses: Node[] = [];
  let others = false;
  walk(isPrivate ? body : unit.ast, (node) => {
    if (node.type !== 'MemberExpression' || staticKey(node) !== key) return;
    if (isThis(node.object, unit) && isInside(node, body)) uses.push(node);
    else others = true;
  });
  return others && !isPrivate ? null : uses;
}

/** `this`, and a constant that stands for it. */
function isThis(node: Node, unit: Unit): boolean {
  const source = resolve(nodeValue(unwrap(node), rootFrame(unit)));
  return source.kind === 'node' && source.node.type === 'ThisExpression';
}

/** The tool that a registration call registers. */
export function registered(call: CallExpression, frame: Frame): Tools {
  const name = calleeName(call);
  if (name === 'setRequestHandler') {
    // Where no tool of the file has a schema, none of the low-level server's tools has one.
    return frame.unit.text.includes('outputSchema')
      ? unknown(UNKNOWN.lowLevel)
      : { kind: 'tools', tools: [{ name: null, schema: null }] };
  }
  const [first, second] = call.arguments;
  const named = first ? stringOf(nodeValue(first, frame)) : null;
  if (
    name === 'tool' &&
    named !== null &&
    !(
      second &&
      objectOf(nodeValue(second, frame))?.node &&
      propertyNamed(objectOf(nodeValue(second, frame))!.node, 'outputSchema')
    )
  ) {
    // The v1 SDK's `.tool()` cannot carry an output schema.
    return { kind: 'tools', tools: [{ name: named, schema: null }] };
  }
  for (const argument of call.arguments) {
    if (argument.type === 'SpreadElement') return unknown(UNKNOWN.config);
    const config = objectOf(nodeValue(argument, frame));
    if (!config) continue;
    const tool = toolIn(config.node, config.frame);
    if (tool.kind === 'unknown') return tool;
    const own = tool.tools[0]!;
    return { kind: 'tools', tools: [{ name: named ?? own.name ?? nameArgument(call, frame), schema: own.schema }] };
  }
  return unknown(UNKNOWN.config);
}

function nameArgument(call: CallExpression, frame: Frame): string | null {
  for (const argument of call.arguments) {
    const name = argument.type === 'SpreadElement' ? null : stringOf(nodeValue(argument, frame));
    if (name !== null) return name;
  }
  return null;
}

function toolIn(config: ObjectExpression, frame: Frame): Tools {
  const nameNode = valueNamed(config, 'name');
  const name = nameNode ? stringOf(nodeValue(nameNode, frame)) : null;
  const schema = valueNamed(config, 'outputSchema') ?? valueNamed(config, 'output');
  if (schema) return { kind: 'tools', tools: [{ name, schema: nodeValue(schema, frame) }] };
  for (const property of config.properties) {
    if (property.type !== 'SpreadElement') {
      // An accessor, or a key that is computed, may be the schema.
      const key = staticKey(property);
      if (key === null || key === 'outputSchema') return unknown(UNKNOWN.config);
      continue;
    }
    const spread = objectOf(nodeValue(property.argument, frame));
    if (!spread) return unknown(UNKNOWN.config);
    const inner = toolIn(spread.node, spread.frame);
    if (inner.kind === 'unknown' || inner.tools[0]!.schema) return inner;
  }
  return { kind: 'tools', tools: [{ name, schema: null }] };
}

function objectOf(value: Value): (NodeValue & { node: ObjectExpression }) | null {
  const source = resolve(value);
  if (source.kind !== 'node') return null;
  const node = unwrap(source.node);
  return node.type === 'ObjectExpression' ? { kind: 'node', node, frame: source.frame } : null;
}

function nameIn(body: Node & { body: readonly Node[] }, unit: Unit): string | null {
  for (const one of body.body) {
    if (one.type !== 'PropertyDefinition' || !one.value) continue;
    const key = staticKey(one);
    if (key === 'name' || key === 'toolName') return stringOf(nodeValue(one.value, rootFrame(unit)));
  }
  return null;
}

/** The names under which a file exports what an identifier declares. */
export function exportedNames(id: Node & { name: string }, unit: Unit): string[] {
  const names: string[] = [];
  const variable = unit.names.variableOf(id);
  for (let at: Node | undefined = id.parent; at && at.type !== 'Program'; at = at.parent) {
    if (at.type === 'ExportNamedDeclaration') names.push(id.name);
    if (at.type === 'ExportDefaultDeclaration') names.push('default');
    if (at.type === 'BlockStatement') break;
  }
  for (const use of variable ? unit.names.usesOf(variable) : []) {
    const parent = use.parent;
    if (parent?.type === 'ExportSpecifier') {
      names.push(parent.exported.type === 'Identifier' ? parent.exported.name : parent.exported.value);
    } else if (parent?.type === 'ExportDefaultDeclaration') names.push('default');
    else if (parent?.type === 'AssignmentExpression' && parent.right === use) {
      const path = memberPath(parent.left);
      if (path?.[0] === 'exports' && path[1]) names.push(path[1]);
      if (path?.[0] === 'module' && path[1] === 'exports' && path[2]) names.push(path[2]);
    } else if (parent?.type === 'Property' && memberPathOfAssigned(parent)?.join('.') === 'module.exports') {
      names.push(staticKey(parent) ?? id.name);
    }
  }
  return [...new Set(names)];
}

function memberPathOfAssigned(property: Node): string[] | null {
  const assignment = property.parent?.parent;
  return assignment?.type === 'AssignmentExpression' ? memberPath(assignment.left) : null;
}

function exportedNode(unit: Unit, module: string, name: string): { node: Node; unit: Unit } | null {
  const exported = unit.neighbours.exported(unit, module, name);
  return exported.kind === 'value' ? { node: exported.node, unit: exported.unit } : null;
}

/** True for a function whose call's result is returned: an argument of a call in return position. */
function isReturnedCall(place: Node): boolean {
  const call = place.parent;
  if (call?.type !== 'CallExpression') return false;
  const outer = wrapped(call).parent;
  return (
    outer?.type === 'ReturnStatement' || outer?.type === 'AwaitExpression' || outer?.type === 'ArrowFunctionExpression'
  );
}

function unknown(reason: string): Tools {
  return { kind: 'unknown', reason };
}
