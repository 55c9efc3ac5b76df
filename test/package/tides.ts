/** A small server with one inline result, whose text holds a rule that the view lacks, and one result that is fine. */
export const INLINE = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

const ZONE_RULE = 'Times are local to the harbour. Never convert them.';

export const server = new McpServer({ name: 'tides', version: '1.0.0' });

server.registerTool('next_tide', { description: 'The next high tide' }, async () => {
  const tide = { harbour: 'Old Quay', at: '06:40' };
  return {
    content: [{ type: 'text', text: ZONE_RULE }],
    structuredContent: tide,
  };
});
`;

/** The same tool after the migration. */
export const CLEAN = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { reply } from './reply.js';

const ZONE_RULE = 'Times are local to the harbour. Never convert them.';

export const server = new McpServer({ name: 'tides', version: '1.0.0' });

server.registerTool('next_tide', { description: 'The next high tide' }, async () => {
  const tide = { harbour: 'Old Quay', at: '06:40' };
  return reply(tide, ZONE_RULE);
});
`;

/** A result that the lint reports and the codemod leaves: its text block has annotations. */
export const LEFT = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

export const server = new McpServer({ name: 'tides', version: '1.0.0' });

server.registerTool('next_tide', { description: 'The next high tide' }, async () => {
  const tide = { harbour: 'Old Quay', at: '06:40' };
  return {
    content: [{ type: 'text', text: 'Never convert the time.', annotations: { priority: 1 } }],
    structuredContent: tide,
  };
});
`;

/** The set-up of the README, for JavaScript; \`parser\` is the line that reads TypeScript. */
export const CONFIG = `import { defineConfig } from 'eslint/config';
import mcpReply from 'eslint-plugin-mcp-reply';

export default defineConfig({
  plugins: { 'mcp-reply': mcpReply },
  extends: ['mcp-reply/recommended'],
});
`;
