import { readFileSync } from 'node:fs';
import MagicString from 'magic-string';
import type { Importers } from '../analysis/mcp/registration.js';
import type { Insertion } from '../analysis/mcp/schema.js';
import { importersBelow } from '../analysis/project/importers.js';
import { typescriptProject } from '../analysis/project/project-for.js';
import type { Unit } from '../analysis/scope/unit.js';
import type { FilePlan } from '../edits/plan-file.js';
import { planFile } from '../edits/plan-file.js';
import type { Edit } from '../edits/reply-call.js';
import type { HelperTarget, MigrationRequest, PlannedFile } from '../edits/outcome.js';

/** Files as the planner sees them. */
export interface Sources {
  /** The parsed file, or one line that says why there is none. */
  open(path: string): Unit | { readonly error: string };
  /** Where other files use what a file exports; null where the run looks at single files. */
  readonly importers: Importers | null;
  /** False for a file that the run may not write: a schema in it is not edited. */
  mayChange(path: string): boolean;
}

interface OpenedFile {
  readonly unit: Unit | null;
  readonly error: string | null;
  readonly plan: FilePlan;
}

const NOTHING: FilePlan = { sites: [], imports: [], helper: null };

/**
 * Plans a migration over the files on disk: neighbours are read along imports, and registrations are looked for in every
 * file below the working directory. Writes nothing. Keys are absolute paths.
 */
export function planMigration(request: MigrationRequest): Map<string, PlannedFile> {
  const project = typescriptProject(request.cwd);
  const open: Sources['open'] = (path) => {
    const opened = project.unit(path);
    return opened.kind === 'unit' ? opened.unit : { error: opened.reason };
  };
  const importers = importersBelow(request.cwd, (path) => {
    const opened = open(path);
    return 'error' in opened ? null : opened;
  });
  const planned = planFiles(request, { open, importers, mayChange: (path) => request.mayChange?.(path) ?? true });
  return new Map([...planned].map(([path, file]) => [path, withByteOrderMark(file)]));
}

/**
 * Plans one file alone: no other file is written, so a schema elsewhere leaves its sites.
 *
 * @param source the text of the file as it was read
 */
export function planSingleFile(file: string, source: string, helper: HelperTarget | null, cwd: string): PlannedFile {
  const project = typescriptProject(cwd);
  const open: Sources['open'] = (path) => {
    const opened = project.unit(path);
    if (opened.kind !== 'unit') return { error: opened.reason };
    return path !== file || opened.unit.text === source.replace(/^\uFEFF/, '')
      ? opened.unit
      : { error: 'it was changed while it was read' };
  };
  const request = { cwd, files: [file], helperFor: () => helper, onlyLost: false };
  const planned = planFiles(request, { open, importers: null, mayChange: (path) => path === file });
  return withByteOrderMark(planned.get(file)!);
}

/** Trees are made of text without its byte order mark; the file keeps it. */
function withByteOrderMark(file: PlannedFile): PlannedFile {
  if (file.afterAll === null && file.afterSchemas === null) return file;
  if (!readFileSync(file.path, 'utf8').startsWith('\uFEFF')) return file;
  const marked = (text: string | null): string | null => (text === null ? null : `\uFEFF${text}`);
  return {
    ...file,
    before: marked(file.before),
    afterSchemas: marked(file.afterSchemas),
    afterAll: marked(file.afterAll),
  };
}

/** Says what a migration does to every file that it changes or has a site in. Writes nothing. Keys are absolute paths. */
export function planFiles(request: MigrationRequest, sources: Sources): Map<string, PlannedFile> {
  const opened = new Map<string, OpenedFile>();
  request.files.forEach((file, i) => {
    opened.set(file, openFile(file, request, sources));
    request.onFile?.(file, i + 1, request.files.length);
  });
  const schemas = collectSchemas([...opened.values()].map((o) => o.plan));
  const planned = new Map<string, PlannedFile>();
  for (const file of new Set([...opened.keys(), ...schemas.keys()])) {
    const { unit = null, error = null, plan = NOTHING } = opened.get(file) ?? {};
    const schema = schemas.get(file);
    const text = (unit ?? schema?.unit)?.text ?? '';
    const inSchemas = [...(schema?.insertions.values() ?? [])].map((s): Edit => ({
      start: s.at,
      end: s.at,
      text: s.text,
    }));
    const rewrites = [...plan.imports, ...plan.sites.flatMap((s) => s.edits)];
    planned.set(file, {
      path: file,
      before: (unit ?? schema?.unit)?.text ?? null,
      afterSchemas: inSchemas.length > 0 ? apply(text, inSchemas) : null,
      afterAll: inSchemas.length + rewrites.length > 0 ? apply(text, [...inSchemas, ...rewrites]) : null,
      sites: plan.sites.map((s) => s.site),
      error,
      helper: rewrites.length > 0 ? plan.helper : null,
      schemaFiles: [...new Set(plan.sites.flatMap((s) => s.schemas.map((i) => i.unit.path ?? '')))],
    });
  }
  return planned;
}

function openFile(file: string, request: MigrationRequest, sources: Sources): OpenedFile {
  const unit = sources.open(file);
  if ('error' in unit) return { unit: null, error: unit.error, plan: NOTHING };
  const plan = planFile(unit, request.helperFor(file), {
    cwd: request.cwd,
    onlyLost: request.onlyLost,
    importers: sources.importers,
    mayChange: (path) => sources.mayChange(path),
  });
  return { unit, error: null, plan };
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
