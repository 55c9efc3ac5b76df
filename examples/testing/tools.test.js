import { expectReaches, guardServer } from 'eslint-plugin-mcp-reply/testing';
import { expect, test } from 'vitest';
import { connect } from './connect.js';
import { createOldServer, createServer, findBooks, SHELF_RULE } from './server.js';

test('the rule reaches the model in every host', () => {
  expectReaches(findBooks('tide'), { phrases: [SHELF_RULE, 'The Tide Table'] });
});

test('so does the line that says nothing was found', () => {
  expectReaches(findBooks('zebra'), {
    host: ['claude-code', 'gemini-cli'],
    phrases: ['No book has “zebra” in its title.'],
  });
});

test('every result of the server is whole', async () => {
  const client = await connect(guardServer(createServer()));
  for (const word of ['tide', 'the', 'zebra']) await client.callTool({ name: 'find_books', arguments: { word } });
  await client.close();
});

test('the guard catches a result that says its rule in the text alone', async () => {
  const client = await connect(guardServer(createOldServer()));
  await expect(client.callTool({ name: 'find_books', arguments: { word: 'tide' } })).rejects.toThrow(SHELF_RULE);
  await client.close();
});
