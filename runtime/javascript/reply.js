// mcp-reply helper 1 (eslint-plugin-mcp-reply)
// Builds tool results whose words reach the model on every host. Some hosts hand the model only the text, others only
// structuredContent: reply() writes the text block and carries in `note` what the text says and the data does not.
// The file is yours; it imports nothing. `npx eslint-plugin-mcp-reply init --check` tells by the first line whether it is old.

/** @type {readonly RegExp[]} */
const RESTATED = [];
// RESTATED: add forms of list items that you vouch for as restating the view although it lacks some of their words
// (relative or local dates, flags). A form sees an item as one line, indentation gone, white space single, list mark
// kept: `- #general · Ana, yesterday: "Hi" https://...`, and has to cover all of it. Anchor it with ^ and $.

/**
 * A view with its note. A mapped type: interfaces get the index signature that the SDK asks for.
 * @template T
 * @typedef {{ [K in keyof T]: T[K] } & { note?: 'note' extends keyof T ? T['note'] : string }} WithNote
 */

/**
 * A tool result that says the same on every host.
 * @template {object & { readonly [Symbol.iterator]?: never }} T
 * @param {T} view the data: an object that is not iterable. A plain object is copied, anything else passes unchanged.
 * @param {string} text what the text block says, whole
 * @param {boolean} [isError] true if the call failed
 * @returns {{
 *   content: { type: 'text'; text: string }[];
 *   structuredContent: WithNote<T>;
 *   isError?: boolean;
 * }} the text as one text block, and the view with its framing in `note`, first of the keys
 */
export function reply(view, text, isError = false) {
  /** @type {{ type: 'text'; text: string }[]} */
  const content = [{ type: 'text', text }];
  // The cast: the type of note hangs on T, which is open here.
  const structuredContent = /** @type {WithNote<T>} */ (withNote(view, text));
  return isError ? { content, structuredContent, isError: true } : { content, structuredContent };
}

/**
 * The framing: the text without what the view certainly carries (a mirror of it; list items that restate one object).
 * Paragraph lines always stay, so nobody who writes a message can delete a rule by quoting it. Never throws.
 * @param {string} text what the text block says
 * @param {unknown} view the data beside it
 * @returns {string} the framing, '' if nothing is left, the whole text if the view cannot be read
 */
export function note(text, view) {
  try {
    return text.trim() === '' ? '' : framing(text, JSON.parse(JSON.stringify(view)));
  } catch {
    return text;
  }
}

/**
 * The view with its note, or the view itself if a note has no place in it.
 * @template {object} T
 * @param {T} view
 * @param {string} text
 * @returns {T & { note?: unknown }}
 */
function withNote(view, text) {
  try {
    /** @type {unknown} */
    const prototype = Object.getPrototypeOf(view);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return view;
    /** @type {T & { note?: unknown }} */
    const copy = { note: undefined, ...view };
    const own = copy.note;
    const ours = note(text, view);
    if (own === undefined || own === '') copy.note = ours;
    else if (typeof own === 'string' && !hasLines(own, ours))
      copy.note = hasLines(ours, own) ? ours : `${ours}\n${own}`;
    if (copy.note === '' || copy.note === undefined) delete copy.note;
    return copy;
  } catch {
    return view;
  }
}

/**
 * @param {string} text
 * @param {string} lines
 */
function hasLines(text, lines) {
  return lines === '' || `\n${text}\n`.includes(`\n${lines}\n`);
}

/**
 * @param {string} text
 * @param {unknown} data
 */
function framing(text, data) {
  const carried = isObject(data) ? [data, ...Object.values(data)] : [data];
  const whole = text.trim();
  if (carried.some((value) => typeof value === 'string' && value.trim() === whole)) return '';
  const lines = text.split('\n');
  const rest = withoutMirror(lines, carried);
  const restated = restatedRows(rest, data);
  if (rest === lines && restated.size === 0) return text;
  /** @type {string[]} */
  const kept = [];
  let blank = true;
  for (const [row, line] of rest.entries()) {
    const isBlank = line.trim() === '';
    if (restated.has(row) || (isBlank && blank)) continue;
    kept.push(line);
    blank = isBlank;
  }
  if (blank) kept.pop();
  return kept.join('\n');
}

// --- Mirrors: JSON of the view or of one of its values ---------------------------------------------------------------

/** One short line that only names what follows: `Result:`. With a digit or an instruction in it, it says more. */
const LABEL = /^[\p{L}\p{M}()'’_-]+(?: [\p{L}\p{M}()'’_-]+){0,4}:$/u;
const INSTRUCTS =
  /\b(?:always|ask|call|do|don['’]t|follow|ignore|must|never|no|not|only|please|show|tell|treat|use)\b/i;

/**
 * The lines without JSON at their end that equals a carried value, and without the label that only names it.
 * @param {string[]} lines
 * @param {unknown[]} carried
 */
function withoutMirror(lines, carried) {
  const second = lines.findIndex((line, row) => row > 0 && line.trim() !== '');
  const bracket = lines.findIndex((line) => /^\s*[[{]/.test(line));
  for (const start of new Set([0, second, bracket])) {
    const isJson = /^\s*(?:[[{"\d]|-\d|true|false|null)/.test(lines[start] ?? '');
    const parsed = isJson ? parseJson(lines.slice(start).join('\n')) : undefined;
    if (parsed === undefined || !carried.some((value) => isSame(value, parsed))) continue;
    const head = lines.slice(0, start);
    const label = head.join('\n').trim();
    if (label === '' || (LABEL.test(label) && !INSTRUCTS.test(label))) return [];
    if (isObject(parsed)) return head;
  }
  return lines;
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
function isSame(a, b) {
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isSame(a[key], b[key]));
}

// --- List items that restate one object ------------------------------------------------------------------------------

const LIST_MARK = /^\s*(?:[-*+•‣◦–—]|\d{1,9}[.)])\s+(?=\S)/;
/** An item with more lines stays: nested lists are judged again with each parent, so this bounds the work. */
const MAX_ROWS = 64;

/**
 * An open list item: its rows in the text, and what they say but for nested items that go.
 * @typedef {{ indent: number; from: number; to: number; rows: number; text: string; parent: Item | undefined }} Item
 */

/**
 * The rows of list items that go. An item is its line, deeper-indented lines after it and what stays of the items nested
 * in it, so that nothing is left behind without the line it belongs to.
 * @param {string[]} lines
 * @param {unknown} data
 */
function restatedRows(lines, data) {
  /** @type {Set<number>} */
  const restated = new Set();
  if (!lines.some((line) => LIST_MARK.test(line))) return restated;
  const restates = restatementsOf(data);
  /** @type {Item | undefined} */
  let item;
  /** @type {(to: number, rows: number, text: string) => void} */
  const add = (to, rows, text) => {
    if (item === undefined || item.rows > MAX_ROWS) return;
    item.to = to;
    item.rows += rows;
    item.text += `\n${text}`;
  };
  /** @type {(indent: number) => void} */
  const closeFrom = (indent) => {
    while (item !== undefined && item.indent >= indent) {
      const { from, to, rows, text, parent } = item;
      const line = rows > MAX_ROWS ? '' : oneLine(text);
      item = parent;
      if (line === '' || !(isVouchedFor(line) || restates(line.replace(LIST_MARK, '')))) add(to, rows, text);
      else for (let row = from; row <= to; row++) restated.add(row);
    }
  };
  for (const [row, line] of lines.entries()) {
    const start = line.trimStart();
    if (start === '') continue;
    const indent = line.slice(0, line.length - start.length).replace(/\t/g, '    ').length;
    closeFrom(indent);
    if (LIST_MARK.test(line)) item = { indent, from: row, to: row, rows: 1, text: line, parent: item };
    else add(row, 1, line);
  }
  closeFrom(0);
  return restated;
}

/**
 * @param {string} line
 */
function isVouchedFor(line) {
  return RESTATED.some((form) => {
    form.lastIndex = 0;
    return form.exec(line)?.[0] === line;
  });
}

/**
 * One object of the view, as a list item may restate it.
 * @typedef {object} ViewRecord
 * @property {string[]} own the strings and numbers that it holds itself
 * @property {string[]} values those and the ones a level deeper, longest first
 * @property {string[]} names its id and url
 * @property {string[]} flags names of keys whose value is true
 * @property {number} place its place among the records
 */

/**
 * Whether the value is a string that no other object holds.
 * @typedef {(value: string) => boolean} IsUnique
 */

/** Bounds of the work: what lies beyond them stays. An object with more values is a map, no record. */
const MAX_VALUES = 64;
const MAX_SHARED = 8;
const MAX_TRIES = 32;

/**
 * Tells of an item whether it restates one object of the data. Lists mostly follow the order of the view, so the objects
 * after the last one found are tried first, then those that share a rare word with the item.
 * @param {unknown} data
 * @returns {(item: string) => boolean}
 */
function restatementsOf(data) {
  /** @type {ViewRecord[]} */
  const records = [];
  collectRecords(data, records);
  /** @type {Map<string, number> | undefined} */
  let owners;
  /** @type {IsUnique} */
  const isUnique = (value) => (owners ??= countOwners(data)).get(value) === 1;
  /** @type {Map<string, ViewRecord[]> | undefined} */
  let byWord;
  let next = 0;
  return (item) => {
    let tries = 0;
    /** @type {(record: ViewRecord) => boolean} */
    const isFound = (record) => {
      if (tries++ > MAX_TRIES || !isMadeOf(item, record, isUnique)) return false;
      next = record.place + 1;
      return true;
    };
    if (records.slice(next, next + 3).some(isFound)) return true;
    byWord ??= indexByWord(records, isUnique);
    for (const word of wordsOf(item).reverse()) {
      const sharing = byWord.get(word) ?? [];
      if (sharing.length <= MAX_SHARED && sharing.some(isFound)) return true;
    }
    return false;
  };
}

/**
 * @param {unknown} data
 * @param {ViewRecord[]} records
 */
function collectRecords(data, records) {
  if (!isObject(data)) return;
  /** @type {ViewRecord} */
  const record = { own: [], values: [], names: [], flags: [], place: 0 };
  for (const key of Array.isArray(data) ? [] : Object.keys(data)) {
    const value = data[key];
    const shown = shownAs(value);
    if (value === true) record.flags.push(key.toLowerCase());
    if (shown !== '' && record.own.length <= MAX_VALUES) record.own.push(shown);
    if (shown !== '' && /^(?:id|url)$/i.test(key)) record.names.push(shown);
    if (isObject(value)) record.values.push(...Object.values(value).slice(0, MAX_VALUES).map(shownAs).filter(Boolean));
  }
  for (const value of Object.values(data)) collectRecords(value, records);
  record.values = [...record.own, ...record.values].sort((a, b) => b.length - a.length);
  if (record.own.length > 1 && record.values.length <= MAX_VALUES) record.place = records.push(record) - 1;
}

/**
 * How many times objects in the data hold a string; one that is a number elsewhere counts as shared.
 * @param {unknown} data
 * @param {Map<string, number>} [owners]
 */
function countOwners(data, owners = new Map()) {
  for (const value of isObject(data) ? Object.values(data) : []) {
    const shown = shownAs(value);
    if (shown !== '') owners.set(shown, (owners.get(shown) ?? 0) + (typeof value === 'string' ? 1 : 2));
    countOwners(value, owners);
  }
  return owners;
}

/**
 * The records by the last words of each value that identifies them.
 * @param {ViewRecord[]} records
 * @param {IsUnique} isUnique
 */
function indexByWord(records, isUnique) {
  /** @type {Map<string, ViewRecord[]>} */
  const byWord = new Map();
  for (const record of records) {
    for (const value of record.own) {
      for (const word of record.names.includes(value) || isUnique(value) ? wordsOf(value).slice(-4) : []) {
        const sharing = byWord.get(word);
        if (sharing === undefined) byWord.set(word, [record]);
        else if (sharing.length <= MAX_SHARED && !sharing.includes(record)) sharing.push(record);
      }
    }
  }
  return byWord;
}

/**
 * @param {unknown} value
 */
function shownAs(value) {
  return typeof value === 'string' ? oneLine(value) : typeof value === 'number' ? String(value) : '';
}

/**
 * @param {string} text
 */
function oneLine(text) {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

/**
 * The words of a text without the marks around them; an address is one word.
 * @param {string} text
 */
function wordsOf(text) {
  return text.split(/[\s"'“”‘’„«»`()[\]{}<>,;|·…#@*_=]+|[-.:!?](?=[\s"'”’»)\]}>…]|$)/).filter(Boolean);
}

/** What makes another value of one that it touches: a longer word, number or address. */
const GOES_ON = /[\p{L}\p{N}\p{M}]|[-.,:/@#&=?+~_'’][\p{L}\p{N}]|[/=%]/uy;
const COMES_FROM = /(?<=[\p{L}\p{N}\p{M}]|[\p{L}\p{N}][-.,:/@#&=?+~_'’])|(?<=[-+.,‐-―]|[<>] ?)(?=\d)/uy;
const PUNCTUATION = /^[-\s"'`“”‘’‚„«»‹›()[\]{}<>‐-―、-】…,;:.!?|*_#@&·•/\\]*$/;

/**
 * Whether the item holds two values of the record, one that identifies it, and else only what goes with them.
 * @param {string} item
 * @param {ViewRecord} record
 * @param {IsUnique} isUnique
 */
function isMadeOf(item, record, isUnique) {
  /** @type {string[]} */
  const held = [];
  /** @type {(text: string, value: string) => string} */
  const take = (text, value) => {
    const rest = without(text, value);
    if (rest !== text && record.own.includes(value) && !held.includes(value)) held.push(value);
    return rest;
  };
  let rest = item;
  // Dates go before short values, or a count of 3 would take the day out of "3 May".
  for (const value of record.values) if (value.length > 4) rest = take(rest, value);
  if (/…|\.\.\./.test(rest)) for (const value of record.values) rest = withoutStart(rest, value);
  if (record.flags.length > 0) {
    rest = rest.replace(/[\p{L}\p{N}_$-]+/gu, (name) => (record.flags.includes(name.toLowerCase()) ? '' : name));
  }
  if (!PUNCTUATION.test(rest)) {
    rest = withoutDate(rest, record.values);
    for (const value of record.values) if (value.length <= 4) rest = take(rest, value);
  }
  if (held.length < 2 || !PUNCTUATION.test(rest)) return false;
  return record.names.some((name) => held.includes(name)) || held.some(isUnique);
}

/**
 * The text with a line break, which nothing reaches across, in place of the part, if it stands there by itself.
 * @param {string} text
 * @param {string} part
 */
function without(text, part, start = 0) {
  for (let from = text.indexOf(part, start); from >= 0; from = text.indexOf(part, from + 1)) {
    const to = from + part.length;
    COMES_FROM.lastIndex = from;
    GOES_ON.lastIndex = to;
    if (!COMES_FROM.test(text) && !GOES_ON.test(text)) return `${text.slice(0, from)}\n${text.slice(to)}`;
  }
  return text;
}

/**
 * The text without the start of a value that an ellipsis cuts.
 * @param {string} text
 * @param {string} value
 */
function withoutStart(text, value) {
  const from = value.length > 3 ? text.indexOf(value.slice(0, 3)) : -1;
  let to = from;
  while (to >= 0 && to < text.length && text.charAt(to) === value.charAt(to - from)) to++;
  const cut = /^ ?(?:…|\.\.\.)/.exec(text.slice(to, to + 4));
  return from < 0 || cut === null ? text : without(text, text.slice(from, to) + cut[0], from);
}

// --- Renderings of an ISO date, as it is written and in UTC ----------------------------------------------------------

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/**
 * The parts of a date: y m d H i s, W weekday, z 1 in UTC.
 * @typedef {Record<string, number | undefined>} ViewDate
 */

/**
 * Renderings, with the part of the date that each group shows: M month word, W weekday, h hour of twelve, p am or pm.
 * @type {readonly (readonly [parts: string, form: RegExp])[]}
 */
const FORMS = [
  ['ymdHisz', /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z)?/],
  ['y-md', /(\d{4})([-./])(\d\d?)\2(\d\d?)/],
  ['d-my', /(\d\d?)([-./])(\d\d?)\2(\d{4}|\d\d)/],
  ['m-dy', /(\d\d?)([-./])(\d\d?)\2(\d{4}|\d\d)/],
  ['dMy', /(\d\d?)(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?(?:,? (\d{4}))?/i],
  ['Mdy', /([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?(?:,? (\d{4}))?/i],
  ['My', /([a-z]{3,9})\.? (\d{4})/i],
  ['W', /([a-z]{3,9})/i],
  ['hisp', /(?:at )?(\d\d?)(?::(\d\d)(?::(\d\d))?)? ?([ap])\.?m\b\.?/i],
  ['Hisz', /(?:at )?(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|UTC|GMT))?/],
  ['dm', /(\d\d)[./](\d\d)/],
  ['md', /(\d\d)[./](\d\d)/],
];

/**
 * The text without the rendering of one of the dates among the values: of the one of which it shows most.
 * @param {string} text
 * @param {string[]} values
 */
function withoutDate(text, values) {
  let shortest = text;
  for (const value of values) {
    for (const written of value.charAt(4) === '-' && ISO.test(value) ? [value, inUtc(value)] : []) {
      const date = partsOf(written);
      let rest = text;
      for (const [parts, form] of FORMS) {
        const shown = form.exec(rest);
        if (shown?.slice(1).every((part, place) => isPart(parts.charAt(place), part, date)) === true) {
          rest = without(rest, shown[0], shown.index);
        }
      }
      if (rest.length < shortest.length) shortest = rest;
      if (!/\d/.test(rest)) return rest;
    }
  }
  return shortest;
}

/**
 * @param {string} written
 * @returns {ViewDate}
 */
function partsOf(written) {
  const [, y, m, d, H, i, s] = (ISO.exec(written) ?? []).map(Number);
  return { y, m, d, H, i, s, W: new Date(written.slice(0, 10)).getUTCDay(), z: written.endsWith('Z') ? 1 : 0 };
}

/**
 * The same moment in UTC, where the date says how far it is from it.
 * @param {string} written
 */
function inUtc(written) {
  const time = /[+-]\d\d:?\d\d$/.test(written) ? Date.parse(written) : NaN;
  return Number.isNaN(time) ? written : new Date(time).toISOString();
}

/**
 * @param {string} kind
 * @param {string | undefined} shown
 * @param {ViewDate} date
 */
function isPart(kind, shown, date) {
  if (shown === undefined || kind === '-') return true;
  const word = shown.toLowerCase();
  const { m: month, H: hour = NaN } = date;
  if (kind === 'M') return MONTHS.findIndex((name) => name.startsWith(word)) + 1 === month;
  if (kind === 'W') return WEEKDAYS.findIndex((name) => name.startsWith(word)) === date[kind];
  if (kind === 'h') return Number(shown) % 12 === hour % 12;
  if (kind === 'p') return (word === 'p') === hour > 11;
  if (kind === 'z') return date[kind] === 1;
  return Number(kind === 'y' && shown.length === 2 ? `20${shown}` : shown) === date[kind];
}
