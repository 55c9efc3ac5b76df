import { calleeName } from '../syntax/keys.js';
import type { Node } from '../syntax/tree.js';
import { isFunction } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import { identityOf } from '../values/identity.js';
import type { NodeValue, Value } from '../values/value.js';
import { calledFunction, definitionOf, frameOf, nodeValue, resolve } from '../values/value.js';
import type { View } from './view.js';

/** yes: the view holds the value, or all that it is computed from. no: it certainly lacks it. */
export type Carried = 'yes' | 'no' | 'unknown';

/** Names of functions that put data into words and fetch nothing. */
const WORDING =
  /^(?:format|render|describe|summari[sz]e|stringify|pretty|print|serialize|escape|truncate|plural|to[A-Z]|join|wrap|indent|clean|strip|pad|capitali[sz]e|quote|highlight|markdown|table)|(?:Text|Markdown|Table|Summary|Message|String|Lines?|Line)$/;
/** What every program has at hand: not data of the server. */
const AMBIENT = new Set([
  'Date',
  'Math',
  'Object',
  'Array',
  'JSON',
  'Number',
  'String',
  'Boolean',
  'Intl',
  'undefined',
  'NaN',
  'Infinity',
  'globalThis',
  'performance',
  'crypto',
  'path',
  'os',
  'URL',
  'Buffer',
  'process',
  'console',
  'Promise',
  'Map',
  'Set',
  'Error',
  'RegExp',
  'Symbol',
  'BigInt',
]);
const LIST_COUNTS = new Set(['length', 'size']);

/** Whether a view carries a value that stands in the text. */
export function carries(view: View, value: Value, depth = 0): Carried {
  if (depth > 24) return 'unknown';
  if (view.holds.has(identityOf(value))) return 'yes';
  const source = resolve(value);
  if (source.kind === 'member') {
    const of = carries(view, source.of, depth + 1);
    if (of === 'yes') return 'yes';
    if (LIST_COUNTS.has(source.name) && view.lists.has(identityOf(source.of))) return 'yes';
    return of;
  }
  if (source.kind === 'element') {
    const of = carries(view, source.of, depth + 1);
    return of === 'no' && view.taken.has(identityOf(source)) ? 'unknown' : of;
  }
  const { frame } = source;
  const node = unwrapAwait(source.node);
  const all = (nodes: readonly (Node | null)[]): Carried =>
    every(
      nodes.flatMap((n) =>
        n ? [carries(view, nodeValue(n.type === 'SpreadElement' ? n.argument : n, frame), depth + 1)] : [],
      ),
    );
  switch (node.type) {
    case 'Literal':
      return 'yes';
    case 'Identifier':
      return carriesName(view, node, source, depth);
    case 'TemplateLiteral':
      return all(node.expressions);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return node.left.type === 'PrivateIdentifier' ? 'unknown' : all([node.left, node.right]);
    case 'UnaryExpression':
    case 'UpdateExpression':
      return all([node.argument]);
    case 'ConditionalExpression':
      return all([node.consequent, node.alternate]);
    case 'ArrayExpression':
      return all(node.elements);
    case 'ObjectExpression':
      return all(node.properties.map((p) => (p.type === 'SpreadElement' ? p.argument : p.value)));
    case 'NewExpression':
      return node.arguments.length === 0 ? 'yes' : all(node.arguments);
    case 'TaggedTemplateExpression':
      return all(node.quasi.expressions);
    case 'CallExpression':
      return carriesCall(view, node, source, depth);
    case 'MemberExpression':
      return every([carries(view, nodeValue(node.object, frame), depth + 1)]);
    case 'AwaitExpression':
      return 'unknown';
    case 'ThisExpression':
      return 'no';
    default:
      return isFunction(node) ? 'yes' : 'unknown';
  }
}

function carriesName(view: View, node: Node & { name: string }, source: NodeValue, depth: number): Carried {
  if (node.type !== 'Identifier') return 'unknown';
  const definition = definitionOf(node, source.frame);
  switch (definition.kind) {
    case 'assigned': {
      const values = [...definition.values, ...definition.appended];
      return every(values.map((v) => carries(view, nodeValue(v, source.frame), depth + 1)));
    }
    case 'global':
      return AMBIENT.has(definition.name) ? 'yes' : given(view, source);
    case 'import':
    case 'function':
    case 'class':
      return 'unknown';
    case 'parameter':
      // Of a body that is read through a call, a parameter that the call does not bind may be anything.
      return frameOf(definition.fn, source.frame) ? 'unknown' : given(view, source);
    default:
      return given(view, source);
  }
}

function carriesCall(view: View, node: Node, source: NodeValue, depth: number): Carried {
  if (node.type !== 'CallExpression') return 'unknown';
  const { frame } = source;
  const callee = unwrap(node.callee);
  const name = calleeName(node) ?? '';
  const inputs: Value[] = [];
  if (callee.type === 'MemberExpression') {
    const object = unwrapAwait(callee.object);
    const root = object.type === 'Identifier' ? definitionOf(object, frame) : null;
    if (object.type !== 'ThisExpression' && root?.kind !== 'import' && root?.kind !== 'class')
      inputs.push(nodeValue(object, frame));
  }
  for (const argument of node.arguments) {
    const at = argument.type === 'SpreadElement' ? argument.argument : argument;
    if (!isFunction(unwrap(at))) inputs.push(nodeValue(at, frame));
  }
  const awaited = node.parent?.type === 'AwaitExpression';
  const wording = WORDING.test(name);
  const states = inputs.map((i) => carries(view, i, depth + 1));
  if (view.taken.has(identityOf(source))) return 'unknown';
  // A fetched value is not computed from what was asked with.
  if (awaited && !wording) return 'no';
  if (inputs.length === 0) return wording || calledFunction(node, frame) ? 'unknown' : 'no';
  const together = every(states);
  if (together === 'no')
    return inputs.some((i, n) => states[n] === 'no' && view.pieces.has(identityOf(i))) ? 'unknown' : 'no';
  if (together === 'yes')
    return wording || callee.type === 'MemberExpression' || calledFunction(node, frame) ? 'yes' : 'unknown';
  return 'unknown';
}

/** A value that is not computed from anything shown. */
function given(view: View, value: Value): Carried {
  return view.taken.has(identityOf(value)) ? 'unknown' : 'no';
}

function every(states: readonly Carried[]): Carried {
  if (states.includes('no')) return 'no';
  return states.includes('unknown') ? 'unknown' : 'yes';
}
