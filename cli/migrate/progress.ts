import type { Io } from '../io.js';

const QUIET_MS = 1000;
const BETWEEN_MS = 100;

/** A line on the terminal that says how far a long run is; it comes after a second, and goes when the last file is done. */
export function progressOn(io: Io): (file: string, done: number, total: number) => void {
  const start = Date.now();
  let shown = 0;
  return (file, done, total) => {
    if (!io.terminal) return;
    const now = Date.now();
    if (done >= total) {
      if (shown > 0) io.err('\r\u001B[K');
      shown = 0;
    } else if (now - start >= QUIET_MS && now - shown >= BETWEEN_MS) {
      shown = now;
      const line = `${done} of ${total}  ${file.slice(-Math.max(0, io.columns - 20))}`;
      io.err(`\r\u001B[K${line.replace(/\p{Cc}/gu, '?').slice(0, Math.max(0, io.columns - 1))}`);
    }
  };
}
