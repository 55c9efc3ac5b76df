import type { TSESTree } from '@typescript-eslint/utils';
import type { Unit } from '../scope/unit.js';
import { calleeName, propertyNamed, staticKey, valueNamed } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import { isNothing } from '../syntax/nothing.js';
import type { CallExpression, Node, ObjectExpression } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import type { Frame, NodeValue, Value } from '../values/value.js';
import { calledFunction, definitionOf, enter, nodeValue, resolve } from '../values/value.js';

/** Text to be put into a file so that a schema declares an optional `note`. */
export interface Insertion {
  readonly unit: Unit;
  readonly at: number;
  readonly text: string;
}

/** What an output schema says about a `note` beside its own properties. */
export type NoteInSchema =
  /** Other properties pass. */
  | { readonly kind: 'open' }
  /** An optional `note` is declared. */
  | { readonly kind: 'declared' }
  /** A `note` is declared that every result must have. */
  | { readonly kind: 'required'; readonly node: Node; readonly unit: Unit }
  /** Clients throw away a result with a note; `edits` would declare one. */
  | { readonly kind: 'closed'; readonly edits: readonly Insertion[]; readonly node: Node; readonly unit: Unit }
  /** It is seen, and no object that a note could be a property of. */
  | { readonly kind: 'notObject'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

const MAX_DEPTH = 12;
/** Methods of a zod object that leave its set of keys as it is. */
const SAME_KEYS = new Set([
  'describe',
  'meta',
  'register',
  'brand',
  'readonly',
  'refine',
  'superRefine',
  'check',
  'overwrite',
  'optional',
  'nullable',
  'nullish',
  'default',
  'catch',
  'clone',
]);
/** What makes a property optional in a result, and what does so with some versions of a library only. */
const OPTIONAL = new Set(['optional', 'nullish', 'exactOptional']);
const UNDECIDED = new Set(['default', '_default', 'prefault', 'catch', 'nonoptional', 'unwrap', 'any', 'unknown']);
const NO_MODULE = 'the module that makes schemas is not imported beside it';
const OPEN_SHAPE = 'it is the shape of an open object';
const OPENS = new Set(['passthrough', 'loose', 'catchall', 'nonstrict']);
/** Functions that turn a schema into JSON Schema. */
const CONVERTS = /^(?:zodToJsonSchema|toJSONSchema|toJsonSchema|zodToJson|toStandardJsonSchema)$/;

/** Reads an output schema: raw shapes, zod 3 and 4, JSON Schema, Valibot, ArkType, TypeBox, through names and imports. */
export function noteInSchema(schema: Value, depth = 0): NoteInSchema {
  if (depth > MAX_DEPTH) return unknown('its making is nested too deep');
  const source = resolve(schema);
  if (source.kind === 'member') {
    // `Schema.shape`: the keys are those of the object, and no others.
    if (source.name === 'shape') return closedAgain(noteInSchema(source.of, depth + 1), OPEN_SHAPE);
    if (source.name === 'def' || source.name === 'schema') return noteInSchema(source.of, depth + 1);
    return unknown('it is a member of something that is not shown');
  }
  if (source.kind !== 'node') return unknown('it is an element of a list');
  const { frame } = source;
  const node = unwrap(source.node);
  switch (node.type) {
    case 'ObjectExpression':
      return isJsonSchema(node) ? jsonSchema(node, frame) : shape(node, frame, depth);
    case 'CallExpression':
      return called(node, nodeValue(node, frame), depth);
    case 'ConditionalExpression':
      return together(
        [node.consequent, node.alternate].map((n) =>
          isNothing(n) ? { kind: 'open' as const } : noteInSchema(nodeValue(n, frame), depth + 1),
        ),
      );
    case 'LogicalExpression':
      return node.operator === '&&'
        ? noteInSchema(nodeValue(node.right, frame), depth + 1)
        : together([node.left, node.right].map((n) => noteInSchema(nodeValue(n, frame), depth + 1)));
    case 'Identifier': {
      if (node.name === 'undefined') return { kind: 'open' };
      const definition = definitionOf(node, frame);
      if (definition.kind !== 'import') return unknown('it is given its value elsewhere');
      const exported = frame.unit.neighbours.exported(frame.unit, definition.module, definition.name);
      if (exported.kind === 'external') return unknown(`it comes from the package ${exported.module}`);
      return unknown(
        exported.kind === 'unknown'
          ? `it is imported from '${definition.module}', and ${exported.reason}`
          : 'it is imported',
      );
    }
    default:
      return unknown(`it is a ${node.type}`);
  }
}

/** A raw shape: `{ key: z.string() }`, or the argument of `z.object`. */
function shape(node: ObjectExpression, frame: Frame, depth: number): NoteInSchema {
  const own = propertyNamed(node, 'note');
  if (own) return declaredNote(own, frame);
  for (const property of node.properties) {
    if (property.type !== 'SpreadElement') continue;
    const inner = noteInSchema(nodeValue(property.argument, frame), depth + 1);
    if (inner.kind === 'declared' || inner.kind === 'required') return inner;
    // The shape of an open object may be spread like any other; what cannot be seen may hold a note of its own.
    if (inner.kind === 'notObject') return inner;
    if (inner.kind === 'unknown' && inner.reason !== NO_MODULE && inner.reason !== OPEN_SHAPE) return inner;
  }
  const note = noteField(frame.unit, node);
  if (note === null) return unknown(NO_MODULE);
  return { kind: 'closed', node, unit: frame.unit, edits: [insertProperty(node, frame.unit, `note: ${note}`)] };
}

/** How a schema library is called in a file, by the way that it makes optional strings. */
function noteField(unit: Unit, near: Node): string | null {
  const used = unit.text.slice(...near.range);
  for (const statement of unit.ast.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const module = statement.source.value;
    const valibot = module === 'valibot';
    if (
      !valibot &&
      !/^(?:zod(?:\/.*)?|zod-v3|@hono\/zod-openapi|astro\/zod|@modelcontextprotocol\/.*zod.*)$/.test(module) &&
      !/(?:^|\/)zod(?:\.js|\.ts)?$/.test(module)
    ) {
      const z = statement.specifiers.find(
        (s) => s.type === 'ImportSpecifier' && s.imported.type === 'Identifier' && s.imported.name === 'z',
      );
      if (!z) continue;
    }
    for (const specifier of statement.specifiers) {
      const name = specifier.local.name;
      const whole =
        specifier.type !== 'ImportSpecifier' ||
        (specifier.imported.type === 'Identifier' &&
          (specifier.imported.name === 'z' || specifier.imported.name === 'zod'));
      if (!whole || statement.importKind === 'type') continue;
      return valibot ? `${name}.optional(${name}.string())` : `${name}.string().optional()`;
    }
  }
  // `const { z } = require('zod')`, and compiled code.
  const z =
    /\b(z|zod|zod_1\.z|\w+\.z)\s*\.\s*(?:string|number|boolean|array|object|enum|record|any|unknown|literal)\(/.exec(
      used,
    );
  return z && declares(unit, z[1]!.split('.')[0]!) ? `${z[1]}.string().optional()` : null;
}

function declares(unit: Unit, name: string): boolean {
  return unit.scopeManager.scopes.some(
    (s) => (s.type === 'module' || s.type === 'global' || s.type === 'function') && s.set.has(name),
  );
}

/** A `note` that a shape declares: optional, required, or not to be told. */
function declaredNote(property: TSESTree.Property, frame: Frame): NoteInSchema {
  const source = resolve(nodeValue(property.value, frame));
  let at = source.kind === 'node' ? unwrap(source.node) : null;
  while (at?.type === 'CallExpression') {
    const name = calleeName(at) ?? '';
    if (OPTIONAL.has(name)) return { kind: 'declared' };
    // With zod 4 a value with a default is there in every result, and clients ask for it; with zod 3 it may be missing.
    if (UNDECIDED.has(name)) return unknown(`whether a note by ${name}() may be missing depends on the version of zod`);
    const callee = unwrap(at.callee);
    if (callee.type !== 'MemberExpression') break;
    const object = unwrap(callee.object);
    // `z.string()`: here the chain begins.
    if (object.type !== 'CallExpression') return { kind: 'required', node: property, unit: frame.unit };
    at = object;
  }
  return unknown('how it declares its note cannot be seen');
}

/** `inner` with the other keys shut out: what was open is not understood any more. */
function closedAgain(inner: NoteInSchema, reason: string): NoteInSchema {
  return inner.kind === 'open' ? unknown(reason) : inner;
}

function called(node: CallExpression, value: NodeValue, depth: number): NoteInSchema {
  const { frame } = value;
  const name = calleeName(node) ?? '';
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  const argument = first && first.type !== 'SpreadElement' ? nodeValue(first, frame) : null;
  const library = callee.type === 'MemberExpression' ? libraryOf(callee.object, frame) : libraryOf(callee, frame);
  if (CONVERTS.test(name) && argument) return noteInSchema(argument, depth + 1);
  switch (library) {
    case 'zod':
      return zod(name, node, argument, frame, depth);
    case 'valibot':
      if (name === 'object' || name === 'looseObject') return { kind: 'open' };
      if (name === 'strictObject' && argument) return noteInSchema(argument, depth + 1);
      if (name === 'pipe' && argument) return noteInSchema(argument, depth + 1);
      return unknown(`the Valibot schema ${name} takes no note`);
    case 'arktype':
      return frame.unit.text.slice(...node.range).includes('reject')
        ? unknown('the ArkType schema rejects other keys')
        : { kind: 'open' };
    case 'typebox':
      return name === 'Object' && !/additionalProperties:\s*false/.test(frame.unit.text.slice(...node.range))
        ? { kind: 'open' }
        : unknown('the TypeBox schema is closed');
    default:
      break;
  }
  if (callee.type === 'MemberExpression') {
    const object = nodeValue(callee.object, frame);
    if (SAME_KEYS.has(name)) return noteInSchema(object, depth + 1);
    if (OPENS.has(name)) return openedZod(name, node, object, depth);
    if (name === 'strict' || name === 'strip')
      return closedAgain(noteInSchema(object, depth + 1), `.${name}() closes an open object`);
    if (name === 'partial' || name === 'deepPartial') {
      const base = noteInSchema(object, depth + 1);
      return base.kind === 'required' ? { kind: 'declared' } : base;
    }
    if ((name === 'extend' || name === 'safeExtend' || name === 'augment') && argument) {
      const own = noteInSchema(argument, depth + 1);
      if (own.kind === 'declared' || own.kind === 'required') return own;
      const base = noteInSchema(object, depth + 1);
      if (base.kind !== 'closed') return base;
      const literal = unwrap(first as Node);
      // The extension stands where the tool's own keys are; what it extends may serve many.
      return literal.type === 'ObjectExpression' ? shape(literal, frame, depth) : noteInSchema(argument, depth + 1);
    }
    if (name === 'merge' || name === 'pick' || name === 'omit' || name === 'required' || name === 'and') {
      if (name === 'and') return { kind: 'notObject', reason: 'it is an intersection' };
      const base = noteInSchema(object, depth + 1);
      if (name === 'merge' && argument) {
        const other = noteInSchema(argument, depth + 1);
        if (other.kind !== 'closed' && other.kind !== 'open') return other;
      }
      if (base.kind !== 'closed')
        return base.kind === 'declared' && name !== 'merge' ? unknown(`.${name}() may take the note away`) : base;
      const note = noteField(frame.unit, node) ?? noteField(base.unit, base.node);
      if (noteField(frame.unit, node) === null || note === null)
        return unknown('zod is not imported where the schema is put together');
      return {
        kind: 'closed',
        node,
        unit: frame.unit,
        edits: [{ unit: frame.unit, at: node.range[1], text: `.extend({ note: ${note} })` }],
      };
    }
  }
  const fn = calledFunction(node, frame);
  const body = fn && enter(node, frame, fn);
  if (fn && body) {
    const returned = returnedBy(fn.fn);
    if (returned.length === 1) return noteInSchema(nodeValue(returned[0]!, body), depth + 1);
  }
  return unknown(`it is made by ${name ? `${name}()` : 'a call'}, which is not followed`);
}

function zod(name: string, node: CallExpression, argument: Value | null, frame: Frame, depth: number): NoteInSchema {
  switch (name) {
    case 'object':
    case 'strictObject': {
      if (!argument) return unknown('the object has no shape');
      return noteInSchema(argument, depth + 1);
    }
    case 'looseObject':
      return { kind: 'open' };
    case 'interface':
    case 'lazy':
      return unknown(`z.${name}() is not followed`);
    case 'union':
    case 'discriminatedUnion': {
      const list = unwrap(node.arguments.at(name === 'union' ? 0 : 1) ?? node);
      if (list.type !== 'ArrayExpression') return unknown('the branches of the union are not shown');
      return together(
        list.elements.flatMap((e) =>
          e ? [noteInSchema(nodeValue(e.type === 'SpreadElement' ? e.argument : e, frame), depth + 1)] : [],
        ),
      );
    }
    case 'optional':
    case 'nullable':
      return argument ? noteInSchema(argument, depth + 1) : unknown('nothing is optional');
    case 'toJSONSchema':
      return argument ? noteInSchema(argument, depth + 1) : unknown('nothing is converted');
    default:
      return { kind: 'notObject', reason: `z.${name}() is no object` };
  }
}

/** `.catchall(z.string())` lets a note pass; `.catchall(z.number())` refuses it. */
function openedZod(name: string, node: CallExpression, object: Value, depth: number): NoteInSchema {
  const declared = noteInSchema(object, depth + 1);
  if (declared.kind === 'declared' || declared.kind === 'required') return declared;
  if (name !== 'catchall') return { kind: 'open' };
  const [rest] = node.arguments;
  const kind = rest && rest.type === 'CallExpression' ? calleeName(rest) : null;
  return kind === 'unknown' || kind === 'any' || kind === 'string' ? { kind: 'open' } : declared;
}

/** The schema library that a name stands for. */
function libraryOf(node: Node, frame: Frame): 'zod' | 'valibot' | 'arktype' | 'typebox' | null {
  const at = unwrap(node);
  if (at.type === 'MemberExpression' && staticKey(at) === 'z') return libraryOf(at.object, frame);
  if (at.type !== 'Identifier') return null;
  const definition = definitionOf(at, frame);
  if (definition.kind !== 'import') return at.name === 'z' && definition.kind !== 'init' ? 'zod' : null;
  const { module, name } = definition;
  if (module === 'valibot') return 'valibot';
  if (module === 'arktype') return name === 'type' ? 'arktype' : null;
  if (module.startsWith('@sinclair/typebox') || module === 'typebox') return 'typebox';
  if (/(?:^|[/@-])zod(?:$|[/.-])/.test(module) || name === 'z') return 'zod';
  return null;
}

function isJsonSchema(node: ObjectExpression): boolean {
  const type = valueNamed(node, 'type');
  if (type?.type === 'Literal' && type.value === 'object') return true;
  if (type && unwrap(type).type === 'Literal' && (unwrap(type) as { value?: unknown }).value === 'object') return true;
  if (propertyNamed(node, '$schema')) return true;
  // A shape may have keys of these names: there they are schemas, made by calls.
  const properties = valueNamed(node, 'properties');
  return (
    properties !== null && unwrap(properties).type === 'ObjectExpression' && propertyNamed(node, 'required') !== null
  );
}

function jsonSchema(node: ObjectExpression, frame: Frame): NoteInSchema {
  const properties = valueNamed(node, 'properties');
  const source = properties ? resolve(nodeValue(properties, frame)) : null;
  const list = source?.kind === 'node' ? unwrap(source.node) : null;
  const literal =
    list?.type === 'ObjectExpression' && source?.kind === 'node' ? { node: list, unit: source.frame.unit } : null;
  if (literal && propertyNamed(literal.node, 'note')) {
    const required = valueNamed(node, 'required');
    const at = required ? unwrap(required) : null;
    const named =
      at?.type === 'ArrayExpression' && at.elements.some((e) => e?.type === 'Literal' && e.value === 'note');
    return named ? { kind: 'required', node: literal.node, unit: literal.unit } : { kind: 'declared' };
  }
  const additional = valueNamed(node, 'additionalProperties');
  const closed = additional ? unwrap(additional) : null;
  if (node.properties.some((p) => p.type === 'SpreadElement')) return unknown('it is put together from others');
  if (!closed || (closed.type === 'Literal' && closed.value === true)) return { kind: 'open' };
  if (closed.type !== 'Literal' || closed.value !== false)
    return unknown('what it allows beside its properties is computed');
  if (!literal) return unknown('its properties are not shown');
  const quote = /'/.test(literal.unit.text.slice(...literal.node.range)) ? "'" : '"';
  const quoted = literal.node.properties[0]?.type === 'Property' && literal.node.properties[0].key.type === 'Literal';
  const key = quoted ? `${quote}note${quote}` : 'note';
  const type = quoted ? `${quote}type${quote}` : 'type';
  return {
    kind: 'closed',
    node: literal.node,
    unit: literal.unit,
    edits: [insertProperty(literal.node, literal.unit, `${key}: { ${type}: ${quote}string${quote} }`)],
  };
}

function together(parts: readonly NoteInSchema[]): NoteInSchema {
  const stop =
    parts.find((p) => p.kind === 'unknown' || p.kind === 'notObject') ?? parts.find((p) => p.kind === 'required');
  if (stop) return stop;
  const closed = parts.filter((p) => p.kind === 'closed');
  if (closed.length > 0) return { ...closed[0]!, edits: closed.flatMap((c) => c.edits) };
  return parts.some((p) => p.kind === 'declared') ? { kind: 'declared' } : { kind: 'open' };
}

/** Puts a property at the end of a literal, laid out like the one before it. */
export function insertProperty(node: ObjectExpression, unit: Unit, property: string): Insertion {
  const last = node.properties.at(-1);
  if (!last) return { unit, at: node.range[0] + 1, text: ` ${property} ` };
  const { text } = unit;
  const tail = text.slice(last.range[1], node.range[1] - 1);
  const comma = commaIn(tail);
  const at = last.range[1] + (comma === -1 ? 0 : comma + 1);
  const lineStart = text.lastIndexOf('\n', last.range[0] - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))![0];
  const multiline =
    text.slice(node.range[0], last.range[0]).includes('\n') &&
    /^[ \t]*$/.test(text.slice(lineStart, last.range[0]).replace(/^[ \t]*/, ''));
  if (!multiline) return { unit, at, text: comma === -1 ? `, ${property}` : ` ${property},` };
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  // A comment behind the last property stays on its line.
  const rest = text.slice(at, node.range[1] - 1);
  const behind = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=\r?\n))/.exec(rest)?.[0].length ?? 0;
  if (comma === -1 && behind > 0) return { unit, at, text: `,${newline}${indent}${property}` };
  return comma === -1
    ? { unit, at, text: `,${newline}${indent}${property}` }
    : { unit, at: at + behind, text: `${newline}${indent}${property},` };
}

/** Where the comma stands in what follows a property, comments passed over; -1 where there is none. */
function commaIn(tail: string): number {
  for (let i = 0; i < tail.length; i++) {
    if (tail.startsWith('//', i)) {
      const end = tail.indexOf('\n', i);
      if (end === -1) return -1;
      i = end;
    } else if (tail.startsWith('/*', i)) {
      i = tail.indexOf('*/', i) + 1;
    } else if (tail[i] === ',') return i;
  }
  return -1;
}

function unknown(reason: string): NoteInSchema {
  return { kind: 'unknown', reason };
}
