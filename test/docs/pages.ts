import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** Every page of the repository by its path from the root, new ones too; fixtures and what is ignored left out. */
export const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((page) => page !== '' && !page.includes('fixtures/'))
  .sort();

export const textOf = (page: string): string => readFileSync(path.join(root, page), 'utf8');

export interface Block {
  readonly language: string;
  /** What stands after the language in the info string, a file name for instance. */
  readonly rest: string;
  readonly text: string;
  readonly line: number;
}

/** The fenced code blocks of a page. */
export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(/^(`{3,})([^\n`]*)\n([\s\S]*?)^\1$/gm)].map((match) => {
    const [language = '', ...rest] = (match[2] ?? '').trim().split(/\s+/);
    return {
      language,
      rest: rest.join(' '),
      text: match[3] ?? '',
      line: text.slice(0, match.index).split('\n').length,
    };
  });
}
