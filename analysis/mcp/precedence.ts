import { contentFault } from './content-faults.js';
import { emptyContent, saysNothing } from './empty-texts.js';
import { errorFaults } from './error-faults.js';
import type { ToolResult } from './results.js';
import { viewFaults } from './view-faults.js';

/**
 * One fault, one report. Several rules look at how text and view of a result stand to each other, and one mistake can
 * show itself to more than one of them. A claim says which rule speaks about such a mistake and which rules then keep
 * quiet about the same result:
 *
 * | what is there | speaks | quiet |
 * | --- | --- | --- |
 * | `{}` beside a text that says something | valid-structured-content | no-text-only-framing, no-structured-only-data |
 * | a view that is an array, a string, null, an instance | valid-structured-content | no-structured-only-data |
 * | a failure text beside a zero-filled view, without `isError` | valid-error-result | no-text-only-framing, no-structured-only-data |
 * | an error without text, or with its facts in the view alone | valid-error-result | valid-content-block, no-empty-text, no-structured-only-data |
 * | a view without `content` | valid-content-block | no-empty-text, no-structured-only-data |
 * | no block, or only empty ones | no-empty-text | no-structured-only-data |
 *
 * The rest needs no order: a block that is not text is never read as one, a `text` that is undefined is left to
 * no-empty-text by valid-content-block, an audience of the wrong shape is left to valid-content-block by
 * no-audience-routing, and an image inside JSON is left to no-data-image by prefer-structured-json.
 */
export type ChannelRule =
  | 'valid-structured-content'
  | 'valid-error-result'
  | 'valid-content-block'
  | 'no-empty-text'
  | 'no-text-only-framing'
  | 'no-structured-only-data';

interface Claim {
  readonly speaks: ChannelRule;
  readonly quiet: readonly ChannelRule[];
  readonly applies: (result: ToolResult) => boolean;
}

const CLAIMS: readonly Claim[] = [
  {
    speaks: 'valid-structured-content',
    quiet: ['no-text-only-framing', 'no-structured-only-data'],
    applies: (result) => viewFaults(result, null).some((f) => f.kind === 'empty'),
  },
  {
    speaks: 'valid-structured-content',
    quiet: ['no-structured-only-data'],
    applies: (result) => viewFaults(result, null).some((f) => f.kind === 'notObject' || f.kind === 'emptied'),
  },
  {
    speaks: 'valid-error-result',
    quiet: ['no-text-only-framing', 'no-structured-only-data'],
    applies: (result) => errorFaults(result).some((f) => f.kind === 'zeroFilled'),
  },
  {
    speaks: 'valid-error-result',
    quiet: ['valid-content-block', 'no-empty-text', 'no-structured-only-data'],
    applies: (result) =>
      errorFaults(result).some((f) => f.kind === 'noText' || f.kind === 'emptyText' || f.kind === 'onlyInView'),
  },
  {
    speaks: 'valid-content-block',
    quiet: ['no-empty-text', 'no-structured-only-data'],
    applies: (result) => contentFault(result) !== null,
  },
  {
    speaks: 'no-empty-text',
    quiet: ['no-structured-only-data'],
    applies: (result) => emptyContent(result) !== null || saysNothing(result),
  },
];

/** The rule that speaks about a result in place of `rule`, or null: `rule` may say what it finds. */
export function silencedBy(rule: ChannelRule, result: ToolResult): ChannelRule | null {
  return CLAIMS.find((claim) => claim.quiet.includes(rule) && claim.applies(result))?.speaks ?? null;
}
