/** First line of a copied helper: its version, and the stamp that it had when it was written. */
export const VERSION_LINE = /^\uFEFF?\/\/ mcp-reply helper (\d+)\b[^\r\n#]*(?:#([0-9a-f]{16}))?\r?(?:\n|$)/;

/** The version that a copy of the helper names in its first line, or null: no copy. */
export function helperVersion(text: string): number | null {
  const version = VERSION_LINE.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}
