import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import type { ToolResult } from '../../runtime/hosts/index.js';
import { UsageError } from '../io.js';
import { oneLine } from './one-line.js';
import { ServerProcess } from './server-process.js';

/** A server to start, or one that runs at an address. */
export type Target =
  | { readonly command: readonly [string, ...string[]]; readonly cwd: string }
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>> };

export interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** For the whole of it: start, list, call. */
  readonly seconds: number;
}

/**
 * Calls one tool of a real server through the official client and gives back its result. The tools are listed first, so
 * the client checks the result against the output schema as hosts do. The server is ended in any case.
 * Throws a UsageError of one line when there is no result.
 */
export async function probe(target: Target, call: Call): Promise<ToolResult> {
  const connection = 'url' in target ? connect(target) : start(target);
  const progress = { doing: 'starting' };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new UsageError(`The server gave no answer within ${call.seconds} s (while ${progress.doing}).`));
    }, call.seconds * 1000);
  });
  try {
    return await Promise.race([converse(connection.transport, call, progress), connection.failed, late]);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(reasonOf(error, target, call.tool));
  } finally {
    clearTimeout(timer);
    await connection.end();
  }
}

interface Connection {
  readonly transport: Transport;
  readonly failed: Promise<never>;
  end(): Promise<void>;
}

function start({ command, cwd }: { command: readonly [string, ...string[]]; cwd: string }): Connection {
  const transport = new ServerProcess(command, cwd);
  return { transport, failed: transport.failed, end: () => transport.close() };
}

function connect({ url, headers }: { url: URL; headers: Readonly<Record<string, string>> }): Connection {
  // The headers are for the address that was given, so a redirect is an error.
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers, redirect: 'error' } });
  const end = async (): Promise<void> => {
    const enough = new Promise((resolve) => setTimeout(resolve, 1000).unref());
    await Promise.race([transport.terminateSession().catch(() => {}), enough]);
    await transport.close();
  };
  return { transport, failed: new Promise<never>(() => {}), end };
}

async function converse(transport: Transport, call: Call, progress: { doing: string }): Promise<ToolResult> {
  // Strict, because the client would print a line of its own where a server has no tools.
  const client = new Client({ name: 'mcp-reply', version: '1' }, { enforceStrictCapabilities: true });
  const options = { timeout: call.seconds * 1000 + 1000 };
  await client.connect(transport, options);
  progress.doing = 'listing its tools';
  if (client.getServerCapabilities()?.tools === undefined) throw new UsageError('The server has no tools.');
  const { tools } = await client.listTools(undefined, options);
  if (!tools.some(({ name }) => name === call.tool)) {
    const names = tools.map(({ name }) => name).join(', ');
    throw new UsageError(oneLine(`The server has no tool "${call.tool}"; it has: ${names || 'none'}.`, 600));
  }
  progress.doing = `calling ${oneLine(call.tool, 60)}`;
  return client.callTool({ name: call.tool, arguments: call.args }, options);
}

function reasonOf(error: unknown, target: Target, tool: string): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (error instanceof ProtocolError) {
    const broken = /^Structured content does not match the tool's output schema: (.*)/s.exec(error.message)?.[1];
    if (broken !== undefined) {
      return oneLine(
        `The result of ${tool} does not match the output schema that the server lists, so clients throw it away: ${broken}`,
        500,
      );
    }
    return oneLine(`The call ended in protocol error ${error.code}: ${error.message}`, 500);
  }
  if ('url' in target) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    // Without user, password and query: these can be secrets.
    return oneLine(`No answer from ${target.url.origin}${target.url.pathname}: ${error.message}${cause}`, 500);
  }
  return oneLine(error.message, 500);
}
