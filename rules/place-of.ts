import type { Block } from '../analysis/mcp/content.js';
import type { Node } from '../analysis/syntax/tree.js';
import { isInside } from '../analysis/syntax/tree.js';
import { nodeOf } from '../analysis/values/value.js';
import type { File } from './on-file.js';

/**
 * Where a report about a block stands: the first of `wanted` that is part of the block as the result has it, or of the
 * literal that makes it. Where all of it is made elsewhere, the block's place in the result.
 */
export function placeOf(block: Block, wanted: readonly Node[], file: File): Node {
  const own = nodeOf(block.value);
  const owners = [own, ...(block.literal ? [nodeOf(block.literal.value)] : [])].filter((o) => file.isHere(o.unit));
  for (const node of wanted) {
    if (owners.some((owner) => isInside(node, owner.node) && belongs(node, owner.node))) return node;
  }
  return own.node;
}

/** Ranges of two files can overlap: only the tree tells. */
function belongs(node: Node, owner: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at === owner) return true;
  return false;
}
