import type { RegisterCommand } from './io.js';
import type { InitOptions } from './init/run-init.js';

/** Adds `mcp-reply init`. */
export const registerInit: RegisterCommand = (program, io, exit) => {
  program
    .command('init')
    .description('copy the reply helper into a server, and print the lines for its ESLint config')
    .option('--dir <folder>', 'where the helper goes (default: src, or the working directory)')
    .option('--check', 'write nothing; exit 1 if the copy is missing or old')
    .option('--update', 'replace an old copy that nobody changed; its RESTATED list stays')
    .action(async (options: InitOptions) => {
      const { runInit } = await import('./init/run-init.js');
      exit(runInit(options, io));
    });
};
