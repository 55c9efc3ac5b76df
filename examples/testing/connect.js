import { Client, InMemoryTransport } from '@modelcontextprotocol/client';

/** A client of the server, in the same process. */
export async function connect(server) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return client;
}
