import type { Io } from '../io.js';

/** Words of an Authorization header that are no secret. */
const SCHEMES = /^(?:basic|bearer|digest|dpop|negotiate|token)$/i;
/** Shorter parts are no secrets, and to blank them out would take numbers and letters from everything else. */
const SHORTEST = 4;

/** Takes the given values, and the words they consist of, out of a text. */
export function withoutSecrets(text: string, values: readonly string[]): string {
  const secrets = new Set(
    values
      .flatMap((value) => [value, ...value.split(/[\s,;=]+/)])
      .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
      .filter((value) => value.length >= SHORTEST && !SCHEMES.test(value)),
  );
  return [...secrets]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
}

/** The same, for all that a command prints. */
export function hideSecrets(io: Io, values: readonly string[]): Io {
  return {
    out: (text) => {
      io.out(withoutSecrets(text, values));
    },
    err: (text) => {
      io.err(withoutSecrets(text, values));
    },
    stdin: io.stdin,
    cwd: io.cwd,
    terminal: io.terminal,
    color: io.color,
    columns: io.columns,
  };
}

/** What must not be printed of an address and its headers: their values, and user, password and query of the address. */
export function secretsOf(target: { readonly url: URL; readonly headers: Readonly<Record<string, string>> }): string[] {
  const { username, password, searchParams } = target.url;
  const parts = [username, password, ...searchParams.values()];
  return [...Object.values(target.headers), ...parts, ...parts.map(decode)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
