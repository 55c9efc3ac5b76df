import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { fuzzFolder } from './check-program.js';
import { fuzz, REACHABLE } from './fuzz.js';

afterAll(() => rmSync(fuzzFolder, { recursive: true, force: true }));

it('a migrated program does what it did, and its results carry their note', { timeout: 300_000 }, async () => {
  const { counts, failure } = await fuzz(500, 20_261_201);
  if (failure) throw new Error(`${failure.message}\n\n${JSON.stringify(failure.program)}\n\n${failure.program.text}`);
  // A run that leaves everything would prove nothing, nor one that never meets what has to be left.
  expect(counts.changed / counts.programs).toBeGreaterThan(0.5);
  expect(REACHABLE.filter((reason) => !counts.left.has(reason))).toEqual([]);
});
