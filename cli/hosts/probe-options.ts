import { UsageError } from '../io.js';
import type { Target } from './probe.js';

/** A day. A longer wait is a slip of the finger, and setTimeout could not hold it. */
const MOST_SECONDS = 86_400;

/** The arguments of the tool. Throws a UsageError unless they are a JSON object. */
export function readArgs(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `--args is no JSON: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--args must be a JSON object, such as {"query": "cats"}.');
  }
  return { ...value };
}

export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw new UsageError(`--timeout must be a number of seconds between 0 and ${MOST_SECONDS}.`);
}

/** The server that is meant. Throws a UsageError, in which no header is quoted, unless it is one command or one address. */
export function readTarget(
  command: readonly string[],
  address: string | undefined,
  headers: readonly string[] | undefined,
  cwd: string,
): Target {
  const [file, ...args] = command;
  if (address === undefined) {
    if (headers !== undefined) throw new UsageError('--header goes with --url.');
    if (file === undefined) throw new UsageError('Give the command that starts the server after --, or --url.');
    return { command: [file, ...args], cwd };
  }
  if (file !== undefined) throw new UsageError('Give either a command or --url, not both.');
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    throw new UsageError('--url must be an http or https address.');
  }
  const url = new URL(address);
  return { url, headers: readHeaders(headers ?? []) };
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = new Headers();
  for (const [index, line] of lines.entries()) {
    const [, name, value] = /^\s*([^\s:]+)\s*:(.*)$/.exec(line) ?? [];
    try {
      if (name === undefined || value === undefined) throw new TypeError();
      headers.append(name, value.trim());
    } catch {
      // The error of Headers would quote the value.
      throw new UsageError(`Header ${index + 1} must be written as "Name: value".`);
    }
  }
  return Object.fromEntries(headers);
}
