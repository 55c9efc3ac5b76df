import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { matchesCall, transcript } from '../../runtime/streams/index.js';
import { recordRun } from './driver.js';
import { readEvents } from './fixtures.js';

const require = createRequire(import.meta.url);
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

describe('a run recorded from a real server', () => {
  test('structured results are JSON, others blocks; a bare name is refused and does not match', async () => {
    const events = await recordRun({
      server: 'every-thing',
      command: process.execPath,
      args: [EVERYTHING, 'stdio'],
      calls: [
        { name: 'echo', input: { message: 'hello' } },
        { name: 'mcp__every-thing__echo', input: { message: 'hello' } },
        { name: 'mcp__every-thing__get-structured-content', input: { location: 'New York' } },
        { name: 'mcp__every-thing__get-tiny-image' },
        { name: 'mcp__every-thing__get-sum', input: { a: 'one', b: 2 } },
      ],
    });
    const run = await readEvents(events, { phrases: ['Echo: hello', 'temperature'] });
    expect(run.ending).toEqual({ kind: 'complete' });
    expect(run.calls.map(({ tool, outcome, meant }) => [tool, outcome, meant])).toEqual([
      ['echo', 'refused-bare-name', ['mcp__every-thing__echo']],
      ['echo', 'accepted', []],
      ['get-structured-content', 'accepted', []],
      ['get-tiny-image', 'accepted', []],
      ['get-sum', 'accepted', []],
    ]);
    expect(transcript(run)).toMatch(/^calls: echo\?\(\{"message":"hello"\}\) -> echo\(\{"message":"hello"\}\) -> /);
    expect(run.results.map(({ shown, isError }) => [shown, isError])).toEqual([
      ['text', true],
      ['blocks', false],
      ['json', false],
      ['blocks', false],
      ['text', true],
    ]);
    expect(run.results[1]?.carries).toEqual([{ phrase: 0, channel: 'text', at: 'content[0].text' }]);
    expect(matchesCall({ ...run, calls: run.calls.slice(0, 1) }, 'echo')).toBe(false);
    expect(matchesCall(run, 'mcp__every_thing__echo')).toBe(true);
  });
});
