import { isUtf8 } from 'node:buffer';

/** A piece of the stream. `text` is what should be one JSON object; nothing is parsed here. */
export type Piece =
  | { readonly kind: 'event'; readonly text: string; readonly invalidUtf8: boolean }
  | { readonly kind: 'noise' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'oversized' };

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

type State =
  /** At the start of a line. */
  | 'line-start'
  /** After a `[` at the start of a line: an array of events, or a log line such as `[info] ...`. */
  | 'bracket'
  /** Inside a line. */
  | 'line'
  /** Between the elements of an array. */
  | 'between'
  /** Between the elements of an array, in something that is no object. */
  | 'junk'
  /** Inside an object that may span lines. */
  | 'object';

/**
 * Cuts the bytes of a stream into events, whether it is one JSON object a line, one JSON array (on one line or
 * printed over many), or objects printed over many lines. No more than `limit` bytes are held at a time, so a file of
 * one endless array costs no more than its largest event.
 */
export class EventSplitter {
  #state: State = 'line-start';
  #parts: Uint8Array[] = [];
  #size = 0;
  #oversized = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #inArray = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  *push(chunk: Uint8Array): Generator<Piece> {
    let at = 0;
    while (at < chunk.length) {
      switch (this.#state) {
        case 'line-start': {
          at = skipSpace(chunk, at);
          const byte = chunk[at];
          if (byte === undefined) break;
          if (byte === OPEN_BRACKET) {
            at++;
            this.#state = 'bracket';
          } else {
            this.#state = 'line';
          }
          break;
        }
        case 'bracket': {
          at = skipSpace(chunk, at);
          const byte = chunk[at];
          if (byte === undefined) break;
          if (byte === OPEN_BRACE || byte === CLOSE_BRACKET) {
            this.#inArray = true;
            this.#state = 'between';
          } else {
            this.#keep(Uint8Array.of(OPEN_BRACKET));
            this.#state = 'line';
          }
          break;
        }
        case 'line': {
          const end = chunk.indexOf(NEWLINE, at);
          this.#keep(chunk.subarray(at, end === -1 ? chunk.length : end));
          if (end === -1) {
            at = chunk.length;
            break;
          }
          at = end + 1;
          if (this.#isLoneBrace()) {
            this.#keep(Uint8Array.of(NEWLINE));
            this.#depth = 1;
            this.#state = 'object';
          } else {
            yield* this.#takeLine();
            this.#state = 'line-start';
          }
          break;
        }
        case 'between':
        case 'junk': {
          if (this.#state === 'between') at = skipSpace(chunk, at);
          const byte = chunk[at];
          if (byte === undefined) break;
          if (byte === OPEN_BRACE) {
            this.#depth = 0;
            this.#state = 'object';
            break;
          }
          at++;
          if (byte === CLOSE_BRACKET) {
            this.#inArray = false;
            this.#state = 'line-start';
          } else if (byte === COMMA) {
            this.#state = 'between';
          } else if (this.#state === 'between') {
            this.#state = 'junk';
            yield { kind: 'noise' };
          }
          break;
        }
        case 'object': {
          const from = at;
          at = this.#scanObject(chunk, at);
          this.#keep(chunk.subarray(from, at));
          if (this.#depth === 0) {
            yield this.#take();
            this.#leaveObject();
          } else if (this.#depth < 0) {
            this.#drop();
            yield { kind: 'damaged' };
            this.#leaveObject();
            // What is left of it is part of the same damage.
            if (this.#inArray) this.#state = 'junk';
          }
          break;
        }
      }
    }
  }

  *end(): Generator<Piece> {
    if (this.#state === 'line') {
      yield* this.#takeLine();
    } else if (this.#state === 'object') {
      this.#drop();
      yield { kind: 'damaged' };
    } else if (this.#state === 'bracket') {
      yield { kind: 'noise' };
    }
    this.#state = 'line-start';
  }

  /**
   * Goes on to the byte after the end of the object, or to the end of the chunk. Depth 0 afterwards: the object is
   * whole. Depth -1: there is a line break inside a string, which JSON does not allow, so its end cannot be known.
   */
  #scanObject(chunk: Uint8Array, start: number): number {
    let inString = this.#inString;
    let escaped = this.#escaped;
    let depth = this.#depth;
    let at = start;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        else if (byte === NEWLINE) {
          depth = -1;
          at++;
          break;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (depth === 0) {
          at++;
          break;
        }
      }
    }
    this.#inString = inString;
    this.#escaped = escaped;
    this.#depth = depth;
    return at;
  }

  #leaveObject(): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#state = this.#inArray ? 'between' : 'line-start';
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    if (this.#size > this.#limit) {
      this.#oversized = true;
      this.#parts = [];
    } else {
      // A copy: a view would hold on to the whole chunk that the caller may want to use again.
      this.#parts.push(Uint8Array.from(bytes));
    }
  }

  #isLoneBrace(): boolean {
    return !this.#oversized && this.#size <= 2 && Buffer.concat(this.#parts).toString('latin1').trim() === '{';
  }

  #drop(): void {
    this.#parts = [];
    this.#size = 0;
    this.#oversized = false;
  }

  #take(): Piece {
    const bytes = Buffer.concat(this.#parts);
    const oversized = this.#oversized;
    this.#drop();
    if (oversized) return { kind: 'oversized' };
    return { kind: 'event', text: bytes.toString('utf8'), invalidUtf8: !isUtf8(bytes) };
  }

  *#takeLine(): Generator<Piece> {
    const piece = this.#take();
    if (piece.kind !== 'event') {
      yield piece;
      return;
    }
    const text = piece.text.trim();
    if (text === '') return;
    if (text.startsWith('{')) yield { ...piece, text };
    // It ends like an event but does not start like one: its head is lost, or something else was printed into it.
    else yield { kind: text.endsWith('}') ? 'damaged' : 'noise' };
  }
}

function skipSpace(chunk: Uint8Array, start: number): number {
  let at = start;
  for (let byte = chunk[at]; byte === 0x20 || byte === NEWLINE || byte === 0x09 || byte === 0x0d; byte = chunk[at])
    at++;
  return at;
}
