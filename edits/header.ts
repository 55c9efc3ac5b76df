/** A piece of text by its offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands before the first token of a file. Offsets are those of the text, a byte order mark counted. */
export interface Header {
  /** Where the text proper starts: behind the byte order mark. */
  readonly start: number;
  /** The `#!` line without its line end, or null. */
  readonly shebang: Span | null;
  /** Comments in order. Line comments on lines that follow each other are one run. */
  readonly comments: readonly Span[];
  /** Offset of the first token, or the length of the text where there is none. */
  readonly end: number;
}

/** Reads the shebang and the comments from `from` (the start of the text) to the first token. */
export function readHeader(text: string, from = 0): Header {
  const start = from === 0 && text.charCodeAt(0) === 0xfeff ? 1 : from;
  let at = start;
  let shebang: Span | null = null;
  if (from === 0 && text.startsWith('#!', start)) {
    at = lineEnd(text, start);
    shebang = { start, end: at };
  }
  const comments: Span[] = [];
  let lastIsLine = false;
  for (;;) {
    const space = at;
    at = skipSpace(text, at);
    if (text.startsWith('//', at)) {
      const end = lineEnd(text, at);
      const last = comments.at(-1);
      if (last && lastIsLine && countLines(text, space, at) === 1) comments[comments.length - 1] = { ...last, end };
      else comments.push({ start: at, end });
      lastIsLine = true;
      at = end;
    } else if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      const end = close < 0 ? text.length : close + 2;
      comments.push({ start: at, end });
      lastIsLine = false;
      at = end;
    } else {
      return { start, shebang, comments, end: at };
    }
  }
}

const MARKS_OF_A_FILE =
  /copyright|\blicen[cs]e|spdx-|@preserve|^\/\*!|@fileoverview|@file\b|@overview|@ts-(?:no)?check|@jest-environment|@vitest-environment|@flow\b|@jsx|eslint-(?:disable|enable|env)|^\/\/\/\s*<|\bvim?:|-\*-/i;

/** True for a comment that speaks of the whole file, even where it touches the first statement: a licence, a pragma. */
export function isFileComment(comment: string): boolean {
  return MARKS_OF_A_FILE.test(comment);
}

/** Offset of the first character that is no white space. */
export function skipSpace(text: string, at: number): number {
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Offset of the line end at or behind `at`: that of `\r` in `\r\n`, of `\n`, or the length of the text. */
export function lineEnd(text: string, at: number): number {
  const n = text.indexOf('\n', at);
  if (n < 0) return text.length;
  return n > at && text.charCodeAt(n - 1) === 0x0d ? n - 1 : n;
}

/** Number of line ends between two offsets. */
export function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let n = text.indexOf('\n', from); n >= 0 && n < to; n = text.indexOf('\n', n + 1)) lines++;
  return lines;
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x2028 ||
    code === 0x2029
  );
}
