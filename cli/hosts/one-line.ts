/**
 * Text of others as part of one line: control characters (line breaks, terminal sequences) become spaces, and what is
 * longer than `most` characters ends in an ellipsis.
 */
export function oneLine(text: string, most = 300): string {
  const line = text
    // Two at most; a text of megabytes is not worth cleaning.
    .slice(0, most * 2 + 1)

    .replace(/(?:\u001B\[[0-9;?]*[ -/]*[@-~])|[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line); // by code point, so that no character is cut in two
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
