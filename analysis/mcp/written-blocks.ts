import type { Unit } from '../scope/unit.js';
import type { Block } from './content.js';
import { messageBlocks } from './messages.js';
import type { ToolResult } from './results.js';

/** A content block, wherever a server writes one. */
export interface WrittenBlock {
  readonly block: Block;
  readonly place: 'tool result' | 'prompt' | 'sampling';
  /** The tool result that it is part of; null elsewhere. */
  readonly result: ToolResult | null;
}

/** The blocks of a file's tool results, then those of its prompt results and sampling messages. */
export function writtenBlocks(file: { readonly unit: Unit; readonly results: readonly ToolResult[] }): WrittenBlock[] {
  const blocks: WrittenBlock[] = [];
  for (const result of file.results) {
    if (result.content.kind !== 'blocks') continue;
    for (const block of result.content.blocks) blocks.push({ block, place: 'tool result', result });
  }
  for (const { block, place } of messageBlocks(file.unit)) blocks.push({ block, place, result: null });
  return blocks;
}
