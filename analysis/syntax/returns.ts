import type { FunctionNode, Node } from './tree.js';
import { isFunction, walk } from './tree.js';

/** What a function can return: the arguments of its own `return`s, or the body of an arrow without a block. */
export function returnedBy(fn: FunctionNode): Node[] {
  if (!fn.body) return [];
  if (fn.body.type !== 'BlockStatement') return [fn.body];
  const returned: Node[] = [];
  walk(fn.body, (node) => {
    if (isFunction(node) || node.type === 'ClassBody') return 'skip';
    if (node.type === 'ReturnStatement' && node.argument) returned.push(node.argument);
    return undefined;
  });
  return returned;
}
