import type { CallToolResult as Result2 } from '@modelcontextprotocol/client';
import type { CallToolResult as Result1 } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { reply } from '../../runtime/reply.js';
import { expectReaches } from '../../runtime/testing.js';
import type { HostId } from '../../runtime/hosts/index.js';

const RULE = "Rule: don't quote the messages.";
const VIEW = { messages: [{ id: '1', author: 'Ana', text: 'Say "hi"' }] };
const TEXT = `1 open message.\n${RULE}\n- Ana: Say "hi"`;
const BEFORE = { content: [{ type: 'text', text: TEXT }], structuredContent: VIEW };

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing was thrown';
}

describe('expectReaches', () => {
  it('passes on a reply, in every host that is known', () => {
    expect(
      messageOf(() => {
        expectReaches(reply(VIEW, TEXT), { phrases: [RULE, '1 open message.', 'Say "hi"'] });
      }),
    ).toBe('nothing was thrown');
  });

  it('names the phrase, the hosts and the reason', () => {
    expect(
      messageOf(() => {
        expectReaches(BEFORE, { phrases: [RULE] });
      }),
    ).toBe(
      'A phrase does not reach the model.\n' +
        `- "Rule: don't quote the messages." is not shown by Claude Code, Codex, VS Code, fast-agent and 3 more (text is dropped beside structuredContent).`,
    );
    expect(
      messageOf(() => {
        expectReaches(BEFORE, { host: 'roo-code', phrases: ['messages', '"1"', 'Bob'] });
      }),
    ).toBe(
      'A phrase does not reach the model.\n- "Bob" is nowhere in the result.'
        .replace('A phrase does', 'Phrases do')
        .replace('- "Bob"', '- "\\"1\\"" is nowhere in the result.\n- "Bob"'),
    );
    expect(
      messageOf(() => {
        expectReaches({ structuredContent: VIEW }, { host: ['zed', 'codex'], phrases: ['Ana'] });
      }),
    ).toBe(
      'A phrase does not reach the model.\n- "Ana" is not shown by Zed (structuredContent is not handed to the model).',
    );
  });

  it.each<[string, HostId]>([
    ['curly quotes', 'codex'],
    ['white space', 'goose'],
  ])('compares in normal form: %s', (_, host) => {
    const phrases = ['Rule: don’t   quote\nthe messages.', 'Say “hi”'];
    expect(
      messageOf(() => {
        expectReaches(reply(VIEW, TEXT), { host, phrases });
      }),
    ).toBe('nothing was thrown');
  });

  it('says that it does not know, for a host that was named', () => {
    expect(
      messageOf(() => {
        expectReaches(BEFORE, { host: 'llamaindex', phrases: [RULE] });
      }),
    ).toMatch(/^A phrase does not reach the model\.\n- .* is not shown by LlamaIndex \(unknown: .*\)\.$/);
  });

  it('knows limits', () => {
    const long = reply({ list: ['x'.repeat(9000)] }, `${RULE} ${'x'.repeat(9000)}`);
    expect(
      messageOf(() => {
        expectReaches(long, { host: 'vscode', phrases: [RULE] });
      }),
    ).toContain('not shown by VS Code (A text part of more than 8 KiB');
  });

  it('takes the results of both SDKs as they are typed', () => {
    const first: Result1 = { content: [{ type: 'text', text: RULE }] };
    const second: Result2 = { content: [{ type: 'text', text: RULE }], structuredContent: { note: RULE } };
    expectReaches(first, { phrases: [RULE] });
    expectReaches(second, { phrases: [RULE] });
  });

  it('is not called for nothing', () => {
    expect(() => {
      expectReaches(BEFORE, { phrases: [] });
    }).toThrow(TypeError);
    expect(() => {
      expectReaches(BEFORE, { phrases: [' '] });
    }).toThrow(TypeError);
    expect(() => {
      expectReaches(BEFORE, { host: 'netscape' as HostId, phrases: ['x'] });
    }).toThrow(RangeError);
  });

  it('points at the test, not at itself', () => {
    try {
      expectReaches(BEFORE, { phrases: [RULE] });
      expect.unreachable();
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? '') : '';
      expect(stack.split('\n').find((line) => line.includes('    at '))).toContain('expect-reaches.test.ts');
    }
  });
});
