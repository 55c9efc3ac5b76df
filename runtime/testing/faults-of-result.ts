import { framingOf } from '../hosts/framing.js';
import { valuesIn } from '../hosts/in-text.js';
import { toJson } from '../hosts/json.js';
import type { Json } from '../hosts/json.js';
import { errorTextDroppedBy, listNames, textDroppedBy, viewNeverShownBy } from '../hosts/names.js';
import { piecesOf } from '../hosts/pieces.js';
import type { ToolResult } from '../hosts/types.js';
import { mismatchOf } from './json-schema.js';

/** Bytes. A text block, or a view that a host hands over as one text, should stay below. */
const LARGEST = 64 * 1024;
const MOST_NAMES = 3;
const MOST_EXAMPLES = 5;

/** What is wrong with a result that a client gets, in full sentences. Empty when nothing is. */
export function faultsOfResult(result: ToolResult, outputSchema: Json | undefined): string[] {
  const view = toJson(result.structuredContent);
  return [
    ...schemaFaults(result, view, outputSchema),
    ...(view === undefined ? [] : framingFaults(result)),
    ...textFaults(result, view),
    ...sizeFaults(result, view),
  ];
}

function schemaFaults(result: ToolResult, view: Json | undefined, schema: Json | undefined): string[] {
  if (schema === undefined) return [];
  if (view === undefined) {
    return result.isError === true
      ? []
      : ['The tool has an output schema, so clients refuse a result without structuredContent.'];
  }
  const mismatch = mismatchOf(schema, view);
  if (mismatch === undefined) return [];
  const what =
    result.isError === true ? 'Clients on the first SDK throw this error away' : 'Clients throw this result away';
  return [`${what}: ${mismatch}, by the output schema that they see.`];
}

function framingFaults(result: ToolResult): string[] {
  const lines = framingOf(result)
    .filter(({ heldBy }) => !heldBy.some(({ kind }) => kind === 'data'))
    .map(({ line }) => line);
  if (lines.length === 0) return [];
  const names = result.isError === true ? errorTextDroppedBy : textDroppedBy;
  return [
    `Words of the text stand nowhere in structuredContent, and ${listNames(names, MOST_NAMES)} hand the model no text ` +
      `beside it: ${examples(lines)}. Build the result with reply(view, text).`,
  ];
}

function textFaults(result: ToolResult, view: Json | undefined): string[] {
  const pieces = piecesOf(result);
  const text = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n');
  if (text.trim() === '') {
    if (view === undefined && pieces.length > 0 && pieces.some(({ kind }) => kind === 'block')) return [];
    return [
      view === undefined
        ? 'The result says nothing, and an empty one is often dropped: return a text such as "ok".'
        : `There is no text, and ${listNames(viewNeverShownBy, MOST_NAMES)} hand the model nothing else.`,
    ];
  }
  const missing = view === undefined ? [] : untoldIn(text, view);
  if (missing.length === 0) return [];
  return [
    `The text tells nothing of some data, and ${listNames(viewNeverShownBy, MOST_NAMES)} hand the model the text alone: ` +
      `${examples(missing)}.`,
  ];
}

/**
 * Where data stands that the text does not tell: objects of which no value is in the text (one is enough to tell that
 * it is there), and values of lists. JSON Pointers.
 */
function untoldIn(text: string, root: Json): string[] {
  const isIn = valuesIn(text);
  const untold: string[] = [];
  visit(root, '');
  return untold;

  function visit(value: Json, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    const entries = Object.entries(value).filter(([key]) => path !== '' || key !== 'note');
    const values = entries.filter(
      ([, child]) => typeof child === 'number' || (typeof child === 'string' && child !== ''),
    );
    const told = values.filter(([, child]) => isIn(child));
    if (isList) {
      for (const one of values) if (!told.includes(one)) untold.push(`${path}/${one[0]}`);
    } else if (values.length > 0 && told.length === 0) {
      untold.push(path === '' ? values.map(([key]) => `/${key}`).join(', ') : path);
    }
    for (const [key, child] of entries) visit(child, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function sizeFaults(result: ToolResult, view: Json | undefined): string[] {
  const encoder = new TextEncoder();
  const sized = piecesOf(result).flatMap((piece) =>
    piece.kind === 'text' ? [{ what: `Text block ${piece.index + 1}`, text: piece.text }] : [],
  );
  if (view !== undefined) sized.push({ what: 'structuredContent', text: JSON.stringify(view) });
  return sized.flatMap(({ what, text }) => {
    const bytes = encoder.encode(text).length;
    return bytes <= LARGEST
      ? []
      : [
          `${what} has ${bytes.toLocaleString('en')} bytes; above ${LARGEST.toLocaleString('en')} hosts cut: page it or link to it.`,
        ];
  });
}

function examples(all: readonly string[]): string {
  const shown = all.slice(0, MOST_EXAMPLES).map((one) => (one.length > 120 ? `${one.slice(0, 119)}…` : one));
  const more = all.length - shown.length;
  return `${shown.map((one) => JSON.stringify(one)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
