import { propertyNamed, staticKey, valueNamed } from '../syntax/keys.js';
import type { Node, ObjectExpression } from '../syntax/tree.js';
import { unwrap, unwrapAwait, wrapped } from '../syntax/unwrap.js';
import type { Kind } from '../values/kind.js';
import { kindOf } from '../values/kind.js';
import { readText } from '../values/text.js';
import type { NodeValue, Value } from '../values/value.js';
import { definitionOf, nodeValue, resolve, step } from '../values/value.js';
import type { ToolResult } from './results.js';
import { sdkOf } from './sdk.js';

/** What is wrong with a view as a value. `of` says in words what it is or holds. */
export type ViewFault =
  /** Clients of SDK v1 take plain objects only. */
  | { readonly kind: 'notObject'; readonly of: string; readonly node: Node }
  /** Its data does not survive serialisation, in any SDK. */
  | { readonly kind: 'emptied'; readonly of: string; readonly node: Node }
  /** A spread that brings characters, indices or nothing. */
  | { readonly kind: 'spread'; readonly of: string; readonly node: Node }
  /** `{}` beside a text that says something. */
  | { readonly kind: 'empty'; readonly node: Node }
  /** A field that holds JSON as a string. `json` is what is serialised. */
  | { readonly kind: 'jsonField'; readonly key: string; readonly node: Node; readonly json: Node }
  /** A field in the place where a reply helper puts the framing. */
  | { readonly kind: 'ownNote'; readonly node: Node };

export type Sdk = 'v1' | 'v2';

/** The faults of a result's view. `sdk` overrules what the file's imports say; without either, v1 counts. */
export function viewFaults(result: ToolResult, sdk: Sdk | null): ViewFault[] {
  if (result.view.kind === 'absent') return [];
  const { value, node } = result.view;
  const kind = kindOf(value);
  const version = sdk ?? sdkOf(result.unit.ast) ?? 'v1';
  if (kind.kind !== 'object') {
    const fault = notObject(kind, node, version);
    return fault ? [fault] : [];
  }
  const { literal } = kind;
  if (literal.node.properties.length === 0) {
    return result.role !== 'reply' && isUntouched(value, literal.node) && saysSomething(result)
      ? [{ kind: 'empty', node }]
      : [];
  }
  // What stands in another file is that file's to mend.
  if (literal.frame.unit !== result.unit) return [];
  const faults: ViewFault[] = [...spreadFaults(literal), ...jsonFields(literal)];
  const note = result.role === 'reply' ? propertyNamed(literal.node, 'note') : null;
  if (note) faults.push({ kind: 'ownNote', node: note.key });
  return faults;
}

function notObject(kind: Kind, node: Node, version: Sdk): ViewFault | null {
  switch (kind.kind) {
    case 'instance':
      if (kind.of === 'Map' || kind.of === 'Set' || kind.of === 'WeakMap')
        return { kind: 'emptied', of: `a ${kind.of}`, node };
      return version === 'v1' ? { kind: 'notObject', of: `an instance of ${kind.of}`, node } : null;
    case 'function':
      return { kind: 'emptied', of: 'a function', node };
    case 'array':
      return version === 'v1' ? { kind: 'notObject', of: 'an array', node } : null;
    case 'null':
      return version === 'v1' ? { kind: 'notObject', of: 'null', node } : null;
    case 'string':
    case 'number':
    case 'boolean':
      return version === 'v1' ? { kind: 'notObject', of: `a ${kind.kind}`, node } : null;
    case 'object':
    case 'undefined':
    case 'unknown':
      return null;
  }
}

function spreadFaults({ node, frame }: NodeValue & { readonly node: ObjectExpression }): ViewFault[] {
  return node.properties.flatMap((property): ViewFault[] => {
    if (property.type !== 'SpreadElement') return [];
    const kind = kindOf(nodeValue(property.argument, frame));
    const of =
      kind.kind === 'array'
        ? 'an array'
        : kind.kind === 'string'
          ? 'a string'
          : kind.kind === 'instance' && /^(?:Map|Set|Date|WeakMap|RegExp|URL|Promise)$/.test(kind.of)
            ? `a ${kind.of}`
            : null;
    return of === null ? [] : [{ kind: 'spread', of, node: property }];
  });
}

/** Fields of the view itself; what lies deeper is data that has its own form. */
function jsonFields({ node, frame }: NodeValue & { readonly node: ObjectExpression }): ViewFault[] {
  return node.properties.flatMap((property): ViewFault[] => {
    if (property.type !== 'Property' || property.kind !== 'init' || property.method) return [];
    const source = resolve(nodeValue(property.value, frame));
    if (source.kind !== 'node' || source.frame.unit !== frame.unit) return [];
    const call = unwrapAwait(source.node);
    if (call.type !== 'CallExpression' || unwrap(call.callee).type !== 'MemberExpression') return [];
    const [json] = call.arguments;
    const segments = readText(source);
    if (segments.length !== 1 || segments[0]!.kind !== 'json' || !json || json.type === 'SpreadElement') return [];
    return [{ kind: 'jsonField', key: staticKey(property) ?? 'a field', node: property.value, json }];
  });
}

/** True where nothing writes to the empty literal, or takes it where it cannot be followed. */
function isUntouched(value: Value, literal: Node): boolean {
  for (let at: Value | null = value, i = 0; at && i < 16; at = step(at), i++) {
    if (at.kind !== 'node') return false;
    const name = unwrap(at.node);
    if (name === literal) return true;
    if (name.type !== 'Identifier') return false;
    const definition = definitionOf(name, at.frame);
    const variable = at.frame.unit.names.variableOf(name);
    if (definition.kind !== 'init' || !variable || at.frame.unit.names.usesOf(variable).length > 1) return false;
  }
  return false;
}

/** True where a text block has words or a value in it. */
function saysSomething(result: ToolResult): boolean {
  if (result.content.kind !== 'blocks') return false;
  return result.content.blocks.some(
    (b) => b.text && readText(b.text).some((s) => s.kind !== 'words' || s.text.trim() !== ''),
  );
}

/** The property of a literal that is the result's `structuredContent`, or null: assigned later, or an argument. */
export function viewProperty(result: ToolResult): (Node & { readonly shorthand: boolean }) | null {
  if (result.view.kind !== 'given' || result.node.type !== 'ObjectExpression') return null;
  const property = propertyNamed(result.node, 'structuredContent');
  return property &&
    valueNamed(result.node, 'structuredContent') === result.view.node &&
    wrapped(result.view.node).parent === property
    ? property
    : null;
}
