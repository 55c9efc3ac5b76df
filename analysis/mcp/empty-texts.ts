import { staticKey } from '../syntax/keys.js';
import type { Node } from '../syntax/tree.js';
import { wrapped } from '../syntax/unwrap.js';
import type { Emptiness } from '../values/emptiness.js';
import { emptinessOf } from '../values/emptiness.js';
import { kindOf } from '../values/kind.js';
import { namesResult, returnTypeOf } from './position.js';
import type { ToolResult } from './results.js';
import { sdkOf } from './sdk.js';

/**
 * The `content` without blocks of an error, or of a result whose view hosts that read text do not show; null where
 * there are blocks, or may be. A result that says nothing in either channel says what it means to say.
 */
export function emptyContent(result: ToolResult): Node | null {
  const { content, view, unit } = result;
  if (view.kind === 'absent' && result.isError !== 'true') return null;
  // What adds a view to whatever it is given may be a host that takes results apart.
  if (result.role === 'helper' && !(result.fn && namesResult(returnTypeOf(result.fn, unit)))) return null;
  if (content.kind !== 'blocks' || !content.complete || content.blocks.length > 0) return null;
  if (isGrown(result)) return null;
  // SDK v2 adds the JSON of a view that is no object as a text block.
  if (view.kind !== 'absent' && sdkOf(unit.ast) === 'v2') {
    const { kind } = kindOf(view.value);
    if (kind !== 'object' && kind !== 'unknown' && kind !== 'undefined') return null;
  }
  return content.node;
}

/** True where the result is held by a variable whose `content` is used: blocks may be added to it. */
function isGrown({ node, unit, fn }: ToolResult): boolean {
  const declarator = wrapped(node).parent;
  if (declarator?.type !== 'VariableDeclarator') return fn === null;
  if (declarator.id.type !== 'Identifier') return true;
  const variable = unit.names.variableOf(declarator.id);
  return (variable ? unit.names.usesOf(variable) : []).some((use) => {
    const at = wrapped(use).parent;
    return (at?.type === 'MemberExpression' && staticKey(at) === 'content') || at?.type === 'CallExpression';
  });
}

/** How empty each text block of a result is, in block order; blocks that are not text are left out. */
export function textEmptiness(result: ToolResult): { readonly emptiness: Emptiness; readonly node: Node }[] {
  if (result.content.kind !== 'blocks') return [];
  return result.content.blocks.flatMap((b) =>
    b.text ? [{ emptiness: emptinessOf(b.text), node: b.text.kind === 'node' ? b.text.node : result.node }] : [],
  );
}

/** True where no host that reads text shows anything: no block, or only empty texts. */
export function saysNothing(result: ToolResult): boolean {
  if (emptyContent(result)) return true;
  if (result.content.kind !== 'blocks' || !result.content.complete || result.content.blocks.length === 0) return false;
  const texts = textEmptiness(result);
  return texts.length === result.content.blocks.length && texts.every((t) => t.emptiness.kind === 'empty');
}
