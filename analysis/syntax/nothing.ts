import type { Node } from './tree.js';
import { unwrap } from './unwrap.js';

/** True for `null` and `undefined` as source writes them. */
export function isNothing(node: Node): boolean {
  const at = unwrap(node);
  return (at.type === 'Literal' && at.value === null) || (at.type === 'Identifier' && at.name === 'undefined');
}
