import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { registerCatchUp } from './tools/catch-up.js';
import { registerFindMessages } from './tools/find-messages.js';
import { registerMyQueue } from './tools/my-queue.js';
import { registerStartHere } from './tools/start-here.js';
import { registerSync } from './tools/sync.js';
import { registerTimeline } from './tools/timeline.js';

/**
 * The server with all its tools.
 * @param caller name of the person on the other side
 */
export function createServer(caller: string): McpServer {
  const server = new McpServer({ name: 'discord-history', version: '1.0.0' });
  registerStartHere(server);
  registerMyQueue(server);
  registerFindMessages(server);
  registerCatchUp(server);
  registerTimeline(server);
  registerSync(server, caller);
  return server;
}
