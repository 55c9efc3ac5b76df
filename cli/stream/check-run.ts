import { isMiscall, sameServer } from '../../runtime/streams/index.js';
import type { Call, Result, Run } from '../../runtime/streams/index.js';
import type { FramingPhrase } from './framing.js';
import type { Phrase } from './phrases.js';

/** Something that makes the command exit with 1. */
export type Finding =
  | { readonly kind: 'incomplete'; readonly reason: string; readonly message: string }
  | { readonly kind: 'no-server'; readonly message: string }
  | { readonly kind: 'miscall'; readonly call: number; readonly message: string }
  | { readonly kind: 'missing-phrase'; readonly phrase: number; readonly message: string }
  | {
      readonly kind: 'json-alone';
      readonly result: number;
      readonly message: string;
      readonly sources: readonly FramingPhrase[];
    };

export interface CheckedRun {
  readonly file: string;
  readonly run: Run;
  /** Indexes of the calls and results that `--server` leaves; all calls and all results of servers without it. */
  readonly calls: readonly number[];
  readonly results: readonly number[];
  readonly findings: readonly Finding[];
  /** Calls that were refused or misnamed, whether they are findings or allowed. Indexes. */
  readonly miscalls: readonly number[];
  /** For every phrase, the indexes of results that carry it. */
  readonly carriers: readonly (readonly number[])[];
}

export interface CheckOptions {
  readonly phrases: readonly Phrase[];
  readonly server: string | null;
  readonly allowMiscalls: boolean;
}

/** Judges one run. A result counts only if a server gave it: a phrase in a file that the model read proves nothing. */
export function checkRun(file: string, run: Run, { phrases, server, allowMiscalls }: CheckOptions): CheckedRun {
  const calls = indexesOf(run.calls, (call) => server === null || concerns(call, server, run));
  const results = indexesOf(
    run.results,
    ({ server: of }) => of !== null && (server === null || sameServer(of, server)),
  );
  const miscalls = calls.filter((index) => isMiscall(at(run.calls, index)));
  const carriers = phrases.map((_, phrase) =>
    results.filter((index) => at(run.results, index).carries.some((one) => one.phrase === phrase)),
  );
  const findings: Finding[] = [];
  if (run.ending.kind === 'incomplete') {
    const { reason, message } = run.ending;
    findings.push({ kind: 'incomplete', reason, message: `No verdict: ${message}.` });
  }
  if (server !== null && lacksServer(run, server)) findings.push(noServer(run, server));
  if (!allowMiscalls) {
    for (const call of miscalls) findings.push({ kind: 'miscall', call, message: miscallMessage(at(run.calls, call)) });
  }
  for (const [phrase, { expected }] of phrases.entries()) {
    if (expected && carriers[phrase]?.length === 0) {
      findings.push({ kind: 'missing-phrase', phrase, message: missingMessage(run, results, phrase) });
    }
  }
  findings.push(...jsonAlone(run, results, phrases));
  return { file, run, calls, results, findings, miscalls, carriers };
}

export function miscallMessage(call: Call): string {
  const meant = call.meant.length === 0 ? '' : ` Probably meant: ${call.meant.slice(0, 5).join(', ')}.`;
  return `${call.why ?? ''}${meant}`;
}

/** A call to the server, or one without a server that may have been meant for it. */
function concerns(call: Call, wanted: string, run: Run): boolean {
  if (call.server !== null) return sameServer(call.server, wanted);
  if (call.outcome === 'refused-bare-name' && call.meant.length === 0) return true;
  return (run.tools ?? []).some(
    (tool) => tool.server !== null && sameServer(tool.server, wanted) && call.meant.includes(tool.name),
  );
}

/** True if the stream lists what the run had, and the server is not in it. */
function lacksServer(run: Run, wanted: string): boolean {
  if (run.servers === null && run.tools === null) return false;
  const names = [
    ...(run.servers ?? []).map(({ name }) => name),
    ...(run.tools ?? []).flatMap(({ server }) => server ?? []),
  ];
  return (
    !names.some((name) => sameServer(name, wanted)) &&
    !run.calls.some(({ server }) => server !== null && sameServer(server, wanted))
  );
}

function noServer(run: Run, server: string): Finding {
  const names = (run.servers ?? []).map(({ name }) => name).join(', ');
  return {
    kind: 'no-server',
    message: `Server ${server} is not in this run (its servers: ${names === '' ? 'none' : names}).`,
  };
}

function missingMessage(run: Run, results: readonly number[], phrase: number): string {
  const dropped = results.find((index) => at(run.results, index).dropped.some((one) => one.phrase === phrase));
  if (dropped !== undefined) {
    const { tool } = at(run.results, dropped);
    return `It is only in the text of ${tool}, which the host drops beside structuredContent.`;
  }
  const elsewhere = run.results.find((result) => result.carries.some((one) => one.phrase === phrase));
  if (elsewhere)
    return `It is only in a result that is not this server's${elsewhere.tool === null ? '' : `: ${elsewhere.tool}`}.`;
  if (results.length === 0) return 'The run has no result to look in.';
  const json = results.filter(
    (index) => at(run.results, index).shown === 'json' && !at(run.results, index).note,
  ).length;
  return json === 0
    ? 'No result carries it.'
    : `No result carries it; ${json} of ${results.length} were the JSON alone.`;
}

/** Results that were nothing but JSON, of tools for which the source has words for the model. */
function jsonAlone(run: Run, results: readonly number[], phrases: readonly Phrase[]): Finding[] {
  return results.flatMap((index): Finding[] => {
    const result = at(run.results, index);
    if (result.shown !== 'json' || result.isError || result.note) return [];
    const own = phrases.flatMap(({ sources }, phrase) =>
      sources.filter(({ tool }) => tool !== null && tool === result.tool).map((source) => ({ source, phrase })),
    );
    if (own.length === 0 || own.some(({ phrase }) => carries(result, phrase))) return [];
    const message = `The model got the JSON alone, and the source has words for it that go with ${result.tool}.`;
    return [{ kind: 'json-alone', result: index, message, sources: own.map(({ source }) => source) }];
  });
}

function carries(result: Result, phrase: number): boolean {
  return result.carries.some((one) => one.phrase === phrase);
}

function indexesOf<T>(all: readonly T[], test: (one: T) => boolean): number[] {
  return all.flatMap((one, index) => (test(one) ? [index] : []));
}

/** An element that is known to be there. */
function at<T>(all: readonly T[], index: number): T {
  const one = all[index];
  if (one === undefined) throw new RangeError(`No element ${index}`);
  return one;
}
