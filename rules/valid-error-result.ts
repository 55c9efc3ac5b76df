import type { TSESLint } from '@typescript-eslint/utils';
import type { ErrorFault } from '../analysis/mcp/error-faults.js';
import { errorFaults, unflaggedFailure } from '../analysis/mcp/error-faults.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import { errorViewDroppedBy, listNames } from '../runtime/hosts/names.js';
import { createRule } from './create-rule.js';
import { onFile, RESULTS } from './on-file.js';

type Ids = ErrorFault['kind'] | 'markAsError';

export const validErrorResult = createRule<[{ readonly failureTexts: 'zero-filled-view' | 'all' }], Ids>({
  name: 'valid-error-result',
  meta: {
    type: 'problem',
    docs: {
      description:
        'Require error results that say what went wrong in their first text block, and failures marked as errors',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      noText: 'This error has no text, so {{hosts}} show the model nothing. Say what went wrong in a text block.',
      emptyText: 'The text of this error is empty, so {{hosts}} show the model nothing. Say what went wrong in it.',
      notFirst: 'Claude Code reads an error from its first block, and this text comes later. Put the text first.',
      severalBlocks:
        'Claude Code reads an error from its first block alone, and this text is in another. Join both into one block.',
      onlyInView: '{{hosts}} drop the view of an error, and the text lacks {{names}}. Put them into the text too.',
      notInSchema:
        'The output schema of the tool does not allow this view: {{what}}. Clients on SDK v1 throw the whole error away. Leave out structuredContent.',
      zeroFilled:
        'The text says that the call failed, the view gives zeros as data, and nothing marks an error. Set `isError: true` and leave out the view.',
      notFlagged: 'The text says that the call failed, and nothing marks an error. Set `isError: true`.',
      markAsError: 'Mark the result as an error.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          failureTexts: {
            type: 'string',
            enum: ['zero-filled-view', 'all'],
            description:
              'Which texts that report a failure need `isError`: those beside a view filled with zeros, or all that begin like one ("Error", "Failed to").',
            default: 'zero-filled-view',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ failureTexts: 'zero-filled-view' }],
  },
  defaultOptions: [{ failureTexts: 'zero-filled-view' }],
  create(context, [{ failureTexts }]) {
    return onFile(context, { words: RESULTS, helpers: true }, (file, report) => {
      for (const result of file.results) {
        const faults = errorFaults(result);
        const unflagged = failureTexts === 'all' && faults.length === 0 ? unflaggedFailure(result) : null;
        for (const fault of unflagged ? [unflagged] : faults) {
          const data = {
            hosts: listNames(errorViewDroppedBy, 2),
            names: 'names' in fault ? fault.names : '',
            what: 'what' in fault ? fault.what : '',
          };
          report({ node: fault.node, messageId: fault.kind, data, suggest: suggestionsFor(fault, result) });
        }
      }
    });
  },
});

function suggestionsFor(fault: ErrorFault, result: ToolResult): TSESLint.ReportSuggestionArray<Ids> {
  if (fault.kind !== 'notFlagged' || result.isError !== 'absent') return [];
  const { node } = result;
  if (node.type === 'CallExpression') {
    const last = node.arguments.at(-1);
    const fits = result.role === 'reply' && node.arguments.length === 2 && last;
    return fits ? [{ messageId: 'markAsError', fix: (fixer) => fixer.insertTextAfter(last, ', true') }] : [];
  }
  const last = node.properties.at(-1);
  return last ? [{ messageId: 'markAsError', fix: (fixer) => fixer.insertTextAfter(last, ', isError: true') }] : [];
}
