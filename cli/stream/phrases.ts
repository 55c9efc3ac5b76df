import { normalForm } from '../../runtime/streams/index.js';
import type { FramingPhrase } from './framing.js';

/** A phrase to look for, with everybody who asks for it. */
export interface Phrase {
  readonly phrase: string;
  /** True if `--expect` or `--expect-file` names it: then it has to reach a result. */
  readonly expected: boolean;
  /** Where it stands in the server's source, for `--from`. */
  readonly sources: readonly FramingPhrase[];
}

/** Joins what is expected with what the source says; phrases that are the same in normal form become one. */
export function joinPhrases(expected: readonly string[], framing: readonly FramingPhrase[]): Phrase[] {
  const byForm = new Map<string, { phrase: string; expected: boolean; sources: FramingPhrase[] }>();
  for (const phrase of expected) {
    const form = normalForm(phrase);
    if (!byForm.has(form)) byForm.set(form, { phrase, expected: true, sources: [] });
  }
  for (const one of framing) {
    const form = normalForm(one.phrase);
    if (form === '') continue;
    const known = byForm.get(form) ?? { phrase: one.phrase, expected: false, sources: [] };
    known.sources.push(one);
    byForm.set(form, known);
  }
  return [...byForm.values()];
}

/** The phrases of an `--expect-file`: one a line; blank lines do not count. */
export function phrasesInFile(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => normalForm(line) !== '');
}
