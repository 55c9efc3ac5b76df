import { leavesOf, toJson } from './json.js';
import type { Json } from './json.js';
import type { Block, ToolResult } from './types.js';

/** A text block of `content`. */
export interface TextPiece {
  readonly kind: 'text';
  /** Place in `content`, from 0. */
  readonly index: number;
  readonly text: string;
}

/** A block that is not text (or has no string in `text`). */
export interface BlockPiece {
  readonly kind: 'block';
  readonly index: number;
  readonly type: string;
}

/** One leaf of the view. */
export interface DataPiece {
  readonly kind: 'data';
  /** JSON Pointer into `structuredContent`; empty for the view itself. */
  readonly path: string;
  readonly value: Json;
}

/** The smallest part of a result that arrives or gets lost. */
export type Piece = TextPiece | BlockPiece | DataPiece;

/** All pieces of a result: its blocks in order, then the leaves of its view. */
export function piecesOf(result: ToolResult): Piece[] {
  const view = toJson(result.structuredContent);
  return [...(result.content ?? []).map(pieceOfBlock), ...(view === undefined ? [] : piecesOfView(view))];
}

export function pieceOfBlock(block: Block, index: number): TextPiece | BlockPiece {
  const { type, text } = block;
  return type === 'text' && typeof text === 'string' ? { kind: 'text', index, text } : { kind: 'block', index, type };
}

export function piecesOfView(view: Json): DataPiece[] {
  return leavesOf(view).map(({ path, value }) => ({ kind: 'data', path, value }));
}
