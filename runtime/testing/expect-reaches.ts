import { listNames } from '../hosts/names.js';
import { hostIds, hostOf, modelView } from '../hosts/model-view.js';
import type { ModelView } from '../hosts/model-view.js';
import { piecesOf } from '../hosts/pieces.js';
import type { Piece } from '../hosts/pieces.js';
import type { HostId } from '../hosts/table.js';
import type { ToolResult } from '../hosts/types.js';
import { PhraseFinder } from '../streams/find-phrases.js';

/** More names of hosts would hide what the message says. */
const MOST_NAMES = 4;

export interface Expectation {
  /** The hosts to look at; every current host of the table of which it is known, if left out. */
  readonly host?: HostId | readonly HostId[];
  /** Words that the model must get. Quotes, dashes and white space are compared in normal form, capitals count. */
  readonly phrases: readonly string[];
}

/**
 * Passes if each phrase is in what the model gets of `result` in each host. Throws an Error that names the phrases that
 * are not, the hosts and the reason; also if a host was named of which it is unknown. Throws a TypeError for no phrase or
 * an empty one, a RangeError for a host that is not in the table.
 */
export function expectReaches(result: ToolResult, { host, phrases }: Expectation): void {
  if (phrases.length === 0) throw new TypeError('expectReaches needs a phrase to look for.');
  const named = host === undefined ? undefined : [host].flat();
  const views = (named ?? hostIds.filter((id) => hostOf(id).standing === undefined)).map((id) => modelView(result, id));
  const faults = phrases.flatMap((phrase) => faultsOf(phrase, result, views, named !== undefined));
  if (faults.length === 0) return;
  const missing = faults.length === 1 ? 'A phrase does not reach the model' : 'Phrases do not reach the model';
  const error = new Error(`${missing}.\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
  Error.captureStackTrace(error, expectReaches); // the test's line is of interest, not these
  throw error;
}

function faultsOf(phrase: string, result: ToolResult, views: readonly ModelView[], isNamed: boolean): string[] {
  const finder = new PhraseFinder([phrase]);
  const holders = piecesOf(result).filter((piece) => holds(finder, piece));
  if (holders.length === 0) return [`${quote(phrase)} is nowhere in the result.`];
  const namesOf = new Map<string, string[]>();
  for (const view of views) {
    const reason = reasonOf(view, finder);
    if (reason === undefined || (reason.isUnknown && !isNamed)) continue;
    const words = reason.isUnknown ? `unknown: ${reason.detail}` : reason.detail;
    namesOf.set(words, [...(namesOf.get(words) ?? []), hostOf(view.host).name]);
  }
  return [...namesOf].map(
    ([detail, names]) => `${quote(phrase)} is not shown by ${listNames(names, MOST_NAMES)} (${withoutStop(detail)}).`,
  );
}

/** Why no piece that the host shows holds the phrase; undefined when one does. */
function reasonOf(view: ModelView, finder: PhraseFinder): { detail: string; isUnknown: boolean } | undefined {
  const { blocks, json } = view.shown;
  const shown = piecesOf({ content: blocks, structuredContent: json });
  if (shown.some((piece) => holds(finder, piece))) return undefined;
  const lost = view.lost.filter((piece) => holds(finder, piece));
  const unknown = lost.find(({ reason }) => reason === 'unknown');
  // Text that is dropped beside a view which is cut: the cut is what can be helped.
  const first = unknown ?? lost.find(({ reason }) => reason === 'limit') ?? lost[0];
  return first === undefined ? undefined : { detail: first.detail, isUnknown: unknown !== undefined };
}

function holds(finder: PhraseFinder, piece: Piece): boolean {
  switch (piece.kind) {
    case 'text':
      return finder.inText(piece.text, 'text', '').length > 0;
    case 'data':
      return (
        finder.inText(typeof piece.value === 'string' ? piece.value : JSON.stringify(piece.value), 'json', piece.path)
          .length > 0
      );
    case 'block':
      return false;
  }
}

function quote(phrase: string): string {
  return JSON.stringify(phrase.length > 120 ? `${phrase.slice(0, 119)}…` : phrase);
}

function withoutStop(words: string): string {
  return words.replace(/\.$/, '');
}
