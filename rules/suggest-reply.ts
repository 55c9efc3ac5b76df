import type { TSESLint } from '@typescript-eslint/utils';
import type { FileAnalysis } from '../analysis/analyse.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import { findHelper } from '../edits/find-helper.js';
import type { FilePlan } from '../edits/plan-file.js';
import { planFile } from '../edits/plan-file.js';
import type { Edit } from '../edits/reply-call.js';

const plans = new WeakMap<FileAnalysis, FilePlan>();

/**
 * The edits that rewrite one result in its file, import and schema included, where the codemod would make them; null
 * where it would leave the result or needs another file.
 */
export function rewriteOf(analysis: FileAnalysis, result: ToolResult): readonly Edit[] | null {
  const { unit } = analysis;
  if (unit.path === null) return null;
  let plan = plans.get(analysis);
  if (!plan) {
    const helper = findHelper(unit.path);
    plan = planFile(unit, helper, {
      cwd: '',
      onlyLost: false,
      importers: null,
      mayChange: (path) => path === unit.path,
    });
    plans.set(analysis, plan);
  }
  const site = plan.sites.find((s) => s.result === result);
  if (!site || site.site.outcome !== 'rewritten') return null;
  const schemas = site.schemas.map((s): Edit => ({ start: s.at, end: s.at, text: s.text }));
  return [...plan.imports, ...schemas, ...site.edits];
}

/** Hands edits to a suggestion's fixer. */
export function fixWith(edits: readonly Edit[]): TSESLint.ReportFixFunction {
  return (fixer) =>
    edits.map((e) =>
      e.start === e.end
        ? fixer.insertTextAfterRange([e.start, e.end], e.text)
        : fixer.replaceTextRange([e.start, e.end], e.text),
    );
}
