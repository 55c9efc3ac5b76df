import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEFT_REASONS } from '../../edits/reasons.js';

test('the page of the codemod explains every reason in the words of the source', () => {
  const page = readFileSync('docs/codemods/to-reply.md', 'utf8');
  const table = page.split('<!-- begin reasons -->')[1]!.split('<!-- end reasons -->')[0]!;
  const rows = [...table.matchAll(/^\| `([\w-]+)`\s*\| (.*?)\s*\|$/gm)].map(([, id, text]) => [id, text]);
  expect(rows.slice(0, -1)).toEqual(Object.entries(LEFT_REASONS));
  // Whether a file can be written is no matter of the site: the report alone has this reason.
  expect(rows.at(-1)![0]).toBe('not-written');
});
