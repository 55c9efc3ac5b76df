import { expectReaches, guardServer } from 'eslint-plugin-mcp-reply/testing';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from './connect.js';
import { createOldServer, createServer, findBooks, SHELF_RULE } from './server.js';

test('the rule reaches the model in every host', () => {
  expectReaches(findBooks('tide'), { phrases: [SHELF_RULE, 'The Tide Table'] });
});

test('every result of the server is whole', async () => {
  const client = await connect(guardServer(createServer()));
  for (const word of ['tide', 'the', 'zebra']) await client.callTool({ name: 'find_books', arguments: { word } });
  await client.close();
});

test('the guard catches a result that says its rule in the text alone', async () => {
  const client = await connect(guardServer(createOldServer()));
  await assert.rejects(client.callTool({ name: 'find_books', arguments: { word: 'tide' } }), (error) =>
    error.message.includes(SHELF_RULE),
  );
  await client.close();
});
