/** Why a site is left as it is, by the id that reports carry. The texts are for the reference page. */
export const LEFT_REASONS = {
  'several-blocks': 'It has several content blocks, or a spread that may bring more: the helper writes one.',
  'non-text-block': 'Its one block is an image, a resource or another kind that is no text.',
  'block-extras': 'Its text block has annotations, `_meta` or another field that the helper does not write.',
  'no-text': 'It has no text to pass on.',
  'content-not-shown': 'It cannot be seen which blocks `content` holds.',
  'content-elsewhere': 'Its blocks are put together elsewhere: by a function, in a variable, by a condition.',
  'conditional-view': '`structuredContent` is there only on a condition, or is assigned later.',
  'view-not-object': 'Its view is an array, a string, null, or may be missing: a note has no place in it.',
  'view-has-note': 'Its view has a `note` of its own: decide whether that is the note for the model.',
  'view-written-later': 'Its view is written to after the result is made: the helper copies it.',
  'result-written-later': 'The result is written to after it is made.',
  spread: 'A spread may bring or replace properties that cannot be seen.',
  'unknown-property': 'It has a property that the helper does not know.',
  'unknown-shape': 'It is not made of the two channels in one literal.',
  'passed-on': 'It is handed to another function, which may expect the literal.',
  'evaluation-order': 'Text and view have to be evaluated in this order, and there is no place to keep it.',
  'const-cast': 'A JSDoc `const` cast stands around it.',
  'helper-shape': 'The helper has no place for something in it, such as the error flag.',
  'no-helper': 'There is no reply helper to call: run `npx eslint-plugin-mcp-reply init`, or name one with `--helper`.',
  'schema-unknown': 'Its tool, or the output schema of its tool, cannot be seen: an undeclared note would break it.',
  'schema-elsewhere': 'The output schema stands in a file that this run may not change.',
  'schema-not-object': 'The output schema has no place for a note.',
  disabled: 'An `eslint-disable` comment for `mcp-reply/require-reply` covers it.',
  'not-lost': 'Nothing is known to be lost here (`--only-lost`).',
} as const;

export type LeftReason = keyof typeof LEFT_REASONS;

export interface Left {
  readonly reason: LeftReason;
  /** A sentence about this very site. */
  readonly message: string;
}

export function left(reason: LeftReason, message: string): Left {
  return { reason, message };
}
