import { chooseChannels } from './choose-channels.js';
import type { Taken, Why } from './choose-channels.js';
import { firstLeaves, leavesOf, toJson } from './json.js';
import type { Json } from './json.js';
import { pieceOfBlock, piecesOfView } from './pieces.js';
import type { BlockPiece, DataPiece, Piece, TextPiece } from './pieces.js';
import { hosts } from './table.js';
import type { HostId } from './table.js';
import type { Block, BlockFates, BlockKind, Fate, Host, Limit, ToolResult } from './types.js';

/** A piece that does not arrive, or not whole, or of which that is unknown (`reason: 'unknown'`). */
export type Lost = Piece & Why;

/** What a host hands the model of a result. Each piece of the result is in `shown` or in `lost`, never in both. */
export interface ModelView {
  readonly host: HostId;
  readonly shown: {
    /** The blocks that arrive whole, in order: the objects of the result itself. */
    readonly blocks: readonly Block[];
    /** The view as it arrives; undefined when nothing of it does. */
    readonly json: Json | undefined;
  };
  readonly lost: readonly Lost[];
}

const byId: ReadonlyMap<string, Host> = new Map(hosts.map((host) => [host.id, host]));

/** The ids of the table, in its order. */
export const hostIds: readonly HostId[] = hosts.map((host) => host.id);

/** Narrows a word that a person typed. */
export function isHostId(word: string): word is HostId {
  return byId.has(word);
}

/** The row of the table. Throws a RangeError for an id that is not in it. */
export function hostOf(id: HostId): Host {
  const host = byId.get(id);
  if (host === undefined) throw new RangeError(`There is no host "${id}" in the table.`);
  return host;
}

/**
 * What the model would get of `result` in a host, by the rule in the table, and what it would not get.
 * Settings of the host are taken as they come; a piece that only arrives in part counts as lost (`limit`).
 * Throws a RangeError for an unknown host and a TypeError for a view that is no JSON (a cycle, a BigInt).
 */
export function modelView(result: ToolResult, hostId: HostId): ModelView {
  const host = hostOf(hostId);
  const content = result.content ?? [];
  const pieces = content.map(pieceOfBlock);
  const view = toJson(result.structuredContent);
  const policy = result.isError === true && host.onError !== 'same' ? host.onError : host.onSuccess;
  const choice = chooseChannels(policy, pieces, view);

  const takenBlocks = takeBlocks(host, content, pieces, {
    text: choice.text,
    others: choice.others,
    fates: fatesOf(host, result.isError === true, choice.view === 'taken'),
  });
  const failed = [...takenBlocks.values()].find((taken) => taken !== 'taken' && taken.reason === 'call-fails');
  if (failed !== undefined && failed !== 'taken') return allLost(hostId, pieces, view, failed);

  const whole = fitToLimit(
    host.limit,
    pieces.filter((piece): piece is TextPiece => piece.kind === 'text' && takenBlocks.get(piece) === 'taken'),
    choice.view === 'taken' ? view : undefined,
  );
  const lost: Lost[] = [];
  const blocks: Block[] = [];
  for (const [index, piece] of pieces.entries()) {
    const block = content[index];
    const taken = takenBlocks.get(piece) ?? 'taken';
    const why = taken === 'taken' ? whole.cutTexts.get(piece) : taken;
    if (why !== undefined) lost.push({ ...piece, ...why });
    else if (block !== undefined) blocks.push(block);
  }
  if (view !== undefined) {
    const leaves = piecesOfView(view);
    const count = choice.view === 'taken' ? (whole.cutView?.leaves ?? leaves.length) : 0;
    const why = choice.view === 'taken' ? whole.cutView?.why : choice.view;
    if (why !== undefined) lost.push(...leaves.slice(count).map((leaf): Lost => ({ ...leaf, ...why })));
    return { host: hostId, shown: { blocks, json: firstLeaves(view, count) }, lost };
  }
  return { host: hostId, shown: { blocks, json: undefined }, lost };
}

function allLost(host: HostId, pieces: readonly Piece[], view: Json | undefined, why: Why): ModelView {
  const leaves: readonly DataPiece[] = view === undefined ? [] : piecesOfView(view);
  return {
    host,
    shown: { blocks: [], json: undefined },
    lost: [...pieces, ...leaves].map((piece): Lost => ({ ...piece, ...why })),
  };
}

function fatesOf(host: Host, isError: boolean, besideView: boolean): BlockFates | 'dropped' | 'unknown' {
  if (isError && host.blocksOnError !== undefined) return host.blocksOnError;
  if (besideView && host.blocksBesideView !== undefined) return host.blocksBesideView;
  return host.blocks;
}

/** What becomes of each block, before the limit. */
function takeBlocks(
  host: Host,
  content: readonly Block[],
  pieces: readonly (TextPiece | BlockPiece)[],
  how: {
    readonly text: (piece: TextPiece) => Taken;
    readonly others: (piece: BlockPiece) => Taken;
    readonly fates: BlockFates | 'dropped' | 'unknown';
  },
): Map<Piece, Taken> {
  const seen = new Set<string>();
  const taken = new Map<Piece, Taken>();
  for (const [index, piece] of pieces.entries()) {
    const block = content[index];
    let answer = piece.kind === 'text' ? how.text(piece) : how.others(piece);
    if (answer === 'taken' && block !== undefined && isForUserOnly(block)) answer = takeByAudience(host);
    if (answer === 'taken' && piece.kind === 'block') {
      answer = takeByFate(fateOf(how.fates, piece.type), piece.type, !seen.has(piece.type));
      seen.add(piece.type);
    }
    taken.set(piece, answer);
  }
  return taken;
}

function isForUserOnly(block: Block): boolean {
  const { annotations } = block;
  if (typeof annotations !== 'object' || annotations === null || !('audience' in annotations)) return false;
  const { audience } = annotations;
  return Array.isArray(audience) && audience.length > 0 && !audience.includes('assistant');
}

function takeByAudience(host: Host): Taken {
  if (host.audience === undefined) return 'taken';
  return host.audience === 'honoured'
    ? { reason: 'audience', detail: 'blocks for the user alone are not handed to the model' }
    : {
        reason: 'unknown',
        detail: 'whether blocks for the user alone are handed to the model depends on the provider',
      };
}

function fateOf(fates: BlockFates | 'dropped' | 'unknown', type: string): Fate | undefined {
  if (fates === 'dropped') return 'dropped';
  return fates === 'unknown' || !isBlockKind(type) ? undefined : fates[type];
}

function isBlockKind(type: string): type is BlockKind {
  return type === 'image' || type === 'audio' || type === 'resource' || type === 'resource_link';
}

function takeByFate(fate: Fate | undefined, type: string, isFirst: boolean): Taken {
  switch (fate) {
    case 'shown':
      return 'taken';
    case 'first':
      return isFirst ? 'taken' : { reason: 'block-dropped', detail: `only the first ${type} block is handed over` };
    case 'base64':
      return { reason: 'base64', detail: `the data of ${type} blocks arrives as characters inside JSON` };
    case 'placeholder':
      return { reason: 'placeholder', detail: `words or a link stand in the place of ${type} blocks` };
    case 'dropped':
      return { reason: 'block-dropped', detail: `${type} blocks are dropped` };
    case 'fails':
      return { reason: 'call-fails', detail: `a ${type} block makes the whole call fail` };
    case undefined:
      return { reason: 'unknown', detail: `what becomes of ${type} blocks is not settled` };
  }
}

interface Fit {
  readonly cutTexts: ReadonlyMap<Piece, Why>;
  /** How many leaves of the view arrive, and why the others do not; undefined when all arrive. */
  readonly cutView: { readonly leaves: number; readonly why: Why } | undefined;
}

/** What of the texts, and of the view that follows them as one more text, is within the limit of the host. */
function fitToLimit(limit: Limit | undefined, texts: readonly TextPiece[], view: Json | undefined): Fit {
  const cutTexts = new Map<Piece, Why>();
  let cutView: Fit['cutView'];
  if (limit === undefined) return { cutTexts, cutView };
  const measure = limit.unit === 'characters' ? (text: string) => text.length : bytesOf;
  const json = view === undefined ? undefined : JSON.stringify(view);
  const sizes = [...texts.map((piece) => piece.text), ...(json === undefined ? [] : [json])].map(measure);
  if (limit.per === 'sole-text' && sizes.length !== 1) return { cutTexts, cutView };

  const kept = limit.keeps === 'unknown' ? 0 : limit.keeps;
  const why: Why =
    limit.keeps === 'unknown' ? { reason: 'unknown', detail: limit.words } : { reason: 'limit', detail: limit.words };
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  for (const [index, size] of sizes.entries()) {
    const start = limit.per === 'result' ? before : 0;
    const isOver = (limit.per === 'result' ? total : size) > limit.size;
    before += size;
    if (!isOver || start + size <= kept) continue;
    const piece = texts[index];
    if (piece !== undefined) cutTexts.set(piece, why);
    else if (view !== undefined) {
      const leaves = leavesOf(view, measure).filter((leaf) => start + leaf.end <= kept).length;
      cutView = { leaves, why };
    }
  }
  return { cutTexts, cutView };
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
