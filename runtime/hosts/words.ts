import { countsAsView } from './choose-channels.js';
import type { Json } from './json.js';
import type { BlockKind, Host, Limit, Policy } from './types.js';

/** A policy in a few words, the same in the terminal and in the documentation. */
export function policyInWords(policy: Policy): string {
  switch (policy.policy) {
    case 'structured-wins':
      return policy.onlyIfAllText === true ? 'view, no text, if all is text' : 'view, no text';
    case 'content-wins':
      return `${policy.reads === 'first' ? 'first block' : 'content'}; view if ${
        { 'no-content': 'no content', 'no-text': 'no text', 'no-text-or-media': 'no text or media' }[
          policy.structuredIf
        ]
      }`;
    case 'both': {
      const only = { 'one-text': ' if one text block', 'no-image': ' if no image' };
      return `both${policy.onlyWith === undefined ? '' : only[policy.onlyWith]}`;
    }
    case 'content-only':
      return { all: 'content', text: 'text', first: 'first block', 'first-text': 'first text block' }[policy.reads];
    case 'unknown':
      return 'unknown';
  }
}

/** The policy that holds on `isError`. */
export function errorPolicyOf(host: Host): Policy {
  return host.onError === 'same' ? host.onSuccess : host.onError;
}

/** What arrives of a text beside an odd value of `structuredContent`, on success. */
export function oddValueInWords(policy: Policy, value: Json): 'text' | 'view' | 'both' | 'unknown' {
  if (policy.policy === 'unknown') return 'unknown';
  if (policy.policy === 'content-only' || policy.policy === 'content-wins') return 'text';
  const isView = countsAsView(policy.counts, value);
  if (isView === 'unknown') return 'unknown';
  if (!isView) return 'text';
  return policy.policy === 'both' ? 'both' : 'view';
}

/**
 * What becomes of blocks of a kind: where content is read, and beside a view where that differs.
 *
 * @public The generator of docs/hosts.md calls it.
 */
export function fateInWords(host: Host, kind: BlockKind): string {
  const alone = host.blocks[kind] ?? 'unknown';
  const { blocksBesideView } = host;
  if (blocksBesideView === undefined) return alone;
  const beside = typeof blocksBesideView === 'string' ? blocksBesideView : (blocksBesideView[kind] ?? 'unknown');
  return beside === alone ? alone : `${alone}, beside a view ${beside}`;
}

/** The limit as a number with its unit; empty where none was found. */
export function limitInWords(limit: Limit | undefined): string {
  return limit === undefined ? '' : `${limit.size.toLocaleString('en')} ${limit.unit}`;
}
