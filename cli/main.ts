#!/usr/bin/env node
import type { Io } from './io.js';

/*
 * The bin. It loads nothing before it knows that this Node can: what the command imports does not parse on older ones, and
 * package managers only warn of `engines`.
 */

/** As in package.json: `^20.19.0 || ^22.13.0 || >=24`. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

async function main(): Promise<void> {
  // `mcp-reply hosts | head` closes the pipe: what is left to say goes nowhere, what is left to do is done.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const io: Io = {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    cwd: process.cwd(),
    terminal: process.stderr.isTTY,
    color: process.stdout.isTTY && !process.env['NO_COLOR'],
    columns: process.stdout.isTTY ? process.stdout.columns : 80,
  };
  if (!isSupported(process.versions.node)) {
    io.err(`mcp-reply needs Node 20.19, 22.13, 24 or later; this is ${process.versions.node}.\n`);
    process.exitCode = 2;
    return;
  }
  try {
    const { run } = await import('./run.js');
    process.exitCode = await run(process.argv.slice(2), io);
  } catch (error) {
    // A fault of ours: one line for the person, the stack for the one who mends it.
    const line = error instanceof Error ? error.message : String(error);
    io.err(`mcp-reply failed: ${line}\nPlease report it, with what MCP_REPLY_DEBUG=1 prints.\n`);
    if (process.env['MCP_REPLY_DEBUG'] && error instanceof Error) io.err(`${error.stack ?? ''}\n`);
    process.exitCode = 2;
  }
}

void main();
