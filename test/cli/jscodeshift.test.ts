import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtCommand, mcpReply } from './built.js';
import { filesOf, INLINE, MODULE, project, REPLIED } from './project.js';

const jscodeshift = createRequire(import.meta.url).resolve('jscodeshift/bin/jscodeshift.js');

/** The command line of the documentation: jscodeshift's own, with the published transform. Its exit code says nothing. */
function shift(folder: string, ...args: string[]): string {
  const transform = path.resolve(path.dirname(builtCommand()), '../codemods/to-reply.js');
  const flags = ['--no-babel', '--extensions=ts,tsx,mts,cts,js,jsx,mjs,cjs', '--parser', 'ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [jscodeshift, ...flags, '-t', transform, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

// jscodeshift starts a process of its own for its work.
describe("jscodeshift's own command", { timeout: 180_000 }, () => {
  it('rewrites every kind of source, touches no other file, and is quiet the second time', async () => {
    const folder = project({
      'package.json': MODULE,
      'src/a.ts': INLINE,
      'src/b.mts': INLINE,
      'src/c.tsx': INLINE,
      'src/none.ts': 'export {};\n',
    });
    await mcpReply(folder, ['init']);
    const before = filesOf(folder);
    const output = shift(folder, 'src');
    expect(output).toMatch(/^0 errors$/m);
    expect(output).toMatch(/^3 ok$/m);
    const after = filesOf(folder);
    expect(after).toEqual({ ...before, 'src/a.ts': REPLIED, 'src/b.mts': REPLIED, 'src/c.tsx': REPLIED });
    expect(shift(folder, 'src')).toMatch(/^0 ok$/m);
    expect(filesOf(folder)).toEqual(after);
  });

  it('leaves results where there is no helper, and says so', () => {
    const files = { 'package.json': MODULE, 'src/a.ts': INLINE };
    const folder = project(files);
    const output = shift(folder, 'src');
    expect(output).toMatch(/src\/a\.ts:5 left: .*init/);
    expect(output).toMatch(/^0 ok$/m);
    expect(filesOf(folder)).toEqual(files);
  });

  it('calls a named helper with its arguments in their order', () => {
    const folder = project({
      'package.json': MODULE,
      'src/a.ts': INLINE,
      'answer.ts':
        "export const answer = (text: string, view: object) => ({ content: [{ type: 'text', text }], structuredContent: view });\n",
    });
    expect(shift(folder, '--helper=./answer.ts#answer', 'src')).toMatch(/^1 ok$/m);
    expect(filesOf(folder)['src/a.ts']).toMatch(
      /import \{ answer \} from '\.\.\/answer\.js';[^]*return answer\(`Never .*`, view\);/,
    );
  });

  it('counts an error for a helper that cannot be used', () => {
    const folder = project({ 'package.json': MODULE, 'src/a.ts': INLINE });
    const output = shift(folder, '--helper=./none.ts', 'src');
    expect(output).toMatch(/^1 errors$/m);
    expect(output).toContain('--helper ./none.ts: there is no such file');
    expect(filesOf(folder)['src/a.ts']).toBe(INLINE);
  });
});
