import { Client } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface DriverCall {
  /** The name as a model would say it: `mcp__<server>__<tool>`, or a bare name, which is refused as Claude Code does. */
  readonly name: string;
  readonly input?: Record<string, unknown>;
}

export interface DriverOptions {
  /** The server's name in the host's settings. */
  readonly server: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly calls: readonly DriverCall[];
}

/**
 * Plays the host's part against a real stdio server, with the real SDK client, and returns the events that
 * `claude -p --output-format stream-json --verbose` writes: tools are listed first, so that results are validated, a
 * result with structured content is its JSON as one string, any other its blocks, and an error its first text.
 */
export async function recordRun({ server, command, args = [], cwd, env, calls }: DriverOptions): Promise<unknown[]> {
  const client = new Client({ name: 'recording-host', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command, args: [...args], cwd, env: { ...definedEnv(), ...env }, stderr: 'ignore' }),
  );
  try {
    const { tools } = await client.listTools();
    const prefix = `mcp__${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__`;
    const offered = tools.map((tool) => `${prefix}${tool.name}`);
    const events: unknown[] = [
      {
        type: 'system',
        subtype: 'init',
        tools: ['Read', ...offered],
        mcp_servers: [{ name: server, status: 'connected' }],
      },
    ];
    for (const [index, { name, input = {} }] of calls.entries()) {
      const id = `toolu_${index + 1}`;
      events.push(message('assistant', [{ type: 'tool_use', id, name, input }]));
      const answer = offered.includes(name)
        ? await callTool(client, name.slice(prefix.length), input)
        : { content: `<tool_use_error>Error: No such tool available: ${name}</tool_use_error>`, is_error: true };
      events.push(message('user', [{ type: 'tool_result', tool_use_id: id, ...answer }]));
    }
    events.push(message('assistant', [{ type: 'text', text: 'Done.' }]));
    events.push({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', permission_denials: [] });
    return events;
  } finally {
    await client.close();
  }
}

async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<{ content: unknown; is_error?: boolean }> {
  let result: CallToolResult;
  try {
    result = await client.callTool({ name, arguments: input });
  } catch (error) {
    return { content: error instanceof Error ? error.message : String(error), is_error: true };
  }
  if (result.isError) {
    const first = result.content[0];
    return { content: first?.type === 'text' ? first.text : '', is_error: true };
  }
  if (result.structuredContent !== undefined) return { content: JSON.stringify(result.structuredContent) };
  return { content: result.content };
}

function message(type: 'assistant' | 'user', content: readonly unknown[]): unknown {
  return { type, message: { role: type, content }, parent_tool_use_id: null };
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
