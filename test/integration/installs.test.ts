import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Project } from '../package/project.js';
import { project, run } from '../package/project.js';
import { INLINE } from '../package/tides.js';
import { folderWith, snippet } from './installed.js';

/** The package managers, installed for the tests. */
let tools: string;
beforeAll(async () => {
  tools = folderWith({ 'package.json': '{ "private": true }' });
  const packages = ['pnpm@12', '@yarnpkg/cli-dist@4'];
  const ended = await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], tools);
  expect(ended.code, ended.output).toBe(0);
});
afterAll(() => {
  rmSync(tools, { recursive: true, force: true });
});

/** A TypeScript server with the config of the README. The packages are those of the README, too. */
const server = (tarball: string): Project =>
  project({
    'package.json': JSON.stringify({
      name: 'tides',
      private: true,
      type: 'module',
      devDependencies: {
        eslint: '^10.0.0',
        'eslint-plugin-mcp-reply': `file:${tarball}`,
        typescript: '~6.0.0',
        'typescript-eslint': '^8.74.0',
      },
    }),
    'eslint.config.js': snippet('README.md', 'eslint.config.js', 1),
    'src/a.ts': INLINE.replace('const tide =', 'const tide: Record<string, string> ='),
  });

interface Manager {
  readonly install: readonly string[];
  /** What runs a program of an installed package. */
  readonly exec: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const bin = (name: string): string => path.join(tools, 'node_modules/.bin', name);

const MANAGERS: Record<string, () => Manager> = {
  npm: () => ({ install: ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'], exec: ['npx'] }),
  pnpm: () => ({
    install: [bin('pnpm'), 'install', '--no-frozen-lockfile', '--store-dir', path.join(tools, 'store')],
    exec: [bin('pnpm'), 'exec'],
  }),
  'yarn with node_modules': () => ({
    install: [bin('yarn'), 'install', '--no-immutable'],
    exec: [bin('yarn'), 'run'],
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n', 'yarn.lock': '' },
  }),
  "yarn Plug'n'Play": () => ({
    install: [bin('yarn'), 'install', '--no-immutable'],
    exec: [bin('yarn'), 'run'],
    files: { '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n', 'yarn.lock': '' },
  }),
};

describe.each(Object.keys(MANAGERS))('%s', (name) => {
  test('installs it; the rules, the command and the migration run', async () => {
    const manager = MANAGERS[name]!();
    const made = server(inject('tarball'));
    made.write(manager.files ?? {});
    const [installer = '', ...args] = manager.install;
    const installed = await made.run(installer, args, { env: { CI: '1' } });
    expect(installed.code, installed.output).toBe(0);
    const exec = (...command: readonly string[]) => {
      const [program = '', ...first] = manager.exec;
      return made.run(program, [...first, ...command]);
    };

    const lint = await exec('eslint', 'src');
    expect(lint.output).toContain('mcp-reply/no-text-only-framing');
    expect(lint.code).toBe(1);

    const check = await exec('mcp-reply', 'migrate', '--check', 'src');
    expect(check.output).toContain('src/a.ts');
    expect(check.code).toBe(1);

    const migrate = await exec('mcp-reply', 'migrate', '--allow-dirty', 'src');
    expect(migrate.code, migrate.output).toBe(0);
    expect(made.read('src/a.ts')).toContain('return reply(tide, ZONE_RULE);');
    expect(await exec('eslint', 'src')).toMatchObject({ code: 0 });
  });
});
