import type { ScopeManager } from '@typescript-eslint/scope-manager';
import type { TSESLint } from '@typescript-eslint/utils';
import { Names } from '../analysis/scope/names.js';
import type { Neighbours, Unit } from '../analysis/scope/unit.js';
import { NO_NEIGHBOURS } from '../analysis/scope/unit.js';
import type { Program } from '../analysis/syntax/tree.js';

const units = new WeakMap<Program, Unit>();

/** The file that a rule looks at, as the analysis wants it: made once for each syntax tree. */
export function unitOf(
  sourceCode: Readonly<TSESLint.SourceCode>,
  path: string,
  neighbours: () => Neighbours = () => NO_NEIGHBOURS,
): Unit | null {
  const { ast, scopeManager } = sourceCode;
  if (!scopeManager) return null;
  let unit = units.get(ast);
  if (!unit) {
    const manager = scopeManager as unknown as ScopeManager;
    unit = {
      path,
      text: sourceCode.text,
      ast,
      scopeManager: manager,
      names: new Names(manager),
      neighbours: neighbours(),
    };
    units.set(ast, unit);
  }
  return unit;
}
