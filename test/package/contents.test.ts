import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { linkedProject, project, root, unpackInto } from './project.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Record<string, string>;
  readonly exports: Record<string, string>;
  readonly [field: string]: unknown;
}

const read = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The unpacked package and the paths of its files. */
function unpacked(): { folder: string; files: string[] } {
  const { folder } = project({});
  unpackInto(folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return { folder, files };
}

test('the tarball holds what a user needs and nothing else', () => {
  const { files } = unpacked();
  for (const needed of [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'dist/index.js',
    'dist/index.d.ts',
    'dist/cli/main.js',
    'dist/codemods/to-reply.js',
    'runtime/reply.ts',
    'runtime/javascript/reply.js',
  ])
    expect(files).toContain(needed);
  const allowed =
    /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+\.(?:js|d\.ts)|runtime\/(?:reply\.ts|javascript\/.+))$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  expect(files.filter((file) => /(?:^|\/)(?:test|fixtures?|bench)\/|\.test\.|\.map$/.test(file))).toEqual([]);
});

test('every source module is built, and nothing that has no source is packed', () => {
  const { files } = unpacked();
  const sources = ['analysis', 'cli', 'edits', 'codemods', 'rules', 'runtime'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('javascript/'))
      .map((file) => path.join('dist', folder, file.replace(/\.ts$/, '.js'))),
  );
  const built = files.filter((file) => file.startsWith('dist/') && file.endsWith('.js'));
  expect(built.sort()).toEqual([...sources, 'dist/index.js'].sort());
});

test('the manifest is ready to be published', () => {
  const manifest = read(root);
  expect(manifest).toMatchObject({
    name: 'eslint-plugin-mcp-reply',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '^20.19.0 || ^22.13.0 || >=24' },
    peerDependencies: { eslint: '^9.22.0 || ^10.0.0' },
    publishConfig: { access: 'public', provenance: true },
    bin: { 'mcp-reply': 'dist/cli/main.js' },
  });
  // A name of our own beside the package's would make `npx eslint-plugin-mcp-reply` ask which one.
  expect(Object.keys(manifest.bin)).toHaveLength(1);
  expect(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')).toContain(`## ${manifest.version}`);
});

test('every export is there, and loads', async () => {
  const made = linkedProject({}, 'eslint');
  const manifest = read(path.join(made.folder, 'node_modules/eslint-plugin-mcp-reply'));
  expect(Object.keys(manifest.exports)).toEqual([
    '.',
    './codemods/*',
    './reply',
    './hosts',
    './streams',
    './testing',
    './package.json',
  ]);
  const names = Object.keys(manifest.exports)
    .filter((name) => name !== './package.json')
    .map((name) => path.posix.join(manifest.name, name.replace('*', 'to-reply')));
  const script = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length > 0);`;
  const ended = await made.run(process.execPath, ['--input-type=module', '-e', script]);
  expect(ended.output.trim().split('\n')).toEqual(names.map((name) => `${name} true`));
});

test('the command starts, is executable and tells its version', async () => {
  const made = linkedProject({}, 'eslint');
  const main = path.join(made.folder, 'node_modules/eslint-plugin-mcp-reply/dist/cli/main.js');
  expect(readFileSync(main, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  expect(statSync(main).mode & 0o111).toBe(0o111);
  expect(await made.run(main, ['--version'])).toMatchObject({ code: 0, stdout: `${read(root).version}\n`, stderr: '' });
});

test('importing the plugin loads neither typescript nor jscodeshift', async () => {
  const made = linkedProject({}, 'eslint');
  // Modules of both kinds: those that `require` loaded, and those that a loader hook saw.
  const script = `
    import { createRequire, register } from 'node:module';
    import { MessageChannel } from 'node:worker_threads';
    const { port1, port2 } = new MessageChannel();
    const seen = [];
    port1.on('message', (url) => seen.push(url));
    port1.unref();
    register('data:text/javascript,' + encodeURIComponent(
      'let port; export const initialize = (data) => { port = data; };' +
      'export async function load(url, context, next) { port.postMessage(url); return next(url, context); }'
    ), { data: port2, transferList: [port2] });
    await import('eslint-plugin-mcp-reply');
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(JSON.stringify([...seen, ...Object.keys(createRequire(import.meta.url).cache)]));`;
  const ended = await made.run(process.execPath, ['--input-type=module', '-e', script]);
  const loaded = (JSON.parse(ended.stdout) as string[]).map((file) => file.replaceAll('\\', '/'));
  const packages = new Set(loaded.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  expect(loaded.some((url) => url.endsWith('/rules/require-reply.js'))).toBe(true);
  expect(packages).toContain('eslint-plugin-mcp-reply');
  for (const heavy of [
    'typescript',
    'jscodeshift',
    'recast',
    'eslint',
    '@typescript-eslint/parser',
    '@typescript-eslint/typescript-estree',
  ])
    expect(packages).not.toContain(heavy);
});

test('the sizes that docs/faq.md states', () => {
  const { folder } = project({});
  unpackInto(folder);
  const kib = (bytes: number): number => bytes / 1024;
  const unpackedSize = Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
  expect(kib(statSync(inject('tarball')).size)).toBeLessThan(400);
  expect(kib(unpackedSize)).toBeLessThan(2560);
});
