/** The object or array that a text is the JSON of; undefined for anything else, a JSON number or string included. */
export function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** JSON of a value; null if it is nested deeper than the call stack allows. */
export function stringify(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** A property of a value that may be no object. */
export function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key] // an object that has the key
    : undefined;
}

/**
 * At most 200 characters of what should be a name, an id or a short message. A string of its own: a slice would keep
 * the whole text in memory, and no name in a stream may be larger than this makes it.
 */
export function short(value: unknown): string {
  return typeof value === 'string' ? Buffer.from(value.slice(0, 200)).toString() : '';
}
