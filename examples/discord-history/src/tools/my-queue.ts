import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { OWNER, messages } from '../data.js';
import { messageLine, toMessage } from '../format.js';
import { CARD_RULE, DATA_RULE, NAME_RULE } from '../rules.js';
import { message } from '../schemas.js';

export function registerMyQueue(server: McpServer): void {
  server.registerTool(
    'my_queue',
    {
      description: 'Open messages between you and a person, oldest first.',
      inputSchema: { person: z.string().optional().describe('Full name; all people if left out.') },
      outputSchema: { you: z.string(), open: z.array(message) },
    },
    ({ person }) => {
      const open = messages
        .filter((stored) => stored.open && stored.to === OWNER && (person === undefined || stored.author === person))
        .map(toMessage);
      const whom = person ?? 'anybody';

      if (open.length === 0) {
        return {
          content: [
            { type: 'text', text: `Nothing is open between you and ${whom}. Say so, and do not search for more.` },
          ],
          structuredContent: { you: OWNER, open },
        };
      }

      const lead = `${open.length} open between you and ${whom}, the oldest first.`;
      return {
        content: [{ type: 'text', text: [DATA_RULE, NAME_RULE, CARD_RULE, lead, ...open.map(messageLine)].join('\n') }],
        structuredContent: { you: OWNER, open },
      };
    },
  );
}
