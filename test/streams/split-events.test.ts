import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventSplitter } from '../../runtime/streams/split-events.js';

/** What the splitter makes of a text that arrives in chunks of so many bytes: events as text, the rest by kind. */
function split(text: string, size: number, limit = 1000): string[] {
  const splitter = new EventSplitter(limit);
  const bytes = Buffer.from(text);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(...splitter.push(bytes.subarray(at, at + size)));
  pieces.push(...splitter.end());
  return pieces.map((piece) => (piece.kind === 'event' ? piece.text : piece.kind));
}

describe('the pieces of a stream', () => {
  test.each<[what: string, text: string, pieces: string[]]>([
    ['one object a line', '{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['no line break at the end', '{"a":1}\n{"b":2}', ['{"a":1}', '{"b":2}']],
    ['CRLF and blank lines', '{"a":1}\r\n\r\n  \n{"b":2}\r\n', ['{"a":1}', '{"b":2}']],
    ['one array on one line', '[{"a":1},{"b":[2,{"c":3}]}]', ['{"a":1}', '{"b":[2,{"c":3}]}']],
    ['an array printed over lines', '[\n  {\n    "a": 1\n  },\n  {"b":2}\n]\n', ['{\n    "a": 1\n  }', '{"b":2}']],
    ['an empty array', '[]\n{"a":1}', ['{"a":1}']],
    ['an array after a log line', 'starting\n[{"a":1}]\n', ['noise', '{"a":1}']],
    ['objects printed over lines', '{\n  "a": 1\n}\n{\n  "b": "}"\n}\n', ['{\n  "a": 1\n}', '{\n  "b": "}"\n}']],
    [
      'brackets, quotes and backslashes in strings',
      '[{"a":"]}\\"{"},{"b":"\\\\"}]',
      ['{"a":"]}\\"{"}', '{"b":"\\\\"}'],
    ],
    ['log lines', '[info] {ready\nwarning\n{"a":1}\n', ['noise', 'noise', '{"a":1}']],
    ['a line without its head', 'ame":"x"}\n{"a":1}\n', ['damaged', '{"a":1}']],
    ['other things in an array', '[{"a":1},null,"x",7,{"b":2}]', ['{"a":1}', 'noise', 'noise', 'noise', '{"b":2}']],
    ['an array that is cut in an object', '[{"a":1},{"b":', ['{"a":1}', 'damaged']],
    ['an array that is cut between objects', '[{"a":1},', ['{"a":1}']],
    ['a line break in a string of an array', '[{"a":"x\ny"},{"b":2}]', ['damaged', '{"b":2}']],
    ['a lone bracket', '[', ['noise']],
    ['nothing', '', []],
  ])('%s', (_, text, pieces) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(split(text, size)).toEqual(pieces);
  });

  test('a line or an element above the limit is skipped, and what comes after is read', () => {
    const large = JSON.stringify({ a: 'x'.repeat(100) });
    expect(split(`{"a":1}\n${large}\n{"b":2}\n`, 10, 50)).toEqual(['{"a":1}', 'oversized', '{"b":2}']);
    expect(split(`[{"a":1},${large},{"b":2}]`, 10, 50)).toEqual(['{"a":1}', 'oversized', '{"b":2}']);
  });

  test('any JSON objects come back whole from lines, an array or a printed array, however the bytes are cut', () => {
    const objects = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), { maxLength: 6 });
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 40 }), (all, size) => {
        for (const text of [
          all.map((one) => JSON.stringify(one)).join('\n'),
          JSON.stringify(all),
          JSON.stringify(all, null, 2),
        ]) {
          expect(split(text, size, 1e6).map((piece) => JSON.parse(piece) as unknown)).toEqual(
            all.map((one) => JSON.parse(JSON.stringify(one)) as unknown),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
