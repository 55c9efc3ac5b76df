import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll } from 'vitest';
import type { ExitCode, Io } from '../../cli/io.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LAYERS = ['analysis', 'edits', 'codemods', 'runtime', 'cli'];

/**
 * The command as it is published: jscodeshift loads the transform as a file of its own, which the TypeScript sources are not.
 * Types are left out, so a build takes a second or two; it is made again when a source is newer.
 *
 * @returns absolute path of `cli/main.js`
 */
export function builtCommand(): string {
  return (command ??= build());
}

let command: string | undefined;
const OLD_MS = 3_600_000;

function build(): string {
  const sources = LAYERS.flatMap((layer) =>
    readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => path.join(layer, file)),
  );
  const newest = Math.max(...sources.map((file) => statSync(path.join(root, file)).mtimeMs));
  const home = path.join(root, '.cache', `test-cli-${sources.length}-${newest}`);
  const built = path.join(home, 'cli/main.js');
  if (statSync(built, { throwIfNoEntry: false })) return built;
  const fresh = `${home}-${process.pid}`;
  for (const file of sources) {
    const { outputText } = ts.transpileModule(readFileSync(path.join(root, file), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
    });
    const output = path.join(fresh, file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, outputText);
  }
  for (const old of readdirSync(path.dirname(home)).filter((name) => name.startsWith('test-cli-'))) {
    const folder = path.join(path.dirname(home), old);
    // Younger ones may be another run's.
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > OLD_MS)
      rmSync(folder, { recursive: true, force: true });
  }
  try {
    renameSync(fresh, home);
  } catch {
    // Another test file built the same: that one serves.
    rmSync(fresh, { recursive: true, force: true });
  }
  return built;
}

// Whoever imports this needs it, and on a busy machine the first use takes longer than a test may.
beforeAll(async () => {
  await mcpReply(root, ['--version']);
  await import('@typescript-eslint/parser');
}, 180_000);

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs `mcp-reply <args>` in this process. */
export async function mcpReply(cwd: string, args: readonly string[], over: Partial<Io> = {}): Promise<Ran> {
  const { run } = createRequire(import.meta.url)(
    path.join(path.dirname(builtCommand()), 'run.js'),
  ) as typeof import('../../cli/run.js');
  let [out, err] = ['', ''];
  const io: Io = {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: process.stdin,
    cwd,
    terminal: false,
    color: false,
    columns: 80,
    ...over,
  };
  const code = await run(args, io);
  return { code, out, err };
}
