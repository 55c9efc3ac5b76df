import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ended, Project } from '../package/project.js';
import { root, run } from '../package/project.js';
import { CLEAN, CONFIG, INLINE, LEFT } from '../package/tides.js';
import { commandOf, commitAll, copyOf, folderWith, git, npmInstalled, snippet } from './installed.js';

const PAGE = 'docs/ci-and-hooks.md';

/** Stages a file and tries to commit. */
async function commit(
  made: Project,
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  made.write(files);
  await git(made, 'add', ...Object.keys(files));
  return made.run('git', ['commit', '--message', 'Change tools'], { env });
}

/** What every hook has to do: refuse an inline result and name it, let a clean one and other files pass. */
async function expectHook(made: Project, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const refused = await commit(made, { 'src/a.js': INLINE }, env);
  expect(refused.code, refused.output).not.toBe(0);
  expect(refused.output).toMatch(/src\/a\.js/);
  expect(refused.output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  const passed = await commit(made, { 'src/a.js': CLEAN, 'notes.txt': 'structuredContent\n' }, env);
  expect(passed.code, passed.output).toBe(0);
  expect(await git(made, 'status', '--porcelain')).toBe('');
}

describe('pre-commit', () => {
  /** This repository as it is on disk, as a repository with one commit, and pre-commit's own cache. */
  let home: string;
  beforeAll(async () => {
    home = folderWith({});
    const source = path.join(home, 'source');
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of files.split('\0').filter(Boolean)) {
      mkdirSync(path.dirname(path.join(source, file)), { recursive: true });
      cpSync(path.join(root, file), path.join(source, file), { force: true });
    }
    for (const args of [
      ['init', '--quiet', '--initial-branch', 'main'],
      ['add', '--all'],
      [
        '-c',
        'user.name=Tide Keeper',
        '-c',
        'user.email=keeper@tides.example',
        'commit',
        '--quiet',
        '--message',
        'Release',
      ],
      ['tag', 'v0.1.0'],
    ]) {
      const ended = await run('git', args, source);
      expect(ended.code, ended.output).toBe(0);
    }
  });
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const env = (): NodeJS.ProcessEnv => ({ PRE_COMMIT_HOME: path.join(home, 'cache') });

  /** The page's config, with this repository in the place of the public one and the system's Node. */
  const config = (): string =>
    snippet(PAGE, '.pre-commit-config.yaml')
      .replace(/repo: .*/, `repo: ${path.join(home, 'source')}`)
      .replace('- id: mcp-reply-check', '- id: mcp-reply-check\n        language_version: system');

  async function repository(): Promise<Project> {
    const folder = folderWith({ 'package.json': '{ "name": "tides", "private": true, "type": "module" }\n' });
    const made = copyOf(folder, { '.pre-commit-config.yaml': config(), 'src/reply.js': '' });
    rmSync(folder, { recursive: true });
    await commitAll(made);
    const ended = await made.run('pre-commit', ['install', '--install-hooks'], { env: env() });
    expect(ended.code, ended.output).toBe(0);
    return made;
  }

  test('the hook refuses an inline result and lets a clean one pass', async () => {
    const made = await repository();
    await expectHook(made, env());
  });

  test('a site that the codemod would leave does not block', async () => {
    const made = await repository();
    const ended = await commit(made, { 'src/a.js': LEFT }, env());
    expect(ended.code, ended.output).toBe(0);
  });

  test('only the staged files are reported on', async () => {
    const made = await repository();
    made.write({ 'src/other.js': INLINE });
    await git(made, 'add', 'src/other.js');
    await git(made, 'commit', '--quiet', '--no-verify', '--message', 'Other');
    expect(await commit(made, { 'src/a.js': CLEAN }, env())).toMatchObject({ code: 0 });
  });

  test('partial staging is checked as staged, and the rest of the file stays as it is', async () => {
    const made = await repository();
    made.write({ 'src/a.js': CLEAN });
    await git(made, 'add', 'src/a.js');
    made.write({ 'src/a.js': INLINE });
    const ended = await made.run('git', ['commit', '--message', 'The staged part'], { env: env() });
    expect(ended.code, ended.output).toBe(0);
    expect(made.read('src/a.js')).toBe(INLINE);
    expect(await git(made, 'show', 'HEAD:src/a.js')).toBe(CLEAN);
  });
});

describe('hooks that run from the project', () => {
  let folder: string;
  beforeAll(async () => {
    // lint-staged 16 and later need Node 20.17 and 22; 15 runs on all that this package supports.
    folder = await npmInstalled(['eslint@10', 'lint-staged@15', 'husky@9', 'lefthook@2'], {
      'eslint.config.js': CONFIG,
      'src/reply.js': '',
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  let made: Project;
  beforeEach(async () => {
    made = copyOf(folder);
    await commitAll(made);
  });

  test('ESLint as a local hook of pre-commit', async () => {
    made.write({ '.pre-commit-config.yaml': snippet(PAGE, '.pre-commit-config.yaml', 1) });
    await git(made, 'add', '--all');
    expect(await made.run('pre-commit', ['install'])).toMatchObject({ code: 0 });
    await expectHook(made);
  });

  test('husky with lint-staged', async () => {
    const manifest = JSON.parse(made.read('package.json')) as object;
    const lintStaged = JSON.parse(snippet(PAGE, 'package.json')) as object;
    made.write({
      'package.json': JSON.stringify({ ...manifest, ...lintStaged }, null, 2),
      '.husky/pre-commit': snippet(PAGE, '.husky/pre-commit'),
    });
    await git(made, 'add', '--all');
    await git(made, 'commit', '--quiet', '--no-verify', '--message', 'Hooks');
    expect(await made.run('npx', ['husky'])).toMatchObject({ code: 0 });
    await expectHook(made);
  });

  test('lefthook', async () => {
    made.write({ 'lefthook.yml': snippet(PAGE, 'lefthook.yml') });
    await git(made, 'add', '--all');
    await git(made, 'commit', '--quiet', '--no-verify', '--message', 'Hooks');
    const ended = await made.run('npx', ['lefthook', 'install']);
    expect(ended.code, ended.output).toBe(0);
    await expectHook(made, { LEFTHOOK: '1', CI: '' });
  });

  test('the check of two staged files answers within a second', async () => {
    made.write({ 'src/a.js': INLINE, 'src/b.js': CLEAN });
    // Processor time, which is the time that a person waits where nothing else runs: other tests run beside this one.
    const timed = `TIMEFORMAT='%U %S'; time node_modules/.bin/mcp-reply migrate --check src/a.js src/b.js > out.txt`;
    const seconds: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const ended = await made.run('bash', ['-c', timed]);
      expect(ended.code, ended.output).toBe(1);
      const [user = NaN, system = NaN] = (ended.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
      seconds.push(user + system);
    }
    expect(made.read('out.txt')).toContain('src/a.js');
    expect(Math.min(...seconds)).toBeLessThan(1);
  });

  test('bulk suppressions let the rules be adopted step by step', async () => {
    made.write({ 'src/a.js': INLINE });
    const npx = async (command: string) => {
      const [program = '', ...args] = commandOf(PAGE, command).split(' ');
      return made.run(program, args);
    };
    expect(await made.run('npx', ['eslint', '.'])).toMatchObject({ code: 1 });
    expect(await npx('npx eslint --suppress-all .')).toMatchObject({ code: 0 });
    expect(await npx('npx eslint .')).toMatchObject({ code: 0 });
    made.write({ 'src/a.js': CLEAN });
    expect(await npx('npx eslint --prune-suppressions .')).toMatchObject({ code: 0 });
    expect(JSON.parse(made.read('eslint-suppressions.json'))).toEqual({});
  });
});
