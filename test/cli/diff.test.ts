import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../cli/migrate/diff.js';
import { filesOf, project } from './project.js';

describe('a unified diff', () => {
  it('says nothing of what did not change', () => {
    expect(unifiedDiff({ path: 'a.ts', before: 'a\n', after: 'a\n' })).toBe('');
  });

  it('has three lines around a change', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
    expect(unifiedDiff({ path: 'x/a.ts', before, after: before.replace('e', 'E') })).toBe(
      '--- a/x/a.ts\n+++ b/x/a.ts\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
    );
  });

  it('joins changes that are near, and parts those that are not', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `${i}\n`);
    const with2 = (...at: number[]): string => lines.map((line, i) => (at.includes(i) ? `x${line}` : line)).join('');
    const hunks = (after: string): number =>
      unifiedDiff({ path: 'a', before: lines.join(''), after }).split('@@ -').length - 1;
    expect(hunks(with2(10, 17))).toBe(1);
    expect(hunks(with2(10, 18))).toBe(2);
  });

  it('of a new file', () => {
    expect(unifiedDiff({ path: 'a.ts', before: null, after: 'a\n' })).toBe(
      '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+a\n',
    );
  });

  it.each(['with space.ts', 'ü/日本.ts', 'tab\t"quote"\\.ts', 'line\nbreak.ts'])('git reads the name %j', (file) => {
    const folder = project({ [file]: 'a\n' });
    execFileSync('git', ['init', '--quiet', '.'], { cwd: folder });
    execFileSync('git', ['apply'], { cwd: folder, input: unifiedDiff({ path: file, before: 'a\n', after: 'b\n' }) });
    expect(filesOf(folder)[file]).toBe('b\n');
  });

  it('applies, whatever changes', () => {
    const folder = project({});
    execFileSync('git', ['init', '--quiet', '.'], { cwd: folder });
    const line = fc.constantFrom('a\n', 'b\n', '}\n', '\n', '  x\r\n', '\r\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end'))
      .map(([lines, end]) => lines.join('') + end);
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = unifiedDiff({ path: 'a.ts', before, after });
        expect(patched(patch, before)).toBe(after);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('of a file with ten thousand changes is made in no time', () => {
    const before = Array.from(
      { length: 10_000 },
      (_, i) => `call(${i}, () => {\n  return {\n    a: 1,\n  };\n});\n`,
    ).join('');
    const start = performance.now();
    const patch = unifiedDiff({
      path: path.join('a.ts'),
      before,
      after: before.replaceAll('{\n    a: 1,\n  }', 'reply(a)'),
    });
    expect(patch.split('\n+').length - 1).toBeGreaterThanOrEqual(10_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

/** Applies a patch to a text by its letter: the lines that it claims have to be there. */
function patched(patch: string, before: string): string {
  if (patch === '') return before;
  const lines = before === '' ? [] : before.split(/(?<=\n)/);
  let [out, at] = ['', 0];
  const body = patch.split(/(?<=\n)/).slice(2);
  for (let i = 0; i < body.length; i++) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@\n$/.exec(body[i]!);
    if (head) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      while (at < start) out += lines[at++]!;
      continue;
    }
    if (body[i]!.startsWith('\\')) continue;
    const open = body[i + 1]?.startsWith('\\') === true;
    const text = open ? body[i]!.slice(1, -1) : body[i]!.slice(1);
    if (body[i]![0] !== '+') expect(lines[at++]).toBe(text);
    if (body[i]![0] !== '-') out += text;
  }
  return out + lines.slice(at).join('');
}
