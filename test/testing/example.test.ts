import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INSTALLED = ['@modelcontextprotocol', 'zod', 'vitest'];

/** The example as a project of its own, with this package installed as a user has it: JavaScript behind `exports`. */
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'example-testing-'));
  cpSync(join(ROOT, 'examples/testing'), project, { recursive: true });
  const modules = join(project, 'node_modules');
  const self = join(modules, 'eslint-plugin-mcp-reply');
  mkdirSync(self, { recursive: true });
  for (const name of INSTALLED) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  cpSync(join(ROOT, 'package.json'), join(self, 'package.json'));
  for (const file of typeScriptIn(join(ROOT, 'runtime'))) {
    const target = join(self, 'dist', relative(ROOT, file)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
    writeFileSync(target, ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options }).outputText);
  }
});
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

function typeScriptIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('javascript'))
    .map((name) => join(folder, name));
}

function run(...args: string[]): string {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };
  return execFileSync(process.execPath, args, {
    cwd: project,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('examples/testing', () => {
  it('runs in vitest', () => {
    const report: unknown = JSON.parse(run('node_modules/vitest/vitest.mjs', 'run', '--reporter=json'));
    expect(report).toMatchObject({ success: true, numTotalTests: 4, numPassedTests: 4 });
  });

  it('runs in node --test', () => {
    const report = run('--test', '--test-reporter=tap', 'tools.node.js');
    expect(report).toMatch(/^# pass 3$/m);
    expect(report).toMatch(/^# fail 0$/m);
  });

  it('shows the message that its README quotes', () => {
    const script = `
      import { expectReaches } from 'eslint-plugin-mcp-reply/testing';
      import { findBooks } from './server.js';
      const { content, structuredContent: { books } } = findBooks('tide');
      try { expectReaches({ content, structuredContent: { books } }, { phrases: ['Always name the shelf'] }); }
      catch (error) { console.log(error.message); }`;
    const message = run('--input-type=module', '-e', script).trim();
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toContain(`\n${message}\n`);
  });

  it('imports neither an SDK nor a test runner, nor anything else that is not its own', () => {
    for (const file of [join(ROOT, 'runtime/testing.ts'), ...typeScriptIn(join(ROOT, 'runtime/testing'))]) {
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) .* from '(.*)';$/gm)) {
        expect(from).toMatch(/^\.{1,2}\//);
      }
    }
  });
});
