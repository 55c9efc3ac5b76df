import { Readable } from 'node:stream';
import { Command } from 'commander';
import type { ExitCode, Io } from '../../cli/io.js';
import { registerStream } from '../../cli/stream.js';

export interface Ran {
  readonly code: ExitCode | null;
  readonly out: string;
}

/** Runs `mcp-reply stream` in this process, in the folder of the fixtures. Rejects as the command does. */
export async function runCommand(
  args: readonly string[],
  { stdin = '', cwd }: { stdin?: string; cwd: string },
): Promise<Ran> {
  let out = '';
  let code: ExitCode | null = null;
  const io: Io = {
    out: (text) => void (out += text),
    err: (text) => void (out += text),
    stdin: Readable.from([Buffer.from(stdin)]),
    cwd,
    terminal: false,
    color: false,
    columns: 80,
  };
  const program = new Command().exitOverride();
  registerStream(program, io, (value) => void (code = value));
  await program.parseAsync(['stream', ...args], { from: 'user' });
  return { code, out };
}
