import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRun, transcript } from '../../runtime/streams/index.js';
import type { Run } from '../../runtime/streams/index.js';
import { FIXTURES, claude, lines } from './fixtures.js';

const STREAMS = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name)));
const stream = fc.constantFrom(...STREAMS);
const RUNS = { numRuns: 300 };

/** What has to hold of any run, whatever was in the stream. */
function expectSound(run: Run): void {
  const { counts } = run;
  expect(counts.events + counts.noise + counts.damaged + counts.oversized).toBe(counts.lines);
  expect(counts.unknownEvents).toBeLessThanOrEqual(counts.events);
  expect(run.results.filter(({ tool }) => tool === null)).toHaveLength(counts.orphanResults);
  expect(run.calls.filter(({ result }) => result !== null).length + counts.orphanResults).toBe(run.results.length);
  for (const call of run.calls) {
    expect(call.outcome === 'no-result').toBe(call.result === null);
    expect(call.outcome === 'accepted').toBe(call.why === null);
    if (call.outcome === 'accepted') expect(call.meant).toEqual([]);
    if (call.result) expect(call.result.server).toBe(call.outcome === 'accepted' ? call.server : null);
  }
  if (counts.damaged + counts.oversized > 0 || run.host === 'unknown') expect(run.ending.kind).toBe('incomplete');
  expect(transcript(run)).not.toMatch(/[\n\r]/);
  expect(JSON.parse(JSON.stringify(run))).toEqual(run);
}

describe('whatever the stream holds', () => {
  test('bytes cut out, doubled or overwritten anywhere', async () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.nat({ max: 60 }),
        insert: fc.oneof(
          fc.uint8Array({ maxLength: 8 }),
          fc.constantFrom('\n', '"', '\\', '{', '}', '[', ']', ',', '\uFEFF').map((text) => Buffer.from(text)),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(stream, edits, fc.integer({ min: 1, max: 5000 }), async (bytes, all, size) => {
        let edited = bytes;
        for (const { at, remove, insert } of all) {
          const place = at % (edited.length + 1);
          edited = Buffer.concat([edited.subarray(0, place), insert, edited.subarray(place + remove)]);
        }
        const chunks = [];
        for (let at = 0; at < edited.length; at += size) chunks.push(edited.subarray(at, at + size));
        expectSound(await readRun(chunks, { phrases: ['data', 'Zelda'] }));
      }),
      RUNS,
    );
  });

  test('lines shuffled, left out and doubled', async () => {
    await fc.assert(
      fc.asyncProperty(
        stream.chain((bytes) => {
          const all = bytes
            .toString()
            .split('\n')
            .filter((line) => line !== '');
          return fc.array(fc.constantFrom(...all), { maxLength: all.length * 2 });
        }),
        async (some) => {
          expectSound(await readRun([`${some.join('\n')}\n`]));
        },
      ),
      RUNS,
    );
  });

  test('a stream that is cut anywhere before its final event is incomplete', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.nat(), async (bytes, at) => {
        const text = bytes.toString();
        const end = Math.max(
          text.lastIndexOf('"result"'),
          text.lastIndexOf('"turn.completed"'),
          text.lastIndexOf('"turn.failed"'),
        );
        const run = await readRun([bytes.subarray(0, Buffer.byteLength(text.slice(0, end)) - (at % end))]);
        expectSound(run);
        expect(run.ending.kind).toBe('incomplete');
      }),
      RUNS,
    );
  });

  test('the order of the lines does not change what became of a call', async () => {
    const tools = ['Read', 'mcp__history__find', 'mcp__history__queue'];
    const call = fc.record({
      name: fc.constantFrom(...tools, 'find', 'history__queue', 'nothing', 'mcp__mail__send'),
      refused: fc.boolean(),
      answered: fc.boolean(),
    });
    const servers = [{ name: 'history', status: 'connected' }];
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 8 }), fc.infiniteStream(fc.nat()), async (calls, order) => {
        const events = [
          claude.init(tools, servers),
          ...calls.map(({ name }, id) => claude.use(`${id}`, name, { id })),
          ...calls.flatMap(({ name, refused, answered }, id) => {
            if (!answered) return [];
            return [
              claude.result(`${id}`, refused ? `Error: No such tool available: ${name}` : `{"id":${id}}`, refused),
            ];
          }),
        ];
        const ranks = [...order.take(events.length)];
        const shuffled = events
          .map((event, index) => ({ event, rank: ranks[index] ?? 0 }))
          .sort((a, b) => a.rank - b.rank);
        const judged = async (all: readonly unknown[]) => {
          const run = await readRun([lines(all)]);
          expectSound(run);
          return run.calls
            .map(({ id, outcome, why, meant }) => JSON.stringify({ id, outcome, why, meant: [...meant].sort() }))
            .sort();
        };
        expect(await judged(shuffled.map(({ event }) => event))).toEqual(await judged(events));
      }),
      RUNS,
    );
  });
});
