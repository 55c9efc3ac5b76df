import type { TSESLint } from '@typescript-eslint/utils';
import type { Node } from '../analysis/syntax/tree.js';
import type { File } from './on-file.js';

/** Takes a property out of its object, with the comma and the white space that go with it. */
export function removeProperty(property: Node, file: File, fixer: TSESLint.RuleFixer): TSESLint.RuleFix {
  const [start, end] = property.range;
  const before = /,\s*$/.exec(file.unit.text.slice(0, start));
  if (before) return fixer.removeRange([before.index, end]);
  const after = /^\s*,\s*/.exec(file.unit.text.slice(end));
  return fixer.removeRange([start, end + (after?.[0].length ?? 0)]);
}
