import { staticString, valueNamed } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import type { Node, ObjectExpression } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import { listOf } from '../values/list.js';
import type { NodeValue, Value } from '../values/value.js';
import { calledFunction, enter, nodeValue, resolve } from '../values/value.js';

/** One content block. */
export interface Block {
  /** The value of `type` where source shows it; null where it does not. */
  readonly type: string | null;
  /** The literal that makes the block, and the frame in which it is read; null where it is not shown. */
  readonly literal: { readonly node: ObjectExpression; readonly value: NodeValue } | null;
  /** The block as it stands in the list. */
  readonly value: Value;
  /** What the text block says; null for other blocks, and where `text` is not shown. */
  readonly text: Value | null;
  /** True where the block may be missing, or stands for any number. */
  readonly conditional: boolean;
}

/** The `content` of a result, as far as source shows it. */
export type Content =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'blocks';
      /** The expression behind the key. */
      readonly node: Node;
      readonly blocks: readonly Block[];
      /** False where more blocks may be there than are listed. */
      readonly complete: boolean;
    }
  | { readonly kind: 'unknown'; readonly node: Node; readonly reason: string };

export function readContent(value: NodeValue | null): Content {
  if (!value) return { kind: 'absent' };
  const list = listOf(value);
  const { node } = value;
  if (!list) return { kind: 'unknown', node, reason: 'it cannot be seen which blocks `content` holds' };
  const blocks: Block[] = [];
  for (const part of list.parts) {
    if (part.kind === 'item') blocks.push(readBlock(part.value, part.conditional));
    else if (part.kind === 'each') blocks.push(...part.items.map((i) => readBlock(i, true)));
    else blocks.push({ type: null, literal: null, value: part.value, text: null, conditional: true });
  }
  return { kind: 'blocks', node, blocks, complete: list.complete };
}

export function readBlock(value: Value, conditional: boolean): Block {
  const literal = literalOf(value, 0);
  if (!literal) return { type: null, literal: null, value, text: null, conditional };
  const { node, frame } = literal;
  const typed = valueNamed(node, 'type');
  const source = typed ? resolve(nodeValue(typed, frame)) : null;
  const type = source?.kind === 'node' ? staticString(source.node) : null;
  const text = type === 'text' || type === null ? valueNamed(node, 'text') : null;
  return { type, literal: { node, value: literal }, value, text: text ? nodeValue(text, frame) : null, conditional };
}

/** The object literal that a value is, through names and calls of functions that return one literal. */
function literalOf(value: Value, depth: number): (NodeValue & { node: ObjectExpression }) | null {
  if (depth > 4) return null;
  const source = resolve(value);
  if (source.kind !== 'node') return null;
  const node = unwrap(source.node);
  if (node.type === 'ObjectExpression') return { kind: 'node', node, frame: source.frame };
  if (node.type === 'ConditionalExpression') return literalOf(nodeValue(node.consequent, source.frame), depth + 1);
  if (node.type !== 'CallExpression') return null;
  const called = calledFunction(node, source.frame);
  const body = called && enter(node, source.frame, called);
  if (!called || !body) return null;
  const returned = returnedBy(called.fn);
  return returned.length === 1 ? literalOf(nodeValue(returned[0]!, body), depth + 1) : null;
}
