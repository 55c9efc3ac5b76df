import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseChannels, countsAsView } from '../../runtime/hosts/choose-channels.js';
import { hostIds, hostOf, hosts, isHostId, modelView, piecesOf } from '../../runtime/hosts/index.js';
import type { HostId, Json, ModelView, ToolResult } from '../../runtime/hosts/index.js';

const TEXT = { type: 'text', text: 'Rule: cite the url.' };
const SECOND = { type: 'text', text: 'Second.' };
const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const AUDIO = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const RESOURCE = { type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } };
const LINK = { type: 'resource_link', uri: 'file:///b.txt', name: 'b' };
const VIEW = { count: 1 };
const BOTH = { content: [TEXT], structuredContent: VIEW };

/** `T` text, `I` image, `L` link and so on in order, then the view; a lost piece stands with its reason. */
function outline(view: ModelView): string {
  const shown = view.shown.blocks.map(({ type }) => type);
  const json = view.shown.json === undefined ? [] : [JSON.stringify(view.shown.json)];
  const lost = view.lost.map((piece) => `-${piece.kind}:${piece.reason}`);
  return [...shown, ...json, ...lost].join(' ');
}

describe('modelView', () => {
  // One row at least for every policy and every parameter that the table uses.
  it.each<[HostId, string, ToolResult, string]>([
    ['vscode', 'a success', BOTH, '{"count":1} -text:text-dropped'],
    ['vscode', 'an error', { ...BOTH, isError: true }, '{"count":1} -text:text-dropped'],
    ['vscode', 'text alone', { content: [TEXT] }, 'text'],
    ['vscode', '{}', { content: [TEXT], structuredContent: {} }, '{} -text:text-dropped'],
    ['vscode', 'null', { content: [TEXT], structuredContent: null }, 'text -data:view-not-read'],
    ['vscode', '0', { content: [TEXT], structuredContent: 0 }, 'text -data:view-not-read'],
    ['vscode', 'an image', { content: [TEXT, IMAGE], structuredContent: VIEW }, 'image {"count":1} -text:text-dropped'],
    ['vscode', 'a resource', { content: [RESOURCE, LINK] }, 'resource_link -block:placeholder'],
    [
      'vscode',
      'text for the user alone',
      { content: [{ ...TEXT, annotations: { audience: ['user'] } }, SECOND] },
      'text -text:audience',
    ],
    ['vscode', 'text for both', { content: [{ ...TEXT, annotations: { audience: ['user', 'assistant'] } }] }, 'text'],
    ['vscode', 'an audience of nobody', { content: [{ ...TEXT, annotations: { audience: [] } }] }, 'text'],
    [
      'codex',
      'an image',
      { content: [TEXT, IMAGE], structuredContent: VIEW },
      '{"count":1} -text:text-dropped -block:block-dropped',
    ],
    ['codex', 'an image alone', { content: [IMAGE] }, 'image'],
    ['codex', 'null', { content: [TEXT], structuredContent: null }, 'text -data:view-not-read'],
    ['codex', 'an array', { content: [TEXT], structuredContent: [1, 2] }, '[1,2] -text:text-dropped'],
    ['claude-code', 'a success', BOTH, '{"count":1} -text:text-dropped'],
    [
      'claude-code',
      'an error',
      { content: [TEXT, SECOND], structuredContent: VIEW, isError: true },
      'text -text:not-the-first-block -data:view-not-read',
    ],
    [
      'claude-code',
      'an image beside a view',
      { content: [IMAGE], structuredContent: VIEW },
      '{"count":1} -block:unknown',
    ],
    ['claude-code', '{}', { content: [TEXT], structuredContent: {} }, '-text:unknown -data:unknown'],
    [
      'langchain4j',
      'an image beside a view',
      { content: [IMAGE], structuredContent: VIEW },
      '{"count":1} -block:block-dropped',
    ],
    ['langchain4j', 'an image alone', { content: [TEXT, IMAGE] }, '-text:call-fails -block:call-fails'],
    [
      'forge',
      'a link',
      { content: [TEXT, LINK], structuredContent: VIEW },
      '-text:call-fails -block:call-fails -data:call-fails',
    ],
    ['pydantic-ai', 'text', BOTH, '{"count":1} -text:text-dropped'],
    ['pydantic-ai', 'an image', { content: [TEXT, IMAGE], structuredContent: VIEW }, 'text image -data:view-not-read'],
    [
      'pydantic-ai',
      'an error',
      { content: [TEXT, IMAGE], structuredContent: VIEW, isError: true },
      '{"count":1} -text:text-dropped -block:unknown',
    ],
    ['opencode', 'both', BOTH, 'text -data:view-not-read'],
    ['opencode', 'no content', { content: [], structuredContent: VIEW }, '{"count":1}'],
    ['opencode', 'content that is missing', { structuredContent: VIEW }, '{"count":1}'],
    [
      'opencode',
      'an empty text',
      { content: [{ type: 'text', text: '' }], structuredContent: VIEW },
      'text -data:view-not-read',
    ],
    [
      'hermes-agent',
      'a blank text',
      { content: [{ type: 'text', text: ' ' }], structuredContent: VIEW },
      '{"count":1} -text:text-dropped',
    ],
    ['hermes-agent', 'an image alone', { content: [IMAGE], structuredContent: VIEW }, '{"count":1} -block:unknown'],
    ['hermes-agent', 'no text and {}', { content: [], structuredContent: {} }, '-data:unknown'],
    ['agno', 'an image alone', { content: [IMAGE], structuredContent: VIEW }, 'image -data:view-not-read'],
    ['agno', 'an image on an error', { content: [IMAGE, TEXT], isError: true }, 'text -block:base64'],
    ['librechat', 'an error', { ...BOTH, isError: true }, '-text:unknown -data:unknown'],
    ['librechat', 'no content and 0', { content: [], structuredContent: 0 }, '-data:view-not-read'],
    ['mcp-use-typescript', 'both', { content: [TEXT, AUDIO], structuredContent: null }, 'text null -block:placeholder'],
    ['openclaw', 'an array', { content: [TEXT], structuredContent: [1] }, 'text -data:view-not-read'],
    ['openclaw', '{}', { content: [TEXT], structuredContent: {} }, 'text {}'],
    ['mcphost', 'an array', { content: [TEXT], structuredContent: [1] }, 'text -data:unknown'],
    ['langchain-js', 'one text', BOTH, 'text {"count":1}'],
    [
      'langchain-js',
      'two texts',
      { content: [TEXT, SECOND], structuredContent: VIEW },
      'text text -data:view-not-read',
    ],
    [
      'csharp-sdk',
      'an image beside a view',
      { content: [IMAGE], structuredContent: VIEW },
      '{"count":1} -block:base64',
    ],
    ['gemini-cli', 'a success', BOTH, 'text -data:view-not-read'],
    [
      'gemini-cli',
      'an error',
      { content: [TEXT, IMAGE], structuredContent: VIEW, isError: true },
      'text {"count":1} -block:base64',
    ],
    ['qwen-code', 'an error', { ...BOTH, isError: true }, 'text {"count":1}'],
    [
      'qwen-code',
      'an error with an image',
      { content: [IMAGE], structuredContent: VIEW, isError: true },
      'image -data:view-not-read',
    ],
    [
      'goose',
      'text for the user alone',
      { content: [{ ...TEXT, annotations: { audience: ['user'] } }] },
      '-text:unknown',
    ],
    ['zed', 'an image', { content: [TEXT, IMAGE, LINK] }, 'text -block:block-dropped -block:unknown'],
    ['crush', 'two images', { content: [IMAGE, TEXT, IMAGE] }, 'image text -block:block-dropped'],
    [
      'smolagents',
      'two texts',
      { content: [TEXT, SECOND], structuredContent: VIEW },
      'text -text:not-the-first-block -data:view-not-read',
    ],
    ['crewai', 'no content', { content: [], structuredContent: VIEW }, '{"count":1}'],
    ['crewai', 'two texts', { content: [TEXT, SECOND] }, 'text -text:not-the-first-block'],
    [
      'crewai',
      'an image before an error text',
      { content: [IMAGE, TEXT, SECOND], isError: true },
      'text -block:block-dropped -text:not-the-first-block',
    ],
    ['llamaindex', 'both', BOTH, '-text:unknown -data:unknown'],
    ['spring-ai', 'an image', { content: [TEXT, IMAGE] }, 'text -block:base64'],
    ['roo-code', 'a kind that nobody knows', { content: [{ type: 'hologram' }] }, '-block:unknown'],
    ['roo-code', 'a text without text', { content: [{ type: 'text' }] }, '-block:unknown'],
  ])('%s, %s', (host, _, result, expected) => {
    expect(outline(modelView(result, host))).toBe(expected);
  });

  it.each<[HostId, string, ToolResult, string]>([
    ['vscode', '8,192 bytes', { content: [{ type: 'text', text: 'x'.repeat(8192) }] }, 'text'],
    ['vscode', '8,193 bytes', { content: [{ type: 'text', text: 'x'.repeat(8193) }] }, '-text:limit'],
    [
      'vscode',
      '8,193 bytes in 2,731 characters',
      { content: [{ type: 'text', text: '€'.repeat(2731) }] },
      '-text:limit',
    ],
    [
      'vscode',
      'two texts of 8 KiB',
      {
        content: [
          { type: 'text', text: 'x'.repeat(8192) },
          { type: 'text', text: 'x'.repeat(8192) },
        ],
      },
      'text text',
    ],
    ['gemini-cli', 'one text of 40,001', { content: [{ type: 'text', text: 'x'.repeat(40_001) }] }, '-text:limit'],
    ['gemini-cli', 'two texts', { content: [{ type: 'text', text: 'x'.repeat(40_001) }, TEXT] }, 'text text'],
    [
      'claude-code',
      'a view of 24 kB',
      { structuredContent: { n: 'x'.repeat(24_000) } },
      JSON.stringify({ n: 'x'.repeat(24_000) }),
    ],
    ['claude-code', 'a view of 26 kB', { structuredContent: { n: 'x'.repeat(26_000) } }, '-data:unknown'],
    ['opencode', 'texts of 60 kB', { content: [TEXT, { type: 'text', text: 'x'.repeat(60_000) }] }, 'text -text:limit'],
  ])('keeps to the limit of %s: %s', (host, _, result, expected) => {
    expect(outline(modelView(result, host))).toBe(expected);
  });

  it('keeps the beginning of a view that is cut at its end', () => {
    const result = { content: [], structuredContent: { note: 'Cite the url.', list: ['a', 'x'.repeat(100_000), 'b'] } };
    const view = modelView(result, 'kimi-code');
    expect(view.shown.json).toEqual({ note: 'Cite the url.', list: ['a'] });
    expect(view.lost.map((piece) => [piece.kind === 'data' && piece.path, piece.reason])).toEqual([
      ['/list/1', 'limit'],
      ['/list/2', 'limit'],
    ]);
  });

  it('names a lost piece by its place, its words and the reason', () => {
    expect(modelView({ content: [TEXT, IMAGE], structuredContent: { 'a/b': [{ '~': 1 }] } }, 'roo-code').lost).toEqual([
      {
        kind: 'data',
        path: '/a~1b/0/~0',
        value: 1,
        reason: 'view-not-read',
        detail: 'structuredContent is not handed to the model',
      },
    ]);
    expect(modelView({ content: [TEXT], structuredContent: VIEW }, 'vscode').lost).toEqual([
      {
        kind: 'text',
        index: 0,
        text: TEXT.text,
        reason: 'text-dropped',
        detail: 'text is dropped beside structuredContent',
      },
    ]);
  });

  it('refuses a host that is not in the table', () => {
    expect(isHostId('netscape')).toBe(false);
    expect(() => modelView(BOTH, 'netscape' as HostId)).toThrow(
      new RangeError('There is no host "netscape" in the table.'),
    );
    expect(() => hostOf('toString' as HostId)).toThrow(RangeError);
  });

  it('does not touch the result', () => {
    const result = {
      content: [Object.freeze({ ...TEXT })],
      structuredContent: Object.freeze({ list: Object.freeze([1, 2]) }),
    };
    for (const id of hostIds) modelView(Object.freeze(result), id);
    expect(modelView(result, 'openclaw').shown.blocks[0]).toBe(result.content[0]);
  });

  it('accounts for every piece exactly once, whatever the host and the result', () => {
    const text = fc.record({ type: fc.constant('text'), text: fc.oneof(fc.string(), fc.constant('y'.repeat(9000))) });
    const other = fc.constantFrom(IMAGE, AUDIO, RESOURCE, LINK, { type: 'hologram' });
    const block = fc
      .tuple(fc.oneof(text, other), fc.constantFrom(undefined, ['user'], ['assistant']))
      .map(([one, audience]) => (audience === undefined ? { ...one } : { ...one, annotations: { audience } }));
    const result = fc.record(
      { content: fc.array(block, { maxLength: 4 }), structuredContent: fc.jsonValue(), isError: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...hostIds), result, (host, given) => {
        const view = modelView(given, host);
        const all = piecesOf(given);
        const shownBlocks = new Set(view.shown.blocks.map((one) => (given.content ?? []).findIndex((b) => b === one)));
        const shown = [
          ...all.filter((piece) => piece.kind !== 'data' && shownBlocks.has(piece.index)),
          ...(view.shown.json === undefined ? [] : piecesOf({ structuredContent: view.shown.json })),
        ];
        const lost = view.lost.map((piece) => ({ ...piece, reason: undefined, detail: undefined }));
        expect(view.lost.every(({ detail }) => detail !== '')).toBe(true);
        expect(new Set(view.shown.blocks).size).toBe(view.shown.blocks.length);
        expect([...shown, ...lost].map(key).sort()).toEqual(all.map(key).sort());
      }),
      { numRuns: 3000 },
    );
  });
});

function key(piece: object): string {
  return JSON.stringify(piece);
}

describe('countsAsView', () => {
  it.each([
    ['defined', [true, true, true, true, true]],
    ['not-null', [false, true, true, true, true]],
    ['truthy', [false, false, true, true, true]],
    ['non-empty', [false, false, false, false, true]],
    ['object', [false, false, true, true, true]],
    ['record', [false, false, false, true, true]],
    ['unknown', ['unknown', 'unknown', 'unknown', 'unknown', true]],
  ] as const)('%s', (counts, expected) => {
    const values: Json[] = [null, 0, [], {}, { a: 1 }];
    expect(values.map((value) => countsAsView(counts, value))).toEqual(expected);
    expect(countsAsView(counts, undefined)).toBe(false);
  });
});

describe('the table', () => {
  it('has one row an id, with evidence', () => {
    expect(new Set(hostIds).size).toBe(hosts.length);
    expect(new Set(hosts.map(({ name }) => name)).size).toBe(hosts.length);
    for (const host of hosts) {
      expect(host.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(host.sources.length).toBeGreaterThan(0);
      expect(host.date === null || !Number.isNaN(Date.parse(host.date))).toBe(true);
      const row: ReturnType<typeof hostOf> = host;
      for (const source of row.sources) {
        expect(source.repository).toMatch(/^[\w.-]+\/[\w.-]+$/);
        expect((source.commit ?? source.threads?.join()) !== undefined).toBe(true);
        if (source.commit !== undefined) expect(source.commit).toMatch(/^[0-9a-f]{40}$/);
        for (const thread of source.threads ?? []) expect(thread).toMatch(/^([\w.-]+\/[\w.-]+)?#\d+$/);
      }
      for (const policy of [host.onSuccess, host.onError]) {
        if (policy !== 'same' && policy.policy === 'unknown') expect(policy.reason).not.toBe('');
      }
    }
  });

  it('uses every policy', () => {
    const used = new Set(
      hosts.flatMap(({ onSuccess, onError }) => [
        onSuccess.policy,
        onError === 'same' ? onSuccess.policy : onError.policy,
      ]),
    );
    expect([...used].sort()).toEqual(['both', 'content-only', 'content-wins', 'structured-wins', 'unknown']);
    expect(chooseChannels({ policy: 'content-only', reads: 'all' }, [], undefined).view).not.toBe('taken');
  });
});
