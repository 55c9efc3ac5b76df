// A real server of the second SDK with one query in three states: as it was, migrated, and migrated without its schema.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { CARD_RULE, MESSAGES, TEXT } from './story-result.mjs';

const message = z.object({ id: z.string(), where: z.string(), author: z.string(), text: z.string(), url: z.string() });
const server = new McpServer({ name: 'story', version: '1.0.0' });
const content = [{ type: 'text', text: TEXT }];
const note = `1 open message with Ana.\n${CARD_RULE}`;

server.registerTool('before', { outputSchema: z.object({ messages: z.array(message) }) }, () => ({
  content,
  structuredContent: { messages: MESSAGES },
}));
server.registerTool(
  'after',
  { outputSchema: z.object({ messages: z.array(message), note: z.string().optional() }) },
  () => ({ content, structuredContent: { note, messages: MESSAGES } }),
);
server.registerTool('broken', { outputSchema: z.object({ messages: z.array(message) }) }, () => ({
  content,
  structuredContent: { note, messages: MESSAGES },
}));
await server.connect(new StdioServerTransport());
