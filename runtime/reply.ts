// mcp-reply helper 1 (eslint-plugin-mcp-reply)
// Builds tool results whose words reach the model on every host. Some hosts hand the model only the text, others only
// structuredContent: reply() writes the text block and carries in `note` what the text says and the data does not.
// The file is yours; it imports nothing. `npx eslint-plugin-mcp-reply init --check` tells by the first line whether it is old.

const RESTATED: readonly RegExp[] = [];
// RESTATED: add forms of list items that you vouch for as restating the view although it lacks some of their words
// (relative or local dates, flags). A form sees an item as one line, indentation gone, white space single, list mark
// kept: `- #general · Ana, yesterday: "Hi" https://...`, and has to cover all of it. Anchor it with ^ and $.

/**
 * A tool result that says the same on every host.
 * @param view the data: an object that is not iterable. A plain object is copied, anything else passes unchanged.
 * @param text what the text block says, whole
 * @param isError true if the call failed
 * @returns the text as one text block, and the view with its framing in `note`, first of the keys
 */
export function reply<T extends object & { readonly [Symbol.iterator]?: never }>(
  view: T,
  text: string,
  isError = false,
): {
  content: { type: 'text'; text: string }[];
  structuredContent: { [K in keyof T]: T[K] } & { note?: unknown };
  isError?: boolean;
} {
  const content = [{ type: 'text' as const, text }];
  const structuredContent = withNote(view, text);
  return isError ? { content, structuredContent, isError: true } : { content, structuredContent };
}

/**
 * The framing: the text without what the view certainly carries (a mirror of it; list items that restate one object).
 * Paragraph lines always stay, so nobody who writes a message can delete a rule by quoting it. Never throws.
 * @param text what the text block says
 * @param view the data beside it
 * @returns the framing, '' if nothing is left, the whole text if the view cannot be read
 */
export function note(text: string, view: unknown): string {
  try {
    return text.trim() === '' ? '' : framing(text, JSON.parse(JSON.stringify(view)));
  } catch {
    return text;
  }
}

/** The view with its note, or the view itself if a note has no place in it. */
function withNote<T extends object>(view: T, text: string): T & { note?: unknown } {
  try {
    const prototype: unknown = Object.getPrototypeOf(view);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return view;
    const copy: T & { note?: unknown } = { note: undefined, ...view };
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

function hasLines(text: string, lines: string): boolean {
  return lines === '' || `\n${text}\n`.includes(`\n${lines}\n`);
}

function framing(text: string, data: unknown): string {
  const carried = isObject(data) ? [data, ...Object.values(data)] : [data];
  const whole = text.trim();
  if (carried.some((value) => typeof value === 'string' && value.trim() === whole)) return '';
  const lines = text.split('\n');
  const rest = withoutMirror(lines, carried);
  const restated = restatedRows(rest, data);
  if (rest === lines && restated.size === 0) return text;
  const kept: string[] = [];
  let blank = true;
  for (const [row, line] of rest.entries()) {
    const isBlank = line.trim() === '';
    if (restated.has(row) || (isBlank && blank)) continue;
    kept.push(line);
    blank = isBlank;
  }
  return kept.join('\n').trimEnd();
}

// --- Mirrors: JSON of the view or of one of its values ---------------------------------------------------------------

/** One short line that only names what follows: `Result:`. With a digit or an instruction in it, it says more. */
const LABEL = /^[\p{L}\p{M}()'’_-]+(?: [\p{L}\p{M}()'’_-]+){0,4}:$/u;
const INSTRUCTS =
  /\b(?:always|ask|call|do|don['’]t|follow|ignore|must|never|no|not|only|please|show|tell|treat|use)\b/i;

/** The lines without JSON at their end that equals a carried value, and without the label that only names it. */
function withoutMirror(lines: string[], carried: unknown[]): string[] {
  const second = lines.findIndex((line, row) => row > 0 && line.trim() !== '');
  const bracket = lines.findIndex((line) => /^\s*[[{]/.test(line));
  for (const start of new Set([0, second, bracket])) {
    const parsed = start < 0 ? undefined : parseJson(lines.slice(start).join('\n'));
    if (parsed === undefined || !carried.some((value) => isSame(value, parsed))) continue;
    const head = lines.slice(0, start);
    const label = head.join(' ').trim();
    if (label === '' || (LABEL.test(label) && !INSTRUCTS.test(label))) return [];
    if (isObject(parsed)) return head;
  }
  return lines;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.prototype.hasOwnProperty.call(b, key) && isSame(a[key], b[key]));
}

// --- List items that restate one object ------------------------------------------------------------------------------

const LIST_MARK = /^\s*(?:[-*+•‣◦–—]|\d{1,9}[.)])\s+(?=\S)/;
/** An item with more lines stays: nested lists are judged again with each parent, so this bounds the work. */
const MAX_ROWS = 64;

interface Item {
  indent: number;
  rows: [number, string][];
  parent: Item | undefined;
}

/**
 * The rows of list items that go. An item is its line, deeper-indented lines after it and what stays of the items nested
 * in it, so that nothing is left behind without the line it belongs to.
 */
function restatedRows(lines: string[], data: unknown): Set<number> {
  const restated = new Set<number>();
  if (!lines.some((line) => LIST_MARK.test(line))) return restated;
  const leads = findLeads(data);
  let item: Item | undefined;
  for (const entry of [...lines.entries(), [-1, ''] as [number, string]]) {
    const [row, line] = entry;
    const trimmed = line.trimStart();
    if (trimmed === '' && row >= 0) continue;
    const indent = row < 0 ? row : line.slice(0, line.length - trimmed.length).replace(/\t/g, '    ').length;
    while (item !== undefined && item.indent >= indent) {
      const goes = item.rows.length <= MAX_ROWS && isRestated(item.rows.map((own) => own[1]).join(' '), leads);
      if (goes) for (const [gone] of item.rows) restated.add(gone);
      else item.parent?.rows.push(...item.rows.slice(0, MAX_ROWS + 1));
      item = item.parent;
    }
    if (LIST_MARK.test(line)) item = { indent, rows: [entry], parent: item };
    else item?.rows.push(entry);
  }
  return restated;
}

function isRestated(item: string, leads: Map<string, Lead[]>): boolean {
  const line = oneLine(item);
  for (const form of RESTATED) {
    form.lastIndex = 0;
    if (form.exec(line)?.[0] === line) return true;
  }
  const body = line.replace(LIST_MARK, '');
  return wordsOf(body).some(([word, at]) =>
    (leads.get(word) ?? []).some(
      ({ record, value, offset }) => body.startsWith(value, at - offset) && restates(body, record),
    ),
  );
}

/** One object of the view, as a list item may restate it. */
interface ViewRecord {
  /** Its strings and numbers, and those one level deeper; longest first. */
  values: string[];
  /** Those that it holds itself. */
  own: Set<string>;
  /** Those that tell it from all others: its id, its url, strings that no other object has. */
  identifying: Set<string>;
  /** Names of keys whose value is true. */
  flags: Set<string>;
}

/** An identifying value, to be found by its rarest word, which stands at that offset in it. */
interface Lead {
  record: ViewRecord;
  value: string;
  offset: number;
}

/** An object with more values is a map, no record: its items stay. */
const MAX_VALUES = 64;
/** Of values that share their rarest word no more are looked at. */
const MAX_LEADS = 8;

function findLeads(data: unknown): Map<string, Lead[]> {
  const owners = new Map<string, number>();
  const uses = new Map<string, number>();
  const found: [ViewRecord, string, Word[]][] = [];
  const records: ViewRecord[] = [];
  collectRecords(data, records, owners);
  for (const record of records) {
    if (record.own.size < 2 || record.values.length > MAX_VALUES) continue;
    for (const value of record.own) if (owners.get(value) === 1) record.identifying.add(value);
    for (const value of record.identifying) {
      const words = wordsOf(value, 16);
      for (const [word] of words) uses.set(word, (uses.get(word) ?? 0) + 1);
      found.push([record, value, words]);
    }
  }
  const leads = new Map<string, Lead[]>();
  for (const [record, value, words] of found) {
    let rarest: Word = ['', 0];
    let least = Infinity;
    for (const word of words) {
      const count = uses.get(word[0]) ?? 0;
      if (count < least) [rarest, least] = [word, count];
    }
    const [word, offset] = rarest;
    const others = leads.get(word) ?? [];
    if (others.length === 0) leads.set(word, others);
    if (others.length < MAX_LEADS) others.push({ record, value, offset });
  }
  return leads;
}

/** Collects the records of all objects in the data, and how many of them hold a string. */
function collectRecords(data: unknown, records: ViewRecord[], owners: Map<string, number>): void {
  if (!isObject(data)) return;
  const record: ViewRecord = { values: [], own: new Set(), identifying: new Set(), flags: new Set() };
  for (const [key, value] of Object.entries(data)) {
    const shown = shownAs(value);
    if (isObject(value)) {
      collectRecords(value, records, owners);
      for (const inner of Object.values(value)) if (shownAs(inner) !== '') record.values.push(shownAs(inner));
    } else if (value === true) {
      record.flags.add(key.toLowerCase());
    } else if (shown !== '') {
      if (typeof value === 'string' && !record.own.has(shown)) owners.set(shown, (owners.get(shown) ?? 0) + 1);
      if (/^(?:id|url)$/i.test(key)) record.identifying.add(shown);
      record.own.add(shown);
    }
  }
  if (Array.isArray(data)) return;
  record.values = [...record.own, ...record.values].sort((a, b) => b.length - a.length);
  records.push(record);
}

function shownAs(value: unknown): string {
  return typeof value === 'string' ? oneLine(value) : typeof value === 'number' ? String(value) : '';
}

function oneLine(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

type Word = readonly [word: string, at: number];
const WORD = /[^\s!-/:-@[-`{-¿‐-⁞、-】！-／：-＠]+/g;

function wordsOf(text: string, most = Infinity): Word[] {
  const words: Word[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null && words.length < most; match = WORD.exec(text)) {
    words.push([match[0], match.index]);
  }
  return words;
}

/** What makes another value of one that it follows without a break: a longer word, number or address. */
const GOES_ON = /[\p{L}\p{N}\p{M}]|[-.,:/@#&=?+~_'’][\p{L}\p{N}]|[/=%]/uy;
/** Quotes, brackets, separators; no sign or decimal point before a digit, no less-than. */
const PUNCTUATION = /(?:(?![-‐-―.,/]\d)[-\s"'`“”‘’‚„«»‹›()[\]{}‐-―、-】…,;:.!?|*_#@&·•/\\]|<(?! ?\d)|(?<=\S)>)+/y;
const NAME = /[\p{L}\p{N}_$-]+/uy;
const ELLIPSIS = / ?(?:…|\.\.\.)/y;
const MAX_STEPS = 256;

/** Whether the item holds two values of the record, one that identifies it, and else only what goes with them. */
function restates(body: string, record: ViewRecord): boolean {
  const dates = record.values.flatMap(datesIn);
  return dates.length === 0 ? isMadeOf(body, record) : dates.some((date) => isMadeOf(body, record, date));
}

function isMadeOf(body: string, record: ViewRecord, date?: ViewDate): boolean {
  const held = new Set<string>();
  let at = 0;
  for (let step = 0; at < body.length && step < MAX_STEPS; step++) {
    const from = at;
    const value = record.values.find(
      (text) => body.startsWith(text, from) && !endOf(GOES_ON, body, from + text.length),
    );
    const valueEnd = from + (value?.length ?? 0);
    at = Math.max(valueEnd, date === undefined ? from : dateEnd(body, from, date));
    if (value !== undefined && at === valueEnd && record.own.has(value)) held.add(value);
    if (at === from) at = Math.max(from, endOf(PUNCTUATION, body, from));
    if (at === from) at = flagEnd(body, from, record);
    if (at === from) at = Math.max(...record.values.map((text) => cutEnd(body, from, text)));
    if (at === from) return false;
  }
  return at >= body.length && held.size > 1 && [...held].some((value) => record.identifying.has(value));
}

/** The end of the form's match at that place, 0 without one. */
function endOf(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : 0;
}

function flagEnd(body: string, at: number, record: ViewRecord): number {
  const end = endOf(NAME, body, at);
  return record.flags.has(body.slice(at, end).toLowerCase()) ? end : at;
}

/** Where the start of a value ends, if an ellipsis says that it was cut there. */
function cutEnd(body: string, at: number, value: string): number {
  let length = 0;
  while (length < value.length && value.charCodeAt(length) === body.charCodeAt(at + length)) length++;
  return length > 2 && endOf(ELLIPSIS, body, at + length) > 0 ? at + length : at;
}

// --- Dates: renderings of an ISO date, as written and in UTC ---------------------------------------------------------

/** The parts of a date: y m d H i s, W weekday, z 1 in UTC. */
type ViewDate = Map<string, number>;

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
/** Renderings, with the part of the date that each group shows: M month word, W weekday, h hour of twelve, p am or pm. */
const FORMS: readonly (readonly [parts: string, form: RegExp])[] = [
  ['ymdHisz', /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z)?/y],
  ['y-md', /(\d{4})([-./])(\d\d?)\2(\d\d?)/y],
  ['d-my', /(\d\d?)([-./])(\d\d?)\2(\d{4}|\d\d)/y],
  ['m-dy', /(\d\d?)([-./])(\d\d?)\2(\d{4}|\d\d)/y],
  ['dm', /(\d\d)[./](\d\d)/y],
  ['md', /(\d\d)[./](\d\d)/y],
  ['dMy', /(\d\d?)(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?(?:,? (\d{4}))?/iy],
  ['Mdy', /([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?(?:,? (\d{4}))?/iy],
  ['My', /([a-z]{3,9})\.? (\d{4})/iy],
  ['W', /([a-z]{3,9})/iy],
  ['Hisz', /(?:at )?(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|UTC|GMT))?/y],
  ['hisp', /(?:at )?(\d\d?)(?::(\d\d)(?::(\d\d))?)? ?([ap])\.?m\b\.?/iy],
];

function datesIn(value: string): ViewDate[] {
  const match = ISO.exec(value);
  if (match === null) return [];
  const date: ViewDate = new Map([...'ymdHis'].map((part, place) => [part, Number(match[place + 1])]));
  const zone = value.slice(16).replace(/^[^Z+-]+/, '');
  date.set('W', new Date(value.slice(0, 10)).getUTCDay()).set('z', zone === 'Z' ? 1 : 0);
  const time = zone.length > 1 ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? [date] : [date, ...datesIn(new Date(time).toISOString())];
}

/** Where the rendering of the date ends that stands there; `at` if none does. */
function dateEnd(body: string, at: number, date: ViewDate): number {
  let end = at;
  const initial = body.charCodeAt(at) | 32;
  for (const [parts, form] of (initial > 47 && initial < 58) || (initial > 96 && initial < 123) ? FORMS : []) {
    form.lastIndex = at;
    const match = form.exec(body);
    if (match === null || form.lastIndex <= end || endOf(GOES_ON, body, form.lastIndex) > 0) continue;
    const after = form.lastIndex;
    if (match.slice(1).every((part, place) => isPart(parts.charAt(place), part, date))) end = after;
  }
  return end;
}

function isPart(kind: string, shown: string | undefined, date: ViewDate): boolean {
  if (shown === undefined || kind === '-') return true;
  const word = shown.toLowerCase();
  const hour = date.get('H') ?? NaN;
  if (kind === 'M') return MONTHS.findIndex((month) => month.startsWith(word)) + 1 === date.get('m');
  if (kind === 'W') return WEEKDAYS.findIndex((weekday) => weekday.startsWith(word)) === date.get('W');
  if (kind === 'h') return Number(shown) % 12 === hour % 12;
  if (kind === 'p') return (word === 'p') === hour > 11;
  if (kind === 'z') return date.get('z') === 1;
  return Number(kind === 'y' && shown.length === 2 ? `20${shown}` : shown) === date.get(kind);
}
