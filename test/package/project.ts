import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** How a program ended. `output` is what it printed to both, in order of arrival. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A user's project in a temporary folder. */
export interface Project {
  readonly folder: string;
  /** Writes files, by path from the folder. */
  write(files: Readonly<Record<string, string>>): void;
  read(file: string): string;
  /** Runs a program in the folder, without a shell and without a terminal. */
  run(file: string, args?: readonly string[], options?: RunOptions): Promise<Ended>;
}

/** Runs a program to its end. Never rejects because of what the program did. */
export function run(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...inherited(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 128, stdout, stderr, output });
    });
  });
}

/** The environment without what `npm test` and vitest put into it, so that a user's tools behave as they do alone. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_|^VITEST|^NODE_OPTIONS$|^NODE_ENV$|^INIT_CWD$|^FORCE_COLOR$|^GIT_(?:DIR|INDEX_FILE)$/.test(name),
    ),
  );
}

/** A temporary folder for the current test, removed after it. */
export function project(files: Readonly<Record<string, string>>): Project {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mcp-reply-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const made: Project = {
    folder,
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        const file = path.join(folder, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    read: (file) => readFileSync(path.join(folder, file), 'utf8'),
    run: (file, args = [], { cwd, env } = {}) => run(file, args, path.join(folder, cwd ?? ''), env),
  };
  made.write(files);
  return made;
}

/** ESLint as this project has it: the oldest that the package supports, the latest 9 and the latest 10. */
export const ESLINTS = ['eslint-v9-min', 'eslint-v9', 'eslint'] as const;
export type EslintName = (typeof ESLINTS)[number];

/**
 * A project with the packed package in its `node_modules`, as a folder of its own with nothing around it but what its
 * manifest names, and ESLint beside it. Those are linked from the modules of this repository; where installing is the point,
 * the integration tests install.
 * @param links more packages for the project: name to the name of the folder in this repository's `node_modules`
 */
export function linkedProject(
  files: Readonly<Record<string, string>>,
  eslint: EslintName,
  links: Readonly<Record<string, string>> = {},
): Project {
  const made = project({ 'package.json': '{ "name": "tides", "private": true, "type": "module" }\n', ...files });
  const modules = path.join(made.folder, 'node_modules');
  const plugin = path.join(modules, 'eslint-plugin-mcp-reply');
  unpackInto(plugin);
  const manifest = JSON.parse(readFileSync(path.join(plugin, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(manifest.dependencies)) link(path.join(plugin, 'node_modules'), name, name);
  for (const [name, target] of Object.entries({ eslint, ...links })) link(modules, name, target);
  return made;
}

/** Unpacks the tarball of this run. */
export function unpackInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', inject('tarball'), '--strip-components=1', '-C', folder]);
}

function link(modules: string, name: string, target: string): void {
  const place = path.join(modules, name);
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(path.join(root, 'node_modules', target), place);
}

/** The arguments that run a project's ESLint with node. */
export const eslint = (made: Project, args: readonly string[]): Promise<Ended> =>
  made.run(process.execPath, ['node_modules/eslint/bin/eslint.js', ...args]);

/** A report of ESLint or oxlint, as far as the tests compare them. */
export interface Report {
  readonly file: string;
  readonly rule: string | null;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The reports of `--format json`, in the order of their places. */
export function reportsOf(made: Project, json: string): Report[] {
  const files = JSON.parse(json) as {
    filePath: string;
    messages: { ruleId: string | null; line: number; column: number; message: string }[];
  }[];
  return files.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line, column, message }) => ({
      file: path.relative(made.folder, filePath),
      rule: ruleId,
      line,
      column,
      message,
    })),
  );
}
