import type { Refusal, RunBuilder } from './build-run.js';
import type { PhraseFinder } from './find-phrases.js';
import { parseJson, property, short, stringify } from './json.js';
import { shownBlocks, shownNothing, shownString, shownUnknown } from './shown.js';
import type { ShownPart } from './shown.js';

/**
 * Events of `codex exec --json`, read from github.com/openai/codex: `codex-rs/exec/src/exec_events.rs` for their
 * shapes, `codex-rs/protocol/src/models.rs` (`as_function_call_output_payload`) for the channel that the model reads,
 * `codex-rs/core/src/mcp_tool_call.rs` for refusals and for the cutting of large results.
 */
const IGNORED = new Set(['item.updated', 'item.plan.delta', 'request_user_input']);

/** Reads the events of one stream; an instance a stream, since item ids start again with every thread. */
export class CodexReader {
  #thread = 0;

  /** Reads one event; false if it is none of Codex's. */
  readEvent(event: object, run: RunBuilder, finder: PhraseFinder): boolean {
    const type = property(event, 'type');
    switch (type) {
      case 'thread.started':
        this.#thread++;
        run.goOn();
        return true;
      case 'turn.started':
        run.goOn();
        return true;
      case 'turn.completed':
        run.end({ ok: true });
        return true;
      case 'turn.failed':
        run.end({
          ok: false,
          why: short(property(property(event, 'error'), 'message')) || 'turn.failed',
        });
        return true;
      case 'item.started':
      case 'item.completed':
        this.#readItem(property(event, 'item'), type === 'item.completed', run, finder);
        return true;
      case 'error':
        // Also written for faults that Codex gets over, such as a connection that it opens again.
        return typeof property(event, 'message') === 'string';
      default:
        return typeof type === 'string' && IGNORED.has(type);
    }
  }

  #readItem(item: unknown, completed: boolean, run: RunBuilder, finder: PhraseFinder): void {
    if (property(item, 'type') !== 'mcp_tool_call') return;
    const id = property(item, 'id');
    const key = typeof id === 'string' ? `${this.#thread}:${short(id)}` : null;
    run.call({
      key,
      name: short(property(item, 'tool')),
      server: short(property(item, 'server')),
      input: property(item, 'arguments') ?? {},
      agent: null,
      again: completed,
    });
    if (!completed || key === null) return;
    const result = property(item, 'result');
    const structured = property(result, 'structured_content') ?? null;
    const content = property(result, 'content');
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
    const message = property(property(item, 'error'), 'message');
    run.result({
      key,
      isError: property(item, 'status') === 'failed' || typeof message === 'string',
      agent: null,
      refusal: typeof message === 'string' ? refusalIn(message) : null,
      dropped: structured === null ? [] : shownBlocks(blocks, finder).carries,
      ...(typeof message === 'string'
        ? shownMessage(message, finder)
        : shownResult(result, structured, blocks, finder)),
    });
  }
}

/** A failure of the call itself, told in words. */
function shownMessage(message: string, finder: PhraseFinder): ShownPart {
  const part = shownString(message, finder);
  return part.shown === 'json' ? { ...part, shown: 'text', note: false } : part;
}

/** Codex hands the model `structuredContent` as JSON if it is there and not null, else the blocks. */
function shownResult(
  result: unknown,
  structured: unknown,
  blocks: readonly unknown[],
  finder: PhraseFinder,
): ShownPart {
  if (typeof result !== 'object' || result === null) return shownUnknown('This event has no result.');
  if (structured !== null) {
    const json = stringify(structured);
    if (json === null) return shownUnknown('The JSON is nested too deeply to be read.');
    return { ...shownString(json, finder), shown: 'json' };
  }
  if (blocks.length === 0) return shownNothing();
  if (isCutCopy(blocks)) return shownUnknown('Codex cut its copy of this large result, so the channel is not known.');
  return shownBlocks(blocks, finder);
}

/** Above 1 MiB the event holds one text block with the start and end of the whole result's JSON. */
function isCutCopy(blocks: readonly unknown[]): boolean {
  const text = property(blocks[0], 'text');
  if (blocks.length !== 1 || typeof text !== 'string') return false;
  return /^\s*\{"content":/.test(text) && text.includes('truncated') && parseJson(text) === undefined;
}

function refusalIn(message: string): Refusal | null {
  const said = message.replace(/^tool call error:\s*/, '');
  if (said.startsWith('unknown MCP server')) {
    return { kind: 'server-missing', why: `Codex knows no such server: ${short(said)}` };
  }
  if (/^user (rejected|cancelled) MCP tool call/.test(said)) {
    return { kind: 'other', why: `The call was not approved: ${short(said)}` };
  }
  if (/^MCP tool call (requires approval|blocked)/.test(said) || /^tool '.*' is disabled for MCP server/.test(said)) {
    return { kind: 'other', why: `Codex did not run it: ${short(said)}` };
  }
  return null;
}
