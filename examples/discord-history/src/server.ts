import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './create-server.js';
import { OWNER } from './data.js';

const server = createServer(process.env['DISCORD_HISTORY_CALLER'] ?? OWNER);
await server.connect(new StdioServerTransport());
