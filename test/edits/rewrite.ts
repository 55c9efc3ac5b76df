import { expect } from 'vitest';
import { planFiles } from '../../codemods/plan.js';
import type { HelperTarget, Site } from '../../edits/outcome.js';
import type { Node } from '../../analysis/syntax/tree.js';
import type { FilePlan } from '../../edits/plan-file.js';
import { planFile } from '../../edits/plan-file.js';
import type { Edit } from '../../edits/reply-call.js';
import { unitOf } from '../analysis/read.js';

export const HELPER: HelperTarget = {
  module: '/app/src/reply.ts',
  name: 'reply',
  view: 0,
  text: 1,
  takesError: true,
};

export interface Rewritten {
  readonly text: string;
  readonly sites: readonly Site[];
}

interface Options {
  readonly helper?: HelperTarget | null;
  readonly onlyLost?: boolean;
  readonly path?: string;
}

/**
 * What becomes of one file that has no neighbours. Whatever it is: the output parses, a second run changes nothing, and
 * nothing but what the edits name differs.
 */
export function rewrite(code: string, options: Options = {}): Rewritten {
  const first = once(code, options);
  const second = once(first.text, options);
  expect(second.text).toBe(first.text);
  expect(second.sites.map((s) => s.reason)).toEqual(first.sites.map((s) => s.reason));
  expect(second.sites.map((s) => s.outcome)).toEqual(
    first.sites.map((s) => (s.outcome === 'rewritten' ? 'done' : s.outcome)),
  );
  return first;
}

function once(code: string, { helper = HELPER, onlyLost = false, path = '/app/src/tools.ts' }: Options): Rewritten {
  const unit = unitOf(code, path);
  const request = { cwd: '/app', files: [path], helperFor: () => helper, onlyLost };
  const sources = { open: () => unit, importers: null, mayChange: () => true };
  const planned = planFiles(request, sources).get(path)!;
  const plan = planFile(unit, helper, { cwd: '/app', onlyLost, importers: null, mayChange: () => true });
  const text = planned.afterAll ?? code;
  expect(text).toBe(splice(code, editsOf(plan)));
  return { text, sites: planned.sites };
}

/** The edits of a plan, each schema's once; none may overlap another. */
function editsOf(plan: FilePlan): Edit[] {
  const schemas = new Map(
    plan.sites.flatMap((s) => s.schemas.map((i) => [i.at, { start: i.at, end: i.at, text: i.text }])),
  );
  const edits = [...schemas.values(), ...plan.imports, ...plan.sites.flatMap((s) => s.edits)];
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  edits.forEach((e, i) => {
    expect(e.start).toBeGreaterThanOrEqual(edits[i - 1]?.end ?? 0);
  });
  for (const { result, edits: own } of plan.sites) {
    // An edit of a site stays in the statement around its result.
    let statement: Node = result.node;
    while (!/Statement$|Declaration$|^PropertyDefinition$/.test(statement.type) && statement.parent)
      statement = statement.parent;
    for (const e of own) {
      expect(e.start).toBeGreaterThanOrEqual(statement.range[0]);
      expect(e.end).toBeLessThanOrEqual(statement.range[1]);
    }
  }
  return edits;
}

export function splice(text: string, edits: readonly Edit[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

const OPEN = "import { reply } from './reply.js';\n";
const before = (top: string): string => `${OPEN}${top}server.registerTool('t', {}, async (args) => {\n`;
const AFTER = '\n});\n';

/** What becomes of the statements of a handler: their text afterwards, or the reason of the only site that is left. */
export function rewriteBody(body: string, options: Options & { readonly top?: string } = {}): string {
  const top = options.top ?? '';
  const { text, sites } = rewrite(before(top) + body + AFTER, options);
  const [site] = sites;
  if (sites.length !== 1 || !site) throw new Error(`${sites.length} sites in\n${body}`);
  if (site.outcome === 'left') {
    expect(text).toBe(before(top) + body + AFTER);
    return `left: ${site.reason ?? ''}`;
  }
  expect(text.startsWith(before(top)) && text.endsWith(AFTER)).toBe(true);
  return text.slice(before(top).length, -AFTER.length);
}
