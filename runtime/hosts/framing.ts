import { note } from '../reply.js';
import { normalForm } from '../streams/normal-form.js';
import type { ModelView } from './model-view.js';
import { piecesOf } from './pieces.js';
import type { Piece, TextPiece } from './pieces.js';
import type { ToolResult } from './types.js';

/** One line of framing, and the pieces of the result that hold it. */
export interface FramingLine {
  readonly line: string;
  readonly heldBy: readonly Piece[];
}

/** What becomes of framing in a host. `unknown`: it stands only in pieces of which that is unknown. */
export interface FramingFate {
  readonly arrives: readonly string[];
  readonly lost: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * The framing of a result, line by line: what its text says and its view does not carry, by `note()` of the helper.
 * A `note` that is there already is part of the view and changes nothing here: its lines stay framing, which arrives.
 * Without a view the whole text is framing.
 *
 * A text block holds a line, and so does a string at the top of the view or in a list there (`note`, `nextSteps`). A
 * string deeper down is data: a message that quotes a rule does not make the rule arrive.
 */
export function framingOf(result: ToolResult): FramingLine[] {
  const pieces = piecesOf(result);
  const text = pieces
    .filter((piece): piece is TextPiece => piece.kind === 'text')
    .map((piece) => piece.text)
    .join('\n');
  const framing = result.structuredContent === undefined ? text : note(text, result.structuredContent);
  const lines = framing.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  const holders = pieces.flatMap((piece) => {
    const words = wordsOf(piece);
    return words === undefined ? [] : [{ piece, words: normalForm(words) }];
  });
  return lines.map((line) => {
    const words = normalForm(line);
    return { line, heldBy: holders.filter((holder) => holder.words.includes(words)).map(({ piece }) => piece) };
  });
}

/** Sorts lines of framing by what a host does with the pieces that hold them. */
export function framingIn(view: ModelView, framing: readonly FramingLine[]): FramingFate {
  const reasons = new Map(view.lost.map((piece) => [placeOf(piece), piece.reason]));
  const arrives: string[] = [];
  const lost: string[] = [];
  const unknown: string[] = [];
  for (const { line, heldBy } of framing) {
    const fates = new Set(heldBy.map((piece) => reasons.get(placeOf(piece)) ?? 'shown'));
    if (fates.has('shown')) arrives.push(line);
    else if (fates.has('unknown')) unknown.push(line);
    else lost.push(line);
  }
  return { arrives, lost, unknown };
}

function placeOf(piece: Piece): string {
  return piece.kind === 'data' ? piece.path : String(piece.index); // a path is empty or starts with a slash
}

function wordsOf(piece: Piece): string | undefined {
  if (piece.kind === 'text') return piece.text;
  return piece.kind === 'data' && typeof piece.value === 'string' && /^\/[^/]+(?:\/\d+)?$/.test(piece.path)
    ? piece.value
    : undefined;
}
