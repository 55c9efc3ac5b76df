import type { Command } from 'commander';

/** 0: fine. 1: findings, or changes needed. 2: usage, unreadable input, dirty tree. */
export type ExitCode = 0 | 1 | 2;

/** What a command may touch of the outside. `main.ts` alone makes a real one, so only one file prints. */
export interface Io {
  /** Writes to standard output, as is (the caller ends its lines). */
  out(text: string): void;
  /** Writes to standard error, as is. */
  err(text: string): void;
  readonly stdin: NodeJS.ReadableStream;
  readonly cwd: string;
  /** True when standard error is a terminal: progress lines make sense. */
  readonly terminal: boolean;
  readonly color: boolean;
  /** Width of the terminal in columns; 80 where there is none. */
  readonly columns: number;
}

/** Bad usage or unreadable input: `main.ts` prints the message as one line and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How a command adds itself to the program. It calls `exit` once, when it is done; heavy modules load inside the action. */
export type RegisterCommand = (program: Command, io: Io, exit: (code: ExitCode) => void) => void;
