import { diffArrays } from 'diff';

/** One file of a patch. `before` is null where the file is new. */
export interface Change {
  /** Relative to the folder in which the patch is applied, with `/`. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

type Line = readonly [mark: ' ' | '-' | '+', text: string];

const CONTEXT = 3;

/** A unified diff, as `git apply` takes it in the folder that the paths are relative to. Empty where nothing changes. */
export function unifiedDiff({ path, before, after }: Change): string {
  if (before === after) return '';
  const lines = diffLines(splitLines(before ?? ''), splitLines(after));
  const from = before === null ? '/dev/null' : quoted(`a/${path}`);
  return `--- ${from}\n+++ ${quoted(`b/${path}`)}\n${hunks(lines)}`;
}

/** Lines with their line ends: the last one may have none. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/**
 * The lines of both texts in order. It pins the lines that occur once in each, and compares only what lies between two pins:
 * edits are local and files may have thousands, where the plain algorithm is quadratic.
 */
function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  for (const [pinBefore, pinAfter] of [...pins(before, after), [before.length, after.length] as const]) {
    // Lines that are alike at both ends of a gap are no part of a change.
    while (i < pinBefore && j < pinAfter && before[i] === after[j]) {
      lines.push([' ', before[i++]!]);
      j++;
    }
    let [iEnd, jEnd] = [pinBefore, pinAfter];
    while (iEnd > i && jEnd > j && before[iEnd - 1] === after[jEnd - 1]) {
      iEnd--;
      jEnd--;
    }
    lines.push(...gap(before.slice(i, iEnd), after.slice(j, jEnd)));
    for (const line of before.slice(iEnd, pinBefore)) lines.push([' ', line]);
    [i, j] = [pinBefore, pinAfter];
  }
  return lines;
}

const MOST_EDITS = 2000;

function gap(before: string[], after: string[]): Line[] {
  if (before.length === 0 || after.length === 0) return replaced(before, after);
  const changes = diffArrays(before, after, { maxEditLength: MOST_EDITS });
  if (!changes) return replaced(before, after);
  return changes.flatMap(({ added, removed, value }) =>
    value.map((line): Line => [added ? '+' : removed ? '-' : ' ', line]),
  );
}

function replaced(before: readonly string[], after: readonly string[]): Line[] {
  return [...before.map((line): Line => ['-', line]), ...after.map((line): Line => ['+', line])];
}

/** Pairs of indexes of lines that occur once in each text, ascending in both. */
function pins(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const once = (lines: readonly string[]): Map<string, number> => {
    const at = new Map<string, number>();
    lines.forEach((line, i) => at.set(line, at.has(line) ? -1 : i));
    return at;
  };
  const inAfter = once(after);
  const pairs: [number, number][] = [];
  for (const [line, i] of once(before)) {
    const j = inAfter.get(line) ?? -1;
    if (i >= 0 && j >= 0) pairs.push([i, j]);
  }
  return longestAscending(pairs.sort((a, b) => a[0] - b[0]));
}

/** The longest run of pairs whose second numbers ascend; their first numbers do already. */
function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, j], at) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < j) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = at;
  });
  const run: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(pairs[at]!);
  return run.reverse();
}

function hunks(lines: readonly Line[]): string {
  const changed = lines.flatMap(([mark], i) => (mark === ' ' ? [] : [i]));
  const out: string[] = [];
  let [oldLine, newLine, at] = [1, 1, 0];
  for (let c = 0; c < changed.length;) {
    let last = c;
    while (last + 1 < changed.length && changed[last + 1]! - changed[last]! <= 2 * CONTEXT + 1) last++;
    const start = Math.max(0, changed[c]! - CONTEXT);
    const end = Math.min(lines.length, changed[last]! + CONTEXT + 1);
    for (; at < start; at++) {
      oldLine++;
      newLine++;
    }
    const [oldStart, newStart] = [oldLine, newLine];
    const body: string[] = [];
    for (; at < end; at++) {
      const [mark, text] = lines[at]!;
      if (mark !== '+') oldLine++;
      if (mark !== '-') newLine++;
      body.push(text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`);
    }
    out.push(`@@ -${range(oldStart, oldLine)} +${range(newStart, newLine)} @@\n`, ...body);
    c = last + 1;
  }
  return out.join('');
}

function range(start: number, end: number): string {
  const length = end - start;
  return length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
}

/** A file name as git writes it in a patch: in quotes where it has characters that a header cannot hold. */
function quoted(name: string): string {
  if (!/[\u0000-\u001F"\\\u007F]/.test(name)) return name.includes(' ') ? `${name}\t` : name;
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

  const body = name.replace(
    /[\u0000-\u001F"\\\u007F]/g,
    (c) => escapes[c] ?? `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `"${body}"`;
}
