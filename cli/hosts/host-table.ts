import { createColors } from 'picocolors';
import { hosts } from '../../runtime/hosts/index.js';
import type { Host } from '../../runtime/hosts/index.js';
import { errorPolicyOf, limitInWords, oddValueInWords, policyInWords } from '../../runtime/hosts/words.js';
import type { Io } from '../io.js';
import { inColumns } from './columns.js';

/** The table of hosts for a terminal: what arrives, by rule. */
export function hostTable(io: Pick<Io, 'color'>): string {
  const colors = createColors(io.color);
  const head = ['host', 'success', 'error', 'text beside {}', 'limit', 'read', 'confidence'];
  const rows = hosts.map((host: Host) =>
    [
      host.id,
      policyInWords(host.onSuccess),
      host.onError === 'same' ? 'same' : policyInWords(errorPolicyOf(host)),
      oddValueInWords(host.onSuccess, {}),
      limitInWords(host.limit),
      host.date ?? 'undated',
      host.standing === undefined ? host.confidence : `${host.confidence} (${host.standing})`,
    ].map((text) => ({ text })),
  );
  return inColumns([head.map((text) => ({ text, paint: colors.bold })), ...rows]);
}
