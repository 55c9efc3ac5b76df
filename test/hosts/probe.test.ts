import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerProcess } from '../../cli/hosts/server-process.js';
import { run } from './run-command.js';
import { CARD_RULE } from './servers/story-result.mjs';

const NODE = process.execPath;
const MISBEHAVING = fileURLToPath(new URL('servers/misbehaving.mjs', import.meta.url));
const STORY = fileURLToPath(new URL('servers/story.mjs', import.meta.url));

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probe-'))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function published(name: string): string {
  return fileURLToPath(
    new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url),
  );
}

/** The cells of a host in the matrix. */
function row(out: string, host: string): string[] {
  const line = out.split('\n').find((one) => one.startsWith(`${host} `)) ?? '';
  return line.split(/ {2,}/).slice(1);
}

describe('hosts probe on published servers', () => {
  it('everything: a mirror has no framing', async () => {
    const args = JSON.stringify({ location: 'Chicago' });
    const { code, out, err } = await run([
      'hosts',
      'probe',
      '--tool',
      'get-structured-content',
      '--args',
      args,
      '--',
      NODE,
      published('everything'),
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^Result: 1 text block \(\d+ characters\), structuredContent with 3 values, 0 lines of framing\./,
    );
    expect(row(out, 'codex')).toEqual(['lost', '-', 'yes', '-', 'data']);
    expect(row(out, 'gemini-cli')).toEqual(['yes', '-', 'in text', '-', 'text + data']);
  });

  it('everything: text for the user alone gets lost in VS Code', async () => {
    const args = JSON.stringify({ messageType: 'success', includeImage: true });
    const call = ['hosts', 'probe', '--tool', 'get-annotated-message', '--args', args];
    const server = ['--', NODE, published('everything')];
    const bad = await run([...call, '--host', 'vscode', ...server]);
    expect(bad.code).toBe(1);
    expect(row(bad.out, 'vscode')).toEqual(['lost', 'lost', '-', 'lost', 'nothing']);
    expect(bad.out).toContain('Framing is lost in vscode.\n');
    const good = await run([...call, '--host', 'codex', '--host', 'zed', ...server]);
    expect(good.code).toBe(0);
    expect(good.out).toContain('No framing is lost in codex, zed.\n');
  });

  it('memory: JSON of the view', async () => {
    process.env.MEMORY_FILE_PATH = join(folder, 'memory.jsonl'); // the server inherits it, as it would from a shell
    try {
      const entity = { name: 'Ana', entityType: 'person', observations: ['likes tea'] };
      const args = JSON.stringify({ entities: [entity] });
      const { code, out } = await run([
        'hosts',
        'probe',
        '--tool',
        'create_entities',
        '--args',
        args,
        '--',
        NODE,
        published('memory'),
      ]);
      expect(code).toBe(0);
      expect(out).toContain('structuredContent with 3 values, 0 lines of framing');
      expect(readFileSync(join(folder, 'memory.jsonl'), 'utf8')).toContain('likes tea');
    } finally {
      delete process.env.MEMORY_FILE_PATH;
    }
  });

  it('filesystem: the text is the view', async () => {
    writeFileSync(join(folder, 'a.txt'), 'hello');
    const args = JSON.stringify({ path: join(folder, 'a.txt') });
    const { code, out } = await run([
      'hosts',
      'probe',
      '--tool',
      'read_text_file',
      '--args',
      args,
      '--',
      NODE,
      published('filesystem'),
      folder,
    ]);
    expect(code).toBe(0);
    expect(out).toContain('Result: 1 text block (5 characters), structuredContent with 1 value, 0 lines of framing.');
  });

  it('names the tools that there are', async () => {
    const { code, out, err } = await run(['hosts', 'probe', '--tool', 'read', '--', NODE, published('memory')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^The server has no tool "read"; it has: create_entities, .*read_graph.*\.\n$/);
  });
});

describe('hosts probe on the story', () => {
  it('before: a host that puts the view first shows JSON alone; after: the rule stands in note', async () => {
    const before = await run(['hosts', 'probe', '--tool', 'before', '--', NODE, STORY]);
    expect(before.code).toBe(1);
    expect(row(before.out, 'claude-code')).toEqual(['lost', 'lost', 'yes', '-', 'text']);
    expect(row(before.out, 'goose').slice(0, 2)).toEqual(['yes', 'yes']);
    expect(before.out).toContain(`framing: ${CARD_RULE}`);
    expect(before.out).toContain('Framing is lost in claude-code, codex, vscode, ');

    const after = await run(['hosts', 'probe', '--tool', 'after', '--', NODE, STORY]);
    expect(after.code).toBe(0);
    expect(row(after.out, 'claude-code')).toEqual(['lost', 'yes', 'yes', '-', 'text']);
    expect(after.out).not.toContain('framing: ');
  });

  it('a note that the schema does not declare: clients throw the result away', async () => {
    const { code, out, err } = await run(['hosts', 'probe', '--tool', 'broken', '--', NODE, STORY]);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'The result of broken does not match the output schema that the server lists, so clients throw it away: data must NOT have additional properties\n',
    });
  });
});

describe('hosts probe on servers that misbehave', () => {
  it.each([
    ['crash', 'The server ended with exit code 1 before it answered; the last it said was: RangeError: the moon is'],
    ['usage', 'The server ended with exit code 64 before it answered; the last it said was: Name the fault.'],
    ['quiet-exit', 'The server ended with exit code 0 before it answered.'],
    [
      'banner',
      'The server wrote a line on its standard output that is no JSON-RPC message (logs belong on standard error): Server ready on port 1',
    ],
    [
      'half-line',
      'The server wrote a line on its standard output that is no JSON-RPC message (logs belong on standard error): {"jsonrpc": "2.0", "id": 0, "resu',
    ],
    ['refuse-initialize', 'The call ended in protocol error -32600: Not today.'],
    ['no-tools', 'The server has no tools.'],
    ['empty-list', 'The server has no tool "go"; it has: none.'],
    [
      'crash-on-call',
      'The server ended with exit code 3 before it answered; the last it said was: TypeError: cannot read the stars',
    ],
    [
      'log-on-call',
      'The server wrote a line on its standard output that is no JSON-RPC message (logs belong on standard error): [info] going',
    ],
    ['protocol-error', 'The call ended in protocol error -32603: The gate is shut. Try the other one.'],
  ])('%s', async (fault, line) => {
    const { code, out, err } = await run(['hosts', 'probe', '--tool', 'go', '--', NODE, MISBEHAVING, fault]);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `${line}\n` });
  });

  it('a result that is none: one line', async () => {
    const { code, err } = await run(['hosts', 'probe', '--tool', 'go', '--', NODE, MISBEHAVING, 'no-result']);
    expect(code).toBe(2);
    expect(err).toMatch(/^[^\n]+content[^\n]+\n$/);
  });

  it('a result of megabytes is read', async () => {
    const { code, out } = await run(['hosts', 'probe', '--tool', 'go', '--', NODE, MISBEHAVING, 'huge']);
    expect(code).toBe(1);
    expect(out).toContain('3,000,000 characters');
    // Above its limit for certain; how much the others keep of such a text is unknown.
    expect(out).toContain('Framing is lost in vscode.\n');
  });

  it.each([
    ['hang', 'starting'],
    ['hang-on-call', 'calling go'],
  ])('%s: the time limit ends it and what it started', async (fault, doing) => {
    const file = join(folder, 'pids');
    const args = ['hosts', 'probe', '--tool', 'go', '--timeout', '2.5', '--', NODE, MISBEHAVING, fault, file];
    const { code, err } = await run(args);
    expect({ code, err }).toEqual({ code: 2, err: `The server gave no answer within 2.5 s (while ${doing}).\n` });
    const pids: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(pids).toHaveLength(2);
    for (const pid of Array.isArray(pids) ? pids : []) expect(isRunning(Number(pid))).toBe(false);
  });

  it('behind a shell: no orphan either', async () => {
    const file = join(folder, 'pids');
    const script = `"${NODE}" "${MISBEHAVING}" hang-on-call "${file}"; true`;
    const { code } = await run(['hosts', 'probe', '--tool', 'go', '--timeout', '2.5', '--', 'sh', '-c', script]);
    expect(code).toBe(2);
    for (const pid of JSON.parse(readFileSync(file, 'utf8')) as number[]) expect(isRunning(pid)).toBe(false);
  });

  it('ends the server when it is ended itself', async () => {
    const file = join(folder, 'pids');
    const transport = new ServerProcess([NODE, MISBEHAVING, 'hang', file], folder);
    await transport.start();
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith(']'));
    process.emit('exit', 0); // what Node does at its end; signals end here too
    for (const pid of JSON.parse(readFileSync(file, 'utf8')) as number[]) await until(() => !isRunning(pid));
    await transport.close();
  });
});

describe('hosts probe over HTTP', () => {
  const SECRET = 'tok-7f3a9c51';
  let http: Server;
  let address: string;
  let seen: IncomingMessage['headers'][];
  let respond: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

  beforeEach(async () => {
    seen = [];
    respond = serve;
    http = createServer((request, response) => {
      seen.push(request.headers);
      void respond(request, response);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const where = http.address();
    address = `http://127.0.0.1:${typeof where === 'object' && where !== null ? where.port : 0}/mcp`;
  });
  afterEach(() => {
    http.closeAllConnections();
    http.close();
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${SECRET}`) {
      response.writeHead(401).end(`no such token: ${request.headers.authorization}`);
      return;
    }
    const server = new McpServer({ name: 'http', version: '1.0.0' });
    // A server that says more than it should.
    server.registerTool('whoami', {}, () => ({
      content: [{ type: 'text', text: `You sent Bearer ${SECRET}.\nAlways greet Ana.` }],
      structuredContent: { token: SECRET, name: 'Ana' },
    }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await server.connect(transport); // exactOptionalPropertyTypes of the SDK
    await transport.handleRequest(request, response);
  }

  it('sends the headers, prints none', async () => {
    const { code, out, err } = await run([
      'hosts',
      'probe',
      '--tool',
      'whoami',
      '--url',
      address,
      '--header',
      `Authorization: Bearer ${SECRET}`,
      '--header',
      'X-Team: green',
    ]);
    expect(err).toBe('');
    expect(code).toBe(1);
    expect(seen[0]).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-team': 'green' });
    expect(out).toContain('framing: You sent [secret].');
    expect(out).toContain('framing: Always greet Ana.');
    expect(out).not.toContain(SECRET);
  });

  it('prints none in an error either, nor what stands in the address', async () => {
    const url = new URL(address);
    url.search = '?key=k-5517';
    const wrong = ['--header', 'Authorization: Bearer wrong-90210'];
    const { code, out, err } = await run(['hosts', 'probe', '--tool', 'whoami', '--url', url.href, ...wrong]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^No answer from http:\/\/127\.0\.0\.1:\d+\/mcp: [^\n]+\n$/);
    expect(err).not.toMatch(/90210|5517/);
  });

  it('does not follow a redirect, which would carry the headers elsewhere', async () => {
    respond = (_, response) => void response.writeHead(307, { location: `${address}2` }).end();
    const { code, err } = await run([
      'hosts',
      'probe',
      '--tool',
      'whoami',
      '--url',
      address,
      '--header',
      `X-Key: ${SECRET}`,
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/^No answer from [^\n]+redirect[^\n]*\n$/);
    expect(seen.every((headers) => headers['x-key'] === SECRET)).toBe(true);
    expect(seen.length).toBeLessThanOrEqual(2);
  });

  it('a server that hangs', async () => {
    respond = () => {};
    const { code, err } = await run(['hosts', 'probe', '--tool', 'whoami', '--url', address, '--timeout', '0.5']);
    expect({ code, err }).toEqual({ code: 2, err: 'The server gave no answer within 0.5 s (while starting).\n' });
  });

  it('nobody there', async () => {
    await new Promise((resolve) => http.close(resolve));
    const { code, err } = await run(['hosts', 'probe', '--tool', 'whoami', '--url', address]);
    expect(code).toBe(2);
    expect(err).toMatch(/^No answer from [^\n]+ECONNREFUSED[^\n]*\n$/);
  });
});

describe('hosts probe, wrong usage', () => {
  const server = ['--', NODE, MISBEHAVING, 'fine'];
  it.each([
    [['--tool', 'go'], 'Give the command that starts the server after --, or --url.'],
    [['--tool', 'go', '--url', 'http://127.0.0.1:1/', ...server], 'Give either a command or --url, not both.'],
    [['--tool', 'go', '--header', 'A: b', ...server], '--header goes with --url.'],
    [['--tool', 'go', '--url', 'ftp://example.org'], '--url must be an http or https address.'],
    [
      ['--tool', 'go', '--url', 'http://127.0.0.1:1/', '--header', 'hunter2'],
      'Header 1 must be written as "Name: value".',
    ],
    [
      ['--tool', 'go', '--url', 'http://127.0.0.1:1/', '--header', 'A b: hunter2'],
      'Header 1 must be written as "Name: value".',
    ],
    [
      ['--tool', 'go', '--url', 'http://127.0.0.1:1/', '--header', 'A: hun\nter2'],
      'Header 1 must be written as "Name: value".',
    ],
    [['--tool', 'go', '--args', '[1]', ...server], '--args must be a JSON object, such as {"query": "cats"}.'],
    [['--tool', 'go', '--timeout', '0', ...server], '--timeout must be a number of seconds between 0 and 86400.'],
    [['--tool', 'go', '--timeout', 'soon', ...server], '--timeout must be a number of seconds between 0 and 86400.'],
    [['--tool', 'go', '--host', 'netscape', ...server], 'There is no host "netscape"; `mcp-reply hosts` lists them.'],
    [['--tool', 'go', '--', '/no/such/command'], 'Cannot start /no/such/command: there is no such command.'],
  ])('%j', async (args, line) => {
    expect(await run(['hosts', 'probe', ...args])).toEqual({ code: 2, out: '', err: `${line}\n` });
  });

  it('bad JSON in --args', async () => {
    const { code, err } = await run(['hosts', 'probe', '--tool', 'go', '--args', '{"a": ', ...server]);
    expect(code).toBe(2);
    expect(err).toMatch(/^--args is no JSON: [^\n]+\n$/);
  });

  it('no tool named', async () => {
    const { code, err } = await run(['hosts', 'probe', ...server]);
    expect(code).toBe(2);
    expect(err).toBe("error: required option '--tool <name>' not specified\n");
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended stays in the list until its parent asks for it.
  return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .startsWith('Z');
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('This did not come true within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
