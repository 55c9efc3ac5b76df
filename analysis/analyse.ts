import type { Unit } from './scope/unit.js';
import type { Reading } from './mcp/framing.js';
import { readFraming } from './mcp/framing.js';
import type { Helper } from './mcp/helpers.js';
import { DEFAULT_HELPERS } from './mcp/helpers.js';
import type { ToolResult } from './mcp/results.js';
import { collectResults } from './mcp/results.js';
import type { View } from './mcp/view.js';
import { readView } from './mcp/view.js';
import { isGenerated } from './syntax/generated.js';
import type { Program } from './syntax/tree.js';

/** What the analysis knows of one file. */
export interface FileAnalysis {
  readonly unit: Unit;
  readonly results: readonly ToolResult[];
  /** True for a file that a generator wrote: reports about it would reach nobody who can act on them. */
  readonly generated: boolean;
}

const analyses = new WeakMap<Program, FileAnalysis>();

/** The analysis of a file: made once for each syntax tree, also when it finds nothing. */
export function analyse(unit: Unit, helpers: readonly Helper[] = DEFAULT_HELPERS): FileAnalysis {
  let analysis = analyses.get(unit.ast);
  if (!analysis)
    analyses.set(
      unit.ast,
      (analysis = { unit, results: collectResults(unit, helpers), generated: isGenerated(unit.text) }),
    );
  return analysis;
}

const views = new WeakMap<ToolResult, View>();
const readings = new WeakMap<ToolResult, Reading[]>();

export function viewOf(result: ToolResult): View | null {
  if (result.view.kind === 'absent') return null;
  let view = views.get(result);
  if (!view) views.set(result, (view = readView(result.view.value)));
  return view;
}

/** How each text block of a result stands to its view, in block order. */
export function readingsOf(result: ToolResult): readonly Reading[] {
  let known = readings.get(result);
  if (!known) {
    const view = viewOf(result);
    known =
      view && result.content.kind === 'blocks'
        ? result.content.blocks.flatMap((b) => (b.text ? [readFraming(b.text, view)] : []))
        : [];
    readings.set(result, known);
  }
  return known;
}
