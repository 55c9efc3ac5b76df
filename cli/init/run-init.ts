import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { packageOf } from '../../edits/package-of.js';
import type { Flavour } from '../helper-source.js';
import { helperSource, helperVersion, isUnchanged, keepRestated, stampedHelper } from '../helper-source.js';
import type { ExitCode, Io } from '../io.js';
import { UsageError } from '../io.js';
import { writeWhole } from '../migrate/write-whole.js';

export interface InitOptions {
  readonly dir?: string;
  readonly check?: boolean;
  readonly update?: boolean;
}

const NAMES = ['reply.ts', 'reply.js', 'reply.mts', 'reply.mjs', 'reply.cts', 'reply.cjs'];

/** Runs `init`: writes the helper where there is none, checks or updates the copy where there is one. */
export function runInit(options: InitOptions, io: Io): ExitCode {
  if (options.check && options.update)
    throw new UsageError('--check writes nothing and --update writes: name one of them.');
  const { root, type, compiler } = packageOf(path.join(io.cwd, 'package.json'));
  const folder =
    options.dir !== undefined ? path.resolve(io.cwd, options.dir) : [path.join(root, 'src'), root].find(isFolder)!;
  const folders = options.dir !== undefined ? [folder] : [path.join(root, 'src'), root, path.join(root, 'lib')];
  const copies = folders.flatMap((f) => NAMES.map((n) => path.join(f, n))).filter((f) => existsSync(f));
  const copy = copies.find((f) => helperVersion(readFileSync(f, 'utf8')) !== null);
  if (copy) return existing(copy, options, io);
  if (options.check || options.update) {
    io.out('There is no copy of the reply helper here. Write one: npx eslint-plugin-mcp-reply init\n');
    return options.check ? 1 : 2;
  }
  const flavour: Flavour = compiler ? 'typescript' : type === 'module' ? 'module' : 'commonjs';
  const file = path.join(folder, flavour === 'typescript' ? 'reply.ts' : 'reply.js');
  if (existsSync(file))
    throw new UsageError(`${shown(file, io)} is there and is not our helper. Name another folder with --dir.`);
  save(file, stampedHelper(flavour), null, io);
  io.out(`Written: ${shown(file, io)}, the reply helper. The file is yours.\n\n${eslintLines()}`);
  return 0;
}

function existing(file: string, options: InitOptions, io: Io): ExitCode {
  const text = readFileSync(file, 'utf8');
  const flavour: Flavour = /\.[cm]?ts$/.test(file)
    ? 'typescript'
    : /\bmodule\.exports\b/.test(text)
      ? 'commonjs'
      : 'module';
  const now = helperVersion(helperSource(flavour))!;
  const version = helperVersion(text)!;
  const name = shown(file, io);
  if (version >= now) {
    io.out(
      `${name} is the reply helper, version ${version}: current.\n${options.check || options.update ? '' : `\n${eslintLines()}`}`,
    );
    return 0;
  }
  if (!options.update) {
    io.out(
      `${name} is version ${version} of the reply helper; ${now} is current. Replace it: npx eslint-plugin-mcp-reply init --update\n`,
    );
    return options.check ? 1 : 0;
  }
  if (!isUnchanged(text)) {
    throw new UsageError(
      `${name} was changed by hand: it is left. Move your changes to RESTATED, or delete the file and run init again.`,
    );
  }
  save(file, keepRestated(text, stampedHelper(flavour)), text, io);
  io.out(`${name} is now version ${now} of the reply helper; its RESTATED list stayed.\n`);
  return 0;
}

function save(file: string, text: string, before: string | null, io: Io): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(file, text, before);
  } catch (error) {
    throw new UsageError(`${shown(file, io)}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function shown(file: string, io: Io): string {
  return path.relative(io.cwd, file).split(path.sep).join('/');
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

function eslintLines(): string {
  return `Lint it: npm install --save-dev eslint-plugin-mcp-reply, and in eslint.config.js

  import { defineConfig } from 'eslint/config';
  import mcpReply from 'eslint-plugin-mcp-reply';

  export default defineConfig([
    { plugins: { 'mcp-reply': mcpReply }, extends: ['mcp-reply/recommended'] },
  ]);

Then rewrite the inline results: npx eslint-plugin-mcp-reply migrate --dry-run
`;
}
