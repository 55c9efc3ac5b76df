import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { registerHosts } from './hosts.js';
import { registerInit } from './init.js';
import type { ExitCode, Io } from './io.js';
import { UsageError } from './io.js';
import { registerMigrate } from './migrate.js';
import { registerStream } from './stream.js';

/**
 * Runs `mcp-reply <args>`.
 *
 * @returns 0 fine, 1 findings or changes needed, 2 usage or unreadable input
 */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('mcp-reply')
    .description("Keeps an MCP server's words for the model from getting lost beside structuredContent.")
    .version(version(), '--version', 'print the version');
  for (const register of [registerMigrate, registerInit, registerHosts, registerStream]) {
    register(program, io, (exit) => (code = exit));
  }
  const commands = [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)];
  for (const command of commands) {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        io.out(text);
      },
      writeErr: (text) => {
        io.err(text);
      },
      // One line, the suggestion on it.
      outputError: (text, write) => {
        write(
          `${text
            .trim()
            .replace(/^error: /, '')
            .split('\n')
            .map((line) => line.trim())
            .join(' ')}\n`,
        );
      },
    });
  }
  if (args.length === 0) {
    io.err(program.helpInformation());
    return 2;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`${error.message}\n`);
      return 2;
    }
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function version(): string {
  // From the built file the manifest lies two folders up, from the source one.
  const require = createRequire(import.meta.url);
  for (const manifest of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = require(manifest) as { name: string; version: string };
      if (name === 'eslint-plugin-mcp-reply') return version;
    } catch {
      // Not there: look one folder up.
    }
  }
  return 'unknown';
}
