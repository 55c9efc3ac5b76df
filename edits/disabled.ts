import type { Unit } from '../analysis/scope/unit.js';

/** True where an `eslint-disable` comment that names the rule (or all rules) covers a line, counted from 1. */
export function isDisabled(unit: Unit, rule: string, line: number): boolean {
  let disabled = false;
  for (const comment of unit.ast.comments ?? []) {
    const found = /^\s*eslint-(disable|enable)(-next-line|-line)?(?:\s+([^\n]*?))?\s*(?:--[\s\S]*)?$/.exec(
      comment.value.trim(),
    );
    if (!found) continue;
    const [, action, where, list] = found;
    const names = (list ?? '')
      .split(',')
      .map((n) => n.trim())
      .filter(Boolean);
    if (names.length > 0 && !names.includes(rule)) continue;
    if (where === '-line') {
      if (comment.loc.start.line === line) return true;
    } else if (where === '-next-line') {
      if (comment.loc.end.line + 1 === line) return true;
    } else if (comment.loc.start.line <= line) {
      disabled = action === 'disable';
    }
  }
  return disabled;
}
