import type { Definition } from '../analysis/scope/names.js';
import type { Unit } from '../analysis/scope/unit.js';
import { staticKey } from '../analysis/syntax/keys.js';
import type { Node } from '../analysis/syntax/tree.js';
import { isFunction } from '../analysis/syntax/tree.js';
import { unwrap, wrapped } from '../analysis/syntax/unwrap.js';
import { definitionOf, rootFrame } from '../analysis/values/value.js';

/**
 * inert: what it gives does not depend on when it is evaluated, and evaluating it does nothing else.
 * quiet: evaluating it does nothing else and cannot throw, but it reads what may change.
 * active: calls, awaits, assigns, reads a member (a getter, or a throw), or turns an object into text.
 */
export type Effect = 'inert' | 'quiet' | 'active';

const ORDER: readonly Effect[] = ['inert', 'quiet', 'active'];

/** What evaluating an expression can do beside giving its value. In doubt `active`. */
export function effectOf(node: Node, unit: Unit, depth = 0): Effect {
  if (depth > 60) return 'active';
  const at = unwrap(node);
  const worst = (nodes: readonly (Node | null)[]): Effect =>
    nodes.reduce<Effect>((most, n) => {
      const one = n === null ? 'inert' : effectOf(n, unit, depth + 1);
      return ORDER.indexOf(one) > ORDER.indexOf(most) ? one : most;
    }, 'inert');
  switch (at.type) {
    case 'Literal':
      return 'regex' in at ? 'quiet' : 'inert';
    case 'ThisExpression':
      return 'inert';
    case 'Identifier':
      return nameEffect(at, unit);
    case 'TemplateLiteral':
      return at.expressions.every((e) => isPrimitive(e, unit)) ? worst(at.expressions) : 'active';
    case 'ArrayExpression':
      return at.elements.some((e) => e?.type === 'SpreadElement') ? 'active' : worst(at.elements);
    case 'ObjectExpression':
      return worstOf(
        at.properties.map((p) => {
          if (p.type === 'SpreadElement') return 'active';
          if (p.computed && !isPrimitive(p.key, unit)) return 'active';
          return p.kind === 'init' ? worst([p.value, p.computed ? p.key : null]) : 'inert';
        }),
      );
    case 'ConditionalExpression':
      return worst([at.test, at.consequent, at.alternate]);
    case 'LogicalExpression':
      return worst([at.left, at.right]);
    case 'UnaryExpression':
      if (at.operator === 'delete') return 'active';
      if (at.operator === '!' || at.operator === 'typeof' || at.operator === 'void') return worst([at.argument]);
      return isPrimitive(at.argument, unit) ? worst([at.argument]) : 'active';
    case 'BinaryExpression':
      if (at.operator === '===' || at.operator === '!==') return worst([at.left, at.right]);
      return isPrimitive(at.left, unit) && isPrimitive(at.right, unit) ? worst([at.left, at.right]) : 'active';
    case 'SequenceExpression':
      return worst(at.expressions);
    default:
      return isFunction(at) ? 'inert' : 'active';
  }
}

/** True where two expressions may be evaluated in either order without anyone seeing it. */
export function mayTradePlaces(a: Node, b: Node, unit: Unit): boolean {
  const one = effectOf(a, unit);
  const other = effectOf(b, unit);
  if (one === 'inert' || other === 'inert') return true;
  return one === 'quiet' && other === 'quiet';
}

function worstOf(effects: readonly Effect[]): Effect {
  return effects.reduce<Effect>((most, one) => (ORDER.indexOf(one) > ORDER.indexOf(most) ? one : most), 'inert');
}

function nameEffect(node: Node & { name: string }, unit: Unit): Effect {
  if (node.type !== 'Identifier') return 'active';
  const definition = definitionOf(node, rootFrame(unit));
  switch (definition.kind) {
    case 'init':
    case 'element':
    case 'function':
    case 'class':
      return 'inert';
    case 'import':
      return isLastingImport(unit, definition) ? 'inert' : 'quiet';
    case 'parameter': {
      const variable = unit.names.variableOf(node);
      return variable?.references.some((r) => r.isWrite() && !r.init) ? 'quiet' : 'inert';
    }
    case 'global':
      return node.name === 'undefined' || node.name === 'NaN' || node.name === 'Infinity' ? 'inert' : 'active';
    case 'assigned':
      return 'quiet';
    case 'unknown':
      return unit.names.variableOf(node) ? 'quiet' : 'active';
  }
}

/** An import follows what its module assigns to the name; only where that is seen to be a constant does it stay the same. */
function isLastingImport(unit: Unit, { module, name }: Definition & { kind: 'import' }): boolean {
  if (name === '*') return true;
  const exported = unit.neighbours.exported(unit, module, name);
  if (exported.kind !== 'value') return exported.kind === 'namespace';
  if (isFunction(exported.node) || exported.node.type === 'ClassDeclaration') return true;
  const declarator = wrapped(exported.node).parent;
  return declarator?.type === 'VariableDeclarator' && declarator.parent.kind === 'const';
}

/** True for an expression that certainly gives a primitive value: turning it into text runs no code of anybody's. */
function isPrimitive(node: Node, unit: Unit, depth = 0): boolean {
  if (depth > 8) return false;
  const at = unwrap(node);
  switch (at.type) {
    case 'Literal':
      return !('regex' in at);
    case 'TemplateLiteral':
      return true;
    case 'UnaryExpression':
      return at.operator === 'typeof' || at.operator === '!' || isPrimitive(at.argument, unit, depth + 1);
    case 'BinaryExpression':
      return (
        /^(?:===|!==|==|!=|<|>|<=|>=|in|instanceof)$/.test(at.operator) ||
        (isPrimitive(at.left, unit, depth + 1) && isPrimitive(at.right, unit, depth + 1))
      );
    case 'ConditionalExpression':
      return isPrimitive(at.consequent, unit, depth + 1) && isPrimitive(at.alternate, unit, depth + 1);
    case 'MemberExpression': {
      // The length of a list that is made right there.
      const object = unwrap(at.object);
      return staticKey(at) === 'length' && (object.type === 'ArrayExpression' || isPrimitive(object, unit, depth + 1));
    }
    case 'Identifier': {
      const definition = definitionOf(at, rootFrame(unit));
      if (definition.kind === 'init' && definition.path.length === 0)
        return isPrimitive(definition.init, unit, depth + 1) || isTypedPrimitive(definition.init);
      return false;
    }
    default:
      return false;
  }
}

/** Calls that give a primitive, whatever they are given: their own effects happened where the name was declared. */
function isTypedPrimitive(init: Node): boolean {
  const at = unwrap(init);
  if (at.type === 'MemberExpression') return staticKey(at) === 'length';
  if (at.type !== 'CallExpression') return false;
  const callee = unwrap(at.callee);
  if (callee.type === 'Identifier')
    return callee.name === 'String' || callee.name === 'Number' || callee.name === 'Boolean';
  if (callee.type !== 'MemberExpression') return false;
  const key = staticKey(callee) ?? '';
  if (key === 'stringify') return unwrap(callee.object).type === 'Identifier';
  return key === 'join' || key === 'toFixed' || key === 'toISOString' || key === 'trim';
}
