import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** Temporary files that are there right now, to be removed when the process is interrupted. */
const pending = new Set<string>();

/** Removes what an interrupted run would leave behind. Call it from a signal handler. */
export function removePending(): void {
  for (const file of pending) rmSync(file, { force: true });
  pending.clear();
}

/**
 * Replaces a file's text: whole, or not at all. The permissions stay.
 *
 * @param before what the file has to hold now; null for a file that must not exist yet
 * @throws Error of one line, the file untouched
 */
export function writeWhole(file: string, text: string, before: string | null): void {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${path.basename(file)}.${process.pid}.mcp-reply.tmp`);
  let mode = 0o666 & ~process.umask();
  try {
    if (before === null) {
      if (exists(file)) throw new Error('it has come into being meanwhile');
    } else {
      // A read-only file is a wish, although its folder would let us replace it.
      closeSync(openSync(file, 'r+'));
      mode = statSync(file).mode;
      if (readFileSync(file, 'utf8') !== before) throw new Error('it was changed meanwhile');
    }
    pending.add(temporary);
    const handle = openSync(temporary, 'wx', mode);
    try {
      fchmodSync(handle, mode & 0o7777);
      const bytes = Buffer.from(text, 'utf8');
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    pending.delete(temporary);
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it cannot be written: no permission';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'it cannot be written: the disk is full';
  if (code === 'ENOENT') return 'it is gone';
  if (code === 'EEXIST') return 'another run is writing it';
  return error instanceof Error ? error.message : String(error);
}
