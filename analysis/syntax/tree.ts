import type { TSESTree } from '@typescript-eslint/utils';

export type Node = TSESTree.Node;
export type Program = TSESTree.Program;
export type ObjectExpression = TSESTree.ObjectExpression;
export type CallExpression = TSESTree.CallExpression;
export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

/** Keys that never lead to a child node: going down them would leave the tree or walk in circles. */
const NOT_CHILDREN = new Set(['parent', 'loc', 'range', 'type', 'tokens', 'comments', 'start', 'end']);

/** The child nodes of a node, in source order as the parser lists them. Works on any ESTree dialect. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    if (NOT_CHILDREN.has(key)) continue;
    const value: unknown = node[key as keyof Node];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) {
      children.push(value);
    }
  }
  return children;
}

/** Visits a node and all below it, parents first. No recursion: deeply nested source must not overflow the stack. */
export function walk(root: Node, visit: (node: Node) => 'skip' | void): void {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (visit(node) === 'skip') continue;
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
  }
}

/** Sets `parent` on every node below `root`. ESLint does this itself; a tree that we parsed lacks it. */
export function linkParents(root: Program): void {
  walk(root, (node) => {
    for (const child of childrenOf(node)) (child as { parent: Node }).parent = node;
  });
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'
  );
}

/** The innermost function around a node, or null at module level. */
export function enclosingFunction(node: Node): FunctionNode | null {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at;
  return null;
}

export function isInside(node: Node, outer: Node): boolean {
  return node.range[0] >= outer.range[0] && node.range[1] <= outer.range[1];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
