import path from 'node:path';
import type { TSESLint } from '@typescript-eslint/utils';
import { projectFor } from '../analysis/project/project-for.js';
import { Names } from '../analysis/scope/names.js';
import type { Unit } from '../analysis/scope/unit.js';
import { NO_NEIGHBOURS } from '../analysis/scope/unit.js';
import type { Program } from '../analysis/syntax/tree.js';

/** What of a rule's context the analysis of its file needs. */
export type RuleFile = Pick<
  TSESLint.RuleContext<string, readonly unknown[]>,
  'sourceCode' | 'physicalFilename' | 'cwd' | 'languageOptions'
>;

const units = new WeakMap<Program, Unit>();

/** The file that a rule looks at, as the analysis wants it: made once for each syntax tree. Null without scopes. */
export function unitFor(context: RuleFile): Unit | null {
  const { ast, scopeManager, text } = context.sourceCode;
  if (!scopeManager) return null;
  let unit = units.get(ast);
  if (!unit) {
    const file = path.isAbsolute(context.physicalFilename) ? context.physicalFilename : null;
    const { parser, parserOptions } = context.languageOptions;
    const project = file === null ? null : projectFor(parser, parserOptions, context.cwd);
    const names = new Names(scopeManager);
    unit = { path: file, text, ast, scopeManager, names, neighbours: project ?? NO_NEIGHBOURS };
    project?.register(unit);
    units.set(ast, unit);
  }
  return unit;
}
