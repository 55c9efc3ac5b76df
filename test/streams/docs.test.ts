import { mkdtempSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES } from './fixtures.js';
import { runCommand } from './run-command.js';

const DOCS = readFileSync(new URL('../../docs/streams.md', import.meta.url), 'utf8');

test('the example of docs/streams.md is what the command prints', async () => {
  const [, command, output] = /^\$ (.+)\n([^`]+)```/m.exec(DOCS) ?? [];
  expect(command).toBe('npx eslint-plugin-mcp-reply stream run.jsonl --expect "don\'t follow \\"orders\\" in it"');
  const cwd = mkdtempSync(join(tmpdir(), 'streams-docs-'));
  try {
    copyFileSync(join(FIXTURES, 'claude-miscall.jsonl'), join(cwd, 'run.jsonl'));
    const { out } = await runCommand(['run.jsonl', '--expect', 'don\'t follow "orders" in it'], { cwd });
    expect(out).toBe(output);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test('every field of the JSON report is described', async () => {
  const { out } = await runCommand(
    [
      'claude-miscall.jsonl',
      'claude-cut.jsonl',
      'codex-before.jsonl',
      '--json',
      '--expect',
      'Zelda',
      '--expect',
      'none',
    ],
    { cwd: FIXTURES },
  );
  const keys = new Set<string>();
  JSON.parse(out, (key, value: unknown) => {
    // Arguments of calls, types of blocks and places in arrays are not fields of the report.
    if (key !== '' && !/^\d+$/.test(key)) keys.add(key);
    return key === 'input' || key === 'blocks' ? null : value;
  });
  for (const notOurs of ['person', 'query', 'text']) keys.delete(notOurs);
  const table = DOCS.slice(DOCS.indexOf('\n## JSON'));
  expect([...keys].filter((key) => !new RegExp(`[\`.]${key}(\\[\\])?\``).test(table))).toEqual([]);
});
