import { rmSync } from 'node:fs';
import { afterAll, it } from 'vitest';
import { fuzzFolder } from './check-program.js';
import type { Counts } from './fuzz.js';
import { fuzz, REACHABLE } from './fuzz.js';

/*
 * The run behind `npm run fuzz`, which sets the number of programs and the seed. Programs are made in pieces, each from a seed
 * of its own, so that a failure is found again without the pieces before it.
 */

const PIECE = 500;

afterAll(() => rmSync(fuzzFolder, { recursive: true, force: true }));

it('fuzz', { timeout: 0 }, async () => {
  const runs = Number(process.env['MCP_REPLY_FUZZ_RUNS']);
  const seed = Number(process.env['MCP_REPLY_FUZZ_SEED']);
  const left = new Map<string, number>();
  const total = { programs: 0, changed: 0, rewritten: 0, left, without: 0 };
  let failures = 0;
  for (let done = 0; done < runs; done += PIECE) {
    const size = Math.min(PIECE, runs - done);
    const own = seed + done / PIECE;
    const { counts, failure } = await fuzz(size, own);
    add(total, counts);
    if (failure) {
      failures++;
      console.log(`FAILED: npm run fuzz -- --runs ${size} --seed ${own}\n`);
      console.log(
        `${failure.program.text}\n(helper: ${failure.program.helper}, only lost: ${failure.program.onlyLost})`,
      );
      console.log(`\n${failure.message}\n`);
    } else console.log(`${total.programs} programs, ${share(total)} changed`);
  }
  const reasons = [...left].sort((a, b) => b[1] - a[1]).map(([reason, n]) => `  ${reason}: ${n}`);
  console.log(
    `${total.programs} programs, ${total.changed} of them changed (${share(total)}), ${total.without} without a site`,
  );
  console.log(`${total.rewritten} sites rewritten; left:\n${reasons.join('\n')}`);
  const missed = REACHABLE.filter((reason) => !left.has(reason));
  if (missed.length > 0) console.log(`never left for: ${missed.join(', ')}`);
  console.log(`${failures} failures`);
  if (failures > 0) throw new Error('see above');
});

function add(
  total: { -readonly [K in keyof Counts]: Counts[K] } & { left: Map<string, number> },
  counts: Counts,
): void {
  total.programs += counts.programs;
  total.changed += counts.changed;
  total.rewritten += counts.rewritten;
  total.without += counts.without;
  for (const [reason, n] of counts.left) total.left.set(reason, (total.left.get(reason) ?? 0) + n);
}

const share = ({ changed, programs }: Counts): string => `${((100 * changed) / Math.max(programs, 1)).toFixed(0)} %`;
