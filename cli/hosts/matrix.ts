import { createColors } from 'picocolors';
import { framingIn, framingOf } from '../../runtime/hosts/framing.js';
import type { FramingFate } from '../../runtime/hosts/framing.js';
import { modelView, piecesOf } from '../../runtime/hosts/index.js';
import { valuesIn } from '../../runtime/hosts/in-text.js';
import type { DataPiece, HostId, Lost, ModelView, Piece, ToolResult } from '../../runtime/hosts/index.js';
import type { Io } from '../io.js';
import { inColumns, wrap } from './columns.js';
import type { Cell } from './columns.js';
import { oneLine } from './one-line.js';

/**
 * What becomes of all pieces of one kind: there are none, all arrive, all values of the view arrive but in the text, some
 * or none do, or it is unknown.
 */
type State = '-' | 'yes' | 'in text' | 'part' | 'lost' | '?';

/** More losses of a group of hosts are counted and not shown. */
const MOST_LOSSES = 12;

interface Row {
  readonly host: HostId;
  readonly view: ModelView;
  readonly framing: FramingFate;
}

/** Whether a value of the view stands in the text of the result. */
type InText = (value: DataPiece['value']) => boolean;

/**
 * What each host would hand the model of a result: hosts down, kinds of piece across, then what gets lost and where.
 * `error` is what would arrive of the same result with `isError: true`.
 */
export function matrix(result: ToolResult, hosts: readonly HostId[], io: Pick<Io, 'color' | 'columns'>): string {
  const pieces = piecesOf(result);
  const framing = framingOf(result);
  const rows = hosts.map((host): Row => {
    const view = modelView(result, host);
    return { host, view, framing: framingIn(view, framing) };
  });
  const inText = inTextOf(pieces);
  const others = pieces.filter(({ kind }) => kind === 'block');
  const isImages = others.every((piece) => piece.kind === 'block' && piece.type === 'image');
  const head = ['host', 'text', 'framing', 'data', isImages ? 'images' : 'other blocks', 'error'];
  const colors = createColors(io.color);
  const paint = (state: string): Cell => {
    const color =
      state === 'lost' || state === 'nothing'
        ? colors.red
        : state === 'part' || state === '?'
          ? colors.yellow
          : colors.green;
    return { text: state, paint: state === '-' ? colors.dim : color };
  };
  const body = rows.map((row) => [
    { text: row.host },
    paint(stateOf(pieces, row.view, 'text')),
    paint(stateOfFraming(row.framing)),
    paint(stateOfData(pieces, row.view, inText)),
    paint(stateOf(pieces, row.view, 'block')),
    paint(asError(result, row.host)),
  ]);
  return inColumns([head.map((text) => ({ text, paint: colors.bold })), ...body]) + losses(rows, inText, io.columns);
}

/** What there is to arrive, in one line. */
export function contents(result: ToolResult): string {
  const pieces = piecesOf(result);
  const texts = pieces.filter((piece) => piece.kind === 'text');
  const blocks = pieces.filter((piece) => piece.kind === 'block');
  const characters = texts.reduce((sum, piece) => sum + piece.text.length, 0);
  const kinds = [...new Set(blocks.map((piece) => piece.type))].join(', ');
  const parts = [
    `${count(texts.length, 'text block')}${texts.length === 0 ? '' : ` (${count(characters, 'character')})`}`,
    ...(blocks.length === 0 ? [] : [`${count(blocks.length, 'other block')} (${oneLine(kinds, 60)})`]),
    result.structuredContent === undefined
      ? 'no structuredContent'
      : `structuredContent with ${count(pieces.length - texts.length - blocks.length, 'value')}`,
    `${count(framingOf(result).length, 'line')} of framing`,
    ...(result.isError === true ? ['isError'] : []),
  ];
  return `Result: ${parts.join(', ')}.\n`;
}

/** The hosts that lose framing for certain, and those of which it is unknown. */
export function framingLostIn(
  result: ToolResult,
  hosts: readonly HostId[],
): { readonly lost: HostId[]; readonly unknown: HostId[] } {
  const framing = framingOf(result);
  const lost: HostId[] = [];
  const unknown: HostId[] = [];
  for (const host of hosts) {
    const fate = framingIn(modelView(result, host), framing);
    if (fate.lost.length > 0) lost.push(host);
    else if (fate.unknown.length > 0) unknown.push(host);
  }
  return { lost, unknown };
}

function stateOf(pieces: readonly Piece[], view: ModelView, kind: Piece['kind']): State {
  const lost = view.lost.filter((piece) => piece.kind === kind);
  return stateFrom(
    pieces.filter((piece) => piece.kind === kind).length,
    lost.filter(({ reason }) => reason !== 'unknown').length,
    lost.filter(({ reason }) => reason === 'unknown').length,
  );
}

function stateOfFraming({ arrives, lost, unknown }: FramingFate): State {
  return stateFrom(arrives.length + lost.length + unknown.length, lost.length, unknown.length);
}

function stateFrom(all: number, lost: number, unknown: number): State {
  if (all === 0) return '-';
  if (lost === all) return 'lost';
  if (lost > 0) return 'part';
  return unknown > 0 ? '?' : 'yes';
}

function asError(result: ToolResult, host: HostId): string {
  const error = { ...result, isError: true };
  const pieces = piecesOf(error);
  const view = modelView(error, host);
  const text = stateOf(pieces, view, 'text');
  const data = stateOf(pieces, view, 'data');
  if (text === '?' || data === '?') return '?';
  const arriving = [...(text === 'yes' ? ['text'] : []), ...(data === 'yes' ? ['data'] : [])];
  if (arriving.length > 0) return arriving.join(' + ');
  return text === 'part' || data === 'part' ? 'part' : 'nothing';
}

/** A value that the view does not bring may come in the text all the same. */
function stateOfData(pieces: readonly Piece[], view: ModelView, inText: InText): State {
  const state = stateOf(pieces, view, 'data');
  if (state !== 'lost' && state !== 'part') return state;
  const rest = lostData(view, inText).length;
  if (rest === 0) return 'in text';
  return rest < pieces.filter(({ kind }) => kind === 'data').length ? 'part' : 'lost';
}

/** The values that are lost for certain: the view does not bring them, and not all of the text arrives or it lacks them. */
function lostData(view: ModelView, inText: InText): DataPiece[] {
  const hasAllText = !view.lost.some(({ kind }) => kind === 'text');
  return view.lost.filter(
    (piece): piece is Lost & DataPiece =>
      piece.kind === 'data' && piece.reason !== 'unknown' && !(hasAllText && inText(piece.value)),
  );
}

/** Remembers its answers: a value is asked for once a host. */
function inTextOf(pieces: readonly Piece[]): InText {
  const isIn = valuesIn(pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n'));
  const answers = new Map<DataPiece['value'], boolean>();
  return (value) => {
    const answer = answers.get(value) ?? isIn(value);
    answers.set(value, answer);
    return answer;
  };
}

/** What gets lost, with the hosts in which it does; losses in the same hosts stand together. */
function losses(rows: readonly Row[], inText: InText, width: number): string {
  const hostsOf = new Map<string, HostId[]>();
  for (const row of rows) {
    const framing = row.framing.lost.map((line) => `framing: ${oneLine(line, 100)}`);
    for (const loss of [...framing, ...lossesOf(row.view, inText)]) {
      hostsOf.set(loss, [...(hostsOf.get(loss) ?? []), row.host]);
    }
  }
  const groups = new Map<string, string[]>();
  for (const [loss, hosts] of hostsOf) {
    const where = hosts.length === rows.length ? 'every host above' : hosts.join(', ');
    groups.set(where, [...(groups.get(where) ?? []), loss]);
  }
  const entries = [...groups].map(([where, all]) => {
    const more = all.length > MOST_LOSSES ? [`and ${all.length - MOST_LOSSES} more`] : [];
    const lines = [...all.slice(0, MOST_LOSSES), ...more].map((line) => `  ${line}\n`).join('');
    return `${lines}${wrap(`in ${where}`.split(' '), width, '    ')}`;
  });
  return entries.length === 0 ? '' : `\nLost\n${entries.join('')}`;
}

/** Losses beside framing: texts and blocks one by one, data by the key at the top of the view. */
function lossesOf(view: ModelView, inText: InText): string[] {
  const others = view.lost.flatMap((piece) =>
    piece.kind === 'data' || piece.reason === 'unknown' ? [] : [lossOf(piece)],
  );
  const data = new Map<string, number>();
  for (const { path } of lostData(view, inText)) {
    const key = path.split('/')[1] ?? '';
    data.set(key, (data.get(key) ?? 0) + 1);
  }
  const keys = [...data].map(([key, values]) =>
    key === '' ? 'data: the whole view' : `data: ${oneLine(key, 60)} (${count(values, 'value')})`,
  );
  return [...others, ...keys];
}

function lossOf(piece: Exclude<Lost, { kind: 'data' }>): string {
  const place = `block ${piece.index + 1}`;
  return piece.kind === 'text'
    ? `text: ${place} (${count(piece.text.length, 'character')})`
    : `${oneLine(piece.type, 40)}: ${place}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
