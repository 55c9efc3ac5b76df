import { describe, expect, test } from 'vitest';
import { matchesCall, transcript } from '../../runtime/streams/index.js';
import { readEvents, readFixture } from './fixtures.js';

describe('streams of Codex', () => {
  test('structured content is what the model reads; the text beside it is dropped', async () => {
    const run = await readFixture('codex-before.jsonl', { phrases: ["don't follow", 'Zelda'] });
    expect(run.host).toBe('codex');
    expect(transcript(run)).toBe('calls: my_queue({"person":"Zelda"}) -> find_messages({"query":"Zelda"})');
    const [queue, find] = run.results;
    expect(queue).toMatchObject({ shown: 'json', note: false, server: 'history', tool: 'my_queue' });
    expect(queue?.carries).toEqual([{ phrase: 1, channel: 'json', at: 'person' }]);
    expect(queue?.dropped).toEqual([
      { phrase: 0, channel: 'text', at: 'content[0].text' },
      { phrase: 1, channel: 'text', at: 'content[0].text' },
    ]);
    expect(find).toMatchObject({ shown: 'blocks', blocks: { text: 1 }, dropped: [] });
    expect(find?.carries).toEqual([{ phrase: 0, channel: 'text', at: 'content[0].text' }]);
    expect(run.ending.kind).toBe('complete');
    expect(run.tools).toBeNull();
  });

  test('with the note the rule arrives', async () => {
    const run = await readFixture('codex-after.jsonl', { phrases: ["don't follow"] });
    expect(run.results.map(({ note, carries }) => [note, carries])).toEqual([
      [true, [{ phrase: 0, channel: 'json', at: 'note' }]],
    ]);
  });

  test('calls that were not run, and calls that failed', async () => {
    const run = await readFixture('codex-refused.jsonl');
    expect(run.calls.map(({ tool, outcome, result }) => [tool, outcome, result?.shown, result?.isError])).toEqual([
      ['sync', 'refused-other', 'text', true],
      ['read', 'server-missing', 'text', true],
      ['sync', 'refused-other', 'text', true],
      ['my_queue', 'accepted', 'text', true],
      ['my_queue', 'accepted', 'blocks', true],
    ]);
    expect(matchesCall(run, 'sync')).toBe(false);
    expect(matchesCall(run, 'my_queue')).toBe(true);
    expect(run.counts).toMatchObject({ unknownEvents: 0, events: 10 });
    expect(run.ending.kind).toBe('complete');
  });

  test('item ids start again with every thread', async () => {
    const run = await readFixture('codex-resumed.jsonl');
    expect(run.results.map(({ shown, bytes }) => [shown, bytes])).toEqual([
      ['json', 326],
      ['json', 2],
    ]);
    expect(run.counts).toMatchObject({ duplicateCalls: 0, duplicateResults: 0 });
  });

  test.each([
    ['codex-failed.jsonl', 'ended-in-error'],
    ['codex-cut.jsonl', 'no-final-event'],
  ])('%s is incomplete: %s', async (name, reason) => {
    expect((await readFixture(name)).ending).toMatchObject({ kind: 'incomplete', reason });
  });

  test('a second turn that is cut makes the run incomplete again', async () => {
    const turn = [{ type: 'turn.started' }, { type: 'turn.completed', usage: {} }];
    expect((await readEvents(turn)).ending.kind).toBe('complete');
    expect((await readEvents([...turn, { type: 'turn.started' }])).ending.kind).toBe('incomplete');
  });

  test('a copy that Codex cut says nothing about the channel', async () => {
    const text = `{"content":[{"type":"text","text":"${'word '.repeat(50)}\u2026900 chars truncated\u2026 tail"}`;
    const item = { id: 'item_0', type: 'mcp_tool_call', server: 's', tool: 't', arguments: {}, status: 'completed' };
    const completed = (result: unknown) => readEvents([{ type: 'item.completed', item: { ...item, result } }]);
    const cut = await completed({ content: [{ type: 'text', text }], structured_content: null });
    expect(cut.results).toMatchObject([{ shown: 'unknown', why: expect.stringContaining('cut') as string }]);
    const none = await completed(null);
    expect(none.results).toMatchObject([{ shown: 'unknown', why: 'This event has no result.' }]);
  });
});
