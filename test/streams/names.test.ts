import { describe, expect, test } from 'vitest';
import { sameServer } from '../../runtime/streams/index.js';
import { indexTools, splitToolName } from '../../runtime/streams/names.js';

describe('the name of a tool', () => {
  test.each<[name: string, servers: string[], server: string | null, tool: string]>([
    ['mcp__history__find_messages', [], 'history', 'find_messages'],
    ['mcp__history__find__all', [], 'history', 'find__all'],
    ['mcp__my__history__find', ['my__history'], 'my__history', 'find'],
    ['mcp__my__history__find', ['my', 'my__history'], 'my__history', 'find'],
    ['mcp__team_history__find', ['team-history'], 'team-history', 'find'],
    ['mcp__claude_ai_Tide_Table__read', ['claude.ai Tide Table'], 'claude.ai Tide Table', 'read'],
    ['Read', ['history'], null, 'Read'],
    ['find_messages', ['history'], null, 'find_messages'],
    ['mcp__history', [], null, 'mcp__history'],
    ['mcp__history__', [], null, 'mcp__history__'],
    ['', [], null, ''],
  ])('%s beside servers %j', (name, servers, server, tool) => {
    expect(splitToolName(name, servers)).toEqual({ server, tool });
  });

  test.each<[one: string, other: string, same: boolean]>([
    ['team-history', 'team_history', true],
    ['Team History', 'team_history', true],
    ['team--history', 'team_history', true],
    ['teamhistory', 'team_history', false],
    ['histoire-été', 'histoire_été', true],
  ])('servers %s and %s', (one, other, same) => {
    expect(sameServer(one, other)).toBe(same);
  });

  const meant = indexTools(
    ['Read', 'mcp__team-history__find_messages', 'mcp__mail__find_messages', 'mcp__mail__send'].map((name) => ({
      name,
      ...splitToolName(name),
    })),
  );
  test.each<[said: string, meant: string[]]>([
    ['send', ['mcp__mail__send']],
    ['find_messages', ['mcp__team-history__find_messages', 'mcp__mail__find_messages']],
    ['team_history__find_messages', ['mcp__team-history__find_messages']],
    ['mail.send', ['mcp__mail__send']],
    ['mcp__mail_send', ['mcp__mail__send']],
    ['mcp__team_history__find-messages', ['mcp__team-history__find_messages']],
    ['Read', []],
    ['nothing', []],
  ])('%s means %j', (said, expected) => {
    expect(meant(said)).toEqual(expected);
  });
});
