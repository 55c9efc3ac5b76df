import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { channels, faq, glossary, trends } from '../data.js';
import { CARD_RULE, DATA_RULE, NAME_RULE } from '../rules.js';

const outputSchema = {
  server: z.string(),
  channels: z.array(z.object({ name: z.string(), id: z.string(), about: z.string() })),
  glossary: z.array(z.object({ term: z.string(), meaning: z.string() })),
  trends: z.array(z.object({ topic: z.string(), change: z.string() })),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
};

export function registerStartHere(server: McpServer): void {
  server.registerTool(
    'start_here',
    {
      description: 'How to use this server: channels and their ids, words of the team, trends, frequent questions.',
      inputSchema: { detail: z.boolean().optional().describe('Also hand over the lists as data.') },
      outputSchema,
    },
    ({ detail = false }) => {
      const lines = [
        'Guide to the history of Harbour Lamps. Read it once, then call the tool that fits the question.',
        DATA_RULE,
        NAME_RULE,
        CARD_RULE,
        '',
        'Channels (pass the id, not the name):',
        ...channels.map(({ name, id, about }) => `- ${name} ${id}: ${about}`),
        '',
        'Words of the team:',
        ...glossary.map(({ term, meaning }) => `- ${term}: ${meaning}`),
        '',
        'Trends:',
        ...trends.map(({ topic, change }) => `- ${topic}: ${change}`),
        '',
        'Frequent questions:',
        ...faq.map(({ question, answer }) => `- ${question} ${answer}.`),
      ];
      return {
        content: [{ type: 'text', text: lines.join('\n') }],
        structuredContent: {
          server: 'Harbour Lamps',
          channels: detail ? [...channels] : [],
          glossary: detail ? [...glossary] : [],
          trends: detail ? [...trends] : [],
          faq: detail ? [...faq] : [],
        },
      };
    },
  );
}
