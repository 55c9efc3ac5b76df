import { transcriptOf } from '../../runtime/streams/index.js';
import type { CheckedRun } from './check-run.js';
import type { Counted } from './count-runs.js';
import type { Phrase } from './phrases.js';

/** The report for programs: version 1, described in docs/streams.md. */
export function reportJson(checked: readonly CheckedRun[], phrases: readonly Phrase[], counted: Counted): string {
  const report = {
    version: 1,
    phrases: phrases.map(({ phrase, expected, sources }, index) => ({
      phrase,
      expected,
      sources,
      runs: counted.phrases[index]?.runs ?? 0,
    })),
    runs: checked.map(({ file, run, calls, results, findings }) => ({
      file,
      host: run.host,
      ending: run.ending,
      transcript: transcriptOf(calls.flatMap((index) => run.calls[index] ?? [])),
      calls: calls.flatMap((index) => {
        const call = run.calls[index];
        return call ? [{ index, ...call, result: call.result ? run.results.indexOf(call.result) : null }] : [];
      }),
      results: results.flatMap((index) => {
        const result = run.results[index];
        return result ? [{ index, ...result }] : [];
      }),
      servers: run.servers,
      tools: run.tools?.map(({ name }) => name) ?? null,
      counts: run.counts,
      findings,
    })),
    totals: {
      runs: checked.length,
      complete: counted.complete.runs,
      miscalls: { runs: counted.miscalls.runs, names: counted.miscalls.names },
      jsonAlone: counted.jsonAlone.map(({ tool, runs }) => ({ tool, runs })),
      findings: checked.reduce((sum, one) => sum + one.findings.length, 0),
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
