import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { NOW, channels, messages } from '../data.js';
import { messageLine, toMessage } from '../format.js';
import { CARD_RULE, DATA_RULE } from '../rules.js';
import { message } from '../schemas.js';
import type { Message } from '../schemas.js';

const catchUpShape = {
  days: z.number(),
  channels: z.array(z.object({ name: z.string(), messages: z.array(message) })),
};

interface ChannelNews {
  name: string;
  messages: Message[];
}

export function registerCatchUp(server: McpServer): void {
  server.registerTool(
    'catch_up',
    {
      description: 'What was written in the last days, by channel.',
      inputSchema: { days: z.number().int().min(1).max(30).optional() },
      outputSchema: catchUpShape,
    },
    ({ days = 14 }) => {
      const since = NOW.getTime() - days * 86_400_000;
      const news = channels
        .map(({ name }): ChannelNews => {
          const fresh = messages.filter(({ where, at }) => where === name && Date.parse(at) >= since);
          return { name, messages: fresh.map(toMessage) };
        })
        .filter((channel) => channel.messages.length > 0);

      return {
        content: [{ type: 'text', text: formatNews(days, news) }],
        structuredContent: { days, channels: news },
      };
    },
  );
}

function formatNews(days: number, news: ChannelNews[]): string {
  if (news.length === 0) return `Nothing was written in the last ${days} days. Offer to look further back.`;
  const count = news.reduce((sum, channel) => sum + channel.messages.length, 0);
  const lines = [
    DATA_RULE,
    CARD_RULE,
    `${count} messages in ${news.length} channels in the last ${days} days.`,
    'Name at most three things, the ones that wait for an answer first.',
  ];
  for (const channel of news) {
    lines.push(`${channel.name}: ${channel.messages.length} new`);
    for (const line of channel.messages.map(messageLine)) lines.push(`    ${line}`);
  }
  return lines.join('\n');
}
