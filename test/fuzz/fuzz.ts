import fc from 'fast-check';
import type { LeftReason } from '../../edits/reasons.js';
import { checkProgram } from './check-program.js';
import type { Program } from './programs.js';
import { programs } from './programs.js';

export interface Counts {
  readonly programs: number;
  /** Programs of which at least one site was rewritten. */
  readonly changed: number;
  readonly rewritten: number;
  readonly left: ReadonlyMap<string, number>;
  /** Programs in which nothing was taken for a tool result. */
  readonly without: number;
}

export interface Fuzzed {
  readonly counts: Counts;
  /** The first failure, made as small as possible; null where every program passed. */
  readonly failure: { readonly program: Program; readonly message: string } | null;
}

/** One program in so many is linted as well: ESLint takes longer than all the rest. */
const LINTED = 5;

/** Checks programs made from a seed; the same seed gives the same programs. Stops at the first failure and shrinks it. */
export async function fuzz(runs: number, seed: number): Promise<Fuzzed> {
  const left = new Map<string, number>();
  const counts = { programs: 0, changed: 0, rewritten: 0, left, without: 0 };
  let failed = false;
  const property = fc.asyncProperty(programs, async (program) => {
    let checked;
    try {
      checked = await checkProgram(program, { lint: failed || counts.programs % LINTED === 0 });
    } catch (error) {
      failed = true;
      throw error;
    }
    if (failed) return;
    counts.programs++;
    if (checked.changed) counts.changed++;
    if (checked.sites.length === 0) counts.without++;
    for (const { outcome, reason } of checked.sites) {
      if (outcome === 'rewritten') counts.rewritten++;
      if (outcome === 'left') left.set(reason!, (left.get(reason!) ?? 0) + 1);
    }
  });
  const run = await fc.check(property, { numRuns: runs, seed });
  if (!run.failed) return { counts, failure: null };
  const error = run.errorInstance;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { counts, failure: { program: run.counterexample![0], message } };
}

/** Reasons that a module with one tool can be left for. */
export const REACHABLE: readonly LeftReason[] = [
  'several-blocks',
  'non-text-block',
  'block-extras',
  'no-text',
  'content-not-shown',
  'content-elsewhere',
  'conditional-view',
  'view-not-object',
  'view-has-note',
  'view-written-later',
  'result-written-later',
  'spread',
  'unknown-property',
  'passed-on',
  'evaluation-order',
  'const-cast',
  'helper-shape',
  'no-helper',
  'schema-unknown',
  'schema-not-object',
  'disabled',
  'not-lost',
];
