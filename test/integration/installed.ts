import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, inject } from 'vitest';
import type { Project } from '../package/project.js';
import { blocksOf } from '../docs/pages.js';
import { project, run } from '../package/project.js';

/** A folder with files; who makes it removes it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mcp-reply-installed-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/**
 * A folder with the packed package and others, installed by npm from the registry. Several tests copy it.
 * @param packages as npm takes them, beside the packed package
 */
export async function npmInstalled(
  packages: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = folderWith({ 'package.json': '{ "name": "tides", "private": true, "type": "module" }\n', ...files });
  await npmInstall(folder, packages);
  return folder;
}

export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const ended = await run(
    'npm',
    ['install', '--save-dev', '--no-audit', '--no-fund', '--prefer-offline', inject('tarball'), ...packages],
    folder,
  );
  if (ended.code !== 0) rmSync(folder, { recursive: true });
  expect(ended.code, ended.output).toBe(0);
}

/** A project for the current test with the contents of an installed folder. */
export function copyOf(folder: string, files: Readonly<Record<string, string>> = {}): Project {
  const copy = project({});
  for (const name of readdirSync(folder)) {
    // Thousands of files that nobody writes to: hard links do.
    const args = name === 'node_modules' ? ['-al'] : ['-a'];
    execFileSync('cp', [...args, path.join(folder, name), copy.folder]);
  }
  copy.write(files);
  return copy;
}

/** Makes a project a git repository with all of it committed but `node_modules`. */
export async function commitAll(made: Project): Promise<void> {
  made.write({ '.gitignore': 'node_modules/\n' });
  await git(made, 'init', '--quiet', '--initial-branch', 'main');
  await git(made, 'config', 'user.name', 'Tide Keeper');
  await git(made, 'config', 'user.email', 'keeper@tides.example');
  await git(made, 'add', '--all');
  await git(made, 'commit', '--quiet', '--no-verify', '--message', 'Start');
}

/** Runs git in a project and returns what it printed; fails if git does. */
export async function git(made: Project, ...args: readonly string[]): Promise<string> {
  const ended = await made.run('git', args);
  expect(ended.code, `git ${args.join(' ')}\n${ended.output}`).toBe(0);
  return ended.stdout;
}

/** The file that a page shows under a name. @param nth from 0, where a page shows several under one name */
export function snippet(page: string, file: string, nth = 0): string {
  const block = blocksOf(page).filter(({ rest }) => rest === file)[nth];
  if (!block) throw new Error(`${page} shows no ${file} number ${String(nth)}`);
  return block.text;
}

/** A line of a page, as it is. Fails when the page says something else by now. */
export function commandOf(page: string, command: string): string {
  const found = blocksOf(page).some(({ text }) => text.split('\n').includes(command));
  if (!found) throw new Error(`${page} has no line ${command}`);
  return command;
}
