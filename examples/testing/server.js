import { McpServer } from '@modelcontextprotocol/server';
import { reply } from 'eslint-plugin-mcp-reply/reply';
import * as z from 'zod';

const BOOKS = [
  { id: 'b1', title: 'The Tide Table', shelf: 'A3' },
  { id: 'b2', title: 'Letters from the Lighthouse', shelf: 'C1' },
];

export const SHELF_RULE = 'Always name the shelf, so that the reader can walk there.';

/** The tool's result for a word in the title. */
export function findBooks(word) {
  const books = BOOKS.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()));
  if (books.length === 0) return reply({ books }, `No book has "${word}" in its title. Ask for another word.`);
  const lines = books.map(({ id, title, shelf }) => `- ${title} (${id}), ${shelf}`);
  return reply({ books }, [`${books.length} found.`, SHELF_RULE, ...lines].join('\n'));
}

export function createServer() {
  const server = new McpServer({ name: 'library', version: '1.0.0' });
  const book = z.object({ id: z.string(), title: z.string(), shelf: z.string() });
  server.registerTool(
    'find_books',
    {
      inputSchema: z.object({ word: z.string() }),
      outputSchema: z.object({ note: z.string().optional(), books: z.array(book) }),
    },
    ({ word }) => findBooks(word),
  );
  return server;
}

/** The same library as it was before `reply`: nothing fails here, and half of the hosts never hear of the rule. */
export function createOldServer() {
  const server = new McpServer({ name: 'old-library', version: '1.0.0' });
  server.registerTool(
    'find_books',
    {
      inputSchema: z.object({ word: z.string() }),
      outputSchema: z.object({ books: z.array(z.object({ id: z.string(), title: z.string(), shelf: z.string() })) }),
    },
    ({ word }) => {
      const { content } = findBooks(word);
      const { books } = findBooks(word).structuredContent;
      return { content, structuredContent: { books } };
    },
  );
  return server;
}
