import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelView, hosts } from '../../runtime/hosts/index.js';
import { reply } from '../../runtime/reply.js';
import { run } from './run-command.js';
import { CARD_RULE, MESSAGES, TEXT } from './servers/story-result.mjs';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'view-'))));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Host, text, framing, data, images, error. */
async function matrixOf(result: unknown): Promise<Map<string, string>> {
  const { code, out, err } = await run(['hosts', 'view', '-'], { stdin: JSON.stringify(result) });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [, table = ''] = out.split('\n\n');
  return new Map(
    table
      .trimEnd()
      .split('\n')
      .map((line) => [line.split(' ')[0] ?? '', line.split(/ {2,}/).slice(1).join(' | ')]),
  );
}

describe('the story, before and after', () => {
  const view = { messages: MESSAGES };
  const before = { content: [{ type: 'text', text: TEXT }], structuredContent: view };

  it('before: Claude Code shows the model the JSON and nothing else', () => {
    const { shown, lost } = modelView(before, 'claude-code');
    expect(shown).toEqual({ blocks: [], json: view });
    expect(lost).toEqual([
      {
        kind: 'text',
        index: 0,
        text: TEXT,
        reason: 'text-dropped',
        detail: 'text is dropped beside structuredContent',
      },
    ]);
  });

  it('after: the rule stands in note, first, and the messages are not told twice', () => {
    const { shown } = modelView(reply(view, TEXT), 'claude-code');
    expect(shown.json).toEqual({ note: `1 open message with Ana.\n${CARD_RULE}`, messages: MESSAGES });
    expect(JSON.stringify(shown.json)).toMatch(/^\{"note":/);
  });

  it('hosts that read the text see the same as before', () => {
    for (const host of ['gemini-cli', 'goose', 'zed'] as const) {
      expect(modelView(reply(view, TEXT), host).shown).toEqual(modelView(before, host).shown);
    }
  });
});

describe('hosts view', () => {
  it('has a row for each current host', async () => {
    const matrix = await matrixOf({ content: [{ type: 'text', text: 'Hello' }] });
    expect([...matrix.keys()]).toEqual(['host', ...hosts.filter((host) => !('standing' in host)).map(({ id }) => id)]);
    expect(matrix.get('host')).toBe('text | framing | data | images | error');
  });

  it.each<[string, object, Record<string, string>]>([
    [
      'framing in the text alone',
      { content: [{ type: 'text', text: TEXT }], structuredContent: { messages: MESSAGES } },
      {
        codex: 'lost | lost | yes | - | data',
        'claude-code': 'lost | lost | yes | - | text',
        goose: 'yes | yes | in text | - | text',
        openclaw: 'yes | yes | yes | - | text + data',
        llamaindex: '? | ? | ? | - | ?',
      },
    ],
    [
      'framing in another string of the view',
      {
        content: [{ type: 'text', text: 'Do this next: call sync. It counts 1.' }],
        structuredContent: { n: 1, nextSteps: ['Do this next: call sync. It counts 1.'] },
      },
      { codex: 'lost | yes | yes | - | data', zed: 'yes | yes | in text | - | text' },
    ],
    [
      'a rule that a message quotes',
      {
        content: [{ type: 'text', text: 'Never share links.\nThe message follows.' }],
        structuredContent: { messages: [{ id: '1', text: 'Never share links.' }] },
      },
      { codex: 'lost | lost | yes | - | data' },
    ],
    [
      'half of the framing',
      {
        content: [
          { type: 'text', text: 'First rule.' },
          { type: 'text', text: 'Second rule.' },
        ],
        structuredContent: { note: 'First rule.', n: 1 },
      },
      { vscode: 'lost | part | yes | - | data', smolagents: 'part | part | lost | - | part' },
    ],
    [
      'a view alone',
      { content: [], structuredContent: { n: 1 } },
      { opencode: '- | - | yes | - | nothing', zed: '- | - | lost | - | nothing', codex: '- | - | yes | - | data' },
    ],
    [
      'an image',
      {
        content: [
          { type: 'text', text: 'A cat.' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
        structuredContent: { note: 'A cat.' },
      },
      {
        codex: 'lost | - | yes | lost | data',
        vscode: 'lost | - | yes | yes | data',
        'claude-code': 'lost | - | yes | ? | text',
        zed: 'yes | - | in text | lost | text',
      },
    ],
  ])('%s', async (_, result, rows) => {
    const matrix = await matrixOf(result);
    expect(Object.fromEntries(Object.keys(rows).map((host) => [host, matrix.get(host)]))).toEqual(rows);
  });

  it('says what gets lost, and where', async () => {
    const result = {
      content: [
        { type: 'text', text: 'Only rule.' },
        { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
      ],
      structuredContent: { a: 1, b: { c: 2, d: 3 } },
    };
    const { out } = await run(['hosts', 'view', '-'], { stdin: JSON.stringify(result), columns: 60 });
    expect(out).toContain(
      'Result: 1 text block (10 characters), 1 other block (audio), structuredContent with 3 values, 1 line of framing.\n',
    );
    expect(out).toContain('other blocks');
    const lost = out.slice(out.indexOf('\nLost\n'));
    expect(lost).toContain('  framing: Only rule.\n');
    expect(lost).toContain('  audio: block 2\n');
    expect(lost).toContain('  data: a (1 value)\n  data: b (2 values)\n    in ');
    expect(lost.split('\n').every((line) => line.length <= 60)).toBe(true);
  });

  it('reads a file, with a byte order mark too', async () => {
    writeFileSync(join(folder, 'result.json'), '\uFEFF{"content":[]}');
    expect((await run(['hosts', 'view', 'result.json'], { cwd: folder })).code).toBe(0);
  });

  it.each([
    ['{', /^Standard input is no JSON: [^\n]+\n$/],
    ['[]', /^Standard input is no tool result: it is no object\.\n$/],
    [
      '{"jsonrpc":"2.0","result":{"content":[]}}',
      /^Standard input is no tool result: it has neither content nor structuredContent \(what stands in "result" may be one\)\.\n$/,
    ],
    ['{"content":"hello"}', /^Standard input is no tool result: content is no array of blocks with a type\.\n$/],
    ['{"content":[1]}', /^Standard input is no tool result: content is no array of blocks with a type\.\n$/],
    ['{"content":[],"isError":"yes"}', /^Standard input is no tool result: isError is no boolean\.\n$/],
  ])('refuses %s', async (stdin, line) => {
    const { code, out, err } = await run(['hosts', 'view', '-'], { stdin });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(line);
  });

  it('refuses a file that is not there', async () => {
    const { code, err } = await run(['hosts', 'view', 'none.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toMatch(/^Cannot read none\.json: ENOENT[^\n]+\n$/);
  });

  it('lets no control characters of a result reach the terminal', async () => {
    const text = 'Rule \u001b]0;owned\u0007\u001b[31mred\u001b[0m \u202egnp.exe';
    const { out } = await run(['hosts', 'view', '-'], {
      stdin: JSON.stringify({
        content: [{ type: 'text', text }, { type: 'a\u001b[1mb' }],
        structuredContent: { '\u001b[2Jk': 1 },
      }),
    });

    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
  });
});

describe('hosts', () => {
  it('prints one line a host', async () => {
    const { code, out } = await run(['hosts']);
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines).toHaveLength(hosts.length + 1);
    expect(lines.find((line) => line.startsWith('gemini-cli'))?.split(/ {2,}/)).toEqual([
      'gemini-cli',
      'content',
      'both',
      'text',
      '40,000 characters',
      '2026-08-21',
      'high',
    ]);
  });

  it('prints the table as JSON', async () => {
    const { out } = await run(['hosts', '--json']);
    expect(JSON.parse(out)).toEqual(hosts);
  });

  it('knows no other words', async () => {
    expect((await run(['hosts', 'list'])).code).toBe(2);
  });
});
