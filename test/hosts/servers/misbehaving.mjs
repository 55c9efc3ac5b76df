// One server, many faults: the first argument says which. What is right about it speaks JSON-RPC by hand, so that no SDK
// keeps it from being wrong.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [fault, file] = process.argv.slice(2);

if (fault === 'crash') throw new RangeError('the moon is\n in the wrong house');
if (fault === 'usage') {
  console.error('usage: misbehaving <fault>\n\nName the fault.');
  process.exit(64);
}
if (fault === 'quiet-exit') process.exit(0);
if (fault === 'banner') console.log('\u001b[31mServer ready\u001b[0m on port 1');
if (fault === 'half-line') {
  process.stdout.write('{"jsonrpc": "2.0", "id": 0, "resu');
  process.exit(0);
}
if (fault === 'hang' || fault === 'hang-on-call') {
  // It and what it starts do not mind SIGTERM, nor that their input ends.
  process.on('SIGTERM', () => {});
  const child = spawn(
    process.execPath,
    ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("ready");'],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  child.on('message', () => writeFileSync(file, JSON.stringify([process.pid, child.pid])));
  setInterval(() => {}, 1000);
}

const tool = { name: 'go', inputSchema: { type: 'object' } };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || fault === 'hang') return;
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  const refuse = (code, message) => console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  if (method === 'initialize') {
    if (fault === 'refuse-initialize') return refuse(-32600, 'Not today.');
    const capabilities = fault === 'no-tools' ? {} : { tools: {} };
    return answer({ protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'm', version: '1' } });
  }
  if (method === 'tools/list') return answer({ tools: fault === 'empty-list' ? [] : [tool] });
  switch (fault) {
    case 'hang-on-call':
      return;
    case 'crash-on-call':
      process.stderr.write('TypeError: cannot read the stars\n    at go (misbehaving.mjs:1:1)\n');
      process.exit(3);
      break;
    case 'log-on-call':
      console.log('[info] going');
      return answer({ content: [] });
    case 'protocol-error':
      return refuse(-32603, 'The gate is shut.\nTry the other one.');
    case 'no-result':
      return answer({ content: 'nothing' });
    case 'huge':
      return answer({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] });
    default:
      return answer({ content: [{ type: 'text', text: `Went.` }], structuredContent: { went: true } });
  }
});
