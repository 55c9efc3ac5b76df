import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LIMITS, readRun, transcript } from '../../runtime/streams/index.js';
import { claude, lines, readEvents } from './fixtures.js';

const RUN = [
  claude.init(['mcp__history__my_queue'], [{ name: 'history', status: 'connected' }]),
  claude.use('1', 'mcp__history__my_queue', { person: 'Zo\u00EB' }),
  claude.result('1', '{"note":"caf\u00E9"}'),
  claude.done(),
];
const PHRASES = { phrases: ['caf\u00E9'] };

describe('reading a run', () => {
  const utf8 = Buffer.from(lines(RUN));
  const utf16 = Buffer.from(`\uFEFF${lines(RUN)}`, 'utf16le');
  test.each<[what: string, bytes: Buffer]>([
    ['a UTF-8 byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])],
    ['a mark before an array', Buffer.from(`\uFEFF${JSON.stringify(RUN)}`)],
    ['UTF-16, as PowerShell writes it', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
  ])('%s', async (_, bytes) => {
    const expected = await readRun([utf8], PHRASES);
    expect(expected.results[0]?.carries).toHaveLength(1);
    for (const size of [1, 2, 5, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await readRun(chunks, PHRASES)).toEqual(expected);
    }
  });

  test('takes a Node stream, a web stream and text', async () => {
    const expected = await readRun([utf8], PHRASES);
    expect(await readRun(Readable.from([utf8]), PHRASES)).toEqual(expected);
    expect(await readRun(new Blob([utf8]).stream(), PHRASES)).toEqual(expected);
    expect(await readRun([lines(RUN)], PHRASES)).toEqual(expected);
  });

  test('bytes that are not UTF-8 are replaced and counted', async () => {
    const bytes = Buffer.from(lines(RUN).replace('caf\u00E9', 'caf?'));
    bytes[bytes.indexOf('caf?') + 3] = 0xe9;
    const run = await readRun([bytes], { phrases: ['caf'] });
    expect(run.counts).toMatchObject({ invalidUtf8: 1, damaged: 0 });
    expect(run.results[0]?.carries).toHaveLength(1);
    expect(run.ending.kind).toBe('complete');
  });

  test.each<[what: string, text: string]>([
    ['nothing', ''],
    ['two bytes', 'a\n'],
    ['no JSON', 'hello\nworld\n'],
    ['JSON of something else', '{"a":1}\n[{"level":30}]\n'],
  ])('%s is no run', async (_, text) => {
    const run = await readRun([text]);
    expect(run).toMatchObject({ host: 'unknown', calls: [], results: [], ending: { reason: 'no-events' } });
    expect(transcript(run)).toBe('calls: none');
  });

  test('a damaged line in the middle makes a run incomplete', async () => {
    const [init, ...rest] = RUN;
    const run = await readEvents([init, '{"type":"assistant","message":{"content":[{"type":"tool_u', ...rest]);
    expect(run.ending).toEqual({
      kind: 'incomplete',
      reason: 'damaged',
      message: '1 line could not be read, so a call may be missing',
    });
    expect(run.calls).toHaveLength(1);
  });

  test('a line above the limit is skipped, counted, and makes the run incomplete', async () => {
    const large = lines([claude.result('9', 'x'.repeat(LIMITS.lineBytes))]);
    const run = await readRun([lines(RUN.slice(0, 3)), large, lines(RUN.slice(3))]);
    expect(run.counts).toMatchObject({ lines: 5, events: 4, oversized: 1 });
    expect(run.ending).toMatchObject({ reason: 'damaged' });
  });

  test('arguments above the limit are cut', async () => {
    const input = { text: 'y'.repeat(LIMITS.inputBytes) };
    const [call] = (await readEvents([claude.use('1', 'Read', input)])).calls;
    expect(call).toMatchObject({ inputCut: true, inputBytes: LIMITS.inputBytes + 11 });
    expect(call?.input).toBe(JSON.stringify(input).slice(0, 200));
    expect(transcript({ ...(await readEvents(RUN)), calls: call ? [call] : [] })).toMatch(
      /^calls: Read\(\{"text":"y+…\) \(no result\)$/,
    );
  });

  test('more calls than are kept is no pass', async () => {
    function* many(): Generator<string> {
      for (let id = 0; id <= LIMITS.calls; id++) yield lines([claude.use(`${id}`, 'Read', { id })]);
      yield lines([claude.done()]);
    }
    const run = await readRun(many());
    expect(run.calls).toHaveLength(LIMITS.calls);
    expect(run.ending).toMatchObject({ kind: 'incomplete', reason: 'too-large' });
  });

  test('odd shapes and deep nesting never break it', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const run = await readEvents(
      [
        { type: 'assistant' },
        { type: 'assistant', message: null },
        { type: 'assistant', message: { content: 'words' } },
        { type: 'assistant', message: { content: [null, 7, 'x', { type: 'tool_use' }] } },
        {
          type: 'user',
          message: { content: [{ type: 'tool_result' }, { type: 'tool_result', tool_use_id: 3, content: 4 }] },
        },
        {
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 'b', content: [null, { type: '__proto__' }] }] },
        },
        { type: 'system', subtype: 'init', tools: [1, null], mcp_servers: [null, { name: 5 }, { name: 'x' }] },
        { type: 'result' },
        { type: 7 },
        { type: 'item.completed' },
        { type: 'item.completed', item: { type: 'mcp_tool_call', id: 4, server: 1, result: { content: 3 } } },
        `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"d","name":"deep","input":${deep}}]}}`,
        `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"d","content":[${deep}]}]}}`,
        `{"type":"item.completed","item":{"type":"mcp_tool_call","id":"i","result":{"structured_content":${deep}}}}`,
        claude.use('n', 'na\u001B[31mme\nx'),
      ],
      { phrases: ['x'] },
    );
    expect(run.counts).toMatchObject({ events: 15, damaged: 0, unknownEvents: 1 });
    expect(transcript(run)).toContain('na\uFFFD[31mme\uFFFDx({})');
    expect(() => JSON.stringify(run)).not.toThrow();
  });

  test('rejects phrases that make no sense, and passes on what the source throws', async () => {
    await expect(readRun([], { phrases: [' '] })).rejects.toThrow(TypeError);
    const many = Array.from({ length: LIMITS.phrases + 1 }, (_, index) => `phrase ${index}`);
    await expect(readRun([], { phrases: many })).rejects.toThrow(RangeError);
    await expect(readRun(Readable.from([]).destroy(new Error('gone')))).rejects.toThrow('gone');
  });
});
