import { analyse, readingsOf } from '../analysis/analyse.js';
import type { Framing } from '../analysis/mcp/framing.js';
import { silencedBy } from '../analysis/mcp/precedence.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import type { Node } from '../analysis/syntax/tree.js';
import { isInside } from '../analysis/syntax/tree.js';
import { listNames, textDroppedBy } from '../runtime/hosts/names.js';
import { createRule } from './create-rule.js';
import { settingsOf } from './settings.js';
import { fixWith, rewriteOf } from './suggest-reply.js';
import { unitFor } from './unit-for.js';

const KINDS = ['instruction', 'status', 'data', 'summary'] as const;
type Kind = (typeof KINDS)[number];

export interface NoTextOnlyFramingOptions {
  readonly check?: readonly Kind[];
}

const MESSAGE_IDS = {
  instruction: 'lostInstruction',
  status: 'lostStatus',
  data: 'lostData',
  summary: 'lostSummary',
} as const;
const LOST = 'does not reach the model on hosts that drop the text beside `structuredContent` ({{hosts}})';
const CURE = 'Put it into the view, or build the result with `reply(view, text)`.';
/** Hosts that a message names; the documentation lists them all. */
const NAMED = 3;

export const noTextOnlyFraming = createRule<[NoTextOnlyFramingOptions], (typeof MESSAGE_IDS)[Kind] | 'buildWithReply'>({
  name: 'no-text-only-framing',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow words for the model that only the text of a tool result says',
      recommended: true,
      strict: true,
    },
    hasSuggestions: true,
    messages: {
      lostInstruction: `The instruction {{quote}}{{where}} ${LOST}. ${CURE}`,
      lostStatus: `The status {{quote}}{{where}} ${LOST}. ${CURE}`,
      lostData: `The value {{quote}}{{where}} ${LOST}. ${CURE}`,
      lostSummary: `The summary {{quote}}{{where}} ${LOST}. ${CURE}`,
      buildWithReply: 'Build it with `reply(view, text)`, which carries the words in `structuredContent.note`.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          check: {
            type: 'array',
            items: { type: 'string', enum: [...KINDS] },
            uniqueItems: true,
            description:
              'Kinds of words to report: what tells the model what to do, how the call went, a value, a summary.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ check: ['instruction', 'status', 'data'] }],
  },
  defaultOptions: [{ check: ['instruction', 'status', 'data'] }],
  create(context, [{ check = [] }]) {
    if (!context.sourceCode.text.includes('structuredContent')) return {};
    const kinds = new Set<string>(check);
    return {
      'Program:exit'() {
        const unit = unitFor(context);
        if (!unit) return;
        const analysis = analyse(unit, settingsOf(context).helpers);
        if (analysis.generated) return;
        for (const result of analysis.results) {
          // What a reply helper is given it carries.
          if (result.role === 'reply') continue;
          if (silencedBy('no-text-only-framing', result)) continue;
          const lost = lostBy(result, kinds);
          const [first] = lost;
          if (!first) continue;
          const edits = rewriteOf(analysis, result);
          context.report({
            node: placeOf(result),
            messageId: MESSAGE_IDS[first.kind],
            data: { quote: quotes(lost), where: whereabouts(first, result), hosts: listNames(textDroppedBy, NAMED) },
            suggest: edits ? [{ messageId: 'buildWithReply', fix: fixWith(edits) }] : [],
          });
        }
      },
    };
  },
});

/** What is lost, the worst first. */
function lostBy(result: ToolResult, kinds: ReadonlySet<string>): Framing[] {
  const framing = readingsOf(result).flatMap((r) => (r.kind === 'framing' ? r.framing : []));
  return framing.filter((f) => kinds.has(f.kind)).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** The text as it stands in the result: the smallest node that a person would change there. */
function placeOf(result: ToolResult): Node {
  if (result.content.kind === 'absent') return result.site;
  const contentNode = result.content.node;
  if (result.content.kind !== 'blocks') return isInside(contentNode, result.node) ? contentNode : result.site;
  for (const block of result.content.blocks) {
    const text = block.text;
    if (text?.kind === 'node' && text.frame.unit === result.unit && isInside(text.node, result.node)) return text.node;
  }
  return isInside(contentNode, result.node) ? contentNode : result.site;
}

function quotes(lost: readonly Framing[]): string {
  const same = lost.filter((f) => f.kind === lost[0]!.kind);
  const shown = same.slice(0, 2).map((f) => (f.kind === 'data' ? `\`${f.quote}\`` : `"${shorten(f.quote)}"`));
  const more = lost.length - shown.length;
  return shown.join(' and ') + (more > 0 ? ` (and ${more} more)` : '');
}

function shorten(quote: string): string {
  return quote.length > 100 ? `${quote.slice(0, 97)}...` : quote;
}

/** Where the lost words are, when they are not in the result itself. */
function whereabouts(framing: Framing, result: ToolResult): string {
  if (framing.unit !== result.unit) {
    const file = framing.unit.path?.split(/[\\/]/).at(-1) ?? 'another file';
    return ` (${file}, line ${framing.node.loc.start.line})`;
  }
  return isInside(framing.node, result.node) ? '' : ` (line ${framing.node.loc.start.line})`;
}
