import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modules } from './reply-modules.js';

const word = fc.stringMatching(/^[a-z]{1,7}$/);
const phrase = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const number = fc.integer({ min: 0, max: 999 });
const message = fc.record(
  {
    id: fc.uuid(),
    where: fc.constantFrom('#launch', '#ops', 'hall'),
    author: phrase,
    at: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((d) => d.toISOString()),
    text: phrase,
    url: fc.webUrl({ withFragments: true, withQueryParameters: true }),
    replies: number,
    edited: fc.boolean(),
    person: fc.record({ name: phrase, age: number }),
    tags: fc.array(word, { maxLength: 3 }),
  },
  { requiredKeys: ['id', 'author', 'text'] },
);
const inbox = fc.record({
  total: number,
  query: phrase,
  messages: fc.array(message, { minLength: 1, maxLength: 6 }),
});
type Inbox = typeof inbox extends fc.Arbitrary<infer T> ? T : never;

/** A line that starts with a capital letter: no list item, and no string of the views above. */
const paragraph = phrase.map((text) => `R${text}.`);
const separator = fc.constantFrom(' ', ', ', ': ', ' · ', ' | ', ' (', ') ', ' "', '" ', ' — ', '\n    ');
const mark = fc.constantFrom('- ', '* ', '• ', '  - ', '\t- ', '3. ', '      + ');
/** A word of a script that the views above never use. */
const foreign = fc.stringMatching(/^[а-я]{1,6}$/);

function scalars(value: object): string[] {
  return Object.values(value).flatMap((held: unknown) => {
    if (typeof held === 'object' && held !== null) return scalars(held);
    return typeof held === 'string' || typeof held === 'number' ? [String(held)] : [];
  });
}

/** List items made of values of the view, numbers, dates and words, in any order, beside paragraphs. */
function texts(view: Inbox): fc.Arbitrary<string> {
  const values = [...scalars(view), 'edited', 'yesterday', '3 May', '14:05', '…'];
  const piece = fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 6 }, { arbitrary: word, weight: 1 });
  const item = fc
    .tuple(mark, fc.array(fc.tuple(piece, separator), { minLength: 1, maxLength: 5 }))
    .map(([start, parts]) => start + parts.map((part) => part.join('')).join(''));
  const restated = fc
    .tuple(mark, fc.constantFrom(...view.messages), separator)
    .map(([start, one, between]) => `${start}${one.author}${between}${one.id}`);
  return fc.array(fc.oneof(paragraph, item, restated, fc.constant('')), { maxLength: 12 }).map((all) => all.join('\n'));
}

const viewAndText = inbox.chain((view) => fc.tuple(fc.constant(view), texts(view)));

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the words of a dropped line are all words of one object: an oracle that knows nothing of how note decides. */
function isOfOneObject(line: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const flags = Object.entries(value).flatMap(([key, held]) => (held === true ? [key] : []));
  const known = new Set([...scalars(value), ...flags].flatMap(words));
  return words(line).every((one) => known.has(one)) || Object.values(value).some((inner) => isOfOneObject(line, inner));
}

describe.each(modules)('note (%s)', (_, { note, reply }) => {
  it('keeps every paragraph line, in order', () => {
    fc.assert(
      fc.property(viewAndText, ([view, text]) => {
        const isParagraph = (line: string): boolean => line.startsWith('R');
        expect(note(text, view).split('\n').filter(isParagraph)).toEqual(text.split('\n').filter(isParagraph));
      }),
    );
  });

  it('drops no word that no object of the view has', () => {
    fc.assert(
      fc.property(viewAndText, ([view, text]) => {
        const kept = note(text, view).split('\n');
        for (const line of text.split('\n')) {
          if (kept.includes(line) || line.trim() === '') continue;
          const shown = line.replace(/^\s*\d\. /, '').replace(/\b(?:3 May|14:05)\b/g, '');
          expect(isOfOneObject(shown, view), line).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every line with a word of its own, wherever it stands in an item', () => {
    fc.assert(
      fc.property(inbox, foreign, mark, fc.nat(), (view, own, start, seed) => {
        const one = view.messages[seed % view.messages.length];
        const parts = [one?.author, one?.id, one?.text];
        parts.splice(seed % 4, 0, own);
        const line = start + parts.join(', ');
        expect(note(`Rule.\n${line}`, view)).toBe(`Rule.\n${line}`);
      }),
    );
  });

  it('drops every item that is made of an id and other values of one object', () => {
    fc.assert(
      fc.property(inbox, mark, fc.constantFrom(', ', ' · ', ' | ', ' — ', '\n         '), (view, start, between) => {
        const items = view.messages.map((one) => {
          const rest = [one.author, one.text, one.where, one.at, one.edited === true ? 'edited' : undefined, one.url];
          return start + [one.id, ...rest].filter((part) => part !== undefined).join(between);
        });
        expect(note(`Rule.\n${items.join('\n')}`, view)).toBe('Rule.');
      }),
    );
  });

  it('is done after one pass', () => {
    fc.assert(
      fc.property(viewAndText, ([view, text]) => {
        const once = note(text, view);
        fc.pre(once !== view.query);
        expect(note(once, view)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a rule, as paragraph or list item, that messages quote in any one of their fields', () => {
    fc.assert(
      fc.property(inbox, paragraph, fc.constantFrom('', '- ', '2. '), (view, rule, start) => {
        const messages = view.messages.map((one) => ({ ...one, text: rule, author: rule, url: rule }));
        const shown = messages.map((one) => `- ${one.author}: "${one.text}" (${one.id})`);
        const text = [start + rule, ...shown, 'End.'].join('\n');
        expect(note(text, { messages })).toBe(`${start}${rule}\nEnd.`);
      }),
    );
  });

  it('changes nothing in a view but its note', () => {
    fc.assert(
      fc.property(viewAndText, fc.option(phrase, { nil: undefined }), ([view, text], own) => {
        const given = own === undefined ? view : { ...view, note: own };
        const before = structuredClone(given);
        const { note: written, ...rest } = reply(given, text).structuredContent;
        expect(given).toEqual(before);
        expect(rest).toEqual(view);
        if (own !== undefined) expect(String(written).split('\n')).toContain(own);
        const framing = note(text, given);
        if (framing !== '') expect(`\n${String(written)}\n`).toContain(`\n${framing}\n`);
      }),
    );
  });

  it('throws for no view and no text, and changes neither content nor other values', () => {
    const odd = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(odd, fc.string({ unit: 'binary' }), (view, text) => {
        const result = reply(view as object, text);
        expect(result.content).toStrictEqual([{ type: 'text', text }]);
        const isCopy = result.structuredContent !== view && typeof view === 'object';
        if (isCopy)
          for (const [key, value] of Object.entries(view as object)) {
            if (key !== 'note') expect(Object.entries(result.structuredContent)).toContainEqual([key, value]);
          }
      }),
    );
  });
});

it('both languages write the same note', () => {
  const [[, first], [, second]] = modules as [(typeof modules)[0], (typeof modules)[0]];
  fc.assert(
    fc.property(viewAndText, ([view, text]) => {
      expect(second.note(text, view)).toBe(first.note(text, view));
    }),
  );
});
