import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { OWNER, guilds } from '../data.js';

const outputSchema = {
  state: z.enum(['refused', 'unclear', 'waiting', 'added']),
  server: z.string().optional(),
};

/**
 * Adds a Discord server to the history. Only its owner may.
 * @param caller name of the person on the other side
 */
export function registerSync(server: McpServer, caller: string): void {
  const asked = new Set<string>();

  server.registerTool(
    'sync',
    {
      description: 'Adds a Discord server to the history. For the owner only.',
      inputSchema: { server: z.string().optional().describe('Name or id of a Discord server that the bot is in.') },
      outputSchema,
    },
    ({ server: wanted }) => {
      if (caller !== OWNER) {
        return {
          content: [{ type: 'text', text: `Only ${OWNER} may add a server. Nothing was changed.` }],
          structuredContent: { state: 'refused' },
          isError: true,
        };
      }

      const guild = guilds.find(({ id, name }) => id === wanted || name === wanted);
      if (guild === undefined) {
        const list = guilds.map(({ id, name }) => `- ${name} ${id}`).join('\n');
        return {
          content: [{ type: 'text', text: `Which server? Ask the person to choose one that the bot is in:\n${list}` }],
          structuredContent: { state: 'unclear' },
        };
      }

      if (guild.wait > 0 && !asked.has(guild.id)) {
        asked.add(guild.id);
        return {
          content: [
            { type: 'text', text: `Discord asked to wait ${guild.wait} s. Wait that long, then call sync again.` },
          ],
          structuredContent: { state: 'waiting', server: guild.name },
        };
      }

      return {
        content: [{ type: 'text', text: `${guild.name} was added. Its messages can be found in a minute.` }],
        structuredContent: { state: 'added', server: guild.name },
      };
    },
  );
}
