import { parseForESLint } from '@typescript-eslint/parser';
import { analyse, readingsOf } from '../../analysis/analyse.js';
import type { Content } from '../../analysis/mcp/content.js';
import type { Reading } from '../../analysis/mcp/framing.js';
import { helpersOf, type HelperSetting } from '../../analysis/mcp/helpers.js';
import type { ToolResult } from '../../analysis/mcp/results.js';
import { Names } from '../../analysis/scope/names.js';
import { NO_NEIGHBOURS, type Unit } from '../../analysis/scope/unit.js';
import type { Program } from '../../analysis/syntax/tree.js';
import { linkParents } from '../../analysis/syntax/tree.js';

/** Source as the analysis wants it; it has no neighbours. */
export function unitOf(code: string, path = '/app/src/tools.ts'): Unit {
  const { ast, scopeManager } = parseForESLint(code, {
    ecmaFeatures: { jsx: /x$/.test(path) },
    filePath: path,
    sourceType: 'module',
    range: true,
    loc: true,
    comment: true,
  });
  const program = ast as Program;
  linkParents(program);
  return { path, text: code, ast: program, scopeManager, names: new Names(scopeManager), neighbours: NO_NEIGHBOURS };
}

export function resultsOf(code: string, helpers: readonly HelperSetting[] = [], path?: string): readonly ToolResult[] {
  return analyse(unitOf(code, path), helpersOf(helpers)).results;
}

/** A result in one line: line, role, blocks, view, error flag. */
export function shown(result: ToolResult): string {
  return [
    result.site.loc.start.line,
    result.role,
    blocksOf(result.content),
    result.view.kind,
    `error:${result.isError}`,
  ].join(' ');
}

/** Block types in order; `?` for one that is not shown, `(x)` for one that may be missing, `...` where there may be more. */
export function blocksOf(content: Content): string {
  if (content.kind !== 'blocks') return content.kind;
  const blocks = content.blocks.map((b) => (b.conditional ? `(${b.type ?? '?'})` : (b.type ?? '?')));
  if (!content.complete) blocks.push('...');
  return `[${blocks.join(',')}]`;
}

/** A reading in short: `mirror`, `carried`, `unknown`, or what is lost as `kind: quote`. */
export function readingOf(reading: Reading): string | string[] {
  if (reading.kind === 'unknown') return `unknown: ${reading.reason}`;
  return reading.kind === 'framing' ? reading.framing.map((f) => `${f.kind}: ${f.quote}`) : reading.kind;
}

/** How the text blocks of the only result in a handler's body stand to its view. */
export function readBody(body: string, before = ''): string | string[] {
  const code = `${before}\nserver.registerTool('t', {}, async (args) => {\n${body}\n});\n`;
  const results = resultsOf(code).filter((r) => r.view.kind !== 'absent' && r.content.kind !== 'absent');
  if (results.length !== 1) throw new Error(`${results.length} results in\n${code}`);
  const readings = readingsOf(results[0]!).map(readingOf);
  return readings.length === 1 ? readings[0]! : readings.flat();
}
