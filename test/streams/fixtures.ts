import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRun } from '../../runtime/streams/index.js';
import type { ReadOptions, Run } from '../../runtime/streams/index.js';

export const FIXTURES = fileURLToPath(new URL('../fixtures/streams/', import.meta.url));

export function readFixture(name: string, options?: ReadOptions): Promise<Run> {
  return readRun(createReadStream(join(FIXTURES, name)), options);
}

/** A run from events, one a line. */
export function readEvents(events: readonly unknown[], options?: ReadOptions): Promise<Run> {
  return readRun([lines(events)], options);
}

export function lines(events: readonly unknown[]): string {
  return events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join('');
}

/** Events of Claude Code in their documented shapes. */
export const claude = {
  init: (tools: readonly string[], servers: readonly { name: string; status: string }[]) => ({
    type: 'system',
    subtype: 'init',
    tools,
    mcp_servers: servers,
  }),
  use: (id: string, name: string, input: unknown = {}, parent: string | null = null) => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    parent_tool_use_id: parent,
  }),
  result: (id: string, content: unknown, is_error?: boolean, parent: string | null = null) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] },
    parent_tool_use_id: parent,
  }),
  done: () => ({ type: 'result', subtype: 'success', is_error: false, permission_denials: [] }),
};

/** Name, outcome and proposals of every call: what most tests look at. */
export function outcomes(run: Run): [name: string, outcome: string, meant: readonly string[]][] {
  return run.calls.map(({ name, outcome, meant }) => [name, outcome, meant]);
}
