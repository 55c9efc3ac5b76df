import type { RegisterCommand } from './io.js';
import type { MigrateOptions } from './migrate/run-migrate.js';

/** Adds `mcp-reply migrate`. */
export const registerMigrate: RegisterCommand = (program, io, exit) => {
  program
    .command('migrate')
    .description('rewrite inline tool results into calls of the reply helper, output schemas included')
    .argument('[paths...]', 'files and folders (default: the working directory)')
    .option('--dry-run', 'print what would change as a diff, write nothing')
    .option('--check', 'write nothing; exit 1 if a result would be rewritten')
    .option('--only-lost', 'rewrite only the results of which something is lost')
    .option(
      '--helper <module#name>',
      'call this helper instead of a copy of ours, such as ./src/response.ts#textResult',
    )
    .option(
      '--ignore <glob>',
      'leave these files alone (repeatable)',
      (glob: string, all: string[]) => [...all, glob],
      [],
    )
    .option('--report <file>', 'write what was done with every result as JSON')
    .option('--allow-dirty', 'write although git has changes that are not committed')
    .action(async (paths: string[], options: MigrateOptions) => {
      const { runMigrate } = await import('./migrate/run-migrate.js');
      exit(await runMigrate(paths, options, io));
    });
};
