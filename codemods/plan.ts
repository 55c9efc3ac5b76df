import path from 'node:path';
import MagicString from 'magic-string';
import { analyse, readingsOf } from '../analysis/analyse.js';
import type { Importers } from '../analysis/mcp/registration.js';
import type { ToolResult } from '../analysis/mcp/results.js';
import type { Insertion } from '../analysis/mcp/schema.js';
import type { Unit } from '../analysis/scope/unit.js';
import { isDisabled } from '../edits/disabled.js';
import type { Left } from '../edits/reasons.js';
import { left } from '../edits/reasons.js';
import type { Edit } from '../edits/reply-call.js';
import { replyCall } from '../edits/reply-call.js';
import type { SchemaNeed } from '../edits/site.js';
import { schemaNeed } from '../edits/site.js';
import { importHelper } from './imports.js';
import type { HelperTarget, MigrationRequest, PlannedFile, SchemaOutcome, Site } from './outcome.js';
import { projectHabits } from './package-of.js';

export const RULE = 'mcp-reply/require-reply';

/** Files as the planner sees them. */
export interface Sources {
  /** The parsed file, or one line that says why there is none. */
  open(path: string): Unit | { readonly error: string };
  /** Where other files use what a file exports; null where the run looks at single files. */
  readonly importers: Importers | null;
  /** False for a file that the run may not write: a schema in it is not edited. */
  mayChange(path: string): boolean;
}

interface SitePlan {
  readonly result: ToolResult;
  readonly edits: readonly Edit[];
  readonly schemas: readonly Insertion[];
  readonly site: Site;
}

interface FilePlan {
  readonly unit: Unit | null;
  readonly error: string | null;
  readonly sites: readonly SitePlan[];
  readonly imports: readonly Edit[];
  readonly helper: HelperTarget | null;
}

/** Says what a migration does to every file that it changes or has a site in. Writes nothing. Keys are absolute paths. */
export function planFiles(request: MigrationRequest, sources: Sources): Map<string, PlannedFile> {
  const plans = new Map<string, FilePlan>();
  request.files.forEach((file, i) => {
    plans.set(file, planFile(file, request, sources));
    request.onFile?.(file, i + 1, request.files.length);
  });
  const schemas = collectSchemas([...plans.values()]);
  const planned = new Map<string, PlannedFile>();
  for (const file of new Set([...plans.keys(), ...schemas.keys()])) {
    const plan = plans.get(file);
    const insertions = [...(schemas.get(file)?.insertions.values() ?? [])].map((s): Edit => ({
      start: s.at,
      end: s.at,
      text: s.text,
    }));
    const unit = plan?.unit ?? schemas.get(file)?.unit ?? null;
    const rewrites = plan ? [...plan.imports, ...plan.sites.flatMap((s) => s.edits)] : [];
    planned.set(file, {
      path: file,
      afterSchemas: unit && insertions.length > 0 ? apply(unit.text, insertions) : null,
      afterAll: unit && insertions.length + rewrites.length > 0 ? apply(unit.text, [...insertions, ...rewrites]) : null,
      sites: plan?.sites.map((s) => s.site) ?? [],
      error: plan?.error ?? null,
      helper: plan && rewrites.length > 0 ? plan.helper : null,
    });
  }
  return planned;
}

function planFile(file: string, request: MigrationRequest, sources: Sources): FilePlan {
  const unit = sources.open(file);
  if ('error' in unit) return { unit: null, error: unit.error, sites: [], imports: [], helper: null };
  const helper = request.helperFor(file);
  const helpers = helper ? [{ name: helper.name, module: null, view: helper.view, text: helper.text }] : [];
  const { results, generated } = analyse(unit, [...helpers, { name: 'reply', module: null, view: 0, text: 1 }]);
  const candidates = results.filter(
    (r) => r.view.kind !== 'absent' && r.content.kind !== 'absent' && r.role !== 'helper',
  );
  if (generated || candidates.length === 0) return { unit, error: null, sites: [], imports: [], helper: null };
  const names = namesOf(unit);
  const import_ = helper ? callee(unit, file, helper, names) : null;
  const sites = candidates.map((result) =>
    planSite(result, helper, import_?.callee ?? null, names.all, request, sources),
  );
  const rewritten = sites.some((s) => s.edits.length > 0);
  return { unit, error: null, sites, helper, imports: rewritten && import_ ? import_.edits : [] };
}

function planSite(
  result: ToolResult,
  helper: HelperTarget | null,
  calleeText: string | null,
  names: ReadonlySet<string>,
  request: MigrationRequest,
  sources: Sources,
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
    const need = schemaNeed(result, sources.importers);
    const edits = need.kind === 'edit' && need.edits.every((e) => mayEdit(e, sources)) ? need.edits : [];
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
    request.onlyLost &&
    !readingsOf(result).some((r) => r.kind === 'framing' && r.framing.some((f) => f.kind !== 'summary'))
  ) {
    return leave(left('not-lost', 'Nothing is known to be lost here.'), null);
  }
  if (!helper || calleeText === null)
    return leave(left('no-helper', 'There is no reply helper to call: run `npx eslint-plugin-mcp-reply init`.'), null);
  const edits = replyCall(result, calleeText, helper, names);
  if ('reason' in edits) return leave(edits, null);
  const need = schemaNeed(result, sources.importers);
  if (need.kind === 'unknown') return leave(left('schema-unknown', sentence(need.reason)), need);
  if (need.kind === 'edit') {
    const outside = need.edits.find((e) => !mayEdit(e, sources));
    if (outside) {
      const where = outside.unit.path ? path.relative(request.cwd, outside.unit.path) : 'another file';
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

function mayEdit(edit: Insertion, sources: Sources): boolean {
  return edit.unit.path === null || sources.mayChange(edit.unit.path);
}

function schemaOutcome(need: SchemaNeed | null, edited: boolean): SchemaOutcome {
  if (!need || need.kind === 'unknown') return 'unknown';
  if (need.kind === 'edit') return edited ? 'edited' : 'unknown';
  return need.kind;
}

/** Each schema is edited once, however many sites use it. */
function collectSchemas(plans: readonly FilePlan[]): Map<string, { unit: Unit; insertions: Map<number, Insertion> }> {
  const byFile = new Map<string, { unit: Unit; insertions: Map<number, Insertion> }>();
  for (const insertion of plans.flatMap((p) => p.sites.flatMap((s) => s.schemas))) {
    const file = insertion.unit.path ?? '';
    const known = byFile.get(file) ?? { unit: insertion.unit, insertions: new Map<number, Insertion>() };
    byFile.set(file, known);
    known.insertions.set(insertion.at, insertion);
  }
  return byFile;
}

function apply(text: string, edits: readonly Edit[]): string {
  const out = new MagicString(text);
  for (const edit of edits) {
    if (edit.start === edit.end) out.appendLeft(edit.start, edit.text);
    else if (edit.text === '') out.remove(edit.start, edit.end);
    else out.update(edit.start, edit.end, edit.text);
  }
  return out.toString();
}

function callee(
  unit: Unit,
  file: string,
  helper: HelperTarget,
  names: ReturnType<typeof namesOf>,
): { callee: string; edits: Edit[] } {
  if (helper.module === file) return { callee: helper.name, edits: [] };
  const edit = importHelper({
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
  return { callee: edit.callee, edits: edit.insertions.map((i) => ({ start: i.at, end: i.at, text: i.text })) };
}

/** The names of a file: all of them, and those that are declared below the module's own scope. */
function namesOf(unit: Unit): { all: ReadonlySet<string>; hidden: ReadonlySet<string> } {
  const all = new Set<string>();
  const hidden = new Set<string>();
  for (const scope of unit.scopeManager.scopes) {
    const top = scope.type === 'module' || scope.type === 'global';
    for (const variable of scope.variables) {
      if (variable.defs.length === 0) continue;
      all.add(variable.name);
      if (!top) hidden.add(variable.name);
    }
    for (const reference of scope.references) all.add(reference.identifier.name as string);
  }
  return { all, hidden };
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
