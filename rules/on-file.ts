import type { TSESLint } from '@typescript-eslint/utils';
import type { FileAnalysis } from '../analysis/analyse.js';
import { analyse } from '../analysis/analyse.js';
import type { Unit } from '../analysis/scope/unit.js';
import type { Node } from '../analysis/syntax/tree.js';
import { settingsOf } from './settings.js';
import { unitFor } from './unit-for.js';

/** Words without which a file holds no content block: the literal `type` of one, or a list that begins with one. */
export const BLOCKS =
  /\btype["']?\s*:\s*["'`](?:text|image|audio|resource|resource_link)["'`]|\bcontent["']?\s*:\s*\[\s*\{/;
/** Words without which a file holds no view. */
export const VIEWS = /structuredContent/;
/** Both, and a content without blocks. */
export const RESULTS = new RegExp(`${VIEWS.source}|${BLOCKS.source}|\\bcontent["']?\\s*:\\s*\\[\\s*\\]`);

/** What a rule may say about a file, and how. */
export interface File extends FileAnalysis {
  /** True for a node of this file: a report cannot stand in another. */
  readonly isHere: (unit: Unit) => boolean;
  readonly textOf: (node: Node) => string;
}

/**
 * The listener of a rule that looks at a file as a whole. A file whose text has none of `words`, and no call of a reply
 * helper where `helpers` counts, is never analysed.
 */
export function onFile<Ids extends string>(
  context: Readonly<TSESLint.RuleContext<Ids, readonly unknown[]>>,
  gate: { readonly words: RegExp; readonly helpers: boolean },
  check: (file: File, report: (descriptor: TSESLint.ReportDescriptor<Ids> & { node: Node }) => void) => void,
): TSESLint.RuleListener {
  const { sourceCode } = context;
  const { helpers } = settingsOf(context);
  const { text } = sourceCode;
  if (!gate.words.test(text) && !(gate.helpers && helpers.some((h) => text.includes(`${h.name}(`)))) return {};
  return {
    'Program:exit'() {
      const unit = unitFor(context);
      if (!unit) return;
      const analysis = analyse(unit, helpers);
      if (analysis.generated) return;
      const file: File = {
        ...analysis,
        isHere: (at) => at === unit,
        textOf: (node) => text.slice(node.range[0], node.range[1]),
      };
      // A block that one function builds for many results is one fault.
      const reported = new Set<string>();
      check(file, (descriptor) => {
        const key = `${descriptor.messageId} ${descriptor.node.range.join()}`;
        if (reported.has(key)) return;
        reported.add(key);
        context.report(descriptor);
      });
    },
  };
}
