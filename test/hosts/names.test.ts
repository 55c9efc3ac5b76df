import { describe, expect, it } from 'vitest';
import { countsAsView } from '../../runtime/hosts/choose-channels.js';
import * as names from '../../runtime/hosts/names.js';
import { hosts } from '../../runtime/hosts/table.js';
import type { Host, Policy } from '../../runtime/hosts/types.js';

const current: readonly Host[] = hosts.filter((host: Host) => host.standing === undefined);

function namesWhere(holds: (host: Host, error: Policy) => boolean): string[] {
  return current
    .filter((host) => holds(host, host.onError === 'same' ? host.onSuccess : host.onError))
    .map(({ name }) => name);
}

describe('names for messages', () => {
  it('are those of the table', () => {
    expect({
      textDroppedBy: names.textDroppedBy,
      viewNeverShownBy: names.viewNeverShownBy,
      errorTextDroppedBy: names.errorTextDroppedBy,
      errorViewDroppedBy: names.errorViewDroppedBy,
      textDroppedForEmptyViewBy: names.textDroppedForEmptyViewBy,
    }).toEqual({
      textDroppedBy: namesWhere((host) => host.onSuccess.policy === 'structured-wins'),
      viewNeverShownBy: namesWhere((host) => host.onSuccess.policy === 'content-only' && host.switched === undefined),
      errorTextDroppedBy: namesWhere((_, error) => error.policy === 'structured-wins'),
      errorViewDroppedBy: namesWhere(
        (host, error) => error.policy === 'content-only' && ['structured-wins', 'both'].includes(host.onSuccess.policy),
      ),
      textDroppedForEmptyViewBy: namesWhere(
        ({ onSuccess }) => onSuccess.policy === 'structured-wins' && countsAsView(onSuccess.counts, {}) === true,
      ),
    });
  });

  it('start with the hosts that people know', () => {
    expect(names.listNames(names.textDroppedBy, 3)).toBe('Claude Code, Codex, VS Code and 4 more');
  });

  it.each([
    [[], undefined, ''],
    [['A'], undefined, 'A'],
    [['A', 'B'], undefined, 'A and B'],
    [['A', 'B', 'C'], undefined, 'A, B and C'],
    [['A', 'B', 'C'], 2, 'A, B and 1 more'],
    [['A', 'B'], 3, 'A and B'],
  ])('lists %j, at most %s', (list, most, words) => {
    expect(names.listNames(list, most)).toBe(words);
  });

  it('load no table', async () => {
    const { readFileSync } = await import('node:fs');
    expect(readFileSync('runtime/hosts/names.ts', 'utf8')).not.toMatch(/^\s*(import|export .* from)\b/m);
  });
});
