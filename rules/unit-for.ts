import type { ScopeManager } from '@typescript-eslint/scope-manager';
import type { TSESLint } from '@typescript-eslint/utils';
import { Names } from '../analysis/scope/names.js';
import type { Neighbours, Unit } from '../analysis/scope/unit.js';
import { NO_NEIGHBOURS } from '../analysis/scope/unit.js';
import type { Program } from '../analysis/syntax/tree.js';

/** What of a rule's context the analysis of its file needs. */
export type RuleFile = Pick<TSESLint.RuleContext<string, readonly unknown[]>, 'sourceCode' | 'physicalFilename'>;

const units = new WeakMap<Program, Unit>();

/** The file that a rule looks at, as the analysis wants it: made once for each syntax tree. Null without scopes. */
export function unitFor(context: RuleFile): Unit | null {
  const { ast, scopeManager, text } = context.sourceCode;
  if (!scopeManager) return null;
  let unit = units.get(ast);
  if (!unit) {
    // ESLint types scopes by its own copy of the same classes.
    const manager = scopeManager as unknown as ScopeManager;
    const neighbours: Neighbours = NO_NEIGHBOURS;
    unit = { path: context.physicalFilename, text, ast, scopeManager: manager, names: new Names(manager), neighbours };
    units.set(ast, unit);
  }
  return unit;
}
