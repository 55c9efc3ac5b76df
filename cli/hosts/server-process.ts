import { parseJSONRPCMessage, serializeMessage } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { UsageError } from '../io.js';
import { oneLine } from './one-line.js';

/** A line without an end would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** Milliseconds that a server gets to end by itself once its input is closed, and again after SIGTERM. */
const GRACE = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A stdio server as a transport for the official client. The client's own transport would do, but for two things: it
 * ends one process and not what that process started (`npx`, `sh -c`), and it keeps silent about a server that writes
 * something else than JSON-RPC on its standard output or ends by itself, which are the answers that a probe is for.
 */
export class ServerProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** Rejects with a UsageError of one line when the server can not be talked to any more. Never resolves. */
  readonly failed: Promise<never>;

  readonly #command: readonly [string, ...string[]];
  readonly #cwd: string;
  #fail: (reason: UsageError) => void = () => {};
  #child: ChildProcessWithoutNullStreams | undefined;
  #isClosing = false;
  /** The line that has not ended yet, in the parts in which it came. */
  #unread: string[] = [];
  #unreadLength = 0;
  #lastWords = '';

  constructor(command: readonly [string, ...string[]], cwd: string) {
    this.#command = command;
    this.#cwd = cwd;
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {}); // whoever races with it hears of it; nobody may be listening yet
  }

  start(): Promise<void> {
    const [file, ...args] = this.#command;
    const isWindows = process.platform === 'win32';
    // A process group of its own, so that what the server starts ends with it. Windows ends a tree by its root.
    const child = spawn(file, args, { cwd: this.#cwd, detached: !isWindows, shell: isWindows, windowsHide: true });
    this.#child = child;
    process.on('exit', this.#onOwnExit);
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);

    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      this.#read(chunk);
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (chunk: string) => (this.#lastWords = (this.#lastWords + chunk).slice(-4000)));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {}); // the exit tells more
    child.on('exit', (code, signal) => {
      // What it wrote last is still on its way; a process that it left behind may hold the pipes open for ever.
      const late = setTimeout(() => {
        this.#ended(code, signal);
      }, 200);
      child.once('close', () => {
        clearTimeout(late);
        this.#ended(code, signal);
      });
    });
    return new Promise((resolve, reject) => {
      child.on('spawn', resolve);
      child.on('error', (error: NodeJS.ErrnoException) => {
        const why = error.code === 'ENOENT' ? 'there is no such command' : error.message;
        const reason = new UsageError(`Cannot start ${oneLine(file)}: ${why}.`);
        this.#fail(reason);
        reject(reason);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child?.stdin.write(serializeMessage(message)) === false) this.#child.stdin.once('drain', resolve);
      else resolve();
    });
  }

  /** Ends the server and all that it started; resolves when they are gone. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#isClosing) return;
    this.#isClosing = true;
    child.stdin.end();
    if (!(await this.#isGone(GRACE))) {
      this.#kill('SIGTERM');
      if (!(await this.#isGone(GRACE))) {
        this.#kill('SIGKILL');
        await this.#isGone(GRACE);
      }
    }
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    process.off('exit', this.#onOwnExit);
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.onclose?.();
  }

  #read(chunk: string): void {
    const [first = '', ...rest] = chunk.split('\n');
    this.#unread.push(first);
    this.#unreadLength += first.length;
    if (rest.length > 0) {
      const lines = [this.#unread.join(''), ...rest];
      const last = lines.pop() ?? '';
      this.#unread = [last];
      this.#unreadLength = last.length;
      for (const line of lines) if (line.trim() !== '') this.#readLine(line);
    }
    if (this.#unreadLength > LONGEST_LINE) {
      this.#fail(
        new UsageError(`The server wrote a line of more than ${LONGEST_LINE} characters on its standard output.`),
      );
    }
  }

  #readLine(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      this.#fail(
        new UsageError(
          `The server wrote a line on its standard output that is no JSON-RPC message (logs belong on standard error): ${oneLine(line, 120)}`,
        ),
      );
      return;
    }
    this.onmessage?.(message);
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#isClosing) return;
    const unread = this.#unread.join('');
    if (unread.trim() !== '') this.#readLine(unread);
    const how = signal === null ? `with exit code ${code ?? 'unknown'}` : `by ${signal}`;
    const words = lastLineOf(this.#lastWords);
    const said = words === '' ? '.' : `; the last it said was: ${oneLine(words, 200)}`;
    this.#fail(new UsageError(`The server ended ${how} before it answered${said}`));
  }

  /** Whether the whole group has ended, at the latest after so many milliseconds. */
  async #isGone(milliseconds: number): Promise<boolean> {
    const end = Date.now() + milliseconds;
    while (this.#isAlive()) {
      if (Date.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return true;
  }

  #isAlive(): boolean {
    const child = this.#child;
    if (child?.pid === undefined) return false;
    if (child.exitCode === null && child.signalCode === null) return true;
    if (process.platform === 'win32') return false;
    try {
      return process.kill(-child.pid, 0);
    } catch {
      return false;
    }
  }

  #kill(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
      else process.kill(-pid, signal);
    } catch {
      // it is gone
    }
  }

  readonly #onOwnExit = (): void => {
    this.#kill('SIGKILL');
  };

  /** A group of its own does not get the terminal's Ctrl-C: hand it on, then die of it as if nothing stood between. */
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.#kill('SIGKILL');
    for (const each of SIGNALS) process.off(each, this.#onSignal);
    process.kill(process.pid, signal);
  };
}

/** The last line with words: of a stack trace, the line that names the error. */
function lastLineOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const named = lines.findLast((line) => /^[\w.]*(?:Error|Exception)\b.*:/.test(line));
  return named ?? lines.findLast((line) => line !== '' && !line.startsWith('at ')) ?? '';
}
