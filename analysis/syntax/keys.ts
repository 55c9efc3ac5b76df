import type { TSESTree } from '@typescript-eslint/utils';
import type { Node, ObjectExpression } from './tree.js';
import { unwrap } from './unwrap.js';

/** The string that an expression certainly is: a string literal or a template without parts. Else null. */
export function staticString(node: Node): string | null {
  const at = unwrap(node);
  if (at.type === 'Literal' && typeof at.value === 'string') return at.value;
  if (at.type === 'TemplateLiteral' && at.expressions.length === 0) return at.quasis[0]?.value.cooked ?? null;
  return null;
}

/** The key of a property, method or member access where source shows it; null for a computed one. */
export function staticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
): string | null {
  const key = node.type === 'MemberExpression' ? node.property : node.key;
  if (!node.computed) {
    if (key.type === 'Identifier') return key.name;
    if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  }
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')) {
    return String(key.value);
  }
  return node.computed ? staticString(key) : null;
}

/** The last property with that key (the one that counts at run time), or null. */
export function propertyNamed(object: ObjectExpression, name: string): TSESTree.Property | null {
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i]!;
    if (property.type === 'Property' && staticKey(property) === name) return property;
  }
  return null;
}

/** The value expression of the property with that key, or null: absent, or a method or accessor. */
export function valueNamed(object: ObjectExpression, name: string): Node | null {
  const property = propertyNamed(object, name);
  return property && property.kind === 'init' && !property.method ? property.value : null;
}

/** Names along `a.b.c` as `['a', 'b', 'c']` (`this` as 'this'), or null where a step is computed or no name. */
export function memberPath(node: Node): string[] | null {
  const path: string[] = [];
  let at = unwrap(node);
  while (at.type === 'MemberExpression') {
    const key = staticKey(at);
    if (key === null) return null;
    path.unshift(key);
    at = unwrap(at.object);
  }
  if (at.type === 'Identifier') path.unshift(at.name);
  else if (at.type === 'ThisExpression') path.unshift('this');
  else if (at.type === 'Super') path.unshift('super');
  else return null;
  return path;
}

/** The last name of what is called: `f` of `f()`, `m` of `a.b.m()`. Null where it is computed or no name. */
export function calleeName(call: TSESTree.CallExpression | TSESTree.NewExpression): string | null {
  const callee = unwrap(call.callee);
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return staticKey(callee);
  return null;
}
