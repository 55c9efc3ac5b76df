import type { Unit } from '../analysis/scope/unit.js';

/** True where an `eslint-disable` comment that names the rule (or all rules) covers a line, counted from 1. */
export function isDisabled(unit: Unit, rule: string, line: number): boolean {
  let disabled = false;
  for (const comment of unit.ast.comments ?? []) {
    const found = /^\s*eslint-(disable|enable)(-next-line|-line)?(?=\s|$)([\s\S]*)$/.exec(comment.value);
    if (!found) continue;
    const [, action, where, rest = ''] = found;
    const names = withoutDescription(rest)
      .split(',')
      .map((n) => n.trim())
      .filter(Boolean);
    if (names.length > 0 && !names.includes(rule)) continue;
    if (where === '-line') {
      if (comment.loc.start.line === line) return true;
    } else if (where === '-next-line') {
      if (comment.loc.end.line + 1 === line) return true;
    } else if ((comment.type as string) === 'Block' && comment.loc.start.line <= line) {
      // ESLint takes no line comment for a whole stretch.
      disabled = action === 'disable';
    }
  }
  return disabled;
}

/** The rules of a directive, without what follows `--`. */
function withoutDescription(list: string): string {
  const dashes = /\s-{2,}\s/.exec(list);
  return dashes ? list.slice(0, dashes.index) : list;
}
