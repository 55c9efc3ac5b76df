import parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, test } from 'vitest';
import plugin from '../../index.js';
import { blocksOf, pages, textOf } from './pages.js';

const linter = new Linter({ configType: 'flat' });

/** What a rule says about code, as messages; comments in the code may set its options. */
function reports(rule: string, code: string): string[] {
  const id = `mcp-reply/${rule}`;
  const messages = linter.verify(
    code,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser },
        plugins: { 'mcp-reply': plugin },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        rules: { [id]: 'error' },
      },
    ],
    'server.ts',
  );
  const fault = messages.find((m) => m.fatal === true || m.ruleId === null);
  if (fault) throw new Error(`${rule}, line ${String(fault.line)}: ${fault.message}`);
  return messages.filter((m) => m.ruleId === id).map((m) => m.message);
}

/** The code blocks of a page with the heading of the section that each stands in. */
function examplesOf(page: string): { section: string; text: string }[] {
  const lines = textOf(page).split('\n');
  return blocksOf(page)
    .filter(({ language }) => language === 'ts' || language === 'js')
    .map(({ line, text }) => {
      const heading = lines.slice(0, line).findLast((l) => l.startsWith('## '));
      return { section: heading?.slice(3) ?? '', text };
    });
}

const rulePages = pages.filter((page) => page.startsWith('docs/rules/'));

describe.each(rulePages)('%s', (page) => {
  const rule = page.replace(/^docs\/rules\/|\.md$/g, '');
  const examples = examplesOf(page);
  const incorrect = examples.filter(({ section }) => section === 'Incorrect');
  const correct = examples.filter(({ section }) => section === 'Correct');

  test('has examples of both kinds', () => {
    expect(incorrect.length).toBeGreaterThan(0);
    expect(correct.length).toBeGreaterThan(0);
  });

  test.each(incorrect)('reports $text', ({ text }) => {
    expect(reports(rule, text)).not.toEqual([]);
  });

  test.each(correct)('does not report $text', ({ text }) => {
    expect(reports(rule, text)).toEqual([]);
  });
});
