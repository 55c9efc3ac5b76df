import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { HelperTarget, PlannedFile } from '../../edits/outcome.js';
import type { NewHelper } from '../helper-home.js';
import { HelperHomes } from '../helper-home.js';
import type { ExitCode, Io } from '../io.js';
import { UsageError } from '../io.js';
import { applyPlan } from './apply-plan.js';
import { discover } from './discover.js';
import { isDirty } from './git.js';
import type { FileOutcome } from './report.js';
import { relativePath, reportOf } from './report.js';
import { summaryOf } from './summary.js';
import { removePending, writeWhole } from './write-whole.js';

export interface MigrateOptions {
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly onlyLost?: boolean;
  readonly helper?: string;
  readonly ignore?: readonly string[];
  readonly report?: string;
  readonly allowDirty?: boolean;
}

/** Runs `migrate`: finds the files, plans, and shows or writes. Every prefix of its writes leaves a working server. */
export async function runMigrate(paths: readonly string[], options: MigrateOptions, io: Io): Promise<ExitCode> {
  const mode = options.check ? 'check' : options.dryRun ? 'dry-run' : 'write';
  if (mode === 'write' && !options.allowDirty && isDirty(io.cwd)) {
    throw new UsageError(
      'The git tree has changes that are not committed. Commit or stash them, or say --allow-dirty.',
    );
  }
  const found = discover(paths, options.ignore ?? [], io.cwd, ['structuredContent', `${helperName(options.helper)}(`]);
  const callers = found.candidates.filter((c) => c.error === null);
  const homes = new HelperHomes(io.cwd, options.helper, callers);
  const readable = callers.map((c) => c.path);
  const plans = readable.length > 0 ? await plan(readable, paths, homes, options, io) : new Map<string, PlannedFile>();
  const outcomes: FileOutcome[] = found.candidates
    .filter((c) => c.error !== null)
    .map(({ path: file, error }) => ({ plan: untouched(file), error }));
  const helpers = newHelpers([...plans.values()], homes);
  if (mode === 'write') {
    outcomes.push(...write([...plans.values()], helpers));
  } else {
    outcomes.push(...[...plans.values()].map((p) => ({ plan: p, error: p.error })));
  }
  if (mode === 'dry-run') io.out(diffs([...plans.values()], helpers, io.cwd));
  const report = reportOf(outcomes, found.seen, io.cwd);
  const written = helpers.map((h) => relativePath(h.fresh.path, io.cwd));
  (mode === 'dry-run' ? io.err : io.out)(summaryOf(report, mode, io.cwd, written));
  if (options.report !== undefined)
    writeReport(path.resolve(io.cwd, options.report), options.report, `${JSON.stringify(report, null, 2)}\n`);
  if (report.totals.errors > 0) return 2;
  return mode === 'check' && report.totals.rewritten > 0 ? 1 : 0;
}

/** The name of the helper that `--helper` names: files that call it are looked at too. */
function helperName(option: string | undefined): string {
  const hash = option?.lastIndexOf('#') ?? -1;
  return hash > 0 ? option!.slice(hash + 1) : 'reply';
}

async function plan(
  files: readonly string[],
  paths: readonly string[],
  homes: HelperHomes,
  options: MigrateOptions,
  io: Io,
): Promise<Map<string, PlannedFile>> {
  const { planMigration } = await import('../../codemods/plan.js');
  const given = (paths.length > 0 ? paths : ['.']).map((p) => path.resolve(io.cwd, p));
  const plans = planMigration({
    cwd: io.cwd,
    files,
    helperFor: (file) => homes.helperFor(file),
    mayChange: (file) =>
      given.some((g) => file === g || file.startsWith(g.endsWith(path.sep) ? g : g + path.sep)) &&
      !file.includes(`${path.sep}node_modules${path.sep}`),
    onlyLost: options.onlyLost === true,
    onFile: (file, done, total) => {
      if (io.terminal && total > 20)
        io.err(done === total ? '\r\u001B[K' : `\r\u001B[K${done}/${total} ${path.basename(file).slice(0, 40)}`);
    },
  });
  return applyPlan(plans);
}

interface HelperToWrite {
  readonly target: HelperTarget;
  readonly fresh: NewHelper;
}

function newHelpers(plans: readonly PlannedFile[], homes: HelperHomes): HelperToWrite[] {
  const targets = new Set(plans.flatMap((p) => (p.helper ? [p.helper] : [])));
  return [...targets].flatMap((target) => {
    const fresh = homes.newFile(target);
    return fresh ? [{ target, fresh }] : [];
  });
}

/** Writes helpers, then schemas, then results. What depends on a file that could not be written is left. */
function write(plans: readonly PlannedFile[], helpers: readonly HelperToWrite[]): FileOutcome[] {
  const errors = new Map<string, string>();
  const missing = new Set<HelperTarget>();
  const stop = (signal: NodeJS.Signals): void => {
    removePending();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const attempt = (file: string, action: () => void): boolean => {
    try {
      action();
      return true;
    } catch (error) {
      errors.set(file, error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const outcomes: FileOutcome[] = [];
  try {
    for (const { target, fresh } of helpers) {
      const done = attempt(fresh.path, () => {
        mkdirSync(path.dirname(fresh.path), { recursive: true });
        writeWhole(fresh.path, fresh.text, null);
      });
      if (!done) {
        missing.add(target);
        outcomes.push({ plan: untouched(fresh.path), error: errors.get(fresh.path)! });
      }
    }
    const texts = new Map(plans.filter((p) => p.afterAll !== null).map((p) => [p.path, p.before ?? '']));
    for (const one of plans) {
      if (one.afterSchemas === null) continue;
      if (attempt(one.path, () => writeWhole(one.path, one.afterSchemas!, texts.get(one.path)!)))
        texts.set(one.path, one.afterSchemas);
    }
    for (const one of plans) {
      const blocked = one.schemaFiles.find((f) => f !== one.path && errors.has(f));
      if (one.afterAll === null || one.afterAll === texts.get(one.path) || errors.has(one.path)) continue;
      if (one.helper && missing.has(one.helper))
        errors.set(one.path, 'the helper that it would call could not be written');
      else if (blocked !== undefined)
        errors.set(one.path, `the schema in ${path.basename(blocked)} could not be written`);
      else attempt(one.path, () => writeWhole(one.path, one.afterAll!, texts.get(one.path)!));
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  return [...outcomes, ...plans.map((p) => ({ plan: p, error: errors.get(p.path) ?? p.error }))];
}

function diffs(plans: readonly PlannedFile[], helpers: readonly HelperToWrite[], cwd: string): string {
  const parts: string[] = [];
  for (const { fresh } of helpers) {
    parts.push(createTwoFilesPatch('/dev/null', `b/${relativePath(fresh.path, cwd)}`, '', fresh.text, '', ''));
  }
  for (const one of plans) {
    if (one.afterAll === null || one.before === null) continue;
    const name = relativePath(one.path, cwd);
    parts.push(createTwoFilesPatch(`a/${name}`, `b/${name}`, one.before, one.afterAll, '', ''));
  }
  // The line of equal signs is no part of what git reads.
  return parts.map((p) => p.replace(/^(?:Index: .*\n)?=+\n/, '')).join('');
}

function writeReport(file: string, shown: string, text: string): void {
  let before: string | null = null;
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    // There is none yet.
  }
  try {
    writeWhole(file, text, before);
  } catch (error) {
    throw new UsageError(
      `The report ${shown} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function untouched(file: string): PlannedFile {
  return {
    path: file,
    before: null,
    afterSchemas: null,
    afterAll: null,
    sites: [],
    error: null,
    helper: null,
    schemaFiles: [],
  };
}
