import type { Node } from '../syntax/tree.js';
import { unwrapAwait } from '../syntax/unwrap.js';
import { kindOf } from '../values/kind.js';
import { rootsOf } from '../values/roots.js';
import type { Segment } from '../values/text.js';
import { readText } from '../values/text.js';
import type { Value } from '../values/value.js';
import { nodeOf, resolve } from '../values/value.js';
import { leavesOf } from './error-faults.js';
import type { ToolResult } from './results.js';

/** A text without data beside a view with data. */
export interface StructuredOnly {
  /** True where the text holds a number or what the caller gave; false where it is the same words every time. */
  readonly counts: boolean;
  /** The fields whose data no text holds, or null where the view is not spelled out. */
  readonly fields: readonly string[] | null;
  readonly node: Node;
}

/** Names of numbers and of flags: beside a list they are no data of it. */
const COUNTS = /^(?:length|size|count|total|\w*(?:Count|Total|Length|Size|Num)|num\w*|n)$/;

/**
 * The fault of a result whose text says nothing of the data that its view holds: all its values are counts, or what the
 * caller gave. Null where the text holds any data, or cannot be followed.
 */
export function structuredOnly(result: ToolResult): StructuredOnly | null {
  const { content, view } = result;
  // What a helper says depends on its callers.
  if (result.role === 'helper' || view.kind === 'absent' || result.isError === 'true' || result.spread) return null;
  if (content.kind !== 'blocks' || !content.complete || content.blocks.length === 0) return null;
  let counts = false;
  for (const block of content.blocks) {
    if (!block.text) return null;
    const terse = terseness(readText(block.text));
    if (terse === null) return null;
    counts ||= terse === 'counts';
  }
  const node = nodeOf(content.blocks[0]!.text!).node;
  const kind = kindOf(view.value);
  if (kind.kind !== 'object') {
    // The whole view is a value that was fetched or made, and no text holds it.
    const source = resolve(view.value);
    const fetched = source.kind === 'node' && unwrapAwait(source.node).type === 'CallExpression';
    return kind.kind === 'unknown' && fetched && !rootsOf(view.value).given ? { counts, fields: null, node } : null;
  }
  const fields = leavesOf(kind.literal).filter(({ key, value }) => isData(key, value));
  return fields.length > 0 ? { counts, fields: [...new Set(fields.map((f) => f.key))], node } : null;
}

/** Whether a text has only words, or counts and what the caller gave as well; null where it has more. */
function terseness(segments: readonly Segment[]): 'words' | 'counts' | null {
  let terse: 'words' | 'counts' = 'words';
  for (const segment of segments) {
    switch (segment.kind) {
      case 'words':
        continue;
      case 'value':
        if (!isCount(segment.value) && !rootsOf(segment.value).given) return null;
        terse = 'counts';
        continue;
      case 'choice':
        for (const branch of segment.branches) {
          const inner = terseness(branch);
          if (inner === null) return null;
          if (inner === 'counts') terse = inner;
        }
        continue;
      case 'json':
      case 'list':
      case 'unknown':
        return null;
    }
  }
  return terse;
}

function isCount(value: Value): boolean {
  const named = value.kind === 'node' ? unwrapAwait(value.node) : null;
  if (named?.type === 'Identifier' && COUNTS.test(named.name)) return true;
  const source = resolve(value);
  if (source.kind === 'member') return COUNTS.test(source.name);
  return source.kind === 'node' && kindOf(source).kind === 'number';
}

/** A value that the server found or made: no literal, no count, no time, and not what the caller gave. */
function isData(key: string, value: Value): boolean {
  if (COUNTS.test(key) || isCount(value)) return false;
  const roots = rootsOf(value);
  if (roots.given || roots.ids.size === 0) return false;
  const { kind } = kindOf(value);
  return (
    kind !== 'boolean' &&
    kind !== 'number' &&
    kind !== 'undefined' &&
    !/^(?:timestamp|time|date|duration|elapsed)|[a-z](?:At|Ms|Date|Time)$/.test(key)
  );
}
