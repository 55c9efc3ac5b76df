// reply in handlers of the SDK's first line; type-checked, never run.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { reply } from '../../../runtime/reply.js';
import {
  Report,
  both,
  byName,
  either,
  frozen,
  inbox,
  maybe,
  message,
  open,
  ownNote,
  partial,
  person,
} from './views.js';
import type { Message } from './views.js';

const server = new McpServer({ name: 'types', version: '1.0.0' });
const config = { description: 'A tool', inputSchema: { id: z.string() } };

server.registerTool('interface', config, () => reply(message, 'text'));
server.registerTool('interface-async', config, async () => reply(inbox, 'text'));
server.registerTool('class', config, () => reply(new Report('title', []), 'text'));
server.registerTool('literal', config, ({ id }) => reply({ id, open: [message], next: undefined }, 'text'));
server.registerTool('alias', config, () => reply(person, 'text', true));
server.registerTool('union', config, () => reply(either, 'text'));
server.registerTool('own-note', config, () => reply(ownNote, 'text'));
server.registerTool('record', config, () => reply(open, 'text'));
server.registerTool('record-of-interface', config, () => reply(byName, 'text'));
server.registerTool('partial', config, () => reply(partial, 'text'));
server.registerTool('readonly', config, () => reply(frozen, 'text'));
server.registerTool('intersection', config, () => reply(both, 'text'));
server.registerTool('one-or-other', config, () => reply(maybe, 'text'));
server.registerTool('empty', config, () => reply({}, 'text'));
server.registerTool('as-const', config, () => reply({ kind: 'one' } as const, 'text'));
server.registerTool('spread', config, () => ({ ...reply(message, 'text'), _meta: { seen: true } }));
server.registerTool('spread-async', config, async () => ({ ...reply(inbox, 'text'), _meta: { seen: true } }));
server.registerTool('ternary', config, ({ id }) => (id === '' ? reply({ found: 0 }, 'none') : reply(message, 'text')));
server.registerTool('branches', config, async ({ id }) => {
  if (id === '') return reply({ reason: 'empty' }, 'Which id?', true);
  if (id === 'raw') return { content: [{ type: 'text', text: 'raw' }] };
  return reply(inbox, 'text');
});
server.registerTool('declared', { ...config, outputSchema: { id: z.string(), note: z.string().optional() } }, () =>
  reply({ id: 'a' }, 'text'),
);
server.tool('old', { id: z.string() }, async ({ id }) => reply({ id }, 'text'));

const low = new Server({ name: 'types', version: '1.0.0' });
low.setRequestHandler(CallToolRequestSchema, async (request) => reply({ name: request.params.name }, 'text'));

export function annotated(): CallToolResult {
  return reply(message, 'text');
}

export async function promised(): Promise<CallToolResult> {
  return reply(inbox, 'text', false);
}

export const arrow = async (found: Message | undefined): Promise<CallToolResult> =>
  found ? reply(found, 'text') : reply({ found: 0 }, 'Nothing was found.');

export function generic<T extends object & { readonly [Symbol.iterator]?: never }>(view: T): CallToolResult {
  return reply(view, 'text');
}

export function genericOfRecord<T extends Record<string, unknown>>(view: T): CallToolResult {
  return reply(view, 'text');
}

export const results: CallToolResult[] = [reply(message, 'text'), reply(person, 'text')];
export const satisfied = reply(message, 'text') satisfies CallToolResult;
