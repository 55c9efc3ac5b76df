import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { lint, packageWith, suggested } from '../rules/on-disk.js';
import { fixtures } from './fixtures.js';
import { again, plan } from './migrate.js';

const FILE = 'src/tools.ts';

describe.each(fixtures)('$name', ({ input, output, outcomes }) => {
  test('the codemod gives the output, and nothing the second time', () => {
    const first = plan(packageWith({ [FILE]: input }), [FILE]);
    expect(first.text(FILE)).toBe(output);
    expect(first.sites(FILE).map((s) => s.reason ?? s.outcome)).toEqual(outcomes);
    const second = again(first, [FILE]);
    expect([...second.planned.values()].filter((p) => p.afterAll !== null)).toEqual([]);
  });

  test('lint and codemod agree site by site, before and after', () => {
    const root = packageWith({ [FILE]: input });
    const first = plan(root, [FILE]);
    const open = first.sites(FILE).filter((s) => s.outcome !== 'done' && s.reason !== 'disabled');
    expect(places(lint(root, FILE, 'require-reply'))).toEqual(places(open));

    const second = again(first, [FILE]);
    const left = second.sites(FILE).filter((s) => s.outcome === 'left' && s.reason !== 'disabled');
    const after = lint(root, FILE, 'require-reply');
    expect(places(after)).toEqual(places(left));
    expect(left).toHaveLength(open.filter((s) => s.outcome === 'left').length);
  });

  test('a suggestion does what the codemod does where there is one site', () => {
    const root = packageWith({ [FILE]: input });
    const messages = lint(root, FILE, 'require-reply');
    const sites = plan(root, [FILE]).sites(FILE);
    const offered = messages.filter((m) => (m.suggestions?.length ?? 0) > 0);
    expect(places(offered)).toEqual(places(sites.filter((s) => s.outcome === 'rewritten')));
    if (offered.length !== 1) return;
    // Marks of byte order are no part of the text that ESLint looks at.
    const text = readFileSync(path.join(root, FILE), 'utf8').replace(/^\uFEFF/, '');
    expect(suggested(text, offered[0]!)).toBe(output.replace(/^\uFEFF/, ''));
  });

  test('suggestions one after another end where the codemod does', () => {
    const root = packageWith({ [FILE]: input });
    const mark = input.startsWith('\uFEFF') ? '\uFEFF' : '';
    for (let i = 0; i < 20; i++) {
      const offered = lint(root, FILE, 'require-reply').find((m) => (m.suggestions?.length ?? 0) > 0);
      if (!offered) break;
      const text = readFileSync(path.join(root, FILE), 'utf8').replace(/^\uFEFF/, '');
      writeFileSync(path.join(root, FILE), mark + suggested(text, offered));
    }
    expect(readFileSync(path.join(root, FILE), 'utf8')).toBe(output);
  });
});

function places(list: readonly { readonly line: number; readonly column: number }[]): string[] {
  return list.map((one) => `${one.line}:${one.column}`);
}
