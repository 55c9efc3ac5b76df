import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { messages } from '../data.js';
import { timelineLine, toMessage } from '../format.js';
import { DATA_RULE, NAME_RULE } from '../rules.js';
import { timelineShape } from '../schemas.js';

export function registerTimeline(server: McpServer): void {
  server.registerTool(
    'timeline',
    {
      description: 'The messages about a topic in the order they were written.',
      inputSchema: { topic: z.string() },
      outputSchema: timelineShape,
    },
    ({ topic }) => {
      const about = messages.filter(({ text }) => text.toLowerCase().includes(topic.toLowerCase()));
      if (about.length === 0) {
        return {
          content: [
            { type: 'text', text: `Nobody has written about "${topic}". Ask which other word the team uses for it.` },
          ],
          structuredContent: { topic, messages: [] },
        };
      }
      const result = {
        content: [
          {
            type: 'text' as const,
            text: `${DATA_RULE}\n${NAME_RULE}\nHow "${topic}" went, oldest first. Tell it as a story, with dates.\n${about.map(timelineLine).join('\n')}`,
          },
        ],
        structuredContent: { topic, messages: about.map(toMessage) },
      };
      return result;
    },
  );
}
