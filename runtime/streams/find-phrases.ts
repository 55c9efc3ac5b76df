import { parseJson, short } from './json.js';
import { normalForm } from './normal-form.js';
import type { Channel, Found } from './run.js';

/** JSON inside JSON inside JSON is looked into, no deeper. */
const NESTED_JSON = 2;
/** Stands between strings that are searched in one go, so that no phrase is found across two of them. */
const BORDER = '\u0000';
/** Texts above this length are searched in parts, in characters. */
const WINDOW = 128 * 1024;

/**
 * Looks for phrases in results, in normal form. A text that is JSON is searched in its strings, so that an escaped
 * quote or line break hides nothing, and as it stands, so that a phrase such as `"open": 3` is found too.
 */
export class PhraseFinder {
  readonly #phrases: readonly string[];
  /** Length of the longest phrase, in normal form. */
  readonly #longest: number;

  /** Throws a `TypeError` for a phrase without a visible character: it would be found everywhere. */
  constructor(phrases: readonly string[]) {
    this.#phrases = phrases.map((phrase, index) => {
      const normal = normalForm(phrase);
      if (normal === '') throw new TypeError(`Phrase ${index + 1} is empty.`);
      return normal;
    });
    this.#longest = Math.max(1, ...this.#phrases.map((phrase) => phrase.length));
  }

  /** The phrases in a text, each once, at its first place. `value` is the text parsed, if the caller has done so. */
  inText(text: string, channel: Channel, at: string, value: unknown = parseJson(text)): Found[] {
    if (this.#phrases.length === 0) return [];
    const found = value === undefined ? [] : this.inValue(value, channel, at);
    const missing = this.#indexes().filter((phrase) => !found.some((one) => one.phrase === phrase));
    if (missing.length === 0) return found;
    let rest = this.#search(text, missing);
    // JSON that was cut off cannot be parsed; its escapes can still be undone.
    if (value === undefined && text.includes('\\')) {
      const still = missing.filter((phrase) => !rest.includes(phrase));
      rest = [...rest, ...this.#search(undoEscapes(text), still)];
    }
    return [...found, ...rest.map((phrase) => ({ phrase, channel, at }))];
  }

  /** The phrases in the strings of a JSON value, each once, at its first place. */
  inValue(value: unknown, channel: Channel, at: string): Found[] {
    if (this.#phrases.length === 0) return [];
    const hits = this.#anywhereIn(value);
    if (hits.size === 0) return [];
    const found: Found[] = [];
    for (const [text, path] of stringsIn(value, at, NESTED_JSON)) {
      for (const phrase of this.#search(text, [...hits])) {
        hits.delete(phrase);
        found.push({ phrase, channel, at: path });
      }
      if (hits.size === 0) break;
    }
    return found;
  }

  #indexes(): number[] {
    return this.#phrases.map((_, index) => index);
  }

  /** The phrases in the strings of a value, wherever they are: many short strings are searched in one go. */
  #anywhereIn(value: unknown): Set<number> {
    const hits = new Set<number>();
    let batch: string[] = [];
    let size = 0;
    const searchBatch = () => {
      const missing = this.#indexes().filter((phrase) => !hits.has(phrase));
      for (const phrase of this.#search(batch.join(BORDER), missing)) hits.add(phrase);
      batch = [];
      size = 0;
    };
    for (const [text] of stringsIn(value, null, NESTED_JSON)) {
      batch.push(text);
      size += text.length;
      if (size > WINDOW) searchBatch();
    }
    searchBatch();
    return hits;
  }

  /** Large texts are searched window by window, since their normal form costs several copies. */
  #search(text: string, among: readonly number[]): number[] {
    let missing = [...among];
    let before = '';
    for (const window of windowsOf(text)) {
      if (missing.length === 0) break;
      const normal = before + normalForm(window);
      missing = missing.filter((index) => !normal.includes(this.#phrases[index] ?? BORDER));
      const space = /\s$/.test(window) ? ' ' : '';
      before = normal.slice(-this.#longest) + space;
    }
    return among.filter((index) => !missing.includes(index));
  }
}

/**
 * All strings of a JSON value with their paths, in order; with `path` null no paths are made. Without recursion: a
 * stream can hold JSON nested deeper than the call stack allows.
 */
function* stringsIn(root: unknown, path: string | null, nested: number): Generator<[text: string, path: string]> {
  const stack: Frame[] = [frame([root], path, nested, true)];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const index = top.next++;
    const key = top.keys ? top.keys[index] : index;
    if (key === undefined || index >= top.values.length) {
      stack.pop();
      continue;
    }
    const value = top.values[index];
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue;
    const at = top.path === null ? null : top.root ? top.path : pathTo(top.path, key);
    if (typeof value === 'string') {
      yield [value, short(at)];
      const inner = top.nested > 0 ? parseJson(value) : undefined;
      if (inner) stack.push(frame(inner, at, top.nested - 1));
    } else {
      stack.push(frame(value, at, top.nested));
    }
  }
}

interface Frame {
  readonly keys: readonly string[] | null;
  readonly values: readonly unknown[];
  readonly path: string | null;
  readonly nested: number;
  /** True for the frame that holds the whole value, which has no key. */
  readonly root: boolean;
  next: number;
}

function frame(value: object, path: string | null, nested: number, root = false): Frame {
  if (Array.isArray(value)) return { keys: null, values: value, path, nested, root, next: 0 };
  return { keys: Object.keys(value), values: Object.values(value), path, nested, root, next: 0 };
}

function pathTo(base: string, key: string | number): string {
  if (typeof key === 'number') return `${base}[${key}]`;
  return base === '' ? key : `${base}.${key}`;
}

/**
 * A text in parts of about `WINDOW` characters. A part ends after white space between two letters or digits, where the
 * normal form of the whole is that of the parts with one space between; in a text without such a place, anywhere.
 */
function* windowsOf(text: string): Generator<string> {
  const place = /(?<=\w)\s(?=\w)/g;
  let at = 0;
  while (text.length - at > WINDOW * 2) {
    const part = text.slice(at, at + WINDOW * 2);
    place.lastIndex = WINDOW;
    const end = (place.exec(part)?.index ?? part.length - 1) + 1;
    yield part.slice(0, end);
    at += end;
  }
  yield text.slice(at);
}

function undoEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string | undefined, char: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return char === 'n' || char === 'r' || char === 't' ? ' ' : (char ?? '');
  });
}
