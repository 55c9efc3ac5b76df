import { Command, CommanderError } from 'commander';
import { Readable } from 'node:stream';
import { registerHosts } from '../../cli/hosts.js';
import { UsageError } from '../../cli/io.js';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `mcp-reply <args>` as main does, in this process. */
export async function run(args: readonly string[], given: { stdin?: string; cwd?: string; columns?: number } = {}) {
  let out = '';
  let err = '';
  let code = -1;
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    stdin: Readable.from([given.stdin ?? '']),
    cwd: given.cwd ?? process.cwd(),
    terminal: false,
    color: false,
    columns: given.columns ?? 80,
  };
  const program = new Command('mcp-reply').exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
  registerHosts(program, io, (exit) => (code = exit));
  for (const command of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) err += `${error.message}\n`;
    else if (!(error instanceof CommanderError)) throw error;
    code = 2;
  }
  const outcome: Outcome = { code, out, err };
  return outcome;
}
