/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One leaf of a JSON value: a string, number, boolean or null, or an object or array without anything in it. */
export interface Leaf {
  /** JSON Pointer (RFC 6901); empty for the root. */
  readonly path: string;
  readonly value: Json;
  /** Where the leaf ends in the compact JSON text, in the unit that `measure` counts. */
  readonly end: number;
}

/**
 * The value as a client would read it off the wire: without what JSON does not keep. `undefined` for what is no JSON at all.
 * Throws a TypeError for what cannot be sent (a cycle, a BigInt).
 */
export function toJson(value: unknown): Json | undefined {
  // Its type says string; it is undefined for a function, a symbol and undefined.
  const text = JSON.stringify(value) as string | undefined;
  // JSON.parse is typed `any`; what it returns is JSON by definition.
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}

/** `Array.isArray` for JSON: that one would make `any` of the items. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** All leaves in the order of the JSON text. `measure` gives the size of a piece of text. */
export function leavesOf(root: Json, measure: (text: string) => number = (text) => text.length): Leaf[] {
  const leaves: Leaf[] = [];
  let size = 0;
  visit(root, '');
  return leaves;

  function visit(value: Json, path: string): void {
    const entries = entriesOf(value);
    if (entries.length === 0) {
      size += measure(JSON.stringify(value));
      leaves.push({ path, value, end: size });
      return;
    }
    const keyed = !isList(value);
    for (const [key, child] of entries) {
      size += 1; // the bracket before the first, the comma before the others
      if (keyed) size += measure(JSON.stringify(key)) + 1;
      visit(child, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
    size += 1;
  }
}

/** The value with its first `count` leaves only; `undefined` when nothing is left. */
export function firstLeaves(root: Json, count: number): Json | undefined {
  let left = count;
  return keep(root);

  function keep(value: Json): Json | undefined {
    if (left <= 0) return undefined;
    const entries = entriesOf(value);
    if (entries.length === 0) {
      left -= 1;
      return value;
    }
    const kept: [string, Json][] = [];
    for (const [key, child] of entries) {
      const rest = keep(child);
      if (rest === undefined) break;
      kept.push([key, rest]);
    }
    return isList(value) ? kept.map(([, child]) => child) : Object.fromEntries(kept);
  }
}

function entriesOf(value: Json): [string, Json][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
