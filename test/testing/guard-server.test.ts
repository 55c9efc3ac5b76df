import { Client as Client2, InMemoryTransport as InMemory2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport as InMemory1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { reply } from '../../runtime/reply.js';
import { guardServer } from '../../runtime/testing.js';

const RULE = 'Always cite the url.';
const message = z.object({ id: z.string(), author: z.string() });
const closed = { messages: z.array(message) };
const open = { ...closed, note: z.string().optional() };
const VIEW = { messages: [{ id: '101', author: 'Ana' }] };
const TEXT = `1 message.\n${RULE}\n- Ana (101)`;
const IMAGE = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };

/** What a tool returns, the schema it declares, and what the call ends in: `ok` or parts of the message. */
const cases: [string, { shape?: z.ZodRawShape; result: Parameters<typeof toResult>[0] }, 'ok' | string[]][] = [
  ['a reply', { shape: open, result: reply(VIEW, TEXT) }, 'ok'],
  ['a reply without a schema', { result: reply(VIEW, TEXT) }, 'ok'],
  ['text alone', { result: { content: [{ type: 'text', text: TEXT }] } }, 'ok'],
  [
    'an error in text',
    { shape: open, result: { content: [{ type: 'text', text: 'No such channel.' }], isError: true } },
    'ok',
  ],
  [
    'a mirror',
    { shape: closed, result: { content: [{ type: 'text', text: JSON.stringify(VIEW) }], structuredContent: VIEW } },
    'ok',
  ],
  ['an image alone', { result: { content: [IMAGE] } }, 'ok'],
  [
    'an inline result',
    { shape: closed, result: { content: [{ type: 'text', text: TEXT }], structuredContent: VIEW } },
    [
      'The result of tool "go" has a fault.\n- Words of the text stand nowhere in structuredContent, and Claude Code, Codex, VS Code and 4 more hand the model no text beside it: "1 message.", "Always cite the url.". Build the result with reply(view, text).',
    ],
  ],
  [
    'an error with a view and no note',
    {
      result: {
        content: [{ type: 'text', text: 'Discord asks to wait 5 s.' }],
        structuredContent: { wait: 5 },
        isError: true,
      },
    },
    ['and Codex, VS Code, fast-agent and 2 more hand the model no text', '"Discord asks to wait 5 s."'],
  ],
  [
    'a note that is not declared',
    { shape: closed, result: reply(VIEW, TEXT) },
    ['- Clients throw this result away: /note is not declared, by the output schema that they see.'],
  ],
  [
    'an error with a note that is not declared',
    { shape: closed, result: reply(VIEW, TEXT, true) },
    ['- Clients on the first SDK throw this error away: /note is not declared'],
  ],
  [
    'no text',
    { shape: closed, result: { content: [], structuredContent: VIEW } },
    ['- There is no text, and Gemini CLI, Qwen Code, Goose and '],
  ],
  [
    'data in the view alone',
    { shape: open, result: reply({ messages: [...VIEW.messages, { id: '102', author: 'Ben' }] }, TEXT) },
    ['- The text tells nothing of some data, and Gemini CLI, Qwen Code, Goose and ', ': "/messages/1".'],
  ],
  ['nothing', { result: { content: [] } }, ['- The result says nothing']],
  ['an empty text', { result: { content: [{ type: 'text', text: ' ' }] } }, ['- The result says nothing']],
  [
    'too much text',
    { result: { content: [{ type: 'text', text: 'x'.repeat(65_537) }] } },
    ['- Text block 1 has 65,537 bytes; above 65,536 hosts cut'],
  ],
  [
    'two faults',
    { shape: closed, result: reply(VIEW, 'One message, from nobody.') },
    ['has 2 faults.\n- Clients throw this result away', '\n- The text tells nothing of some data'],
  ],
];

/** Gives the literal results one type that the handlers of both SDKs accept. */
function toResult(result: {
  content: ({ type: 'text'; text: string } | typeof IMAGE)[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}) {
  return { ...result };
}

async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function expectOutcome(outcome: string, expected: 'ok' | readonly string[]): void {
  if (expected === 'ok') expect(outcome).toBe('ok');
  else for (const part of expected) expect(outcome).toContain(part);
}

describe('guardServer', () => {
  describe.each([['guarded before', true], ['guarded after']] as const)(
    '%s the tools are registered',
    (_, isEarly?: boolean) => {
      it.each(cases)('first SDK: %s', async (_name, { shape, result }, expected) => {
        const server = new McpServer1({ name: 's', version: '1' });
        if (isEarly === true) guardServer(server);
        server.registerTool('go', { outputSchema: shape }, () => toResult(result));
        if (isEarly !== true) expect(guardServer(server)).toBe(server);
        const client = new Client1({ name: 'c', version: '1' });
        const [ours, theirs] = InMemory1.createLinkedPair();
        await Promise.all([server.connect(theirs), client.connect(ours)]);
        // Without listing the tools first, the client itself would check nothing.
        expectOutcome(await outcomeOf(() => client.callTool({ name: 'go' })), expected);
        await client.close();
      });

      it.each(cases)('second SDK: %s', async (_name, { shape, result }, expected) => {
        const server = new McpServer2({ name: 's', version: '1' });
        if (isEarly === true) guardServer(server);
        server.registerTool('go', shape === undefined ? {} : { outputSchema: z.object(shape) }, () => toResult(result));
        if (isEarly !== true) guardServer(server);
        const client = new Client2({ name: 'c', version: '1' });
        const [ours, theirs] = InMemory2.createLinkedPair();
        await Promise.all([server.connect(theirs), client.connect(ours)]);
        expectOutcome(await outcomeOf(() => client.callTool({ name: 'go' })), expected);
        await client.close();
      });
    },
  );

  it('low-level server: nothing else would check its schema', async () => {
    const server = guardServer(new Server1({ name: 's', version: '1' }, { capabilities: { tools: {} } }));
    const tool = {
      name: 'go',
      inputSchema: { type: 'object' as const },
      outputSchema: { type: 'object' as const, properties: { count: { type: 'number' } }, additionalProperties: false },
    };
    // On the second page, and without any schema on the first.
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
      params?.cursor === 'b' ? { tools: [tool] } : { tools: [{ ...tool, name: 'other' }], nextCursor: 'b' },
    );
    server.setRequestHandler(CallToolRequestSchema, () => reply({ count: 2 }, '2 messages.'));
    const client = new Client1({ name: 'c', version: '1' });
    const [ours, theirs] = InMemory1.createLinkedPair();
    await Promise.all([server.connect(theirs), client.connect(ours)]);
    expect(await outcomeOf(() => client.callTool({ name: 'go' }))).toContain('/note is not declared');
    await client.close();
  });

  it('over HTTP, in a session, two calls at once', async () => {
    const server = guardServer(new McpServer1({ name: 's', version: '1' }));
    server.registerTool('good', { outputSchema: open }, () => toResult(reply(VIEW, TEXT)));
    server.registerTool('bad', { outputSchema: closed }, () =>
      toResult({ content: [{ type: 'text', text: TEXT }], structuredContent: VIEW }),
    );
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await server.connect(transport); // exactOptionalPropertyTypes of the SDK
    const http = createServer((request, response) => void transport.handleRequest(request, response));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const where = http.address();
    const port = typeof where === 'object' && where !== null ? where.port : 0;
    const client = new Client1({ name: 'c', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/`)));
    const [good, bad] = await Promise.all([
      outcomeOf(() => client.callTool({ name: 'good' })),
      outcomeOf(() => client.callTool({ name: 'bad' })),
    ]);
    expect(good).toBe('ok');
    expect(bad).toContain(`"${RULE}"`);
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
    http.closeAllConnections();
    http.close();
  });

  it('speaks of wrong use', async () => {
    const server = new McpServer1({ name: 's', version: '1' });
    const [, theirs] = InMemory1.createLinkedPair();
    await server.connect(theirs);
    expect(() => guardServer(server)).toThrow('guardServer must come before connect');
    expect(() => guardServer({ server: {} } as unknown as McpServer1)).toThrow(TypeError);
  });
});
