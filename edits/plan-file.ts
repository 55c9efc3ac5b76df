import path from 'node:path';
import { analyse, readingsOf } from '../analysis/analyse.js';
import type { Helper } from '../analysis/mcp/helpers.js';
import { DEFAULT_HELPERS } from '../analysis/mcp/helpers.js';
import type { Importers } from '../analysis/mcp/registration.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import type { Insertion } from '../analysis/mcp/schema.js';
import type { Unit } from '../analysis/scope/unit.js';
import { importHelper } from './imports.js';
import type { HelperTarget, SchemaOutcome, Site } from './outcome.js';
import { projectHabits } from './package-of.js';
import { isDisabled } from './disabled.js';
import type { Left } from './reasons.js';
import { left } from './reasons.js';
import type { BoundNames, Edit } from './reply-call.js';
import { replyCall } from './reply-call.js';
import type { SchemaNeed } from './schema-need.js';
import { schemaNeed } from './schema-need.js';

export const RULE = 'mcp-reply/require-reply';

/** What a plan may look at and touch beside the file. */
export interface PlanScope {
  readonly cwd: string;
  /** Rewrite only the sites that lose something. */
  readonly onlyLost: boolean;
  /** Where other files use what a file exports; null where the run looks at single files. */
  readonly importers: Importers | null;
  /** False for a file that the run may not write: a schema in it is not edited. */
  mayChange(path: string): boolean;
}

export interface SitePlan {
  readonly result: ToolResult;
  readonly edits: readonly Edit[];
  readonly schemas: readonly Insertion[];
  readonly site: Site;
}

/** What is to be done with the sites of one file. */
export interface FilePlan {
  readonly sites: readonly SitePlan[];
  readonly imports: readonly Edit[];
  readonly helper: HelperTarget | null;
}

/** Plans the sites of a file: inline results, and calls of the helper whose schema may lack the note. */
export function planFile(unit: Unit, helper: HelperTarget | null, scope: PlanScope): FilePlan {
  const named: Helper[] = helper ? [{ name: helper.name, module: null, view: helper.view, text: helper.text }] : [];
  const { results, generated } = analyse(unit, [...named, ...DEFAULT_HELPERS]);
  const candidates = results.filter(
    (r) => r.view.kind !== 'absent' && r.content.kind !== 'absent' && r.role !== 'helper',
  );
  if (generated || candidates.length === 0) return { sites: [], imports: [], helper: null };
  const names = namesOf(unit);
  const way = helper ? wayToHelper(unit, helper, names) : null;
  const bound: BoundNames = new Map();
  const sites = candidates.map((result) => planSite(result, helper, way?.callee ?? null, bound, scope));
  const rewritten = sites.some((s) => s.edits.length > 0);
  return { sites, helper, imports: rewritten && way ? way.edits : [] };
}

function planSite(
  result: ToolResult,
  helper: HelperTarget | null,
  calleeText: string | null,
  bound: BoundNames,
  scope: PlanScope,
): SitePlan {
  const { unit, site } = result;
  const place = {
    line: site.loc.start.line,
    column: site.loc.start.column + 1,
    endLine: site.loc.end.line,
  };
  const leave = (why: Left, need: SchemaNeed | null): SitePlan => ({
    result,
    edits: [],
    schemas: [],
    site: {
      ...place,
      outcome: 'left',
      reason: why.reason,
      message: why.message,
      tool: need?.tool ?? null,
      schema: schemaOutcome(need, false),
    },
  });
  if (result.role === 'reply') {
    const need = schemaNeed(result, scope.importers);
    const edits = need.kind === 'edit' && need.edits.every((e) => mayEdit(e, scope)) ? need.edits : [];
    return {
      result,
      edits: [],
      schemas: edits,
      site: {
        ...place,
        outcome: 'done',
        reason: null,
        message: 'It is built by the helper.',
        tool: need.tool,
        schema: schemaOutcome(need, edits.length > 0),
      },
    };
  }
  if (isDisabled(unit, RULE, place.line)) return leave(left('disabled', `An eslint-disable comment covers it.`), null);
  if (
    scope.onlyLost &&
    !readingsOf(result).some((r) => r.kind === 'framing' && r.framing.some((f) => f.kind !== 'summary'))
  ) {
    return leave(left('not-lost', 'Nothing is known to be lost here.'), null);
  }
  if (!helper || calleeText === null)
    return leave(left('no-helper', 'There is no reply helper to call: run `npx eslint-plugin-mcp-reply init`.'), null);
  const edits = replyCall(result, calleeText, helper, bound);
  if ('reason' in edits) return leave(edits, null);
  const need = schemaNeed(result, scope.importers);
  if (need.kind === 'unknown')
    return leave(left(need.isObject ? 'schema-unknown' : 'schema-not-object', sentence(need.reason)), need);
  if (need.kind === 'edit') {
    const outside = need.edits.find((e) => !mayEdit(e, scope));
    if (outside) {
      const where = outside.unit.path ? path.relative(scope.cwd, outside.unit.path) : 'another file';
      return leave(
        left('schema-elsewhere', `Its output schema stands in ${where}, which this run may not change.`),
        need,
      );
    }
  }
  return {
    result,
    edits,
    schemas: need.kind === 'edit' ? need.edits : [],
    site: {
      ...place,
      outcome: 'rewritten',
      reason: null,
      message: 'It becomes a call of the helper.',
      tool: need.tool,
      schema: schemaOutcome(need, true),
    },
  };
}

function mayEdit(edit: Insertion, scope: PlanScope): boolean {
  return edit.unit.path === null || scope.mayChange(edit.unit.path);
}

function schemaOutcome(need: SchemaNeed | null, edited: boolean): SchemaOutcome {
  if (!need || need.kind === 'unknown') return 'unknown';
  if (need.kind === 'edit') return edited ? 'edited' : 'unknown';
  return need.kind;
}

/** How the file calls the helper, and the edits that import it. */
function wayToHelper(unit: Unit, helper: HelperTarget, names: FileNames): { callee: string; edits: Edit[] } {
  const file = unit.path;
  if (file === null || helper.module === file) return { callee: helper.name, edits: [] };
  const way = importHelper({
    file,
    text: unit.text,
    program: unit.ast,
    helper,
    names: names.all,
    hidden: names.hidden,
    project: projectHabits(file),
    resolve: (specifier) => {
      const exported = unit.neighbours.exported(unit, specifier, helper.name);
      return exported.kind === 'value' ? exported.unit.path : null;
    },
  });
  return { callee: way.callee, edits: way.insertions.map((i) => ({ start: i.at, end: i.at, text: i.text })) };
}

interface FileNames {
  readonly all: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
}

/** The names of a file: all of them, and those that are declared below the module's own scope. */
function namesOf(unit: Unit): FileNames {
  const all = new Set<string>();
  const hidden = new Set<string>();
  for (const scope of unit.scopeManager.scopes) {
    const top = scope.type === 'module' || scope.type === 'global';
    for (const variable of scope.variables) {
      if (variable.defs.length === 0) continue;
      all.add(variable.name);
      if (!top) hidden.add(variable.name);
    }
    for (const reference of scope.references) all.add(reference.identifier.name);
  }
  return { all, hidden };
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
