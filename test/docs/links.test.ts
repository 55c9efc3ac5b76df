import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages, root, textOf } from './pages.js';

/** The text of a page without its code, in which brackets are no links. */
const prose = (page: string): string =>
  textOf(page)
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replace(/`[^`\n]*`/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = textOf(page)
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm);
  const anchors = new Set<string>();
  for (const [, heading = ''] of headings) {
    const base = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${String(count)}`;
    anchors.add(anchor);
  }
  for (const [, id = ''] of textOf(page).matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

test.each(pages)('%s: every relative link leads somewhere', (page) => {
  const broken: string[] = [];
  for (const [, target = ''] of prose(page).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    const place = file === '' ? page : path.join(path.dirname(page), decodeURIComponent(file));
    const outside = place.startsWith('..');
    if (outside || !existsSync(path.join(root, place))) broken.push(target);
    else if (anchor !== undefined && (statSync(path.join(root, place)).isDirectory() || !anchorsOf(place).has(anchor)))
      broken.push(target);
  }
  expect(broken).toEqual([]);
});

test('every page of docs is reached from the README or from docs/README.md', () => {
  const linked = new Set(
    ['README.md', 'docs/README.md'].flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => path.join(path.dirname(page), target)),
    ),
  );
  const lost = pages.filter(
    (page) =>
      page.startsWith('docs/') && page !== 'docs/README.md' && !page.startsWith('docs/rules/') && !linked.has(page),
  );
  expect(lost).toEqual([]);
});
