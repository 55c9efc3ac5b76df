import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf } from '../docs/pages.js';
import type { Project } from '../package/project.js';
import { INLINE, CLEAN, CONFIG, LEFT } from '../package/tides.js';
import { commitAll, copyOf, git, npmInstalled, snippet } from './installed.js';

const PAGE = 'docs/ci-and-hooks.md';

let folder: string;
beforeAll(async () => {
  folder = await npmInstalled(['eslint@10', '@microsoft/eslint-formatter-sarif@3'], { 'eslint.config.js': CONFIG });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The lines that a workflow would run, without the installation, which `beforeAll` did. */
const scriptOf = (file: string): string[] =>
  [...snippet(PAGE, file).matchAll(/^\s*- (?:run: )?((?:npx|npm) .*)$/gm)]
    .map((match) => match[1] ?? '')
    .filter((line) => line !== 'npm ci');

async function runScript(made: Project, file: string): Promise<string[]> {
  const lines = scriptOf(file);
  expect(lines.length).toBeGreaterThan(0);
  const failed: string[] = [];
  for (const line of lines) {
    const ended = await made.run('bash', ['-c', line]);
    expect(ended.code, ended.output).toBeLessThan(2);
    if (ended.code !== 0) failed.push(line);
  }
  return failed;
}

describe.each(['.github/workflows/mcp-reply.yml', '.gitlab-ci.yml'])('%s', (file) => {
  test('fails on an inline result, and passes once it is mended', async () => {
    const made = copyOf(folder, { 'src/a.js': INLINE });
    await commitAll(made);
    expect(await runScript(made, file)).toEqual(scriptOf(file));
    made.write({ 'src/a.js': CLEAN, 'src/reply.js': '' });
    expect(await runScript(made, file)).toEqual([]);
  });
});

test('SARIF has the descriptions of the rules and the addresses of their pages', async () => {
  const made = copyOf(folder, { 'src/a.js': INLINE });
  await runScript(made, '.github/workflows/code-scanning.yml');
  const sarif = JSON.parse(made.read('eslint.sarif')) as {
    runs: {
      tool: { driver: { rules: { id: string; helpUri: string; shortDescription: { text: string } }[] } };
      results: { ruleId: string }[];
    }[];
  };
  const [first] = sarif.runs;
  const rule = first?.tool.driver.rules.find(({ id }) => id === 'mcp-reply/no-text-only-framing');
  expect(rule?.helpUri).toMatch(/\/docs\/rules\/no-text-only-framing\.md$/);
  expect(rule?.shortDescription.text).toMatch(/^Disallow /);
  expect(first?.results.map(({ ruleId }) => ruleId)).toContain('mcp-reply/no-text-only-framing');
});

test('the survey of many repositories, and its jq lines', async () => {
  const made = copyOf(folder, { 'survey.sh': snippet(PAGE, 'survey.sh') });
  const addresses: string[] = [];
  for (const [name, text] of Object.entries({ quay: INLINE, pier: CLEAN, mole: LEFT })) {
    const repository = copyOf(folder, { 'src/a.js': text, 'src/reply.js': 'export function reply() {}\n' });
    rmSync(`${repository.folder}/node_modules`, { recursive: true });
    await commitAll(repository);
    await git(made, 'clone', '--quiet', '--bare', repository.folder, `origins/${name}.git`);
    addresses.push(`${made.folder}/origins/${name}.git`);
  }
  made.write({ 'repositories.txt': `${addresses.join('\n')}\n` });
  const ended = await made.run('bash', ['-c', 'bash survey.sh < repositories.txt']);
  expect(ended.code, ended.output).toBe(0);

  const [totals = '', reasons = ''] = blocksOf(PAGE)
    .filter(({ rest }) => rest === 'run by fleet')
    .map(({ text }) => text);
  expect((await made.run('bash', ['-c', totals])).stdout.trim().split('\n').sort()).toEqual([
    'reports/mole.json\t0\t1\t0',
    'reports/pier.json\t0\t0\t1',
    'reports/quay.json\t1\t0\t0',
  ]);
  expect((await made.run('bash', ['-c', reasons])).stdout).toMatch(/^[a-z-]+\t1\n$/);
});
