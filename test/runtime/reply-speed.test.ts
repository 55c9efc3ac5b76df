import { describe, expect, it } from 'vitest';
import { note } from '../../runtime/reply.js';

interface Message {
  id: string;
  where: string;
  author: string;
  at: string;
  text: string;
  url: string;
}

function messages(count: number): Message[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `m-${String(i)}`,
    where: `#room-${String(i % 9)}`,
    author: `Person ${String(i % 13)}`,
    at: new Date(Date.UTC(2027, 0, 1) + i * 3_600_000).toISOString(),
    text: `Message ${String(i)} about release ${String(i % 17)}, and what should be done then`,
    url: `https://chat.example/1/${String(i % 9)}/${String(i)}`,
  }));
}

function restating({ where, author, at, text, url }: Message): string {
  return `- ${where} · ${author}, ${at.slice(0, 16)}: "${text}" ${url}`;
}

/** Least processor time of several runs in milliseconds: what is left when other work is not in the way. */
function least(run: () => unknown, runs = 5): number {
  let best = Infinity;
  for (let again = 0; again < runs; again++) {
    const start = process.cpuUsage();
    run();
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}

const shapes: [name: string, make: (count: number) => [text: string, view: unknown]][] = [
  ['lines that restate', (n) => [messages(n).map(restating).join('\n'), { messages: messages(n) }]],
  ['lines in the other order', (n) => [messages(n).reverse().map(restating).join('\n'), { messages: messages(n) }]],
  [
    'lines that stay',
    (n) => [
      messages(n)
        .map((m) => `${restating(m)} !new`)
        .join('\n'),
      { messages: messages(n) },
    ],
  ],
  ['lines of nothing in the view', (n) => ['- a rule of its own, to be kept\n'.repeat(n), { messages: messages(n) }]],
  ['objects that share all words', (n) => ['- done: open\n'.repeat(n), Array(n).fill({ id: 'open', state: 'done' })]],
  [
    'one object of many keys',
    (n) => ['- x 1 y 2\n'.repeat(n), Object.fromEntries(messages(n).map((m) => [m.id, m.text]))],
  ],
  ['items of a hundred lines', (n) => [('- a\n' + '  b\n'.repeat(99)).repeat(n / 100), { messages: messages(n) }]],
  ['an item of many lines', (n) => ['- a\n' + '  b\n'.repeat(n), { messages: messages(n) }]],
  ['a mirror', (n) => [`Result:\n${JSON.stringify({ messages: messages(n) }, null, 1)}`, { messages: messages(n) }]],
  ['a long line of marks', (n) => [`- ${'-.:!? '.repeat(n * 9)}x`, { messages: messages(n) }]],
  ['a long run of marks', (n) => [`- ${'-'.repeat(n * 50)}x`, { messages: messages(n) }]],
  ['a long run of blanks', (n) => [`${' '.repeat(n * 50)}x\n- a${'\t'.repeat(n * 50)}b`, { messages: messages(n) }]],
  ['a long line of numbers', (n) => [`- ${'12 '.repeat(n * 9)}`, { messages: messages(n) }]],
  ['a long line of starts', (n) => [`- ${'Mes… '.repeat(n * 9)}`, { messages: messages(n) }]],
  ['a long run of letters', (n) => [`- ${'a'.repeat(n * 50)}:`, { messages: messages(n) }]],
  ['many rules', (n) => ['A rule that stays where it is.\n'.repeat(n), { messages: messages(n) }]],
];

describe.each(shapes)('note, given %s', (_, make) => {
  it('takes time in proportion', { retry: 2 }, () => {
    const [few, many] = [make(500), make(2000)].map(([text, view]) => least(() => note(text, view)));
    // Four times the work: quadratic would be sixteen times. The constant takes very short times out of the ratio.
    expect((many ?? Infinity) / ((few ?? 0) + 2)).toBeLessThan(8);
  });
});

it('takes 2,000 lines against 2,000 objects in a fraction of a second', () => {
  const view = { messages: messages(2000) };
  const text = view.messages.map(restating).join('\n');
  expect(note(text, view)).toBe('');
  // Aim: 50 ms on a machine that does nothing else; a busy one takes several times that.
  expect(least(() => note(text, view), 9)).toBeLessThan(250);
});
