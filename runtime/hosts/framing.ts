import { note } from '../reply.js';
import { normalForm } from '../streams/normal-form.js';
import type { ModelView } from './model-view.js';
import { piecesOf, piecesOfView } from './pieces.js';
import type { DataPiece, Piece, TextPiece } from './pieces.js';
import type { ToolResult } from './types.js';

/**
 * The framing of a result, line by line: what its text says and its view does not carry, by `note()` of the helper.
 * A `note` that is there already is part of the view and changes nothing here: its lines stay framing, which arrives.
 * Without a view the whole text is framing.
 */
export function framingOf(result: ToolResult): string[] {
  const text = piecesOf(result)
    .filter((piece): piece is TextPiece => piece.kind === 'text')
    .map((piece) => piece.text)
    .join('\n');
  return linesOf(result.structuredContent === undefined ? text : note(text, result.structuredContent));
}

/** What becomes of framing in a host. `unknown`: it stands only in pieces of which that is unknown. */
export interface FramingFate {
  readonly arrives: readonly string[];
  readonly lost: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Sorts lines of framing by what a host does with the pieces that hold them. A text block holds a line, and so does a
 * string at the top of the view or in a list there (`note`, `nextSteps`); a string deeper down is data, and a message
 * that quotes a rule does not make the rule arrive.
 */
export function framingIn(view: ModelView, lines: readonly string[]): FramingFate {
  const shown = wordsOf([
    ...piecesOf({ content: view.shown.blocks }),
    ...(view.shown.json === undefined ? [] : piecesOfView(view.shown.json)),
  ]);
  const doubtful = wordsOf(view.lost.filter(({ reason }) => reason === 'unknown'));
  const arrives: string[] = [];
  const lost: string[] = [];
  const unknown: string[] = [];
  for (const line of lines) {
    const words = normalForm(line);
    if (shown.some((text) => text.includes(words))) arrives.push(line);
    else if (doubtful.some((text) => text.includes(words))) unknown.push(line);
    else lost.push(line);
  }
  return { arrives, lost, unknown };
}

/** The lines of framing that the view does not hold where a model would take them for words of the server. */
export function framingOutsideView(result: ToolResult): string[] {
  const held = wordsOf(piecesOf(result).filter((piece) => piece.kind === 'data'));
  return framingOf(result).filter((line) => !held.some((text) => text.includes(normalForm(line))));
}

function wordsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'text') return [normalForm(piece.text)];
    return piece.kind === 'data' && isWords(piece) ? [normalForm(piece.value)] : [];
  });
}

function isWords(piece: DataPiece): piece is DataPiece & { readonly value: string } {
  return typeof piece.value === 'string' && /^\/[^/]+(?:\/\d+)?$/.test(piece.path);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => normalForm(line) !== '');
}
