import type { Node } from './tree.js';

/**
 * The expression below what only speaks to the type checker: casts, `satisfies`, `!`, instantiations, and the chain
 * node around `a?.b`.
 */
export function unwrap(node: Node): Node {
  let at = node;
  for (;;) {
    switch (at.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'ChainExpression':
        at = at.expression;
        continue;
      default:
        return at;
    }
  }
}

/** Like `unwrap`, and below `await` too: for what a value is, not for when it is there. */
export function unwrapAwait(node: Node): Node {
  let at = unwrap(node);
  while (at.type === 'AwaitExpression') at = unwrap(at.argument);
  return at;
}

/** The outermost expression that wraps `node` in nothing but casts and their like: `unwrap` backwards. */
export function wrapped(node: Node): Node {
  let at = node;
  while (at.parent && at.parent.type !== 'Program' && unwrap(at.parent) === unwrap(at)) at = at.parent;
  return at;
}
