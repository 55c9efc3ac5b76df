import type { Command } from 'commander';
import { UsageError } from './io.js';
import type { ExitCode, Io, RegisterCommand } from './io.js';

interface ProbeOptions {
  readonly tool: string;
  readonly args: string;
  readonly host?: readonly string[];
  readonly url?: string;
  readonly header?: readonly string[];
  readonly timeout: string;
}

/** Adds `hosts`, `hosts view` and `hosts probe`. */
export const registerHosts: RegisterCommand = (program, io, exit) => {
  const hosts: Command = program
    .command('hosts')
    .description('show which channel of a tool result each host hands the model')
    .option('--json', 'print the table as JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      exit(await printTable(io, json === true));
    });

  hosts
    .command('view')
    .description('show what each host would hand the model of one result, and what would get lost')
    .argument('<result>', 'a file with the tool result as JSON, or - for standard input')
    .action(async (file: string) => {
      exit(await viewResult(io, file));
    });

  hosts
    .command('probe')
    .description('call one tool of a real server, and show the same; exit 1 if a named host would lose framing')
    .argument('[command...]', 'the command that starts a stdio server, after --')
    .requiredOption('--tool <name>', 'the tool to call')
    .option('--args <json>', 'its arguments, a JSON object', '{}')
    .option('--host <id...>', 'hosts that must not lose framing (default: those that put structuredContent first)')
    .option('--url <address>', 'a server that runs: its streamable HTTP address, instead of a command')
    .option('--header <line...>', 'a header for that address, as "Name: value"; headers are never printed')
    .option('--timeout <seconds>', 'how long all of it may take', '30')
    .action(async (command: string[], options: ProbeOptions) => {
      exit(await probeServer(io, command, options));
    });
};

async function printTable(io: Io, json: boolean): Promise<ExitCode> {
  if (json) {
    const { hosts } = await import('../runtime/hosts/index.js');
    io.out(`${JSON.stringify(hosts, null, 2)}\n`);
  } else {
    const { hostTable } = await import('./hosts/host-table.js');
    io.out(hostTable(io));
  }
  return 0;
}

async function viewResult(io: Io, file: string): Promise<ExitCode> {
  const [{ readResult }, { contents, matrix }, { currentHosts }] = await Promise.all([
    import('./hosts/read-result.js'),
    import('./hosts/matrix.js'),
    import('./hosts/host-choice.js'),
  ]);
  const result = await readResult(file, io);
  io.out(`${contents(result)}\n${matrix(result, currentHosts(), io)}`);
  return 0;
}

async function probeServer(io: Io, command: readonly string[], options: ProbeOptions): Promise<ExitCode> {
  const [{ probe }, { contents, framingLostIn, matrix }, choice, { readArgs, readSeconds, readTarget }, secrets] =
    await Promise.all([
      import('./hosts/probe.js'),
      import('./hosts/matrix.js'),
      import('./hosts/host-choice.js'),
      import('./hosts/probe-options.js'),
      import('./hosts/secrets.js'),
    ]);
  const named = choice.chooseHosts(options.host);
  const args = readArgs(options.args);
  const seconds = readSeconds(options.timeout);
  const target = readTarget(command, options.url, options.header, io.cwd);
  const hidden = 'url' in target ? secrets.secretsOf(target) : [];
  const safe = secrets.hideSecrets(io, hidden);
  try {
    const result = await probe(target, { tool: options.tool, args, seconds });
    const hosts = [...new Set([...choice.currentHosts(), ...named])];
    const { lost, unknown } = framingLostIn(result, named);
    safe.out(`${contents(result)}\n${matrix(result, hosts, safe)}\n`);
    if (unknown.length > 0) safe.out(`Whether framing is lost is unknown for ${unknown.join(', ')}.\n`);
    safe.out(
      lost.length > 0 ? `Framing is lost in ${lost.join(', ')}.\n` : `No framing is lost in ${named.join(', ')}.\n`,
    );
    return lost.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(secrets.withoutSecrets(error.message, hidden));
  }
}
