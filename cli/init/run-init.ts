import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { helperVersion } from '../../edits/helper-version.js';
import { packageOf } from '../../edits/package-of.js';
import type { Caller } from '../helper-home.js';
import { findCopy, folderOf, formOf, isTypeScript } from '../helper-home.js';
import type { Flavour } from '../helper-source.js';
import { helperSource, isUnchanged, keepRestated, stampedHelper } from '../helper-source.js';
import type { ExitCode, Io } from '../io.js';
import { UsageError } from '../io.js';
import { writeWhole } from '../migrate/write-whole.js';

export interface InitOptions {
  readonly dir?: string;
  readonly check?: boolean;
  readonly update?: boolean;
}

/** Runs `init`: writes the helper where there is none, checks or updates the copy where there is one. */
export function runInit(options: InitOptions, io: Io): ExitCode {
  if (options.check && options.update)
    throw new UsageError('--check writes nothing, --update writes: name one of them');
  const here = path.join(io.cwd, 'package.json');
  const { root } = packageOf(here);
  const dir = options.dir === undefined ? null : path.resolve(io.cwd, options.dir);
  const copy = findCopy(dir ?? root);
  if (copy !== null) return existing(copy, options, io);
  if (options.check || options.update) {
    io.out('There is no copy of the reply helper here. Write one: npx eslint-plugin-mcp-reply init\n');
    return options.check ? 1 : 2;
  }
  const home = packageOf(dir === null ? here : path.join(dir, 'reply.ts'));
  const folder = dir ?? folderOf(root, home, []);
  const { flavour, extension } = formOf(home, sourcesIn([folder, folderOf(home.root, home, []), home.root]));
  const file = path.join(folder, `reply${extension}`);
  if (existsSync(file))
    throw new UsageError(`${shown(file, io)} is there and is no copy of the helper: name another folder with --dir`);
  save(file, stampedHelper(flavour), null, io);
  io.out(
    `Written: ${shown(file, io)}, the reply helper. The file is yours.\n\n${eslintLines(flavour === 'typescript')}`,
  );
  return 0;
}

/** The sources in the first of the folders that has any: they tell in which language a package is written. */
function sourcesIn(folders: readonly string[]): Caller[] {
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    const files = readdirSync(folder, { withFileTypes: true })
      .filter(
        (e) => e.isFile() && /\.(?:[cm]?[jt]s|[jt]sx)$/.test(e.name) && !/\.(?:config|test|spec|d)\./.test(e.name),
      )
      .map((e) => path.join(folder, e.name));
    const typescript = files.filter(isTypeScript);
    // One TypeScript file makes a TypeScript package: the scripts beside it are not the server.
    const telling = typescript.length > 0 ? typescript : files;
    if (telling.length > 0) return telling.map((file) => ({ path: file, text: readFileSync(file, 'utf8') }));
  }
  return [];
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
      `${name} is the reply helper, version ${version}: current.\n${options.check || options.update ? '' : `\n${eslintLines(flavour === 'typescript')}`}`,
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

function eslintLines(typescript: boolean): string {
  const parser = typescript ? "\n  import tseslint from 'typescript-eslint';" : '';
  const language = typescript
    ? "\n    files: ['**/*.{ts,mts,cts,tsx}'],\n    languageOptions: { parser: tseslint.parser },"
    : '';
  return `Lint it: npm install --save-dev eslint eslint-plugin-mcp-reply${typescript ? ' typescript-eslint' : ''}, and in eslint.config.js

  import { defineConfig } from 'eslint/config';
  import mcpReply from 'eslint-plugin-mcp-reply';${parser}

  export default defineConfig({${language}
    plugins: { 'mcp-reply': mcpReply },
    extends: ['mcp-reply/recommended'],
  });

Then rewrite the inline results: npx eslint-plugin-mcp-reply migrate --dry-run
`;
}
