import type { Unit } from '../scope/unit.js';
import type { Node } from '../syntax/tree.js';
import { unwrapAwait } from '../syntax/unwrap.js';
import { identityOf } from '../values/identity.js';
import type { Segment } from '../values/text.js';
import { readText } from '../values/text.js';
import type { Value } from '../values/value.js';
import { nodeOf } from '../values/value.js';
import { carries } from './carried.js';
import type { View } from './view.js';
import type { WordKind } from './wording.js';
import { isRuleName, kindOfSentence, sentencesOf } from './wording.js';

/** Words or a value of a text that the view does not carry. */
export interface Framing {
  readonly kind: WordKind | 'data';
  /** The lost words as source has them, or the source of the lost value. */
  readonly quote: string;
  readonly node: Node;
  readonly unit: Unit;
}

/** How a text stands to the view beside it. */
export type Reading =
  /** The view itself, serialised; a label line may stand before it. */
  | { readonly kind: 'mirror' }
  /** The view holds all of it. */
  | { readonly kind: 'carried' }
  /** Some of it is in the text alone. */
  | { readonly kind: 'framing'; readonly framing: readonly Framing[] }
  /** Nothing is known to be lost, and not all of it is known to be carried. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Stands in a run of words for a value that the view carries, and for one that it lacks. */
const CARRIED = '\uE000';
const LOST = '\uE001';

/** Reads a text against the view beside it. */
export function readFraming(text: Value, view: View): Reading {
  if (view.holds.has(identityOf(text))) return { kind: 'carried' };
  const segments = readText(text);
  const [first] = segments;
  const scan = new Scan(view);
  if (segments.length === 1 && first!.kind === 'json' && scan.mirrors(first!.value)) return { kind: 'mirror' };
  scan.run(segments);
  if (scan.framing.length > 0) return { kind: 'framing', framing: scan.framing };
  if (scan.unknown !== null) return { kind: 'unknown', reason: scan.unknown };
  return { kind: scan.json ? 'mirror' : 'carried' };
}

class Scan {
  readonly framing: Framing[] = [];
  unknown: string | null = null;
  json = false;
  readonly #view: View;
  readonly #seen = new Set<string>();

  constructor(view: View) {
    this.#view = view;
  }

  /** True for a value whose serialised form the view repeats. */
  mirrors(value: Value): boolean {
    return carries(this.#view, value) === 'yes';
  }

  run(segments: readonly Segment[]): void {
    let run = '';
    const spans: { at: number; segment: Segment & { kind: 'words' } }[] = [];
    for (const segment of segments) {
      switch (segment.kind) {
        case 'words':
          spans.push({ at: run.length, segment });
          run += segment.text;
          break;
        case 'value':
          run += this.#value(segment.value, segment.written);
          break;
        case 'json':
          this.json = true;
          run += this.#value(segment.value);
          break;
        case 'choice':
          for (const branch of segment.branches) this.run(branch);
          run += segment.branches.some((b) => b.some((s) => s.kind !== 'words')) ? CARRIED : '';
          break;
        case 'list':
          this.run(segment.item);
          run += `${CARRIED}\n`;
          break;
        case 'unknown':
          this.unknown ??= segment.reason;
          run += CARRIED;
          break;
      }
    }
    this.#words(run, spans);
  }

  #value(value: Value, written = nodeOf(value)): string {
    const state = carries(this.#view, value);
    if (state === 'yes') return CARRIED;
    const { node, unit } = written;
    const source = value.kind === 'node' ? unwrapAwait(value.node) : null;
    const name = source?.type === 'Identifier' ? source.name : null;
    if (state === 'unknown') {
      if (name !== null && isRuleName(name)) {
        this.#add({ kind: 'instruction', quote: name, node, unit });
        return LOST;
      }
      this.unknown ??= `it cannot be seen whether the view holds ${quoteOf(node, unit)}`;
      return CARRIED;
    }
    this.#add({
      kind: name !== null && isRuleName(name) ? 'instruction' : 'data',
      quote: quoteOf(node, unit),
      node,
      unit,
    });
    return LOST;
  }

  #words(run: string, spans: readonly { at: number; segment: Segment & { kind: 'words' } }[]): void {
    const carried = (sentence: string): boolean => {
      const plain = normal(sentence);
      return this.#view.words.some((w) => normal(w).includes(plain));
    };
    for (const sentence of sentencesOf(run)) {
      if (carried(sentence.text)) continue;
      const span = spans.findLast((s) => s.at <= sentence.at) ?? spans[0];
      if (!span) continue;
      const named = spans.find(
        (s) =>
          s.at + s.segment.text.length > sentence.at &&
          s.at < sentence.at + sentence.text.length &&
          s.segment.constant !== null &&
          isRuleName(s.segment.constant),
      );
      const kind = named ? 'instruction' : kindOfSentence(sentence.text, this.#view);
      if (kind === null) continue;
      const on = spans.find((s) => s.at + s.segment.text.length > sentence.at + leading(sentence.text)) ?? span;
      const quote = sentence.text.replaceAll(CARRIED, '…').replaceAll(LOST, '…').replace(/\s+/g, ' ').trim();
      this.#add({ kind, quote, node: on.segment.node, unit: on.segment.unit });
    }
  }

  #add(framing: Framing): void {
    const key = `${framing.kind} ${framing.quote}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.framing.push(framing);
  }
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

function quoteOf(node: Node, unit: Unit): string {
  const text = unit.text.slice(node.range[0], node.range[1]).replace(/\s+/g, ' ');
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{P}\uE000\uE001]+/gu, ' ')
    .trim();
}
