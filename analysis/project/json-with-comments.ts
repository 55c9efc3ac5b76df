/** Reads JSON that may hold comments and trailing commas, as `tsconfig.json` does. Null where it is not that. */
export function parseJsonWithComments(text: string): unknown {
  try {
    return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\uFEFF/, '')))) as unknown;
  } catch {
    return null;
  }
}

// Strings are matched first, so that what looks like a comment or a comma inside one stays.
// What is never closed ends with its line or the text: it would be looked for anew from each place in it.
const STRING_OR_COMMENT = /("(?:\\.|[^"\\\n])*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const STRING_OR_LAST_COMMA = /("(?:\\.|[^"\\\n])*"?)|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (_, string: string | undefined) => string ?? ' ');
}

function withoutTrailingCommas(text: string): string {
  return text.replace(STRING_OR_LAST_COMMA, (_, string: string | undefined) => string ?? '');
}

/** A JSON object's members, or none where the value is something else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The strings of a JSON list (or the one string), or none. */
export function stringsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}
