import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf } from '../docs/pages.js';
import type { Project } from '../package/project.js';
import { root, run } from '../package/project.js';
import { CONFIG, INLINE } from '../package/tides.js';
import { commitAll, copyOf, npmInstalled, snippet } from './installed.js';

/*
 * Commands in the docs stand in blocks of `sh`. A page's blocks are run in their order, in a server's repository with the
 * package installed, and each line has to end well, or as it says itself (`# exits with 1`). `sh run by <name>` is a block
 * that the test of that name runs; which those are is listed here, and each is looked for.
 */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  fleet: 'test/integration/ci.test.ts',
  jscodeshift: 'test/integration/docs-commands.test.ts',
  streams: 'test/integration/docs-commands.test.ts',
};

const RUN_HERE = [
  'README.md',
  'docs/getting-started.md',
  'docs/house-helpers.md',
  'docs/ci-and-hooks.md',
  'docs/faq.md',
  'docs/codemods/to-reply.md',
];

let folder: string;
beforeAll(async () => {
  folder = await npmInstalled(['eslint@10', 'typescript-eslint@8', 'typescript@~6.0.0', '@types/node@20']);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function server(files: Readonly<Record<string, string>>): Promise<Project> {
  const made = copyOf(folder, { 'src/server.js': INLINE, ...files });
  await commitAll(made);
  return made;
}

/** Runs the `sh` blocks of a page. Installing is not repeated: `beforeAll` did it with the packed package. */
async function runBlocks(made: Project, page: string): Promise<number> {
  let count = 0;
  for (const { language, rest, text, line } of blocksOf(page)) {
    if (language !== 'sh' || rest !== '') continue;
    for (const command of text.split('\n').filter((each) => each.trim() !== '')) {
      count++;
      if (command.startsWith('npm install ')) {
        for (const name of command
          .split(' ')
          .slice(2)
          .filter((word) => !word.startsWith('-')))
          expect(
            Object.keys((JSON.parse(made.read('package.json')) as { devDependencies: object }).devDependencies),
          ).toContain(name);
        continue;
      }
      const expected = Number(/# exits with (\d)/.exec(command)?.[1] ?? 0);
      const ended = await made.run('bash', ['-c', command]);
      expect(ended.code, `${page}:${String(line)} ${command}\n${ended.output}`).toBe(expected);
    }
  }
  return count;
}

test('README.md', async () => {
  const made = await server({});
  expect(await runBlocks(made, 'README.md')).toBe(3);
  expect(made.read('src/server.js')).toContain('return reply(tide, ZONE_RULE);');
});

test('docs/getting-started.md', async () => {
  const made = await server({ 'eslint.config.js': snippet('docs/getting-started.md', 'eslint.config.js') });
  made.write({ 'src/new.js': '// a change, for the commit that the page makes\n' });
  expect(await runBlocks(made, 'docs/getting-started.md')).toBe(8);
  expect(made.read('src/server.js')).toContain('return reply(tide, ZONE_RULE);');
});

test('docs/house-helpers.md', async () => {
  const helper = `import { reply } from './reply.js';\n\nexport const answer = (text, view) => reply(view, text);\n`;
  const made = await server({
    'src/answer.js': helper,
    'packages/server/package.json': '{ "name": "@tides/server", "type": "module" }',
    'packages/server/a.js': INLINE,
    'node_modules/@tides/mcp-reply-helper/package.json':
      '{ "name": "@tides/mcp-reply-helper", "type": "module", "exports": "./index.js" }',
    'node_modules/@tides/mcp-reply-helper/index.js': `export function reply(view, text) {
  return { content: [{ type: 'text', text }], structuredContent: { note: text, ...view } };
}
`,
  });
  expect(await made.run('npx', ['eslint-plugin-mcp-reply', 'init'])).toMatchObject({ code: 0 });
  expect(await runBlocks(made, 'docs/house-helpers.md')).toBe(6);
});

test('docs/house-helpers.md: the settings, and the helper that is shown', async () => {
  const calls = `import { answer } from './answer.js';\n\nserver.registerTool('next_tide', {}, async () => answer('Never convert the time.', { at: '06:40' }));\n`;
  const made = await server({
    'eslint.config.js': snippet('docs/house-helpers.md', 'eslint.config.js').replace(
      'plugins:',
      "files: ['src/calls.js'],\n  plugins:",
    ),
    'src/calls.js': calls,
    'src/answer.ts': snippet('docs/house-helpers.md', 'src/answer.ts'),
  });
  expect(await made.run('npx', ['eslint-plugin-mcp-reply', 'init', '--dir', 'src'])).toMatchObject({ code: 0 });
  const lint = await made.run('npx', ['eslint', 'src/calls.js']);
  expect(lint.code, lint.output).toBe(0);
});

test('docs/ci-and-hooks.md', async () => {
  const made = await server({ 'eslint.config.js': CONFIG, 'src/server.js': 'export {};\n' });
  expect(await runBlocks(made, 'docs/ci-and-hooks.md')).toBe(6);
});

test('docs/codemods/to-reply.md', async () => {
  const made = await server({});
  expect(await runBlocks(made, 'docs/codemods/to-reply.md')).toBe(2);
  expect(made.read('src/server.js')).toContain('return reply(tide, ZONE_RULE);');
});

test.each(['docs/faq.md', 'docs/codemods/to-reply.md'])('%s: plain jscodeshift', async (page) => {
  const [block] = blocksOf(page).filter(({ rest }) => rest === 'run by jscodeshift');
  const made = await server({});
  await made.run('npx', ['eslint-plugin-mcp-reply', 'init']);
  const ended = await made.run('bash', ['-c', block?.text ?? 'exit 9']);
  // jscodeshift's exit code says nothing: its counts and the file do.
  expect(ended.output).toContain('1 ok');
  expect(made.read('src/server.js')).toContain('return reply(tide, ZONE_RULE);');
});

test('docs/getting-started.md: the phrase in a recorded run', async () => {
  const [block] = blocksOf('docs/getting-started.md').filter(({ rest }) => rest === 'run by streams');
  const events = (result: object): string =>
    [
      {
        type: 'system',
        subtype: 'init',
        tools: ['mcp__tides__next_tide'],
        mcp_servers: [{ name: 'tides', status: 'connected' }],
      },
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't1', name: 'mcp__tides__next_tide', input: {} }] },
      },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: JSON.stringify(result) }] },
      },
      { type: 'result', subtype: 'success', is_error: false, result: 'At 06:40.' },
    ]
      .map((event) => `${JSON.stringify(event)}\n`)
      .join('');
  const made = await server({ 'run.jsonl': events({ note: 'Times are local. Never convert them.', at: '06:40' }) });
  expect(await made.run('bash', ['-c', block?.text ?? 'exit 9'])).toMatchObject({ code: 0 });
  made.write({ 'run.jsonl': events({ at: '06:40' }) });
  expect(await made.run('bash', ['-c', block?.text ?? 'exit 9'])).toMatchObject({ code: 1 });
});

describe('every page', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
    .concat(
      readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join('docs', file),
      ),
    )
    .filter((file) => file.endsWith('.md'));

  test.each(pages)('%s: each block of commands is run by a test', (page) => {
    for (const { language, rest, text, line } of blocksOf(page)) {
      if (language !== 'sh') continue;
      const where = `${page}:${String(line)}`;
      if (rest === '') {
        // Recording a run takes a host and a model, and `npm test` is what runs this.
        const cannotRunHere = /^(?:claude|codex) |^npm test$/m.test(text);
        expect(RUN_HERE.includes(page) || cannotRunHere, `${where} is run by no test`).toBe(true);
      } else if (!rest.endsWith('.sh') && !rest.startsWith('.husky/')) {
        const file = RUN_ELSEWHERE[rest.replace(/^run by /, '')];
        expect(file, `${where} names no test`).toBeDefined();
        expect(readFileSync(path.join(root, file ?? ''), 'utf8'), where).toContain(`'${rest}'`);
      }
    }
  });
});

test('every command and flag that a page shows is one that the program has', async () => {
  const main = `${folder}/node_modules/eslint-plugin-mcp-reply/dist/cli/main.js`;
  const helps = new Map<string, string>();
  for (const command of ['migrate', 'init', 'hosts', 'hosts view', 'hosts probe', 'stream']) {
    const ended = await run(process.execPath, [main, ...command.split(' '), '--help'], folder);
    expect(ended.code, ended.output).toBe(0);
    helps.set(command, ended.stdout);
  }
  const pages = [
    'README.md',
    ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
  ];
  const unknown: string[] = [];
  for (const page of pages.filter((file) => file.endsWith('.md'))) {
    const text = readFileSync(path.join(root, page), 'utf8');
    for (const [, words = ''] of text.matchAll(
      /(?:npx (?:--yes )?eslint-plugin-mcp-reply(?:@[\d.]+)?|\bmcp-reply) ((?:migrate|init|hosts|stream)\b[^\n`|>]*)/g,
    )) {
      const [first = '', second = ''] = words.split(' ');
      const help = helps.get(`${first} ${second}`) ?? helps.get(first) ?? '';
      for (const [flag] of words.split(' -- ')[0]!.matchAll(/--[a-z][a-z-]+/g))
        if (!help.includes(flag)) unknown.push(`${page}: ${words}`);
    }
  }
  expect(unknown).toEqual([]);
});
