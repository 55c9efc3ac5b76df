import { RunBuilder } from './build-run.js';
import { decodeBytes } from './decode-bytes.js';
import type { ByteSource } from './decode-bytes.js';
import { PhraseFinder } from './find-phrases.js';
import { parseJson } from './json.js';
import { readClaudeEvent } from './read-claude.js';
import { CodexReader } from './read-codex.js';
import { LIMITS } from './run.js';
import type { Run } from './run.js';
import { EventSplitter } from './split-events.js';
import type { Piece } from './split-events.js';

export interface ReadOptions {
  /** Phrases to look for in every result while it passes by; results themselves are not kept. */
  readonly phrases?: readonly string[];
}

/**
 * Reads one run from the raw stream that a host wrote: `claude -p --output-format stream-json --verbose` or
 * `codex exec --json`. Which of them it is, is seen from the events.
 *
 * Memory does not grow with the stream (see `LIMITS`). Whatever the stream holds, this returns a run: damage is
 * counted in `counts`, and a run that may lack something has `ending.kind: 'incomplete'`. It rejects only if the
 * source itself fails, with a `TypeError` for an empty phrase and a `RangeError` for too many phrases.
 */
export async function readRun(source: ByteSource, { phrases = [] }: ReadOptions = {}): Promise<Run> {
  if (phrases.length > LIMITS.phrases)
    throw new RangeError(`At most ${LIMITS.phrases} phrases can be looked for at once.`);
  const finder = new PhraseFinder(phrases);
  const run = new RunBuilder([...phrases]);
  const codex = new CodexReader();
  const splitter = new EventSplitter(LIMITS.lineBytes);
  for await (const bytes of decodeBytes(source)) {
    for (const piece of splitter.push(bytes)) readPiece(piece, run, codex, finder);
  }
  for (const piece of splitter.end()) readPiece(piece, run, codex, finder);
  return run.finish();
}

function readPiece(piece: Piece, run: RunBuilder, codex: CodexReader, finder: PhraseFinder): void {
  const { counts } = run;
  counts.lines++;
  if (piece.kind !== 'event') {
    counts[piece.kind]++;
    return;
  }
  if (piece.invalidUtf8) counts.invalidUtf8++;
  const event = parseJson(piece.text);
  if (event === undefined) {
    counts.damaged++;
    return;
  }
  counts.events++;
  const host = readClaudeEvent(event, run, finder) ? 'claude' : codex.readEvent(event, run, finder) ? 'codex' : null;
  if (host === null) counts.unknownEvents++;
  else if (run.host === 'unknown') run.host = host;
}
