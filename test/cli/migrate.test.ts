import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../cli/migrate/report.js';
import { builtCommand, mcpReply } from './built.js';
import { commitAll, filesOf, git, INLINE, MODULE, project, REPLIED, write } from './project.js';

const SERVER = { 'package.json': MODULE, 'src/tools.ts': INLINE };

async function reportOf(folder: string, ...args: string[]): Promise<Report> {
  await mcpReply(folder, ['migrate', '--check', '--report', 'report.json', ...args]);
  const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as Report;
  rmSync(path.join(folder, 'report.json'));
  return report;
}

async function touched(folder: string, ...args: string[]): Promise<string[]> {
  return (await reportOf(folder, ...args)).files.filter((f) => f.changed).map((f) => f.path);
}

describe('a run', () => {
  it('writes the helper and the results, says so, and has nothing to do the second time', async () => {
    const folder = project(SERVER);
    const first = await mcpReply(folder, ['migrate']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('1 file seen, 1 changed: 1 result rewritten, 0 left.');
    expect(first.out).toContain('Written: src/reply.ts, the reply helper.');
    const files = filesOf(folder);
    expect(Object.keys(files)).toEqual(['package.json', 'src/reply.ts', 'src/tools.ts']);
    expect(files['src/tools.ts']).toBe(REPLIED);
    expect(files['src/reply.ts']).toMatch(/^\/\/ mcp-reply helper \d+ .*#[0-9a-f]{16}\n/);
    const second = await mcpReply(folder, ['migrate']);
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(second.out).toContain('0 results rewritten, 0 left, 1 built by the helper already.');
    expect(filesOf(folder)).toEqual(files);
  });

  it('keeps CRLF, a byte order mark and the executable bit', async () => {
    const folder = project({ 'package.json': MODULE, 'src/tools.ts': `\uFEFF${INLINE.replaceAll('\n', '\r\n')}` });
    chmodSync(path.join(folder, 'src/tools.ts'), 0o754);
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(filesOf(folder)['src/tools.ts']).toBe(`\uFEFF${REPLIED.replaceAll('\n', '\r\n')}`);
    expect(statSync(path.join(folder, 'src/tools.ts')).mode & 0o777).toBe(0o754);
  });

  it('says where a result is left, and why', async () => {
    const folder = project({
      ...SERVER,
      'src/tools.ts': INLINE.replace('[{ type', "[{ type: 'text', text: 'a' }, { type"),
    });
    const { code, out } = await mcpReply(folder, ['migrate']);
    expect(code).toBe(0);
    expect(out).toMatch(/Left as they are \(1\):\n {2}several-blocks\n {4}src\/tools\.ts:5:10 .*\S\n/);
    expect(existsSync(path.join(folder, 'src/reply.ts'))).toBe(false);
  });

  it('says that there is nothing to do', async () => {
    const folder = project({ 'package.json': MODULE, 'a.ts': 'export const a = 1;\n' });
    expect((await mcpReply(folder, ['migrate'])).out).toContain('There is no tool result');
  });

  it.each<[name: string, files: Record<string, string>, line: string]>([
    ['prettier', { '.prettierrc': '{}' }, 'npx prettier --write src/reply.ts src/tools.ts'],
    [
      'prettier as a dependency',
      { 'package.json': '{ "type": "module", "devDependencies": { "prettier": "3" } }' },
      'npx prettier --write src/reply.ts src/tools.ts',
    ],
    ['biome', { 'biome.json': '{}' }, 'npx biome format --write src/reply.ts src/tools.ts'],
    ['eslint', { 'eslint.config.js': '' }, 'npx eslint --fix src/reply.ts src/tools.ts'],
  ])('names the formatter: %s', async (_, files, line) => {
    const folder = project({ ...SERVER, ...files });
    expect((await mcpReply(folder, ['migrate'])).out).toContain(`Format what changed: ${line}\n`);
  });
});

describe('--check', () => {
  it('exits with 1 for what it would rewrite, names it, writes nothing, does not ask git', async () => {
    const folder = project(SERVER);
    commitAll(folder);
    write(path.join(folder, 'new.txt'), '');
    const before = filesOf(folder);
    const { code, out } = await mcpReply(folder, ['migrate', '--check']);
    expect(code).toBe(1);
    expect(out).toContain('    src/tools.ts:5:10 (tide)\n');
    expect(filesOf(folder)).toEqual(before);
  });

  it('exits with 0 where results are only left', async () => {
    const folder = project({
      ...SERVER,
      'src/tools.ts': INLINE.replace('[{ type', "[{ type: 'text', text: 'a' }, { type"),
    });
    expect((await mcpReply(folder, ['migrate', '--check'])).code).toBe(0);
  });

  it('looks at the named files alone', async () => {
    const folder = project({ ...SERVER, 'src/other.ts': INLINE });
    expect(await touched(folder, 'src/other.ts')).toEqual(['src/other.ts']);
  });
});

describe('--dry-run', () => {
  it('prints a patch that git applies, and nothing else on standard output', async () => {
    const folder = project({
      ...SERVER,
      'src/with space.ts': INLINE,
      'src/crlf.ts': INLINE.replaceAll('\n', '\r\n'),
      'src/ü.ts': INLINE,
      'src/end.ts': INLINE.trimEnd(),
      'src/"q"\n.ts': INLINE,
    });
    commitAll(folder);
    const before = filesOf(folder);
    const { code, out, err } = await mcpReply(folder, ['migrate', '--dry-run']);
    expect(code).toBe(0);
    expect(err).toContain('6 results would be rewritten');
    expect(filesOf(folder)).toEqual(before);
    write(path.join(folder, '../', `${path.basename(folder)}.patch`), out);
    const patch = `${folder}.patch`;
    try {
      git(folder, 'apply', patch);
    } finally {
      rmSync(patch);
    }
    const patched = filesOf(folder);
    git(folder, 'stash', '--include-untracked', '--quiet');
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(filesOf(folder)).toEqual(patched);
    expect(patched['src/crlf.ts']).toBe(REPLIED.replaceAll('\n', '\r\n'));
    expect(patched['src/end.ts']).toBe(REPLIED.trimEnd());
  });

  it('in a folder of the repository, its paths are those of the folder', async () => {
    const folder = project({ 'server/package.json': MODULE, 'server/src/tools.ts': INLINE });
    commitAll(folder);
    const { out } = await mcpReply(path.join(folder, 'server'), ['migrate', '--dry-run']);
    expect(out).toContain('--- a/src/tools.ts\n+++ b/src/tools.ts\n');
    execFileSync('git', ['apply'], { cwd: path.join(folder, 'server'), input: out });
    expect(filesOf(folder)['server/src/tools.ts']).toBe(REPLIED);
  });

  it('with --check exits with 1', async () => {
    const { code, out } = await mcpReply(project(SERVER), ['migrate', '--dry-run', '--check']);
    expect(code).toBe(1);
    expect(out).toContain('+++ b/src/tools.ts');
  });
});

describe('git', () => {
  it('refuses a tree with changes, unless told otherwise', async () => {
    const folder = project(SERVER);
    commitAll(folder);
    write(path.join(folder, 'src/tools.ts'), `${INLINE}// mine\n`);
    const before = filesOf(folder);
    const refused = await mcpReply(folder, ['migrate']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toMatch(/^Nothing was written: .*changes that are not committed.*--allow-dirty\.\n$/);
    expect(filesOf(folder)).toEqual(before);
    expect((await mcpReply(folder, ['migrate', '--allow-dirty'])).code).toBe(0);
    expect(filesOf(folder)['src/tools.ts']).toBe(`${REPLIED}// mine\n`);
  });

  it('counts a file that git does not know', async () => {
    const folder = project(SERVER);
    commitAll(folder);
    write(path.join(folder, 'new.txt'), '');
    expect((await mcpReply(folder, ['migrate'])).code).toBe(2);
  });

  it('does not ask where there is nothing to write', async () => {
    const folder = project({ 'package.json': MODULE, 'src/tools.ts': REPLIED });
    commitAll(folder);
    write(path.join(folder, 'new.txt'), '');
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
  });

  it('asks the repository in which the files are', async () => {
    const folder = project(SERVER);
    commitAll(folder);
    const inner = path.join(folder, 'inner');
    write(path.join(inner, 'package.json'), MODULE);
    write(path.join(inner, 'src/tools.ts'), INLINE);
    commitAll(inner);
    write(path.join(folder, '.gitignore'), 'inner\n');
    git(folder, 'add', '.gitignore');
    git(folder, 'commit', '--quiet', '--message', 'ignore');
    write(path.join(inner, 'new.txt'), '');
    expect((await mcpReply(folder, ['migrate', 'inner'])).err).toContain('inner has changes');
    rmSync(path.join(inner, 'new.txt'));
    expect((await mcpReply(folder, ['migrate', 'inner'])).code).toBe(0);
  });
});

describe('which files', () => {
  it('passes over what is not a source of the server', async () => {
    const folder = project({
      'package.json': MODULE,
      'a.ts': INLINE,
      'b.mts': INLINE,
      'c.tsx': INLINE,
      'd.js': INLINE,
      'e.jsx': INLINE,
      'f.mjs': INLINE,
      'node_modules/x/a.ts': INLINE,
      'packages/x/node_modules/y/a.ts': INLINE,
      'dist/a.js': INLINE,
      'src/build/a.js': INLINE,
      'types.d.ts': INLINE,
      'types.d.mts': INLINE,
      'a.test.ts': INLINE,
      'a.spec.js': INLINE,
      'test/a.ts': INLINE,
      'src/__tests__/a.ts': INLINE,
      'gen.ts': `// @generated\n${INLINE}`,
      'api.gen.ts': INLINE,
      'notes.md': INLINE,
    });
    const report = await reportOf(folder);
    expect(report.files.map((f) => f.path)).toEqual(['a.ts', 'b.mts', 'c.tsx', 'd.js', 'e.jsx', 'f.mjs']);
    expect((await mcpReply(folder, ['migrate', '--check'])).out).toContain('gen.ts: passed over, generated\n');
  });

  it('reads a path that is named, and below it keeps to the rules', async () => {
    const folder = project({
      'package.json': MODULE,
      'test/a.ts': INLINE,
      'test/node_modules/b.ts': INLINE,
      'a.test.ts': INLINE,
      'dist/c.ts': INLINE,
    });
    expect(await touched(folder, 'test', 'a.test.ts', 'dist')).toEqual(['a.test.ts', 'dist/c.ts', 'test/a.ts']);
  });

  it('honours .gitignore, nested ones and exceptions too', async () => {
    const folder = project({
      'package.json': MODULE,
      '.gitignore': '/out\n*.local.ts\n',
      'out/a.ts': INLINE,
      'src/out/a.ts': INLINE,
      'src/x.local.ts': INLINE,
      'src/.gitignore': '!keep.local.ts\nhidden/\n',
      'src/keep.local.ts': INLINE,
      'src/hidden/a.ts': INLINE,
    });
    git(folder, 'init', '--quiet', '.');
    expect(await touched(folder)).toEqual(['src/keep.local.ts', 'src/out/a.ts']);
    expect(await touched(folder, 'src')).toEqual(['src/keep.local.ts', 'src/out/a.ts']);
    expect(await touched(folder, 'out', 'src/x.local.ts')).toEqual(['out/a.ts', 'src/x.local.ts']);
  });

  it('leaves alone what --ignore names, relative and absolute', async () => {
    const folder = project(
      {
        'package.json': MODULE,
        'src/a.ts': INLINE,
        'src/gen/b.ts': INLINE,
        'lib/gen/c.ts': INLINE,
        'lib/d.mock.ts': INLINE,
      },
      'a[b] {c,d} ',
    );
    const check = (...globs: string[]): Promise<string[]> =>
      touched(folder, '.', ...globs.flatMap((glob) => ['--ignore', glob]));
    const all = ['lib/d.mock.ts', 'lib/gen/c.ts', 'src/a.ts', 'src/gen/b.ts'];
    expect(await check()).toEqual(all);
    expect(await check('**/gen/**')).toEqual(['lib/d.mock.ts', 'src/a.ts']);
    expect(await check('./src/gen/**', '*.mock.ts')).toEqual(['lib/gen/c.ts', 'src/a.ts']);
    expect(await check('src/{a,gen/b}.ts')).toEqual(['lib/d.mock.ts', 'lib/gen/c.ts']);
    expect(await check('lib')).toEqual(['src/a.ts', 'src/gen/b.ts']);
    // An absolute glob is written by a shell, brackets and all.
    expect(await check(`${folder.replace(/[[\]{}]/g, '\\$&')}/src/**`)).toEqual(['lib/d.mock.ts', 'lib/gen/c.ts']);
  });

  it('never follows a symbolic link', async () => {
    const outside = project({ 'package.json': MODULE, 'a.ts': INLINE });
    const folder = project({ 'package.json': MODULE, 'src/b.ts': INLINE });
    symlinkSync(path.join(outside, 'a.ts'), path.join(folder, 'src/a.ts'));
    symlinkSync(outside, path.join(folder, 'src/linked'));
    symlinkSync('..', path.join(folder, 'src/loop'));
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(filesOf(outside)['a.ts']).toBe(INLINE);
    const named = await mcpReply(folder, ['migrate', 'src/a.ts', 'src/linked']);
    expect(named.code).toBe(2);
    expect(named.out).toContain('src/a.ts: it is a symbolic link');
    expect(named.out).toContain('src/linked: it is a symbolic link');
  });
});

describe('bad input: one line each, the other files done, exit 2', () => {
  it.each<[name: string, files: Record<string, string | Uint8Array>, args: string[], line: RegExp]>([
    [
      'a file that does not parse',
      { 'src/bad.ts': 'const structuredContent = {;\n' },
      [],
      /^src\/bad\.ts: .*cannot be parsed.*$/m,
    ],
    ['a missing path', {}, ['.', 'nowhere.ts'], /^nowhere\.ts: there is no such file or folder$/m],
    ['NUL bytes', { 'src/bad.ts': `${INLINE}\0` }, [], /^src\/bad\.ts: it holds NUL bytes$/m],
    [
      'another encoding',
      { 'src/bad.ts': Buffer.concat([Buffer.from(INLINE), Buffer.from([0xe9, 0x0a])]) },
      [],
      /^src\/bad\.ts: it is not UTF-8 text$/m,
    ],
    [
      'a very large file that is named',
      { 'src/bad.ts': INLINE.padEnd(1_100_000, '/') },
      ['src/bad.ts', '.'],
      /^src\/bad\.ts: it is larger than 1 MB$/m,
    ],
  ])('%s', async (_, files, args, line) => {
    const folder = project({ ...SERVER, ...files });
    const before = filesOf(folder);
    const { code, out } = await mcpReply(folder, ['migrate', ...args]);
    expect(code).toBe(2);
    expect(out).toMatch(line);
    expect(filesOf(folder)['src/tools.ts']).toBe(REPLIED);
    expect(filesOf(folder)['src/bad.ts']).toBe(before['src/bad.ts']);
  });

  it('a report that cannot be written is told before anything is done', async () => {
    const folder = project(SERVER);
    const { code, err } = await mcpReply(folder, ['migrate', '--report', 'none/report.json']);
    expect([code, err]).toEqual([2, '--report none/report.json: there is no such folder\n']);
    expect(filesOf(folder)).toEqual(SERVER);
  });

  it.each([
    [['migrate', '--chek'], "unknown option '--chek' (Did you mean --check?)\n"],
    [['migrat'], "unknown command 'migrat' (Did you mean migrate?)\n"],
  ])('%j', async (args, err) => {
    expect(await mcpReply(project({}), args)).toEqual({ code: 2, out: '', err });
  });
});

const asNobody = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;

describe.runIf(asNobody)('without permission', () => {
  /** Runs the command as a user who owns nothing. */
  function run(folder: string, ...args: string[]): { code: number | null; out: string } {
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    const done = spawnSync('setpriv', [...nobody, process.execPath, builtCommand(), 'migrate', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { code: done.status, out: done.stdout + done.stderr };
  }

  function open(folder: string): void {
    execFileSync('chown', ['-R', '65534:65534', folder]);
  }

  it('a read-only file and an unreadable one', () => {
    const folder = project({ ...SERVER, 'src/fixed.ts': INLINE, 'src/secret.ts': INLINE });
    open(folder);
    chmodSync(path.join(folder, 'src/fixed.ts'), 0o444);
    chmodSync(path.join(folder, 'src/secret.ts'), 0);
    const { code, out } = run(folder);
    expect(code).toBe(2);
    expect(out).toContain('src/fixed.ts: it is read-only\n');
    expect(out).toContain('src/secret.ts: it cannot be read\n');
    const files = filesOf(folder);
    expect(files['src/fixed.ts']).toBe(INLINE);
    expect(files['src/tools.ts']).toBe(REPLIED);
  });

  it('a read-only folder, and one that cannot be listed', () => {
    const folder = project({
      ...SERVER,
      'src/fixed/a.ts': INLINE.replace('./start', '../start'),
      'src/closed/a.ts': INLINE,
    });
    open(folder);
    chmodSync(path.join(folder, 'src/fixed'), 0o555);
    chmodSync(path.join(folder, 'src/closed'), 0);
    const { code, out } = run(folder);
    chmodSync(path.join(folder, 'src/closed'), 0o755);
    expect(code).toBe(2);
    expect(out).toContain('src/fixed/a.ts: it cannot be written: no permission\n');
    expect(out).toContain('src/closed: the folder cannot be read\n');
    expect(filesOf(folder)['src/tools.ts']).toBe(REPLIED);
    expect(Object.keys(filesOf(path.join(folder, 'src/fixed')))).toEqual(['a.ts']);
  });

  it('where the helper cannot be written, no result calls it', () => {
    const folder = project(SERVER);
    open(folder);
    write(path.join(folder, 'lib/tools.ts'), INLINE);
    open(folder);
    chmodSync(path.join(folder, 'src'), 0o555);
    const { code, out } = run(folder);
    expect(code).toBe(2);
    expect(out).toContain('src/reply.ts: it cannot be written: no permission\n');
    expect(out).toContain('lib/tools.ts: the helper that it would call could not be written\n');
    expect(filesOf(folder)['lib/tools.ts']).toBe(INLINE);
  });
});

describe('the helper', () => {
  const plain = (text: string): string => text.replaceAll('./reply.js', './answer.js').replaceAll('reply', 'answer');

  it('is the one that --helper names, text first or view first', async () => {
    const answer = (params: string): string =>
      `export function answer(${params}) {\n  return { content: [{ type: 'text', text }], structuredContent: { ...view, note: text } };\n}\n`;
    const folder = project({ ...SERVER, 'src/answer.ts': answer('view: object, text: string') });
    expect((await mcpReply(folder, ['migrate', '--helper', './src/answer.ts#answer'])).code).toBe(0);
    expect(filesOf(folder)['src/tools.ts']).toBe(plain(REPLIED));
    expect(Object.keys(filesOf(folder))).not.toContain('src/reply.ts');

    const other = project({ ...SERVER, 'src/answer.ts': answer('text: string, view: object') });
    expect((await mcpReply(other, ['migrate', '--helper', 'src/answer#answer'])).code).toBe(0);
    expect(filesOf(other)['src/tools.ts']).toMatch(/return answer\(`Never .*`, view\);/);
  });

  it('may come from a package', async () => {
    const folder = project({
      ...SERVER,
      'node_modules/@tides/helper/package.json':
        '{ "name": "@tides/helper", "exports": { ".": { "types": "./a.d.ts", "default": "./a.js" } } }',
      'node_modules/@tides/helper/a.js':
        "export const reply = (view, text) => ({ content: [{ type: 'text', text }], structuredContent: { note: text, ...view } });",
    });
    expect((await mcpReply(folder, ['migrate', '--helper', '@tides/helper'])).code).toBe(0);
    expect(filesOf(folder)['src/tools.ts']).toBe(REPLIED.replace('./reply.js', '@tides/helper'));
  });

  it.each([
    ['./none.ts', '--helper ./none.ts: there is no such file'],
    ['@tides/none', '--helper @tides/none: no such file, and no such package in node_modules'],
    ['./src/tools.ts#reply', '--helper ./src/tools.ts#reply: the module exports no function "reply"'],
    [
      './src/data.ts#json',
      '--helper ./src/data.ts#json: it has no place for the text: no argument becomes the text block as it is',
    ],
    ['./src/data.ts#a b', '--helper ./src/data.ts#a b: "a b" is no name'],
  ])('%s is refused', async (helper, line) => {
    const folder = project({
      ...SERVER,
      'src/data.ts':
        "export const json = (d: object) => ({ content: [{ type: 'text', text: JSON.stringify(d) }], structuredContent: d });\n",
    });
    const before = filesOf(folder);
    expect(await mcpReply(folder, ['migrate', '--helper', helper])).toEqual({ code: 2, out: '', err: `${line}\n` });
    expect(filesOf(folder)).toEqual(before);
  });

  it.each<[name: string, files: Record<string, string>, helper: string, start: RegExp]>([
    ['beside package.json without src', { 'tools.ts': INLINE }, 'reply.ts', /./],
    ['in src', { 'src/a/tools.ts': INLINE, 'tools.ts': INLINE }, 'src/reply.ts', /./],
    ['where an app has src and the server has not', { 'src/app.ts': '', 'server.ts': INLINE }, 'reply.ts', /./],
    [
      'in rootDir',
      { 'tsconfig.json': '{ "compilerOptions": { "rootDir": "lib", /* */ } }', 'lib/tools.ts': INLINE },
      'lib/reply.ts',
      /./,
    ],
    ['JavaScript, ESM', { 'src/tools.js': INLINE }, 'src/reply.js', /^export function reply/m],
    ['JavaScript, .mjs', { 'package.json': '{}', 'tools.mjs': INLINE }, 'reply.mjs', /^export function reply/m],
    [
      'JavaScript, CommonJS',
      { 'package.json': '{}', 'tools.js': INLINE.replace(/import (.*) from ('.*')/, 'const $1 = require($2)') },
      'reply.js',
      /^module\.exports = \{ reply, note \};/m,
    ],
    [
      'JavaScript, .cjs in a module package',
      { 'tools.cjs': INLINE.replace(/import (.*) from ('.*')/, 'const $1 = require($2)') },
      'reply.cjs',
      /^module\.exports/m,
    ],
    [
      'beside a reply.ts that is another thing',
      { 'src/reply.ts': 'export const reply = 1;\n', 'src/tools.ts': INLINE },
      'src/mcp-reply.ts',
      /./,
    ],
  ])('goes %s', async (_, files, helper, start) => {
    const folder = project({ 'package.json': MODULE, ...files });
    expect(await mcpReply(folder, ['migrate'])).toMatchObject({ code: 0, err: '' });
    const written = filesOf(folder);
    expect(Object.keys(written).filter((file) => !(file in files) && file !== 'package.json')).toEqual([helper]);
    expect(written[helper]).toMatch(/^\/\/ mcp-reply helper/);
    expect(written[helper]).toMatch(start);
  });

  it('that is there is used, wherever it is', async () => {
    const folder = project(SERVER);
    expect((await mcpReply(folder, ['init', '--dir', 'src/mine/own'])).code).toBe(0);
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(filesOf(folder)['src/tools.ts']).toBe(REPLIED.replace('./reply.js', './mine/own/reply.js'));
    expect(Object.keys(filesOf(folder))).toEqual(['package.json', 'src/mine/own/reply.ts', 'src/tools.ts']);
  });

  it('is one for each package', async () => {
    const folder = project({
      'package.json': MODULE,
      'packages/a/package.json': MODULE,
      'packages/a/src/t.ts': INLINE,
      'packages/b/package.json': MODULE,
      'packages/b/t.js': INLINE,
    });
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(Object.keys(filesOf(folder)).filter((file) => file.includes('reply'))).toEqual([
      'packages/a/src/reply.ts',
      'packages/b/reply.js',
    ]);
  });

  it('runs: a CommonJS server that requires it', async () => {
    const folder = project({
      'package.json': '{}',
      'tools.js':
        "const server = { registerTool: (_, __, handler) => (exports.tide = handler) };\nserver.registerTool('tide', {}, () => {\n  const view = { at: '10:00' };\n  return { content: [{ type: 'text', text: `Never convert.\\n${view.at}` }], structuredContent: view };\n});\n",
    });
    const call = (): unknown =>
      JSON.parse(
        execFileSync(process.execPath, ['-p', "JSON.stringify(require('./tools.js').tide())"], {
          cwd: folder,
          encoding: 'utf8',
        }),
      );
    const before = call();
    expect((await mcpReply(folder, ['migrate'])).out).toContain('1 result rewritten');
    expect(before).toEqual({
      content: [{ type: 'text', text: 'Never convert.\n10:00' }],
      structuredContent: { at: '10:00' },
    });
    expect(call()).toEqual({
      content: [{ type: 'text', text: 'Never convert.\n10:00' }],
      structuredContent: { note: 'Never convert.\n10:00', at: '10:00' },
    });
  });
});

describe('the report', () => {
  it('has the documented form, in the order of paths', async () => {
    const folder = project({
      ...SERVER,
      'src/b.ts': INLINE.replace('[{ type', "[{ type: 'text', text: 'a' }, { type"),
      'src/none.ts': 'export {};\n',
    });
    const report = await reportOf(folder, '.', 'gone.ts');
    expect(report).toEqual({
      version: 1,
      files: [
        { path: 'gone.ts', changed: false, error: 'there is no such file or folder', sites: [] },
        {
          path: 'src/b.ts',
          changed: false,
          error: null,
          sites: [
            {
              line: 5,
              column: 10,
              endLine: 8,
              outcome: 'left',
              reason: 'several-blocks',
              message: expect.any(String) as string,
              tool: null,
              schema: 'unknown',
            },
          ],
        },
        {
          path: 'src/tools.ts',
          changed: true,
          error: null,
          sites: [
            {
              line: 5,
              column: 10,
              endLine: 8,
              outcome: 'rewritten',
              reason: null,
              message: expect.any(String) as string,
              tool: 'tide',
              schema: 'none',
            },
          ],
        },
      ],
      totals: { files: 3, changed: 1, errors: 1, rewritten: 1, left: 1, done: 0 },
    });
  });
});

describe('the process', { timeout: 180_000 }, () => {
  it('reads no more of a closed pipe, and still does its work', () => {
    const folder = project(SERVER);
    const { status } = spawnSync('sh', ['-c', '"$0" "$1" migrate | true', process.execPath, builtCommand()], {
      cwd: folder,
    });
    expect(status).toBe(0);
    expect(filesOf(folder)['src/tools.ts']).toBe(REPLIED);
  });

  it('leaves a working server and no temporary file when it is interrupted', async () => {
    const files = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`src/t${i}.ts`, INLINE]));
    const folder = project({ 'package.json': MODULE, ...files });
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [builtCommand(), 'migrate'], { cwd: folder, stdio: 'ignore' });
    const helper = path.join(folder, 'src/reply.ts');
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.on('exit', (_, signal) => {
        resolve(signal);
      }),
    );
    while (!existsSync(helper) && child.exitCode === null) await new Promise((wait) => setTimeout(wait, 1));
    child.kill('SIGINT');
    const signal = await ended;
    const after = filesOf(folder);
    const texts = Object.keys(files).map((file) => after[file]);
    expect(texts.every((text) => text === INLINE || text === REPLIED)).toBe(true);
    expect(Object.keys(after).filter((file) => file.endsWith('.tmp'))).toEqual([]);
    if (signal !== null) expect(signal).toBe('SIGINT');
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(Object.keys(files).every((file) => filesOf(folder)[file] === REPLIED)).toBe(true);
  });

  it('removes what a killed run left beside a file', async () => {
    const folder = project({ ...SERVER, 'src/.tools.ts.999999999.mcp-reply.tmp': 'half' });
    expect((await mcpReply(folder, ['migrate'])).code).toBe(0);
    expect(Object.keys(filesOf(folder))).toEqual(['package.json', 'src/reply.ts', 'src/tools.ts']);
  });

  it('two at once do the same as one', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/t${i}.ts`, INLINE]));
    const folder = project({ 'package.json': MODULE, ...files });
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    const { spawn } = await import('node:child_process');
    const run = (): Promise<number | null> =>
      new Promise((resolve) =>
        spawn(process.execPath, [builtCommand(), 'migrate'], { cwd: folder, stdio: 'ignore' }).on('exit', resolve),
      );
    await Promise.all([run(), run()]);
    const after = filesOf(folder);
    expect(Object.keys(after).filter((file) => file.endsWith('.tmp'))).toEqual([]);
    expect(Object.keys(files).every((file) => after[file] === REPLIED)).toBe(true);
  });
});
