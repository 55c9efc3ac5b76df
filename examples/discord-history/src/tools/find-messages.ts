import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { messages } from '../data.js';
import { messageLine, toMessage } from '../format.js';
import { CARD_RULE, DATA_RULE } from '../rules.js';
import { message } from '../schemas.js';

const found = { query: z.string(), messages: z.array(message), more: z.boolean() };

export function registerFindMessages(server: McpServer): void {
  server.registerTool(
    'find_messages',
    {
      description: 'Messages that hold a word, newest first.',
      inputSchema: { query: z.string(), limit: z.number().int().min(1).max(20).optional() },
      outputSchema: found,
    },
    ({ query, limit = 5 }) => {
      const all = messages.filter(({ text }) => text.toLowerCase().includes(query.toLowerCase())).reverse();
      const shown = all.slice(0, limit).map(toMessage);
      const more = all.length > shown.length;

      if (shown.length === 0) {
        const text = `Nothing was found for "${query}". Try one broader word before you tell the person so.`;
        return { content: [{ type: 'text', text }], structuredContent: { query, messages: [], more } };
      }

      let text = `${DATA_RULE}\n${CARD_RULE}\n${shown.length} of ${all.length} messages with "${query}", newest first.\n`;
      text += shown.map(messageLine).join('\n');
      if (more) text += '\nThere are more: call find_messages again with a higher limit.';
      return { content: [{ type: 'text', text }], structuredContent: { query, messages: shown, more } };
    },
  );
}
