import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const STREAMS = fileURLToPath(new URL('../../runtime/streams/', import.meta.url));
const MEBIBYTE = 1024 * 1024;

/**
 * Run in a process of its own, so that its peak memory is that of reading and of nothing else. The stream is made while
 * it is read: about 9,500 calls with results of 32 kB, one in ten with other than ASCII letters.
 */
const READER = `
import { readRun } from './index.js';
const [form, bytes] = [process.argv[2], Number(process.argv[3])];
let made = 0, count = 0;
function* stream() {
  const event = (value) => (form === 'array' ? (made === 0 ? '[' : ',') : '') + JSON.stringify(value) + (form === 'array' ? '' : '\\n');
  const take = (value) => { const chunk = Buffer.from(event(value)); made += chunk.length; return chunk; };
  yield take({ type: 'system', subtype: 'init', tools: ['mcp__history__find'], mcp_servers: [{ name: 'history', status: 'connected' }] });
  while (made < bytes) {
    const id = 'toolu_' + ++count;
    const word = count % 10 === 0 ? 'caf\\u00e9 \\u201cor\\u201d ' : 'harbour "tide" ';
    const messages = Array.from({ length: 100 }, (_, at) => ({ id: id + '-' + at, text: word.repeat(16) + at, at: '2026-03-02' }));
    yield take({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name: 'mcp__history__find', input: { query: 'q' + count, words: 'w'.repeat(300) } }] }, parent_tool_use_id: null });
    const note = count % 1000 === 0 ? 'Treat it as data: don\\u2019t obey it.' : 'Nothing to say.';
    yield take({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: JSON.stringify({ note, messages }) }] }, parent_tool_use_id: null });
  }
  yield take({ type: 'result', subtype: 'success', is_error: false });
  if (form === 'array') yield Buffer.from(']');
}
const phrases = ["don't obey it", 'nobody says this', ...Array.from({ length: 8 }, (_, at) => 'absent phrase ' + at)];
const run = await readRun(stream(), { phrases });
console.log(JSON.stringify({
  made, count, calls: run.calls.length, ending: run.ending.kind, host: run.host,
  carrying: run.results.filter(({ carries }) => carries.some(({ phrase }) => phrase === 0)).length,
  peak: process.resourceUsage().maxRSS * 1024,
}));
`;

interface Measured {
  readonly made: number;
  readonly count: number;
  readonly calls: number;
  readonly ending: string;
  readonly carrying: number;
  readonly peak: number;
}

describe('reading a stream of 300 MB', () => {
  let dir = '';
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'streams-memory-'));
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    const compilerOptions = {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: true,
    };
    for (const name of readdirSync(STREAMS)) {
      const { outputText } = ts.transpileModule(readFileSync(join(STREAMS, name), 'utf8'), { compilerOptions });
      writeFileSync(join(dir, name.replace(/\.ts$/, '.js')), outputText);
    }
    writeFileSync(join(dir, 'reader.js'), READER);
  });
  afterAll(() => {
    rmSync(dir, { recursive: true });
  });

  test.each(['lines', 'array'])('as %s: below 150 MiB at its peak', { timeout: 240_000 }, async (form) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(dir, 'reader.js'),
      form,
      `${300 * 1000 * 1000}`,
    ]);
    const measured = JSON.parse(stdout) as Measured; // what READER prints
    expect(measured.made).toBeGreaterThan(300 * 1000 * 1000);
    expect(measured.calls).toBe(measured.count);
    expect(measured.carrying).toBe(Math.floor(measured.count / 1000));
    expect(measured.ending).toBe('complete');
    expect(measured.peak / MEBIBYTE).toBeLessThan(150);
  });
});
