import { printable, transcriptOf } from '../../runtime/streams/index.js';
import type { Call, Found, Result, Run } from '../../runtime/streams/index.js';
import { miscallMessage } from './check-run.js';
import type { CheckedRun } from './check-run.js';
import type { Counted } from './count-runs.js';
import type { Phrase } from './phrases.js';

/** Results, and places of a phrase, that are named one by one before the rest is only counted. */
const NAMED = 20;

const HOSTS: Record<Run['host'], string> = { claude: 'Claude Code', codex: 'Codex', unknown: 'unknown host' };

/** The report for people, ready to be printed. */
export function reportText(checked: readonly CheckedRun[], phrases: readonly Phrase[], counted: Counted): string {
  const blocks = checked.map((one) => runText(one, phrases));
  if (checked.length > 1) blocks.push(allRunsText(phrases, counted));
  const findings = checked.reduce((sum, one) => sum + one.findings.length, 0);
  const failed = checked.filter((one) => one.findings.length > 0).length;
  const of = checked.length > 1 ? ` in ${failed} of ${checked.length} runs` : '';
  const verdict = findings === 0 ? 'No findings.' : `${counts(findings, 'finding')}${of}.`;
  return `${[...blocks, verdict].join('\n\n')}\n`;
}

function runText(checked: CheckedRun, phrases: readonly Phrase[]): string {
  const { run, findings } = checked;
  const calls = checked.calls.flatMap((index) => run.calls[index] ?? []);
  const results = checked.results.flatMap((index) => run.results[index] ?? []);
  const lines = [`${printable(checked.file)}: ${HOSTS[run.host]}, ${run.ending.kind}`, transcriptOf(calls)];
  if (results.length > 0) {
    lines.push(
      'results:',
      ...named(
        results.map((result) => `  ${resultText(result)}`),
        '  ',
      ),
    );
  }
  const miscalls = checked.miscalls.flatMap((index) => run.calls[index] ?? []);
  if (miscalls.length > 0) {
    const allowed = findings.some(({ kind }) => kind === 'miscall') ? '' : ' (allowed)';
    lines.push(
      `miscalls${allowed}:`,
      ...named(
        miscalls.map((call) => `  ${miscallText(call)}`),
        '  ',
      ),
    );
  }
  lines.push(...phraseLines(checked, phrases));
  for (const finding of findings) {
    if (finding.kind === 'incomplete') lines.push(`incomplete: ${finding.message}`);
    if (finding.kind === 'no-server') lines.push(`no server: ${finding.message}`);
    if (finding.kind === 'json-alone') {
      const places = finding.sources.slice(0, 3).map(({ phrase, file, line }) => `${quote(phrase)} (${file}:${line})`);
      lines.push(`JSON alone: ${finding.message} For example ${places.join(', ')}.`);
    }
  }
  const counted = countsText(run);
  if (counted !== '') lines.push(`stream: ${counted}`);
  return lines.join('\n');
}

function resultText(result: Result): string {
  const types = Object.entries(result.blocks).map(([type, count]) => `${count} ${printable(type)}`);
  const shown = result.shown === 'blocks' ? `blocks (${types.join(', ')})` : result.shown;
  const parts = [shown, result.shown === 'unknown' ? result.why : `${result.bytes.toLocaleString('en')} bytes`];
  if (result.note) parts.push('with a note');
  if (result.isError) parts.push('error');
  if (result.agent !== null) parts.push('to a sub-agent');
  return `${printable(result.tool ?? '')}: ${parts.join(', ')}`;
}

function miscallText(call: Call): string {
  return `${printable(call.name)}?: ${printable(miscallMessage(call))}`;
}

function phraseLines({ run, results, carriers, findings }: CheckedRun, phrases: readonly Phrase[]): string[] {
  const lines: string[] = [];
  const fromSource: string[] = [];
  let reached = 0;
  let asked = 0;
  for (const [index, { phrase, expected, sources }] of phrases.entries()) {
    const places = (carriers[index] ?? []).flatMap((result) => run.results[result] ?? []);
    if (expected) {
      const finding = findings.find((one) => one.kind === 'missing-phrase' && one.phrase === index);
      const found = places.map((result) => `${printable(result.tool ?? '')} (${placeText(result, index)})`);
      lines.push(
        finding
          ? `expected ${quote(phrase)}: missing. ${finding.message}`
          : `expected ${quote(phrase)}: in ${places.length} of ${counts(results.length, 'result')}: ${named(found, '').join(', ')}`,
      );
    }
    if (sources.length > 0) {
      asked++;
      if (places.length > 0) reached++;
      else fromSource.push(`  ${sources.map(sourceText).slice(0, 3).join(', ')}: ${quote(phrase)}`);
    }
  }
  if (asked > 0) {
    lines.push(
      `from the source: ${reached} of ${counts(asked, 'phrase')} reached a result${fromSource.length > 0 ? '; not these:' : ''}`,
    );
    lines.push(...named(fromSource, '  '));
  }
  return lines;
}

function placeText(result: Result, phrase: number): string {
  const found: Found | undefined = result.carries.find((one) => one.phrase === phrase);
  if (!found) return '';
  return found.at === '' ? found.channel : `${found.channel}, ${printable(found.at)}`;
}

function sourceText({ file, line, tool }: Phrase['sources'][number]): string {
  return `${file}:${line}${tool === null ? '' : ` ${tool}`}`;
}

function allRunsText(phrases: readonly Phrase[], counted: Counted): string {
  const { complete, miscalls, jsonAlone } = counted;
  const lines = [`all runs: ${complete.runs} of ${complete.of} complete`];
  const names = miscalls.names.map(({ name, runs }) => `${name}? in ${runs}`);
  lines.push(
    `  miscalls in ${miscalls.runs} of ${miscalls.of}${names.length > 0 ? `: ${named(names, '').join(', ')}` : ''}`,
  );
  for (const [index, { phrase, expected }] of phrases.entries()) {
    const share = counted.phrases[index];
    if (share && (expected || share.runs < share.of)) lines.push(`  ${quote(phrase)} in ${share.runs} of ${share.of}`);
  }
  for (const { tool, runs, of } of jsonAlone) lines.push(`  ${printable(tool)}: the JSON alone in ${runs} of ${of}`);
  return lines.join('\n');
}

function countsText({ counts: all, host, calls, tools }: Run): string {
  const parts: string[] = [];
  const add = (count: number, what: string) => {
    if (count > 0) parts.push(`${counts(count, 'line')} ${what}`);
  };
  add(all.noise, 'of other output');
  add(all.damaged, 'damaged');
  add(all.oversized, 'too large to read');
  add(all.invalidUtf8, 'with bytes that are not UTF-8');
  if (all.unknownEvents > 0) parts.push(counts(all.unknownEvents, 'unknown event'));
  if (all.duplicateCalls + all.duplicateResults > 0) {
    parts.push(
      counts(all.duplicateCalls + all.duplicateResults, 'repeated call or result', 'repeated calls or results'),
    );
  }
  if (all.orphanResults > 0) parts.push(`${counts(all.orphanResults, 'result')} without a call`);
  if (host === 'claude' && calls.length === 0 && tools === null) {
    parts.push('no tool events at all: record with --output-format stream-json --verbose');
  }
  return parts.join(', ');
}

function named(lines: readonly string[], indent: string): string[] {
  return lines.length <= NAMED ? [...lines] : [...lines.slice(0, NAMED), `${indent}and ${lines.length - NAMED} more`];
}

function quote(phrase: string): string {
  const text = printable(phrase);
  return `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`;
}

function counts(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
