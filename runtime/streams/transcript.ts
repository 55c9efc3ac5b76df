import { stringify } from './json.js';
import type { Call, Run } from './run.js';

/** Longest arguments that are printed, in characters of JSON. */
const INPUT_LENGTH = 300;

/**
 * The calls of a run as one line:
 * `calls: my_queue({"person":"Zelda"}) -> find_messages?({"query":"Zelda"}) -> find_messages({"query":"Zelda"})`.
 *
 * An accepted call stands without its server's prefix. A call that was refused, or whose name is none of the run's
 * tools, stands as the model said it, with `?`. A call without a result ends with ` (no result)`, one to a server that
 * was not there with ` (server not there)`. `calls: none` if there are none.
 */
export function transcript(run: Run): string {
  return transcriptOf(run.calls);
}

/** The same for some of a run's calls. */
export function transcriptOf(calls: readonly Call[]): string {
  return `calls: ${calls.length === 0 ? 'none' : calls.map(callText).join(' -> ')}`;
}

function callText(call: Call): string {
  const input = `(${inputText(call)})`;
  if (isMiscall(call)) {
    const remark =
      call.outcome === 'server-missing' ? ' (server not there)' : call.outcome === 'no-result' ? ' (no result)' : '';
    return `${printable(call.name)}?${input}${remark}`;
  }
  return `${printable(call.tool)}${input}${call.outcome === 'no-result' ? ' (no result)' : ''}`;
}

/** True if the call was refused, or if its name is not one that the run offers. */
export function isMiscall(call: Call): boolean {
  switch (call.outcome) {
    case 'refused-bare-name':
    case 'server-missing':
    case 'refused-other':
      return true;
    case 'no-result':
      return call.meant.length > 0;
    case 'accepted':
      return false;
  }
}

function inputText(call: Call): string {
  const json = call.inputCut ? String(call.input) : (stringify(call.input) ?? '');
  return call.inputCut || json.length > INPUT_LENGTH ? `${json.slice(0, INPUT_LENGTH)}…` : json;
}

/** A name on one line of a terminal: what a model says can hold anything. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD').slice(0, 200);
}
