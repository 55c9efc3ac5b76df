import type { Unit } from '../scope/unit.js';
import { memberPath } from '../syntax/keys.js';
import type { CallExpression } from '../syntax/tree.js';
import { enclosingFunction } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import { definitionOf, nodeValue, rootFrame } from '../values/value.js';
import type { Helper } from './helpers.js';
import type { ErrorFlag, ToolResult } from './results.js';
import { positionOf } from './position.js';

/** A call of a reply helper as the tool result that it makes, or null. */
export function readReplyCall(call: CallExpression, unit: Unit, helpers: readonly Helper[]): ToolResult | null {
  const helper = calledHelper(call, unit, helpers);
  if (!helper) return null;
  const view = call.arguments[helper.view];
  const text = call.arguments[helper.text];
  if (!view || !text || call.arguments.some((a) => a.type === 'SpreadElement')) return null;
  const frame = rootFrame(unit);
  const value = nodeValue(text, frame);
  const flag = call.arguments.find((_, i) => i !== helper.view && i !== helper.text) ?? null;
  return {
    unit,
    node: call,
    site: call,
    role: 'reply',
    fn: enclosingFunction(call),
    position: positionOf(call, unit),
    content: {
      kind: 'blocks',
      node: text,
      blocks: [{ type: 'text', literal: null, value, text: value, conditional: false }],
      complete: true,
    },
    view: { kind: 'given', value: nodeValue(view, frame), node: view },
    isError: flagOf(flag),
    errorNode: flag,
    others: [],
    spread: false,
  };
}

/** The helper that a call calls: imported under its name, or a function of this file of that name. */
function calledHelper(call: CallExpression, unit: Unit, helpers: readonly Helper[]): Helper | null {
  const callee = unwrap(call.callee);
  if (callee.type === 'MemberExpression') {
    const path = memberPath(callee);
    const object = unwrap(callee.object);
    if (!path || path.length !== 2 || object.type !== 'Identifier') return null;
    const definition = definitionOf(object, rootFrame(unit));
    if (definition.kind !== 'import' || definition.name !== '*') return null;
    return helpers.find((h) => h.name === path[1] && (h.module === null || h.module === definition.module)) ?? null;
  }
  if (callee.type !== 'Identifier') return null;
  const definition = definitionOf(callee, rootFrame(unit));
  if (definition.kind === 'import') {
    return (
      helpers.find((h) => h.name === definition.name && (h.module === null || h.module === definition.module)) ?? null
    );
  }
  const local = definition.kind === 'function' || (definition.kind === 'init' && definition.path.length === 0);
  return local ? (helpers.find((h) => h.name === callee.name && h.module === null) ?? null) : null;
}

function flagOf(node: CallExpression['arguments'][number] | null): ErrorFlag {
  if (!node) return 'absent';
  const value = unwrap(node);
  if (value.type === 'Literal' && typeof value.value === 'boolean') return value.value ? 'true' : 'false';
  return 'expression';
}
