import { staticKey } from '../syntax/keys.js';
import type { Node, ObjectExpression } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import { kindOf } from '../values/kind.js';
import { rootsOf } from '../values/roots.js';
import type { Segment } from '../values/text.js';
import { readText } from '../values/text.js';
import type { Frame, NodeValue } from '../values/value.js';
import { nodeOf, nodeValue, resolve, stringOf } from '../values/value.js';
import { closedShape } from './closed-shape.js';
import { emptyContent, textEmptiness } from './empty-texts.js';
import { toolsOf } from './registration.js';
import type { ToolResult } from './results.js';

/** What is wrong with a result that reports a failure. */
export type ErrorFault =
  /** There is no text at all: the facts are in the view alone. */
  | { readonly kind: 'noText'; readonly node: Node }
  | { readonly kind: 'emptyText'; readonly node: Node }
  /** The first block is not text, or the text goes on in another block. */
  | { readonly kind: 'notFirst'; readonly node: Node }
  | { readonly kind: 'severalBlocks'; readonly node: Node }
  /** A view that the output schema of the tool does not allow. `what` says why, in words. */
  | { readonly kind: 'notInSchema'; readonly what: string; readonly node: Node }
  /** Values that the view holds and the text does not. */
  | { readonly kind: 'onlyInView'; readonly names: string; readonly node: Node }
  /** The text says that it failed, the view is filled with zeros, and nothing marks the result as an error. */
  | { readonly kind: 'zeroFilled'; readonly node: Node; readonly view: Node }
  /** The text says that it failed, and nothing marks the result as an error. */
  | { readonly kind: 'notFlagged'; readonly node: Node };

/** Texts that begin like this report a failure, whatever follows. */
const FAILURE =
  /^\W*(?:error\b|fail(?:ed|ure)\b|could(?: not|n't)\b|cannot\b|can't\b|unable to\b|invalid\b|missing (?:required|parameter|argument)|unknown (?:tool|action|operation|command|resource)|access denied|permission denied|unauthori[sz]ed\b|forbidden\b)/i;
const FAILURE_ANYWHERE = /\b(?:could(?: not|n't)|not found|fail(?:ed|ure)|unable to|does(?: not|n't) exist|error)\b/i;
/** Fields in which a zero is a true answer: an empty page has a count of 0. */
const COUNT =
  /count|total|length|size|num|offset|page|cursor|index|limit|has[A-Z]?|found|success|ok|valid|matched|remaining|^next|^prev/i;
/** Fields by which a view says itself that it failed. */
const STATUS = /error|message|reason|status|success|^ok$|found|exists|warning|fail|valid|state|code/i;

/** The faults of a result as the report of a failure, most important first. */
export function errorFaults(result: ToolResult): ErrorFault[] {
  if (result.isError === 'true') return flaggedFaults(result);
  if (result.isError === 'expression' || result.spread) return [];
  const fault = zeroFilled(result);
  return fault ? [fault] : [];
}

function flaggedFaults(result: ToolResult): ErrorFault[] {
  const { content, view } = result;
  const empty = emptyContent(result);
  if (empty) return [{ kind: 'noText', node: empty }];
  if (content.kind === 'absent')
    return view.kind === 'given' && !result.spread ? [{ kind: 'noText', node: view.node }] : [];
  if (content.kind !== 'blocks' || !content.complete) return [];
  const [first] = content.blocks;
  const certain = content.blocks.filter((b) => !b.conditional);
  const texts = content.blocks.filter((b) => b.text !== null);
  if (first?.type && first.type !== 'text' && !first.conditional && texts[0]?.literal)
    return [{ kind: 'notFirst', node: texts[0].literal.node }];
  const [read] = textEmptiness(result);
  if (read && first?.text && read.emptiness.kind === 'empty') return [{ kind: 'emptyText', node: read.node }];
  if (certain.length > 1 && certain[0]?.text && certain[1]?.text && certain[1].literal)
    return [{ kind: 'severalBlocks', node: certain[1].literal.node }];
  const lost = notInSchema(result) ?? onlyInView(result);
  return lost ? [lost] : [];
}

/** A view of an error with fields that the closed schema of its tool lacks, or without those that it requires. */
function notInSchema(result: ToolResult): ErrorFault | null {
  const { view, fn, unit } = result;
  if (view.kind !== 'given' || !fn) return null;
  const kind = kindOf(view.value);
  if (kind.kind !== 'object' || kind.literal.frame.unit !== unit) return null;
  const tools = toolsOf(fn, unit, null);
  if (tools.kind !== 'tools') return null;
  const own = new Set<string>();
  for (const property of kind.literal.node.properties) {
    const key = property.type === 'Property' ? staticKey(property) : null;
    if (key === null) return null;
    own.add(key);
  }
  for (const tool of tools.tools) {
    const schema = tool.schema && closedShape(tool.schema);
    if (!schema) continue;
    const strange = [...own].filter((key) => !schema.keys.has(key));
    const missing = [...schema.required].filter((key) => !own.has(key));
    const what = [
      ...(strange.length > 0 ? [`it does not know ${words(strange)}`] : []),
      ...(missing.length > 0 ? [`it requires ${words(missing)}`] : []),
    ].join(', and ');
    if (what) return { kind: 'notInSchema', what, node: view.node };
  }
  return null;
}

function words(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}

/** Values of the view that no text holds. What the caller gave is no news to the model. */
function onlyInView(result: ToolResult): ErrorFault | null {
  const { content, view } = result;
  if (view.kind !== 'given' || content.kind !== 'blocks') return null;
  const kind = kindOf(view.value);
  if (kind.kind !== 'object' || kind.literal.frame.unit !== result.unit) return null;
  const shown = new Set<string>();
  for (const block of content.blocks) {
    if (!block.text) return null;
    // A text that is the view's own JSON holds all of it.
    if (nodeOf(block.text).node === view.node || !addRoots(readText(block.text), shown)) return null;
    for (const id of rootsOf(block.text).ids) shown.add(id);
  }
  const lost = leavesOf(kind.literal).filter(({ value }) => {
    const roots = rootsOf(value);
    return !roots.given && roots.ids.size > 0 && [...roots.ids].every((id) => !shown.has(id));
  });
  const [first] = lost;
  return first
    ? { kind: 'onlyInView', names: lost.map((l) => `\`${l.key}\``).join(', '), node: first.value.node }
    : null;
}

/** Adds what a text is made of; false where it holds JSON of more than its parts show, or cannot be followed. */
function addRoots(segments: readonly Segment[], shown: Set<string>): boolean {
  return segments.every((s) => {
    if (s.kind === 'words') return true;
    if (s.kind === 'choice') return s.branches.every((b) => addRoots(b, shown));
    if (s.kind === 'list') return addRoots(s.item, shown);
    if (s.kind === 'unknown') return false;
    for (const id of rootsOf(s.value).ids) shown.add(id);
    return true;
  });
}

/** The values that an object literal ends in, through nested literals, each with its key. */
export function leavesOf(
  literal: NodeValue & { readonly node: ObjectExpression },
  depth = 0,
): { readonly key: string; readonly value: NodeValue }[] {
  if (depth > 6) return [];
  return literal.node.properties.flatMap((property) => {
    if (property.type === 'SpreadElement') return [];
    const key = staticKey(property) ?? 'a field';
    if (property.kind !== 'init' || property.method) return [];
    const value = nodeValue(property.value, literal.frame);
    const inner = unwrap(property.value);
    if (inner.type === 'ObjectExpression') return leavesOf({ ...value, node: inner }, depth + 1);
    return [{ key, value }];
  });
}

function zeroFilled(result: ToolResult): ErrorFault | null {
  const { content, view } = result;
  if (view.kind !== 'given' || content.kind !== 'blocks' || !content.complete) return null;
  const words = wordsOf(result);
  if (words === null || !FAILURE_ANYWHERE.test(words)) return null;
  const kind = kindOf(view.value);
  if (kind.kind !== 'object' || kind.literal.node.properties.some((p) => p.type === 'SpreadElement')) return null;
  const leaves = leavesOf(kind.literal);
  if (leaves.some((l) => STATUS.test(l.key))) return null;
  const zeros = leaves.filter((l) => isZero(l.value));
  const others = leaves.filter((l) => !isZero(l.value) && !rootsOf(l.value).given);
  const telling = zeros.filter((l) => !COUNT.test(l.key) && !isEmptyList(l.value));
  return others.length === 0 && telling.length > 0 ? { kind: 'zeroFilled', node: result.node, view: view.node } : null;
}

/** A text that begins like the report of a failure, in a result that is not marked as one; null where none does. */
export function unflaggedFailure(result: ToolResult): ErrorFault | null {
  if (result.spread || (result.isError !== 'absent' && result.isError !== 'false')) return null;
  if (result.content.kind !== 'blocks' || result.content.blocks.length !== 1) return null;
  const [block] = result.content.blocks;
  if (!block?.text) return null;
  const words = wordsOf(result);
  return words !== null && FAILURE.test(words) ? { kind: 'notFlagged', node: nodeOf(block.text).node } : null;
}

/** The words with which the first text certainly begins, up to the first choice; null where it begins with a value. */
function wordsOf(result: ToolResult): string | null {
  const block = result.content.kind === 'blocks' ? result.content.blocks[0] : null;
  if (!block?.text) return null;
  let words = '';
  for (const segment of readText(block.text)) {
    if (segment.kind === 'words') words += segment.text;
    else if (segment.kind === 'value') words += ' … ';
    else break;
  }
  return words.trim() === '' || words.trimStart().startsWith('…')
    ? FAILURE_ANYWHERE.test(words)
      ? words
      : null
    : words;
}

function isZero(value: NodeValue): boolean {
  const source = resolve(value);
  if (source.kind !== 'node') return false;
  const node = unwrap(source.node);
  if (stringOf(source) === '') return true;
  if (node.type === 'Literal') return node.value === 0 || (node.value === null && node.raw === 'null');
  if (node.type === 'ObjectExpression') return node.properties.length === 0;
  return isEmptyList(value);
}

function isEmptyList(value: { readonly node: Node; readonly frame: Frame }): boolean {
  const source = resolve(nodeValue(value.node, value.frame));
  return source.kind === 'node' && source.node.type === 'ArrayExpression' && source.node.elements.length === 0;
}
