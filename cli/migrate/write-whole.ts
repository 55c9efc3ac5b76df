import type { Stats } from 'node:fs';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Replaces a file's text: whole, or not at all. Owner and permissions stay. A file that holds the text already is left.
 *
 * @param before what the file has to hold now; null for a file that must not exist yet
 * @throws Error of one line, the file untouched and nothing left beside it
 */
export function writeWhole(file: string, text: string, before: string | null): void {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${path.basename(file)}.${process.pid}${TEMPORARY}`);
  try {
    removeLeftovers(folder);
    const bytes = Buffer.from(text, 'utf8');
    if (holds(file, bytes)) return;
    const stat = expectUnchanged(file, before);
    const handle = openSync(temporary, 'wx', stat?.mode ?? 0o666);
    try {
      if (stat) {
        // Only root may give files away; for anybody else the owner is the same, or stays behind.
        if (process.getuid?.() === 0) fchownSync(handle, stat.uid, stat.gid);
        fchmodSync(handle, stat.mode & 0o7777);
      }
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    expectUnchanged(file, before);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(reasonOf(error), { cause: error });
  }
}

const TEMPORARY = '.mcp-reply.tmp';

function holds(file: string, bytes: Buffer): boolean {
  try {
    return lstatSync(file).isFile() && readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

function expectUnchanged(file: string, before: string | null): Stats | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (before === null) {
    if (stat) throw new Error('it has come into being meanwhile');
    return undefined;
  }
  if (!stat) throw new Error('it was removed meanwhile');
  if (!stat.isFile()) throw new Error('it is a symbolic link, or no file');
  // A read-only file is a wish, although its folder would let us replace it.
  if ((stat.mode & 0o222) === 0) throw new Error('it is read-only');
  accessSync(file, constants.W_OK);
  if (!readFileSync(file).equals(Buffer.from(before, 'utf8'))) throw new Error('it was changed meanwhile');
  return stat;
}

const cleaned = new Set<string>();

/** Removes what a run that was killed in the middle of a write has left in a folder. */
function removeLeftovers(folder: string): void {
  if (cleaned.has(folder)) return;
  cleaned.add(folder);
  for (const name of readdirSync(folder)) {
    const pid =
      name.startsWith('.') && name.endsWith(TEMPORARY) ? /\.(\d+)$/.exec(name.slice(0, -TEMPORARY.length)) : null;
    if (pid && !isRunning(Number(pid[1]))) rmSync(path.join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'it cannot be written: no permission';
  if (code === 'EROFS') return 'it cannot be written: the file system is read-only';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'it cannot be written: the disk is full';
  if (code === 'ENOENT') return 'its folder is gone';
  if (code === 'EEXIST') return 'another run is writing it';
  return error instanceof Error ? error.message : String(error);
}
