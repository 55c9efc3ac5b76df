import { analyse } from '../analysis/analyse.js';
import { toolsOf } from '../analysis/mcp/registration.js';
import type { NoteInSchema } from '../analysis/mcp/schema.js';
import { noteInSchema } from '../analysis/mcp/schema.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import type { Edit } from '../edits/reply-call.js';
import { createRule } from './create-rule.js';
import { settingsOf } from './settings.js';
import { fixWith } from './suggest-reply.js';
import { unitFor } from './unit-for.js';

/** Finds tools whose results may carry a note that their output schema does not let through. */
export const requireNoteInSchema = createRule<[], 'undeclaredNote' | 'requiredNote' | 'declareNote'>({
  name: 'require-note-in-schema',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require output schemas of tools that use the reply helper to declare an optional `note`',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      undeclaredNote:
        'The output schema{{tool}}{{where}} does not declare `note`: clients that validate throw away a result that carries one. Add `note: z.string().optional()` or its like.',
      requiredNote:
        'The output schema{{tool}}{{where}} requires a `note`: a result without one is thrown away by clients that validate. Make it optional.',
      declareNote: 'Declare an optional `note` in the output schema.',
    },
    schema: [],
    defaultOptions: [],
  },
  defaultOptions: [],
  create(context) {
    // Without a call of a helper no result can carry a note of ours.
    const { helpers } = settingsOf(context);
    if (!helpers.some((h) => context.sourceCode.text.includes(`${h.name}(`))) return {};
    return {
      'Program:exit'() {
        const unit = unitFor(context);
        if (!unit) return;
        const reported = new Set<unknown>();
        for (const result of analyse(unit, helpers).results) {
          if (result.role !== 'reply') continue;
          for (const { note, tool } of schemasOf(result)) {
            if ((note.kind !== 'closed' && note.kind !== 'required') || reported.has(note.node)) continue;
            reported.add(note.node);
            const here = note.unit === unit;
            context.report({
              node: here ? note.node : result.node,
              messageId: note.kind === 'closed' ? 'undeclaredNote' : 'requiredNote',
              data: {
                tool: tool === null ? '' : ` of the tool "${tool}"`,
                where: here
                  ? ''
                  : ` (${note.unit.path?.split(/[\\/]/).at(-1) ?? 'another file'}, line ${note.node.loc.start.line})`,
              },
              suggest:
                here && note.kind === 'closed' ? [{ messageId: 'declareNote', fix: fixWith(editsOf(note)) }] : [],
            });
          }
        }
      },
    };
  },
});

function schemasOf(result: ToolResult): { note: NoteInSchema; tool: string | null }[] {
  const tools = result.fn ? toolsOf(result.fn, result.unit, null) : null;
  if (tools?.kind !== 'tools') return [];
  return tools.tools.flatMap((t) => (t.schema ? [{ note: noteInSchema(t.schema), tool: t.name }] : []));
}

function editsOf(note: NoteInSchema & { readonly kind: 'closed' }): Edit[] {
  return note.edits.map((e) => ({ start: e.at, end: e.at, text: e.text }));
}
