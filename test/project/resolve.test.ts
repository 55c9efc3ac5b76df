import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { typescriptProject } from '../../analysis/project/project-for.js';
import { ask, open, shown, writeAt, writeTree } from './tree.js';

const X = 'export const x = 1;\n';

interface Case {
  readonly of: string;
  readonly files: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly module: string;
  /** Path of the file in which the name is found, `external`, or `unknown: reason`. */
  readonly found: string;
}

function check({ files, from = 'src/a.ts', module, found }: Case): void {
  const answer = ask(files, from, module, 'x');
  expect(answer).toBe(/^(?:external|unknown)/.test(found) ? found : `${found}: 1`);
}

describe('relative specifiers', () => {
  test.each<Case>([
    { of: 'no extension', files: { 'src/b.ts': X }, module: './b', found: 'src/b.ts' },
    { of: '.js for .ts', files: { 'src/b.ts': X }, module: './b.js', found: 'src/b.ts' },
    { of: '.js for .tsx', files: { 'src/b.tsx': X }, module: './b.js', found: 'src/b.tsx' },
    { of: '.jsx for .tsx', files: { 'src/b.tsx': X }, module: './b.jsx', found: 'src/b.tsx' },
    { of: '.mjs for .mts', files: { 'src/b.mts': X }, module: './b.mjs', found: 'src/b.mts' },
    { of: '.cjs for .cts', files: { 'src/b.cts': X }, module: './b.cjs', found: 'src/b.cts' },
    { of: 'the very file', files: { 'src/b.ts': X }, module: './b.ts', found: 'src/b.ts' },
    {
      of: 'source before output beside it',
      files: { 'src/b.ts': X, 'src/b.js': 'exports.x = 2' },
      module: './b.js',
      found: 'src/b.ts',
    },
    { of: 'JavaScript', files: { 'src/b.mjs': X }, module: './b.mjs', found: 'src/b.mjs' },
    { of: 'a folder', files: { 'src/b/index.ts': X }, module: './b', found: 'src/b/index.ts' },
    { of: 'a file before a folder', files: { 'src/b/index.ts': '', 'src/b.ts': X }, module: './b', found: 'src/b.ts' },
    { of: 'the folder itself', files: { 'src/index.ts': X }, module: '.', found: 'src/index.ts' },
    { of: 'the folder above', files: { 'index.ts': X }, module: '..', found: 'index.ts' },
    { of: 'a dot in the name', files: { 'src/b.service.ts': X }, module: './b.service', found: 'src/b.service.ts' },
    {
      of: 'the output of a build',
      files: { 'package.json': '{}', 'src/lib/b.ts': X },
      from: 'test/a.ts',
      module: '../dist/lib/b.js',
      found: 'src/lib/b.ts',
    },
    { of: 'no file', files: {}, module: './b', found: 'unknown: no source file for "./b"' },
    { of: 'declarations alone', files: { 'src/b.d.ts': X }, module: './b', found: 'unknown: no source file for "./b"' },
    {
      of: 'no script',
      files: { 'src/b.json': '{}' },
      module: './b.json',
      found: 'unknown: no source file for "./b.json"',
    },
    {
      of: 'an absolute path',
      files: {},
      module: '/etc/passwd',
      found: 'unknown: no source file for "/etc/passwd"',
    },
  ])('$of', check);
});

describe('path aliases', () => {
  const paths = (map: object, more: object = {}): string =>
    JSON.stringify({ compilerOptions: { paths: map, ...more } });
  test.each<Case>([
    {
      of: 'paths, with comments and trailing commas',
      files: {
        'tsconfig.json': `{
          // "compilerOptions": {}
          "compilerOptions": { /* , */ "baseUrl": "./src", "paths": { "@/*": ["./lib/*",], }, },
        }`,
        'src/lib/b.ts': X,
      },
      module: '@/b.js',
      found: 'src/lib/b.ts',
    },
    {
      of: 'paths without baseUrl stand by the file that says them',
      files: {
        'config/base.json': paths({ '~/*': ['../src/*'] }),
        'tsconfig.json': '{"extends": "./config/base"}',
        'src/b.ts': X,
      },
      module: '~/b',
      found: 'src/b.ts',
    },
    {
      of: 'extends as a list, the last one wins',
      files: {
        'one.json': paths({ '@/*': ['./one/*'] }),
        'two.json': paths({ '@/*': ['./two/*'] }),
        'tsconfig.json': '{"extends": ["./one.json", "./two.json"]}',
        'one/b.ts': '',
        'two/b.ts': X,
      },
      module: '@/b',
      found: 'two/b.ts',
    },
    {
      of: 'configDir',
      files: {
        'base.json': paths({ '@/*': ['${configDir}/src/*'] }),
        'app/tsconfig.json': '{"extends": "../base.json"}',
        'app/src/b.ts': X,
      },
      from: 'app/src/a.ts',
      module: '@/b',
      found: 'app/src/b.ts',
    },
    {
      of: 'an exact name, before a pattern',
      files: {
        'tsconfig.json': paths({ '*': ['./other/*'], shared: ['./src/s.ts'] }),
        'src/s.ts': X,
        'other/shared.ts': '',
      },
      module: 'shared',
      found: 'src/s.ts',
    },
    {
      of: 'the longest pattern',
      files: {
        'tsconfig.json': paths({ '@/*': ['./no/*'], '@/lib/*': ['./src/*'] }),
        'src/b.ts': X,
        'no/lib/b.ts': '',
      },
      module: '@/lib/b',
      found: 'src/b.ts',
    },
    {
      of: 'the second target',
      files: { 'tsconfig.json': paths({ '@/*': ['./gen/*', './src/*'] }), 'src/b.ts': X },
      module: '@/b',
      found: 'src/b.ts',
    },
    {
      of: 'a target in the output',
      files: { 'tsconfig.json': paths({ core: ['./core/dist/index.d.ts'] }), 'core/src/index.ts': X },
      module: 'core',
      found: 'core/src/index.ts',
    },
    {
      of: 'baseUrl alone',
      files: { 'tsconfig.json': '{"compilerOptions":{"baseUrl":"."}}', 'src/b.ts': X },
      module: 'src/b',
      found: 'src/b.ts',
    },
    {
      of: 'jsconfig.json',
      files: { 'jsconfig.json': paths({ '@/*': ['./src/*'] }), 'src/b.js': X },
      from: 'src/a.js',
      module: '@/b',
      found: 'src/b.js',
    },
    {
      of: 'a configuration that only lists others',
      files: {
        'tsconfig.json': '{"files": [], "references": [{ "path": "./tsconfig.app.json" }]}',
        'tsconfig.app.json': paths({ '@/*': ['./src/*'] }),
        'src/b.ts': X,
      },
      module: '@/b',
      found: 'src/b.ts',
    },
    {
      of: 'configurations in a circle',
      files: { 'tsconfig.json': '{"extends": "./tsconfig.json"}' },
      module: '@/b',
      found: 'unknown: no source file for "@/b"',
    },
    {
      of: 'a customary alias that no configuration explains',
      files: { 'app/package.json': '{}', 'app/src/b.ts': X },
      from: 'app/src/deep/a.ts',
      module: '@/b.js',
      found: 'app/src/b.ts',
    },
    {
      of: 'a customary alias to the package itself',
      files: { 'tsconfig.json': 'no JSON', 'lib/b.ts': X },
      module: '~/lib/b',
      found: 'lib/b.ts',
    },
    {
      of: 'a customary alias that may be one of two files',
      files: { 'lib/b.ts': X, 'src/lib/b.ts': X },
      module: '@/lib/b',
      found: 'unknown: no source file for "@/lib/b"',
    },
    {
      of: 'an alias that a configuration leads elsewhere',
      files: { 'tsconfig.json': paths({ '@/*': ['./generated/*'] }), 'src/b.ts': X },
      module: '@/b',
      found: 'unknown: no source file for "@/b"',
    },
    {
      of: 'an alias that nothing defines',
      files: { 'tsconfig.json': '{}', 'src/b.ts': X },
      module: '$lib/b',
      found: 'unknown: no source file for "$lib/b"',
    },
    {
      of: 'a configuration in a package',
      files: {
        'node_modules/@fig/config/base.json': paths({ '@/*': ['${configDir}/src/*'] }),
        'app/tsconfig.json': '{"extends": "@fig/config/base.json"}',
        'app/src/b.ts': X,
      },
      from: 'app/src/a.ts',
      module: '@/b',
      found: 'app/src/b.ts',
    },
    {
      of: 'a target out of the root',
      files: { 'tsconfig.json': paths({ '@/*': ['/usr/*'] }) },
      module: '@/lib',
      found: 'unknown: no source file for "@/lib"',
    },
  ])('$of', check);
});

describe('packages', () => {
  const core = (manifest: object = {}): string => JSON.stringify({ name: '@fig/core', ...manifest });
  const npm = { 'package.json': '{"workspaces": ["packages/*"]}', 'packages/app/package.json': '{"name": "app"}' };
  const from = 'packages/app/src/a.ts';
  const module = '@fig/core';
  const dist = { main: './dist/index.js', types: './dist/index.d.ts' };
  test.each<Case>([
    {
      of: 'npm workspaces, output back to source',
      files: { ...npm, 'packages/core/package.json': core(dist), 'packages/core/src/index.ts': X },
      from,
      module,
      found: 'packages/core/src/index.ts',
    },
    {
      of: 'the yarn form of workspaces',
      files: {
        'package.json': '{"workspaces": {"packages": ["packages/core"]}}',
        'packages/core/package.json': core(dist),
        'packages/core/src/index.ts': X,
      },
      from,
      module,
      found: 'packages/core/src/index.ts',
    },
    {
      of: 'pnpm-workspace.yaml',
      files: {
        'pnpm-workspace.yaml':
          'catalog:\n  zod: 4\npackages:\n  # ours\n  - \'libs/**\' # all\n  - "!libs/old/**"\nonlyBuilt: []\n',
        'libs/old/core/package.json': core(),
        'libs/old/core/index.ts': '',
        'libs/deep/core/package.json': core(dist),
        'libs/deep/core/src/index.ts': X,
      },
      module,
      found: 'libs/deep/core/src/index.ts',
    },
    {
      of: 'pnpm-workspace.yaml on one line',
      files: {
        'pnpm-workspace.yaml': 'packages: ["libs/c*", apps/*]\n',
        'libs/core/package.json': core(),
        'libs/core/index.ts': X,
      },
      module,
      found: 'libs/core/index.ts',
    },
    {
      of: 'lerna.json',
      files: {
        'lerna.json': '{"packages": ["libs/*"]}',
        'libs/core/package.json': core(),
        'libs/core/src/index.tsx': X,
      },
      module,
      found: 'libs/core/src/index.tsx',
    },
    {
      of: 'exports with conditions',
      files: {
        ...npm,
        'packages/core/package.json': core({
          exports: { '.': { import: { types: './dist/esm/main.d.ts', default: './dist/esm/main.js' } } },
        }),
        'packages/core/src/main.ts': X,
      },
      from,
      module,
      found: 'packages/core/src/main.ts',
    },
    {
      of: 'a condition for sources',
      files: {
        ...npm,
        'packages/core/package.json': core({
          exports: { '.': { import: './dist/a.js', '@fig/source': './lib/b.ts' } },
        }),
        'packages/core/src/a.ts': '',
        'packages/core/lib/b.ts': X,
      },
      from,
      module,
      found: 'packages/core/lib/b.ts',
    },
    {
      of: 'a subpath in exports',
      files: {
        ...npm,
        'packages/core/package.json': core({ exports: { './server': './dist/src/server/index.js' } }),
        'packages/core/src/server/index.ts': X,
      },
      from,
      module: '@fig/core/server',
      found: 'packages/core/src/server/index.ts',
    },
    {
      of: 'types that several subpaths share',
      files: {
        ...npm,
        'packages/core/package.json': core({
          exports: {
            '.': { types: './src/types/index.d.ts', default: './src/index.js' },
            './tool': { types: './src/index.d.ts', default: './src/tool.js' },
          },
        }),
        'packages/core/src/index.js': '',
        'packages/core/src/tool.js': X,
      },
      from,
      module: '@fig/core/tool',
      found: 'packages/core/src/tool.js',
    },
    {
      of: 'a pattern in exports',
      files: {
        ...npm,
        'packages/core/package.json': core({ exports: { './*': './dist/*.js', './deep/*': './dist/far/*.mjs' } }),
        'packages/core/src/far/b.ts': X,
      },
      from,
      module: '@fig/core/deep/b',
      found: 'packages/core/src/far/b.ts',
    },
    {
      of: 'a subpath without exports',
      files: { ...npm, 'packages/core/package.json': core(), 'packages/core/src/b.ts': X },
      from,
      module: '@fig/core/dist/b.js',
      found: 'packages/core/src/b.ts',
    },
    {
      of: 'sources that the package itself ships',
      files: { ...npm, 'packages/core/package.json': core({ main: 'lib/main.js' }), 'packages/core/lib/main.js': X },
      from,
      module,
      found: 'packages/core/lib/main.js',
    },
    {
      of: 'a name that the repository itself bears',
      files: { 'package.json': core({ exports: './dist/index.js' }), 'src/index.ts': X },
      from: 'examples/a.ts',
      module,
      found: 'src/index.ts',
    },
    {
      of: 'a subpath import',
      files: {
        'package.json': JSON.stringify({ imports: { '#lib/*': { default: './dist/lib/*' }, '#b': './src/b.ts' } }),
        'src/lib/b.ts': X,
      },
      module: '#lib/b.js',
      found: 'src/lib/b.ts',
    },
    {
      of: 'a subpath import that nothing defines',
      files: { 'package.json': '{}' },
      module: '#b',
      found: 'unknown: no source file for "#b"',
    },
    {
      of: 'file: in the dependencies',
      files: {
        'app/package.json': '{"dependencies": {"@fig/core": "file:../core"}}',
        'core/package.json': core(),
        'core/index.ts': X,
      },
      from: 'app/a.ts',
      module,
      found: 'core/index.ts',
    },
    {
      of: 'workspace: where the root has no manifest',
      files: {
        'packages/app/package.json': '{"dependencies": {"@fig/core": "workspace:*"}}',
        'packages/core/package.json': core(dist),
        'packages/core/src/index.ts': X,
      },
      from,
      module,
      found: 'packages/core/src/index.ts',
    },
    {
      of: 'a version from the registry, though a folder bears the name',
      files: {
        'packages/app/package.json': '{"dependencies": {"@fig/core": "^1.0.0"}}',
        'packages/core/package.json': core(),
        'packages/core/index.ts': X,
      },
      from,
      module,
      found: 'external @fig/core',
    },
    {
      of: 'an installed package',
      files: { ...npm, 'node_modules/@fig/core/package.json': core(), 'node_modules/@fig/core/index.js': X },
      from,
      module,
      found: 'external @fig/core',
    },
    {
      of: 'an installed package by path',
      files: { 'node_modules/fig/index.js': X },
      module: '../node_modules/fig/index.js',
      found: 'external ../node_modules/fig/index.js',
    },
    { of: 'Node itself', files: {}, module: 'path', found: 'external path' },
    { of: 'Node itself, with the scheme', files: {}, module: 'node:fs', found: 'external node:fs' },
    { of: 'an address', files: {}, module: 'https://fig.example/x.ts', found: 'external https://fig.example/x.ts' },
    {
      of: 'a manifest that is no JSON',
      files: { 'package.json': '[', 'pnpm-workspace.yaml': 'packages' },
      module: 'fig',
      found: 'external fig',
    },
  ])('$of', check);

  test('a link in node_modules that leads to source in the project', () => {
    const root = writeTree({
      'src/a.ts': '',
      'package.json': '{}',
      'core/package.json': core(),
      'core/src/index.ts': X,
    });
    mkdirSync(path.join(root, 'node_modules/@fig'), { recursive: true });
    symlinkSync('../../core', path.join(root, 'node_modules/@fig/core'));
    const project = typescriptProject(root);
    const found = project.exported(open(project, root, 'src/a.ts'), '@fig/core', 'x');
    expect(shown(root, found)).toBe('core/src/index.ts: 1');
  });
});

test('a configuration out of the root is not read', () => {
  const other = writeTree({ 'base.json': '{"compilerOptions": {"paths": {"+/*": ["${configDir}/*"]}}}' });
  const root = writeTree({
    'a.ts': '',
    'b.ts': X,
    'tsconfig.json': JSON.stringify({ extends: path.join(other, 'base.json') }),
  });
  const project = typescriptProject(root);
  expect(project.exported(open(project, root, 'a.ts'), '+/b', 'x').kind).toBe('unknown');
});

test('a folder out of the root is no package of it', () => {
  const other = writeTree({ 'package.json': '{"name": "fig"}', 'index.ts': X });
  const root = writeTree({ 'a.ts': '' });
  writeAt(root, 'package.json', JSON.stringify({ dependencies: { fig: `file:${path.relative(root, other)}` } }));
  const project = typescriptProject(root);
  expect(shown(root, project.exported(open(project, root, 'a.ts'), 'fig', 'x'))).toBe('external fig');
});

describe('the root', () => {
  const outside = { 'other/b.ts': X, 'home/src/a.ts': '', 'home/package.json': '{}' };

  test('is the repository', () => {
    const root = writeTree(outside);
    const project = typescriptProject();
    expect(shown(root, project.exported(open(project, root, 'home/src/a.ts'), '../../other/b', 'x'))).toBe(
      'other/b.ts: 1',
    );
  });

  test('is the package, where there is no repository', () => {
    const root = writeTree(outside, { repository: false });
    const project = typescriptProject();
    expect(shown(root, project.exported(open(project, root, 'home/src/a.ts'), '../../other/b', 'x'))).toBe(
      'unknown: "../../other/b" leads out of the project',
    );
  });

  test('is the given one, where there is no repository and no workspace', () => {
    const root = writeTree(outside, { repository: false });
    const project = typescriptProject(root);
    expect(shown(root, project.exported(open(project, root, 'home/src/a.ts'), '../../other/b', 'x'))).toBe(
      'other/b.ts: 1',
    );
  });

  test('is not left through a link to a file or a folder', () => {
    const secret = writeTree({ 'b.ts': X });
    const root = writeTree({ 'a.ts': '' });
    symlinkSync(path.join(secret, 'b.ts'), path.join(root, 'b.ts'));
    symlinkSync(secret, path.join(root, 'folder'));
    const project = typescriptProject(root);
    const from = open(project, root, 'a.ts');
    expect(shown(root, project.exported(from, './b', 'x'))).toBe('unknown: "./b" leads out of the project');
    expect(shown(root, project.exported(from, './folder/b', 'x'))).toBe(
      'unknown: "./folder/b" leads out of the project',
    );
    expect(project.counts.parsed).toBe(1);
  });

  test('may be reached through a link, and links within it are one file', () => {
    const real = writeTree({ 'a.ts': '', 'lib/b.ts': X });
    symlinkSync('lib', path.join(real, 'alias'));
    const holder = writeTree({}, { repository: false });
    const root = path.join(holder, 'link');
    symlinkSync(real, root);
    const project = typescriptProject(root);
    const from = open(project, root, 'a.ts');
    expect(shown(root, project.exported(from, './alias/b', 'x'))).toBe('lib/b.ts: 1');
    expect(shown(root, project.exported(from, './lib/b', 'x'))).toBe('lib/b.ts: 1');
    expect(project.counts.parsed).toBe(2);
  });
});
