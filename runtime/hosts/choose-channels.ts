import type { Json } from './json.js';
import type { BlockPiece, TextPiece } from './pieces.js';
import type { Counts, Policy, Reads } from './types.js';

/** Why a piece does not arrive. `unknown`: the evidence does not settle whether it does. */
export interface Why {
  readonly reason:
    | 'text-dropped'
    | 'view-not-read'
    | 'not-the-first-block'
    | 'block-dropped'
    | 'base64'
    | 'placeholder'
    | 'audience'
    | 'limit'
    | 'call-fails'
    | 'unknown';
  /** The reason in words, without a full stop. */
  readonly detail: string;
}

export type Taken = 'taken' | Why;

/** What a policy takes of a result, before fates of blocks, audience and limits. */
export interface Choice {
  readonly text: (piece: TextPiece) => Taken;
  readonly others: (piece: BlockPiece) => Taken;
  readonly view: Taken;
}

const TEXT_DROPPED: Why = { reason: 'text-dropped', detail: 'text is dropped beside structuredContent' };
const VIEW_NOT_READ: Why = { reason: 'view-not-read', detail: 'structuredContent is not handed to the model' };

/** Applies a policy to the blocks and the view of one result. */
export function chooseChannels(
  policy: Policy,
  blocks: readonly (TextPiece | BlockPiece)[],
  view: Json | undefined,
): Choice {
  switch (policy.policy) {
    case 'unknown':
      return all({ reason: 'unknown', detail: policy.reason });
    case 'content-only':
      return readContent(policy.reads, blocks, VIEW_NOT_READ);
    case 'structured-wins': {
      const isView = countsAsView(policy.counts, view);
      if (isView === 'unknown') return all(unknownValue(view));
      const gives = isView && !(policy.onlyIfAllText === true && blocks.some((piece) => piece.kind === 'block'));
      if (!gives) return readContent('all', blocks, VIEW_NOT_READ);
      return { text: () => TEXT_DROPPED, others: () => 'taken', view: 'taken' };
    }
    case 'content-wins': {
      const reads = policy.reads ?? 'all';
      if (!isWithout(policy.structuredIf, blocks)) return readContent(reads, blocks, VIEW_NOT_READ);
      const isView = countsAsView(policy.counts, view);
      if (isView === 'unknown') return readContent(reads, blocks, unknownValue(view));
      if (!isView) return readContent(reads, blocks, VIEW_NOT_READ);
      const beside: Why = { reason: 'unknown', detail: 'what becomes of blocks when the view steps in was not read' };
      return { text: () => TEXT_DROPPED, others: () => beside, view: 'taken' };
    }
    case 'both': {
      const isView = countsAsView(policy.counts, view);
      if (isView === 'unknown') return readContent('all', blocks, unknownValue(view));
      const gives = isView && meets(policy.onlyWith, blocks);
      return readContent('all', blocks, gives ? 'taken' : VIEW_NOT_READ);
    }
  }
}

/** Whether a host takes this value of `structuredContent` for a view. */
export function countsAsView(counts: Counts, view: Json | undefined): boolean | 'unknown' {
  if (view === undefined) return false;
  const isObject = typeof view === 'object' && view !== null;
  switch (counts) {
    case 'defined':
      return true;
    case 'not-null':
      return view !== null;
    case 'truthy':
      return Boolean(view);
    case 'non-empty':
      return isObject ? Object.keys(view).length > 0 : Boolean(view);
    case 'object':
      return isObject;
    case 'record':
      return isObject && !Array.isArray(view);
    case 'unknown':
      return isObject && !Array.isArray(view) && Object.keys(view).length > 0 ? true : 'unknown';
  }
}

function all(why: Why): Choice {
  return { text: () => why, others: () => why, view: why };
}

function unknownValue(view: Json | undefined): Why {
  const kind = JSON.stringify(view) === '{}' ? '{}' : 'a view that is no object with keys';
  return { reason: 'unknown', detail: `what becomes of ${kind} was not read` };
}

function readContent(reads: Reads, blocks: readonly (TextPiece | BlockPiece)[], view: Taken): Choice {
  const firstText = blocks.find((piece) => piece.kind === 'text');
  const notFirst: Why = { reason: 'not-the-first-block', detail: 'only the first block is handed over' };
  const onlyText: Why = { reason: 'block-dropped', detail: 'only text is handed over' };
  switch (reads) {
    case 'all':
      return { text: () => 'taken', others: () => 'taken', view };
    case 'text':
      return { text: () => 'taken', others: () => onlyText, view };
    case 'first':
      return {
        text: (piece) => (piece.index === 0 ? 'taken' : notFirst),
        others: (piece) => (piece.index === 0 ? 'taken' : notFirst),
        view,
      };
    case 'first-text':
      return { text: (piece) => (piece === firstText ? 'taken' : notFirst), others: () => onlyText, view };
  }
}

function isWithout(
  what: 'no-content' | 'no-text' | 'no-text-or-media',
  blocks: readonly (TextPiece | BlockPiece)[],
): boolean {
  switch (what) {
    case 'no-content':
      return blocks.length === 0;
    case 'no-text':
      return !blocks.some(hasWords);
    case 'no-text-or-media':
      return !blocks.some(
        (piece) => hasWords(piece) || (piece.kind === 'block' && (piece.type === 'image' || piece.type === 'audio')),
      );
  }
}

function hasWords(piece: TextPiece | BlockPiece): boolean {
  return piece.kind === 'text' && piece.text.trim() !== '';
}

function meets(onlyWith: 'one-text' | 'no-image' | undefined, blocks: readonly (TextPiece | BlockPiece)[]): boolean {
  switch (onlyWith) {
    case undefined:
      return true;
    case 'one-text':
      return blocks.filter((piece) => piece.kind === 'text').length === 1;
    case 'no-image':
      return !blocks.some((piece) => piece.kind === 'block' && piece.type === 'image');
  }
}
