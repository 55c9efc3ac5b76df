import type { ReadResult } from './build-run.js';
import type { PhraseFinder } from './find-phrases.js';
import { parseJson, property, short, stringify } from './json.js';
import type { Found } from './run.js';

/** Types of blocks that are counted by name in one result; MCP has five. */
const BLOCK_TYPES = 20;

/** The part of a result that tells what the model was given. */
export type ShownPart = Pick<ReadResult, 'shown' | 'why' | 'blocks' | 'bytes' | 'note' | 'start' | 'carries'>;

/** A result that the model got as one string. JSON in it is what a host makes of `structuredContent`. */
export function shownString(text: string, finder: PhraseFinder): ShownPart {
  const value = parseJson(text);
  const json = value !== undefined;
  return {
    shown: text === '' ? 'empty' : json ? 'json' : 'text',
    why: null,
    blocks: {},
    bytes: Buffer.byteLength(text),
    note: hasNote(value),
    start: short(text),
    carries: finder.inText(text, json ? 'json' : 'text', '', value),
  };
}

/** A result that the model got as a list of content blocks. */
export function shownBlocks(blocks: readonly unknown[], finder: PhraseFinder): ShownPart {
  const types: Record<string, number> = Object.create(null) as Record<string, number>; // a type may be `__proto__`
  const carries: Found[] = [];
  let bytes = 0;
  let start = '';
  for (const [index, block] of blocks.entries()) {
    const type = short(property(block, 'type')) || 'unknown';
    const counted = type in types || Object.keys(types).length < BLOCK_TYPES ? type : 'other';
    types[counted] = (types[counted] ?? 0) + 1;
    const text = property(block, 'text');
    if (type === 'text' && typeof text === 'string') {
      bytes += Buffer.byteLength(text);
      if (start === '') start = short(text);
      addNew(carries, finder.inText(text, 'text', `content[${index}].text`));
    } else {
      bytes += Buffer.byteLength(stringify(block) ?? '');
      addNew(carries, finder.inValue(block, 'block', `content[${index}]`));
    }
  }
  return {
    shown: blocks.length === 0 ? 'empty' : 'blocks',
    why: null,
    blocks: types,
    bytes,
    note: false,
    start,
    carries,
  };
}

export function shownNothing(): ShownPart {
  return { shown: 'empty', why: null, blocks: {}, bytes: 0, note: false, start: '', carries: [] };
}

export function shownUnknown(why: string): ShownPart {
  return { ...shownNothing(), shown: 'unknown', why };
}

function hasNote(value: unknown): boolean {
  const note = property(value, 'note');
  return typeof note === 'string' && note.trim() !== '';
}

function addNew(all: Found[], more: readonly Found[]): void {
  for (const one of more) if (!all.some((known) => known.phrase === one.phrase)) all.push(one);
}
