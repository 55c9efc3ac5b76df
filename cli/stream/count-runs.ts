import { isMiscall, printable } from '../../runtime/streams/index.js';
import type { CheckedRun } from './check-run.js';
import type { Phrase } from './phrases.js';

/** In how many of the runs something was so. */
export interface Share {
  readonly runs: number;
  readonly of: number;
}

/** What all runs say together, so that a fault in two of three runs is seen as such. */
export interface Counted {
  readonly complete: Share;
  readonly miscalls: Share & {
    /** The refused or misnamed calls by name, with the number of runs that made them. */
    readonly names: readonly { readonly name: string; readonly runs: number }[];
  };
  /** One for every phrase: how many runs had a result that carried it. */
  readonly phrases: readonly Share[];
  readonly jsonAlone: readonly ({ readonly tool: string } & Share)[];
}

export function countRuns(checked: readonly CheckedRun[], phrases: readonly Phrase[]): Counted {
  const share = (test: (one: CheckedRun) => boolean): Share => ({
    runs: checked.filter(test).length,
    of: checked.length,
  });
  return {
    complete: share(({ run }) => run.ending.kind === 'complete'),
    miscalls: { ...share(({ miscalls }) => miscalls.length > 0), names: byRuns(checked.map(miscallNames)) },
    phrases: phrases.map((_, phrase) => share(({ carriers }) => (carriers[phrase]?.length ?? 0) > 0)),
    jsonAlone: byRuns(checked.map(aloneTools)).map(({ name, runs }) => ({ tool: name, runs, of: checked.length })),
  };
}

function miscallNames({ run, calls }: CheckedRun): string[] {
  return calls.flatMap((index) => {
    const call = run.calls[index];
    return call && isMiscall(call) ? [printable(call.name)] : [];
  });
}

function aloneTools({ run, findings }: CheckedRun): string[] {
  return findings.flatMap((finding) =>
    finding.kind === 'json-alone' ? [run.results[finding.result]?.tool ?? ''] : [],
  );
}

function byRuns(namesOfRuns: readonly (readonly string[])[]): { name: string; runs: number }[] {
  const counts = new Map<string, number>();
  for (const names of namesOfRuns) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, runs]) => ({ name, runs }));
}
