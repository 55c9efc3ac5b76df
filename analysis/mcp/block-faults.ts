import type { TSESTree } from '@typescript-eslint/utils';
import { propertyNamed, staticKey, valueNamed } from '../syntax/keys.js';
import type { Node, ObjectExpression } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import type { Kind } from '../values/kind.js';
import { kindOf } from '../values/kind.js';
import { listOf } from '../values/list.js';
import type { Frame, NodeValue, Value } from '../values/value.js';
import { nodeOf, nodeValue, resolve, stringOf } from '../values/value.js';
import type { WrittenBlock } from './written-blocks.js';

/** What is wrong with a content block as the specification writes it. */
export type BlockFault =
  | { readonly kind: 'unknownType'; readonly type: string; readonly node: Node; readonly literal: ObjectExpression }
  | { readonly kind: 'missingType'; readonly node: Node }
  | { readonly kind: 'missingField'; readonly type: string; readonly field: string; readonly node: Node }
  | {
      readonly kind: 'wrongField';
      readonly type: string;
      readonly field: string;
      readonly expected: string;
      readonly found: string;
      readonly node: Node;
    }
  | { readonly kind: 'strayField'; readonly type: string; readonly field: string; readonly node: TSESTree.Property }
  | { readonly kind: 'wrongAnnotation'; readonly field: string; readonly expected: string; readonly node: Node };

/** The fields that a block of each type must have, and of which sort they are. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, 'string' | 'object'>>>> = {
  text: { text: 'string' },
  image: { data: 'string', mimeType: 'string' },
  audio: { data: 'string', mimeType: 'string' },
  resource: { resource: 'object' },
  resource_link: { uri: 'string', name: 'string' },
};
/** Blocks that only sampling messages have. */
const SAMPLING_TYPES = new Set(['tool_use', 'tool_result']);
/** Fields of other blocks that say nothing on a text block. */
const STRAY_ON_TEXT = ['mimeType', 'data'];
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** The faults of one block. A block that is put together elsewhere (a spread) may have more than it shows. */
export function blockFaults({ block, place }: WrittenBlock): BlockFault[] {
  if (!block.literal) return [];
  const { node, value } = block.literal;
  const { frame } = value;
  const open = node.properties.some((p) => p.type === 'SpreadElement' || staticKey(p) === null);
  const typeNode = valueNamed(node, 'type');
  if (!typeNode) {
    const says = ['text', 'data', 'mimeType', 'resource', 'uri'].some((f) => propertyNamed(node, f));
    return !open && says && !propertyNamed(node, 'type') ? [{ kind: 'missingType', node }] : [];
  }
  const { type } = block;
  if (type === null) return [];
  const fields = FIELDS[type];
  if (!fields) {
    const known = place === 'sampling' && SAMPLING_TYPES.has(type);
    return known ? [] : [{ kind: 'unknownType', type, node: typeNode, literal: node }];
  }
  const faults: BlockFault[] = [];
  for (const [field, expected] of Object.entries(fields)) {
    faults.push(...fieldFaults(type, node, frame, field, expected, open));
  }
  if (type === 'resource') faults.push(...resourceFaults(node, frame));
  if (type === 'text') {
    for (const field of STRAY_ON_TEXT) {
      const property = propertyNamed(node, field);
      if (property) faults.push({ kind: 'strayField', type, field, node: property });
    }
  }
  return [...faults, ...annotationFaults(node, frame)];
}

function fieldFaults(
  type: string,
  node: ObjectExpression,
  frame: Frame,
  field: string,
  expected: 'string' | 'object',
  open: boolean,
): BlockFault[] {
  const property = propertyNamed(node, field);
  if (!property) return open ? [] : [{ kind: 'missingField', type, field, node }];
  if (property.kind !== 'init' || property.method) return [];
  const kind = kindOf(nodeValue(property.value, frame));
  // A text that is undefined is an empty text, whatever the reason.
  if (kind.kind === 'undefined' && type !== 'text')
    return [{ kind: 'missingField', type, field, node: property.value }];
  const found = wordFor(kind);
  const fits = kind.kind === expected || (expected === 'object' && kind.kind === 'instance');
  if (found === null || fits) return [];
  return [
    {
      kind: 'wrongField',
      type,
      field,
      expected: `a${expected === 'object' ? 'n' : ''} ${expected}`,
      found,
      node: property.value,
    },
  ];
}

/** The sort of a value in words; null where it is not known, or not there. */
export function wordFor(kind: Kind): string | null {
  switch (kind.kind) {
    case 'object':
    case 'array':
      return `an ${kind.kind}`;
    case 'instance':
      return `an instance of ${kind.of}`;
    case 'null':
      return 'null';
    case 'string':
    case 'number':
    case 'boolean':
    case 'function':
      return `a ${kind.kind}`;
    case 'undefined':
    case 'unknown':
      return null;
  }
}

function resourceFaults(block: ObjectExpression, frame: Frame): BlockFault[] {
  const resource = valueNamed(block, 'resource');
  const kind = resource ? kindOf(nodeValue(resource, frame)) : null;
  if (kind?.kind !== 'object') return [];
  const { node } = kind.literal;
  if (node.properties.some((p) => p.type === 'SpreadElement' || staticKey(p) === null)) return [];
  const missing: string[] = [];
  if (!propertyNamed(node, 'uri')) missing.push('uri');
  if (!propertyNamed(node, 'text') && !propertyNamed(node, 'blob')) missing.push('text');
  return missing.map((field) => ({ kind: 'missingField', type: 'resource', field: `resource.${field}`, node }));
}

function annotationFaults(block: ObjectExpression, frame: Frame): BlockFault[] {
  const value = valueNamed(block, 'annotations');
  const kind = value ? kindOf(nodeValue(value, frame)) : null;
  if (!value || !kind) return [];
  if (kind.kind !== 'object') {
    const found = wordFor(kind);
    return found === null
      ? []
      : [{ kind: 'wrongAnnotation', field: 'annotations', expected: 'an object', node: value }];
  }
  const { literal } = kind;
  const at = (field: string): NodeValue | null => {
    const inner = valueNamed(literal.node, field);
    return inner && nodeValue(inner, literal.frame);
  };
  const faults: BlockFault[] = [];
  const wrong = (field: string, expected: string, node: Node): void => {
    faults.push({ kind: 'wrongAnnotation', field: `annotations.${field}`, expected, node });
  };
  const audience = at('audience');
  const stranger = audience && wrongAudience(audience);
  if (stranger) wrong('audience', 'a list of "user" and "assistant"', stranger);
  const priority = at('priority');
  if (priority && isWrongPriority(priority)) wrong('priority', 'a number from 0 to 1', priority.node);
  const modified = at('lastModified');
  if (modified && isWrongDate(modified)) wrong('lastModified', 'an ISO 8601 date as a string', modified.node);
  return faults;
}

/** The node that makes an audience wrong: it is no list, or an entry is neither `user` nor `assistant`. */
export function wrongAudience(audience: NodeValue): Node | null {
  const kind = kindOf(audience);
  if (kind.kind !== 'array') return wordFor(kind) === null ? null : audience.node;
  for (const part of listOf(audience)?.parts ?? []) {
    if (part.kind !== 'item') continue;
    const entry = stringOf(part.value);
    const sort = kindOf(part.value).kind;
    if (entry === null ? sort !== 'string' && sort !== 'unknown' : entry !== 'user' && entry !== 'assistant')
      return nodeOf(part.value).node;
  }
  return null;
}

function isWrongPriority(value: NodeValue): boolean {
  const kind = kindOf(value).kind;
  const number = numberOf(value);
  if (number !== null) return number < 0 || number > 1;
  return kind !== 'number' && kind !== 'unknown' && kind !== 'undefined';
}

function isWrongDate(value: NodeValue): boolean {
  const text = stringOf(value);
  if (text !== null) return !ISO_DATE.test(text) || Number.isNaN(Date.parse(text));
  const kind = kindOf(value).kind;
  return kind !== 'string' && kind !== 'unknown' && kind !== 'undefined';
}

/** The number that a value certainly is, or null. */
export function numberOf(value: Value): number | null {
  const source = resolve(value);
  if (source.kind !== 'node') return null;
  const node = unwrap(source.node);
  if (node.type === 'Literal' && typeof node.value === 'number') return node.value;
  if (node.type === 'UnaryExpression' && node.operator === '-') {
    const positive = numberOf(nodeValue(node.argument, source.frame));
    return positive === null ? null : -positive;
  }
  return null;
}
