import { hostIds, hostOf, isHostId } from '../../runtime/hosts/index.js';
import type { HostId } from '../../runtime/hosts/index.js';
import { UsageError } from '../io.js';
import { oneLine } from './one-line.js';

/** The hosts that stand for themselves and today. */
export function currentHosts(): HostId[] {
  return hostIds.filter((id) => hostOf(id).standing === undefined);
}

/** The hosts that a person named; without names, those that drop text beside a view. */
export function chooseHosts(names: readonly string[] | undefined): HostId[] {
  if (names === undefined) return currentHosts().filter((id) => hostOf(id).onSuccess.policy === 'structured-wins');
  return names.map((name) => {
    if (isHostId(name)) return name;
    throw new UsageError(`There is no host "${oneLine(name, 60)}"; \`mcp-reply hosts\` lists them.`);
  });
}
