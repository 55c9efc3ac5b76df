import type { ToolResult } from '../analysis/mcp/results.js';
import { toolsOf } from '../analysis/mcp/registration.js';
import type { Importers, Tool } from '../analysis/mcp/registration.js';
import type { Insertion, NoteInSchema } from '../analysis/mcp/schema.js';
import { noteInSchema } from '../analysis/mcp/schema.js';

/** What has to happen to output schemas so that a result may carry a note. */
export type SchemaNeed =
  /** Nothing: no schema, an open one, or one that declares the note. */
  | { readonly kind: 'none' | 'open' | 'declared'; readonly tool: string | null }
  | { readonly kind: 'edit'; readonly tool: string | null; readonly edits: readonly Insertion[] }
  /** `isObject`: false where the schema is seen, and is of another kind than an object. */
  | { readonly kind: 'unknown'; readonly tool: string | null; readonly reason: string; readonly isObject: boolean };

/** Looks up the tools that a result answers for and what their output schemas say about a note. */
export function schemaNeed(result: ToolResult, importers: Importers | null): SchemaNeed {
  if (!result.fn) return { kind: 'unknown', tool: null, reason: 'it belongs to no function', isObject: true };
  const tools = toolsOf(result.fn, result.unit, importers);
  if (tools.kind === 'unknown') return { kind: 'unknown', tool: null, reason: tools.reason, isObject: true };
  const tool = nameOf(tools.tools);
  const edits: Insertion[] = [];
  let declared = false;
  let open = false;
  for (const one of tools.tools) {
    if (!one.schema) continue;
    const note = noteInSchema(one.schema);
    const reason = problemOf(note);
    if (reason !== null) return { kind: 'unknown', tool, reason, isObject: note.kind !== 'notObject' };
    if (note.kind === 'closed') edits.push(...note.edits);
    if (note.kind === 'declared') declared = true;
    if (note.kind === 'open') open = true;
  }
  if (edits.length > 0) return { kind: 'edit', tool, edits };
  return { kind: declared ? 'declared' : open ? 'open' : 'none', tool };
}

function problemOf(note: NoteInSchema): string | null {
  if (note.kind === 'unknown') return `its output schema cannot be read: ${note.reason}`;
  if (note.kind === 'notObject') return `its output schema has no place for a note: ${note.reason}`;
  if (note.kind === 'required') return 'its output schema requires a `note` in every result; make it optional first';
  return null;
}

function nameOf(tools: readonly Tool[]): string | null {
  const names = [...new Set(tools.map((t) => t.name))];
  return names.length === 1 ? names[0]! : null;
}
