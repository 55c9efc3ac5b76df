import type { Refusal, RunBuilder } from './build-run.js';
import type { PhraseFinder } from './find-phrases.js';
import { property, short } from './json.js';
import { shownBlocks, shownNothing, shownString } from './shown.js';

/**
 * Events of `claude -p --output-format stream-json --verbose`, as the public reference of the Claude Agent SDK
 * describes its messages. The fields `tool_result_meta` and the texts of refusals are observed, not documented.
 */
const IGNORED = new Set([
  'stream_event',
  'rate_limit_event',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'prompt_suggestion',
  'keep_alive',
  'control_request',
  'control_response',
  'control_cancel_request',
]);

/** Reads one event; false if it is none of Claude Code's. */
export function readClaudeEvent(event: object, run: RunBuilder, finder: PhraseFinder): boolean {
  const type = property(event, 'type');
  switch (type) {
    case 'system':
      if (property(event, 'subtype') === 'init') readInit(event, run);
      return true;
    case 'assistant':
      if (agentOf(event) === null) run.goOn();
      for (const block of contentOf(event)) {
        if (property(block, 'type') !== 'tool_use') continue;
        const id = property(block, 'id');
        run.call({
          key: typeof id === 'string' ? short(id) : null,
          name: short(property(block, 'name')),
          input: property(block, 'input') ?? {},
          agent: agentOf(event),
        });
      }
      return true;
    case 'user':
      if (agentOf(event) === null) run.goOn();
      readResults(event, run, finder);
      return true;
    case 'result':
      readEnd(event, run);
      return true;
    default:
      return typeof type === 'string' && IGNORED.has(type);
  }
}

function readInit(event: object, run: RunBuilder): void {
  const tools = property(event, 'tools');
  if (Array.isArray(tools)) run.offer(tools.filter((tool) => typeof tool === 'string').map(short));
  const servers = property(event, 'mcp_servers');
  if (!Array.isArray(servers)) return;
  run.list(
    servers.flatMap((server: unknown) => {
      const name = property(server, 'name');
      return typeof name === 'string'
        ? [{ name: short(name), status: short(property(server, 'status')) || 'unknown' }]
        : [];
    }),
  );
}

function readResults(event: object, run: RunBuilder, finder: PhraseFinder): void {
  for (const block of contentOf(event)) {
    if (property(block, 'type') !== 'tool_result') continue;
    const id = property(block, 'tool_use_id');
    const content = property(block, 'content');
    const isError = property(block, 'is_error') === true;
    run.result({
      key: short(id),
      isError,
      agent: agentOf(event),
      dropped: [],
      refusal: refusalIn(content, isError),
      ...(typeof content === 'string'
        ? shownString(content, finder)
        : Array.isArray(content)
          ? shownBlocks(content, finder)
          : shownNothing()),
    });
  }
  const metas = property(event, 'tool_result_meta');
  if (!Array.isArray(metas)) return;
  for (const meta of metas) {
    const id = property(meta, 'id');
    const kind = property(meta, 'non_execution_kind');
    if (typeof id === 'string' && typeof kind === 'string')
      run.deny(short(id), `The host did not run it: ${short(kind)}.`);
  }
}

function readEnd(event: object, run: RunBuilder): void {
  const denials = property(event, 'permission_denials');
  if (Array.isArray(denials)) {
    for (const denial of denials) {
      const id = property(denial, 'tool_use_id');
      if (typeof id === 'string') run.deny(short(id), 'The host did not have permission to run it.');
    }
  }
  const subtype = short(property(event, 'subtype')) || 'no subtype';
  const isError = property(event, 'is_error') === true;
  if (subtype === 'success' && !isError) run.end({ ok: true });
  else run.end({ ok: false, why: subtype === 'success' ? 'is_error' : subtype });
}

/** Texts by which Claude Code tells the model that it did not run a call. */
function refusalIn(content: unknown, isError: boolean): Refusal | null {
  const text = Array.isArray(content) ? property(content[0], 'text') : content;
  if (typeof text !== 'string') return null;
  const wrapped = text.startsWith('<tool_use_error>');
  if (!isError && !wrapped) return null;
  const said = text
    .slice(0, 400)
    .replace(/^<tool_use_error>\s*/, '')
    .replace(/^Error:\s*/, '');
  const noSuch = /^No such tool available:?\s*/.exec(said);
  if (noSuch) return { kind: 'no-such-tool', said: short(said.slice(noSuch[0].length)) };
  if (said.startsWith('InputValidationError')) {
    return { kind: 'other', why: "The arguments do not fit the tool's input schema, so the host did not run it." };
  }
  if (/^Claude requested permissions? to /.test(said)) {
    return { kind: 'other', why: 'The host did not have permission to run it.' };
  }
  return null;
}

function agentOf(event: object): string | null {
  const parent = property(event, 'parent_tool_use_id');
  return typeof parent === 'string' ? short(parent) : null;
}

function contentOf(event: object): readonly unknown[] {
  const content = property(property(event, 'message'), 'content');
  return Array.isArray(content) ? content : [];
}
