import type { Command } from 'commander';
import type { Io, RegisterCommand } from './io.js';
import type { StreamOptions } from './stream/run-stream.js';

/** Adds `mcp-reply stream`. */
export const registerStream: RegisterCommand = (program: Command, io: Io, exit) => {
  program
    .command('stream')
    .summary('what the model was given in recorded runs, and which calls were refused')
    .description(
      'Reads raw streams of `claude -p --output-format stream-json --verbose` and `codex exec --json`: which form every ' +
        'result had for the model, which calls were refused, and whether phrases reached it. Several files are several ' +
        'runs of one case.',
    )
    .argument('<file...>', 'recorded streams, one run a file; - is standard input')
    .option('--expect <phrase>', 'a phrase that a result of every run has to carry (repeatable)', collect)
    .option('--expect-file <file>', 'phrases to expect, one a line (repeatable)', collect)
    .option('--from <dir>', "also look for the rule constants and fixed words in the server's source")
    .option('--server <name>', 'look only at the calls and results of this server')
    .option('--allow-miscalls', 'report refused and misnamed calls without failing')
    .option('--json', 'print the report as JSON')
    .action(async (files: string[], options: StreamOptions) => {
      const { runStream } = await import('./stream/run-stream.js');
      exit(await runStream(files, options, io));
    });
};

function collect(value: string, all: readonly string[] = []): readonly string[] {
  return [...all, value];
}
