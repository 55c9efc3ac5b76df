import type { Node } from '../syntax/tree.js';
import { isFunction, walk } from '../syntax/tree.js';
import { unwrapAwait } from '../syntax/unwrap.js';
import { identityOf } from './identity.js';
import type { Value } from './value.js';
import { definitionOf, nodeValue, resolve } from './value.js';

/** What an expression is made of, at its sources: identities of variables, parameters and calls. */
export interface Roots {
  readonly ids: ReadonlySet<string>;
  /** True where each of them is a parameter of a function that the file shows: what a caller gave. */
  readonly given: boolean;
}

/** Follows every name in an expression to where its value comes from. Names of functions and globals do not count. */
export function rootsOf(value: Value): Roots {
  const ids = new Set<string>();
  let given = true;
  let left = 400;
  const visit = (at: Value, depth: number): void => {
    if (--left < 0 || depth > 12) return;
    const source = resolve(at);
    if (source.kind !== 'node') {
      visit(source.of, depth + 1);
      return;
    }
    const node = unwrapAwait(source.node);
    const { frame } = source;
    if (node.type === 'Identifier') {
      const definition = definitionOf(node, frame);
      if (definition.kind === 'function' || definition.kind === 'class') return;
      if (
        definition.kind === 'global' &&
        /^(?:undefined|Date|Math|JSON|Object|Array|String|Number|NaN)$/.test(node.name)
      )
        return;
      ids.add(identityOf(source));
      if (definition.kind !== 'parameter') given = false;
      if (definition.kind === 'assigned')
        for (const each of [...definition.values, ...definition.appended]) visit(nodeValue(each, frame), depth + 1);
      return;
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      ids.add(identityOf(nodeValue(node, frame)));
      given = false;
    }
    if (node.type === 'ThisExpression') given = false;
    inside(node, (name) => {
      visit(nodeValue(name, frame), depth + 1);
    });
  };
  visit(value, 0);
  return { ids, given };
}

/** The expressions directly below a node whose values matter: not the names of members and keys. */
function inside(node: Node, visit: (name: Node) => void): void {
  walk(node, (at) => {
    if (at === node) return undefined;
    if (isFunction(at)) return undefined;
    if (at.type === 'Identifier') {
      const { parent } = at;
      const isName =
        (parent?.type === 'MemberExpression' && parent.property === at && !parent.computed) ||
        (parent?.type === 'Property' && parent.key === at && !parent.computed && !parent.shorthand);
      if (!isName) visit(at);
      return 'skip';
    }
    return undefined;
  });
}
