import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalForm } from '../../runtime/streams/index.js';

describe('the normal form of phrases', () => {
  test.each<[what: string, one: string, other: string]>([
    ['curly apostrophes', 'don\u2019t', "don't"],
    ['curly quotes', '\u201Corders\u201D', '"orders"'],
    ['low and angled quotes', '\u201Eorders\u201C \u00ABorders\u00BB', '"orders" "orders"'],
    ['dashes', 'a \u2013 b \u2014 c \u2212 d \u2011 e', 'a - b - c - d - e'],
    ['hyphens for a dash', 'one -- two---three', 'one - two-three'],
    ['white space', ' a\n\tb\u00A0 c\u2003d\r\n', 'a b c d'],
    ['soft hyphen and zero-width space', 'mes\u00ADsage\u200B', 'message'],
    ['the ellipsis', 'wait\u2026', 'wait...'],
    ['decomposed accents', 'cafe\u0301', 'caf\u00E9'],
  ])('%s', (_, one, other) => {
    expect(normalForm(one)).toBe(normalForm(other));
  });

  test.each<[what: string, one: string, other: string]>([
    ['capitals', 'Must', 'must'],
    ['superscripts', '10\u00B2', '102'],
    ['options of a command', '--dry-run', '-dry-run'],
    ['single and double quotes', "'a'", '"a"'],
    ['backticks', '`a`', "'a'"],
    ['words that are joined', 'a b', 'ab'],
  ])('keeps apart: %s', (_, one, other) => {
    expect(normalForm(one)).not.toBe(normalForm(other));
  });

  test('of a normal form is itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => normalForm(normalForm(text)) === normalForm(text)));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => normalForm(normalForm(text)) === normalForm(text)),
    );
  });
});
