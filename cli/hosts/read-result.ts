import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Block, ToolResult } from '../../runtime/hosts/index.js';
import { UsageError } from '../io.js';
import type { Io } from '../io.js';
import { oneLine } from './one-line.js';

/** Reads a tool result from a file, or from standard input for `-`. Throws a UsageError for anything that is none. */
export async function readResult(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<ToolResult> {
  const name = file === '-' ? 'Standard input' : oneLine(file, 200);
  let json: string;
  try {
    json = file === '-' ? await text(io.stdin) : await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read ${name}: ${oneLine(error instanceof Error ? error.message : String(error))}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${oneLine(error instanceof Error ? error.message : String(error))}`);
  }
  const fault = faultOf(value);
  if (fault !== undefined) throw new UsageError(`${name} is no tool result: ${fault}.`);
  return value as ToolResult; // faultOf has looked at every field
}

function faultOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is no object';
  const { content, structuredContent, isError } = value;
  if (content === undefined && structuredContent === undefined) {
    const hint = isRecord(value.result) ? ' (what stands in "result" may be one)' : '';
    return `it has neither content nor structuredContent${hint}`;
  }
  if (content !== undefined && !(Array.isArray(content) && content.every(isBlock))) {
    return 'content is no array of blocks with a type';
  }
  return isError === undefined || typeof isError === 'boolean' ? undefined : 'isError is no boolean';
}

function isBlock(value: unknown): value is Block {
  return isRecord(value) && typeof value.type === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
