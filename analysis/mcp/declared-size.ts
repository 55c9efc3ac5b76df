import { propertyNamed, staticKey } from '../syntax/keys.js';
import { unwrap, wrapped } from '../syntax/unwrap.js';
import { kindOf } from '../values/kind.js';
import { nodeValue, rootFrame } from '../values/value.js';
import { numberOf } from './block-faults.js';
import type { ToolResult } from './results.js';

/** What Claude Code lets a tool announce: results of up to so many characters are given whole. */
const KEY = 'anthropic/maxResultSizeChars';

/** The size that the registration of a result's tool announces in its `_meta`, or null. */
export function declaredSize({ fn, unit }: ToolResult): number | null {
  if (!fn || !unit.text.includes(KEY)) return null;
  const call = wrapped(fn).parent;
  if (call?.type !== 'CallExpression') return null;
  for (const argument of call.arguments) {
    const config = kindOf(nodeValue(unwrap(argument), rootFrame(unit)));
    const meta = config.kind === 'object' ? propertyNamed(config.literal.node, '_meta') : null;
    const inner = meta && kindOf(nodeValue(meta.value, rootFrame(unit)));
    if (inner?.kind !== 'object') continue;
    const size = inner.literal.node.properties.find((p) => p.type === 'Property' && staticKey(p) === KEY);
    if (size?.type === 'Property') return numberOf(nodeValue(size.value, inner.literal.frame));
  }
  return null;
}
