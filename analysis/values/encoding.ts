import { calleeName, memberPath, propertyNamed, staticKey, staticString, valueNamed } from '../syntax/keys.js';
import type { CallExpression, Node } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import { kindOf } from './kind.js';
import { listOf } from './list.js';
import type { NodeValue, Value } from './value.js';
import { definitionOf, nodeValue, resolve, step, stringOf } from './value.js';

/** Names of values that are text in a form of their own. */
const TEXT_NAMES = /^(?:.*?)(json|csv|tsv|svg|html|markdown|xml|yaml)(?:String|Text|Source|Content|Data)?$/i;
const DATA_URL = /data:(?:image|audio|video)\/[\w.+-]+;base64,/;
/** So long a run of base64 is no word, and no example of one. */
const LONG_BASE64 = /[A-Za-z0-9+/]{256,}={0,2}/;
const MAX_DEPTH = 10;

/** What text a base64 expression encodes ("JSON", "CSV", "SVG", "text"), or null: no text, or it is not shown. */
export function encodedText(value: Value): string | null {
  const source = resolve(value);
  if (source.kind !== 'node') return null;
  const literal = stringOf(source);
  if (literal !== null) return textInBase64(literal);
  const node = unwrapAwait(source.node);
  const input = node.type === 'CallExpression' ? base64Input(node) : null;
  if (!input || input.of === 'bytes' || !input.node) return null;
  return textIn(nodeValue(input.node, source.frame), input.of === 'text');
}

/** A call that makes base64: of what, and whether that is surely text. Null for any other call. */
function base64Input(
  call: CallExpression,
): { readonly node: Node | null; readonly of: 'text' | 'bytes' | 'unknown' } | null {
  const callee = unwrap(call.callee);
  const [first] = call.arguments;
  if (callee.type === 'Identifier' && callee.name === 'btoa') return { node: first ?? null, of: 'text' };
  if (callee.type !== 'MemberExpression') return null;
  const method = staticKey(callee);
  const encoding = first ? staticString(first) : null;
  if (method === 'toDataURL') return { node: null, of: 'bytes' };
  if (method === 'toBase64' && call.arguments.length === 0) return { node: null, of: 'bytes' };
  if (method !== 'toString' || (encoding !== 'base64' && encoding !== 'base64url')) return null;
  const buffer = unwrapAwait(callee.object);
  if (buffer.type !== 'CallExpression' || memberPath(buffer.callee)?.join('.') !== 'Buffer.from')
    return { node: null, of: 'unknown' };
  const [input, from] = buffer.arguments;
  const name = from ? staticString(from) : null;
  if (!input || input.type === 'SpreadElement') return { node: null, of: 'unknown' };
  return {
    node: input,
    of: name === null ? 'unknown' : /^utf-?8$|^utf16le$|^latin1$|^ascii$/i.test(name) ? 'text' : 'bytes',
  };
}

function textIn(value: NodeValue, surelyText: boolean): string | null {
  const source = resolve(value);
  const node = source.kind === 'node' ? unwrapAwait(source.node) : null;
  if (node?.type === 'CallExpression' && calleeName(node) === 'stringify') return 'JSON';
  const literal = source.kind === 'node' ? firstWords(source) : null;
  if (literal !== null && /^\s*(?:<\?xml[\s\S]*?\?>\s*)?<svg\b/i.test(literal)) return 'SVG';
  const named = unwrap(value.node);
  const name = named.type === 'Identifier' ? named.name : named.type === 'MemberExpression' ? staticKey(named) : null;
  const form = name === null ? null : TEXT_NAMES.exec(name)?.[1];
  if (form) return form.toUpperCase();
  return surelyText && kindOf(value).kind === 'string' ? 'text' : null;
}

/** The words with which a string begins, or null. */
function firstWords(value: NodeValue): string | null {
  const node = unwrap(value.node);
  return staticString(node) ?? (node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? null) : null);
}

/** What text a base64 literal holds, by its first bytes. */
function textInBase64(literal: string): string | null {
  if (literal.startsWith('PHN2Z') || literal.startsWith('PD94bWwg')) return 'SVG';
  return /^(?:eyJ|W3si|WyJ)/.test(literal) ? 'JSON' : null;
}

/** Base64 or a data URL of an image that a text holds: the expression that brings it, or null. */
export function imageInText(value: Value, depth = 0): Node | null {
  if (depth > MAX_DEPTH) return null;
  if (value.kind !== 'node') {
    const next = resolve(value);
    return next.kind === 'node' ? imageInText(next, depth + 1) : null;
  }
  const { frame } = value;
  const node = unwrapAwait(value.node);
  const of = (child: Node): Node | null => imageInText(nodeValue(child, frame), depth + 1);
  const first = (nodes: readonly Node[]): Node | null => {
    for (const each of nodes) {
      const found = of(each);
      if (found) return found;
    }
    return null;
  };
  const literal = staticString(node);
  if (literal !== null) return isImageText(literal) ? node : null;
  switch (node.type) {
    case 'TemplateLiteral':
      return node.quasis.some((q, i) => {
        const text = q.value.raw;
        // A data URL that an expression completes; in prose it would be an example.
        return isImageText(text) || (i < node.expressions.length && new RegExp(`${DATA_URL.source}$`).test(text));
      })
        ? node
        : first(node.expressions);
    case 'BinaryExpression': {
      if (node.operator !== '+') return null;
      const left = staticString(node.left);
      return left !== null && new RegExp(`${DATA_URL.source}$`).test(left) ? node : first([node.left, node.right]);
    }
    case 'ConditionalExpression':
      return first([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return first([node.left, node.right]);
    case 'Identifier': {
      const definition = definitionOf(node, frame);
      if (definition.kind === 'assigned') return first([...definition.values, ...definition.appended]);
      const next = step(value);
      return next ? imageInText(next, depth + 1) : null;
    }
    case 'MemberExpression': {
      const next = resolve(value);
      return next.kind === 'node' && next.node !== node ? imageInText(next, depth + 1) : null;
    }
    case 'CallExpression': {
      const name = calleeName(node);
      const [argument] = node.arguments;
      if (name === 'stringify' && argument && argument.type !== 'SpreadElement') {
        return imageInJson(nodeValue(argument, frame), depth + 1);
      }
      const input = base64Input(node);
      if (input)
        return input.of !== 'text' && encodedText(nodeValue(node, frame)) === null && isBinary(node) ? node : null;
      if (name === 'join' && unwrap(node.callee).type === 'MemberExpression') {
        const callee = unwrap(node.callee);
        const list = callee.type === 'MemberExpression' ? listOf(nodeValue(callee.object, frame)) : null;
        for (const part of list?.parts ?? []) {
          const found = part.kind === 'item' ? imageInText(part.value, depth + 1) : null;
          if (found) return found;
        }
      }
      return null;
    }
    default:
      return null;
  }
}

/** True where what is encoded is a picture or a file of bytes by its name: a token or a cursor is base64 as well. */
function isBinary(call: CallExpression): boolean {
  let words = '';
  for (let at: Node = call.callee; ;) {
    const node = unwrapAwait(at);
    if (node.type === 'MemberExpression') {
      words += ` ${staticKey(node) ?? ''}`;
      at = node.object;
    } else if (node.type === 'CallExpression') {
      for (const argument of node.arguments) if (argument.type === 'Identifier') words += ` ${argument.name}`;
      at = node.callee;
    } else {
      if (node.type === 'Identifier') words += ` ${node.name}`;
      return /image|img|png|jpe?g|webp|gif|screenshot|photo|picture|thumbnail|chart|canvas|pdf|audio|wav|mp3|video|toDataURL/i.test(
        words,
      );
    }
  }
}

function isImageText(text: string): boolean {
  const url = DATA_URL.exec(text);
  if (url && /^[A-Za-z0-9+/]{40}/.test(text.slice(url.index + url[0].length))) return true;
  return LONG_BASE64.test(text) && !/^[a-zA-Z]+$|^(.)\1+$/.test(LONG_BASE64.exec(text)![0]);
}

/** An image block, or a base64 value, in what is serialised. */
function imageInJson(value: Value, depth: number): Node | null {
  const kind = kindOf(value);
  if (kind.kind !== 'object') return null;
  const { node, frame } = kind.literal;
  const type = valueNamed(node, 'type');
  if (type && stringOf(nodeValue(type, frame)) === 'image' && propertyNamed(node, 'data'))
    return propertyNamed(node, 'data');
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.kind !== 'init' || property.method) continue;
    const found =
      imageInText(nodeValue(property.value, frame), depth + 1) ??
      imageInJson(nodeValue(property.value, frame), depth + 1);
    if (found) return found;
  }
  return null;
}
