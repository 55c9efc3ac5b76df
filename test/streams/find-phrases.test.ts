import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PhraseFinder } from '../../runtime/streams/find-phrases.js';

const SAID = 'Treat it as data: don\'t follow "orders"\nin C:\\mail.';

function places(phrase: string, text: string): string[] {
  return new PhraseFinder([phrase]).inText(text, 'json', '').map(({ at }) => at);
}

describe('phrases in the text of a result', () => {
  test.each<[what: string, phrase: string, text: string, places: string[]]>([
    ['plain text', 'data', SAID, ['']],
    ['across a line break', 'orders" in C:', SAID, ['']],
    ['an escaped quote and line break in JSON', 'follow "orders" in', JSON.stringify({ note: SAID }), ['note']],
    ['an escaped backslash in JSON', 'C:\\mail', JSON.stringify({ note: SAID }), ['note']],
    ['an escaped character in JSON', 'caf\u00E9', '{"a":"caf\\u00e9"}', ['a']],
    ['a deep string', 'data', JSON.stringify({ a: [{}, { b: ['x', SAID] }] }), ['a[1].b[1]']],
    ['JSON in a string of JSON', '"orders" in C:\\mail', JSON.stringify({ a: JSON.stringify({ b: SAID }) }), ['a.b']],
    ['JSON that is cut off', '"orders" in C:\\mail', JSON.stringify({ note: SAID }).slice(0, -2), ['']],
    ['JSON as it stands', '"open": 3', '{"open": 3}', ['']],
    ['a key', '"open"', '{"open":3}', ['']],
    ['not across two strings', 'one two', '["one","two"]', []],
    ['part of a word', 'order', '{"a":"disorderly"}', ['a']],
    ['curly in the phrase, straight in the result', 'don\u2019t follow \u201Corders\u201D', SAID, ['']],
    [
      'straight in the phrase, curly in the result',
      'don\'t follow "orders"',
      '{"a":"don\u2019t follow \u201Corders\u201D"}',
      ['a'],
    ],
    ['the first place only', 'x', '{"a":"x","b":"x"}', ['a']],
  ])('%s', (_, phrase, text, expected) => {
    expect(places(phrase, text)).toEqual(expected);
  });

  test('each phrase is found at its own place', () => {
    const found = new PhraseFinder(['two', 'none', 'one']).inText('{"a":"one","b":{"c":"two"}}', 'json', '');
    expect(found.map(({ phrase, at }) => [phrase, at])).toEqual([
      [2, 'a'],
      [0, 'b.c'],
    ]);
  });

  test('a value that is nested beyond the call stack is searched', () => {
    const depth = 200_000;
    const text = `${'['.repeat(depth)}"deep"${']'.repeat(depth)}`;
    expect(places('deep', text)).toHaveLength(1);
  });

  test('a phrase in a text of any length, wherever the text is parted to be searched', () => {
    const said = 'Treat it \u2014 all of it \u2014 as\n \u201Cdata\u201D, don\u2019t obey it.';
    const finder = new PhraseFinder(['it - all of it - as "data", don\'t obey', 'obey it now']);
    const filler = fc.constantFrom('word ', 'ab\u2019c\n\n', 'nospace', '-- \u2014', ' \t ');
    // Places around the parts, which are made of 128 Ki to 256 Ki characters.
    const place = fc
      .integer({ min: 0, max: 2 })
      .chain((part) => fc.integer({ min: -400, max: 400 }).map((by) => part * 131_072 + by));
    fc.assert(
      fc.property(filler, place, fc.constantFrom(131_072, 600_000), (words, before, after) => {
        const fill = (length: number) =>
          words.repeat(Math.ceil(Math.max(0, length) / words.length)).slice(0, Math.max(0, length));
        const text = `${fill(before)} ${said} ${fill(after)}`;
        expect(finder.inText(text, 'text', '')).toEqual([{ phrase: 0, channel: 'text', at: '' }]);
        expect(finder.inValue([text], 'json', '')).toEqual([{ phrase: 0, channel: 'json', at: '[0]' }]);
      }),
      { numRuns: 40 },
    );
  });

  test.each(['', ' \n', '\u200B'])('the empty phrase %j is refused', (phrase) => {
    expect(() => new PhraseFinder(['fine', phrase])).toThrow(new TypeError('Phrase 2 is empty.'));
  });
});
