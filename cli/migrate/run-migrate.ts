import path from 'node:path';
import type { PlannedFile } from '../../edits/outcome.js';
import { HelperHomes } from '../helper-home.js';
import type { ExitCode, Io } from '../io.js';
import { UsageError } from '../io.js';
import { applyPlan } from './apply-plan.js';
import { unifiedDiff } from './diff.js';
import { discover, isGeneratedFile } from './discover.js';
import { unsafeRepository } from './git.js';
import { progressOn } from './progress.js';
import { expectReportFolder, relativePath, reportOf, writeReport } from './report.js';
import { summaryOf } from './summary.js';
import type { HelperToWrite } from './write-plan.js';
import { writePlan } from './write-plan.js';

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
  const { cwd } = io;
  const mode = options.dryRun ? 'dry-run' : options.check ? 'check' : 'write';
  const reportFile = options.report === undefined ? null : path.resolve(cwd, options.report);
  if (reportFile !== null) expectReportFolder(reportFile, options.report!);

  const found = discover(paths, options.ignore ?? [], cwd, mentionOf(options.helper));
  const errors = new Map(found.candidates.flatMap(({ path: file, error }) => (error === null ? [] : [[file, error]])));
  const callers = found.candidates.filter(({ error }) => error === null);
  const homes = new HelperHomes(cwd, options.helper, callers);
  const files = callers.map((caller) => caller.path);

  let plans = files.length === 0 ? [] : await planAll(files, homes, found.seen, paths, options, io);
  // The check asks what would be done, not how it would look: it leaves the runner out.
  if (mode !== 'check') plans = await applyPlan(plans);
  for (const { path: file, error } of plans) if (error !== null) errors.set(file, error);
  const helpers = newHelpers(plans, homes);

  let stopped: NodeJS.Signals | null = null;
  if (mode === 'write') {
    const toWrite = [
      ...plans.filter((p) => p.afterAll !== null).map((p) => p.path),
      ...helpers.map((h) => h.fresh.path),
    ];
    const unsafe = options.allowDirty || toWrite.length === 0 ? null : unsafeRepository(toWrite, cwd);
    if (unsafe !== null)
      throw new UsageError(`Nothing was written: ${unsafe}. Commit or stash them, or say --allow-dirty.`);
    const result = await writePlan(plans, helpers);
    for (const [file, error] of result.errors) errors.set(file, error);
    stopped = result.stopped;
  }
  if (options.dryRun) io.out(diffOf(plans, helpers, cwd));

  const report = reportOf(plans, errors, found.seen.size, cwd);
  if (reportFile !== null) writeReport(reportFile, options.report!, report);
  const fresh = helpers.filter((h) => !errors.has(h.fresh.path)).map((h) => relativePath(h.fresh.path, cwd));
  const skipped = found.skipped.map((s) => ({ ...s, path: relativePath(s.path, cwd) }));
  // On a dry run the standard output is the patch and nothing else.
  const summary = summaryOf({ report, mode, cwd, helpers: fresh, skipped, stopped });
  if (options.dryRun) io.err(summary);
  else io.out(summary);
  if (stopped !== null) process.kill(process.pid, stopped);
  if (report.totals.errors > 0) return 2;
  return options.check && report.totals.rewritten > 0 ? 1 : 0;
}

/** How the specifier ends by which files import the helper, without its extension. */
function mentionOf(helper: string | undefined): string {
  const hash = helper?.lastIndexOf('#') ?? -1;
  const module = helper === undefined ? './reply' : hash > 0 ? helper.slice(0, hash) : helper;
  const stem = module.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
  return stem.slice(Math.max(0, stem.lastIndexOf('/')));
}

async function planAll(
  files: readonly string[],
  homes: HelperHomes,
  seen: ReadonlySet<string>,
  paths: readonly string[],
  options: MigrateOptions,
  io: Io,
): Promise<PlannedFile[]> {
  const { planMigration } = await import('../../codemods/plan.js');
  const onFile = progressOn(io);
  const plan = (some: readonly string[], onEach?: typeof onFile): PlannedFile[] => [
    ...planMigration({
      cwd: rootOf(paths, io.cwd),
      files: some,
      helperFor: (file) => homes.helperFor(file),
      mayChange: (file) => seen.has(file) && !isGeneratedFile(file),
      onlyLost: options.onlyLost === true,
      onFile: onEach,
    }).values(),
  ];
  let plans: PlannedFile[];
  try {
    plans = plan(files, onFile);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // A fault of the analysis in one file is not to keep the others from being done.
    plans = files.flatMap((file) => {
      try {
        return plan([file]);
      } catch (fault) {
        return [failed(file, `it cannot be analysed (${firstLine(fault)})`)];
      }
    });
  } finally {
    onFile('', files.length, files.length);
  }
  return plans.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folder whose files belong together: the working directory, or what holds the given paths where they lie elsewhere. */
function rootOf(paths: readonly string[], cwd: string): string {
  let root = cwd;
  for (const given of paths) {
    while (path.relative(root, path.resolve(cwd, given)).startsWith('..')) root = path.dirname(root);
  }
  return root;
}

function newHelpers(plans: readonly PlannedFile[], homes: HelperHomes): HelperToWrite[] {
  const targets = new Set(plans.flatMap((plan) => (plan.afterAll !== null && plan.helper ? [plan.helper] : [])));
  return [...targets].flatMap((target) => {
    const fresh = homes.newFile(target);
    return fresh ? [{ target, fresh }] : [];
  });
}

function diffOf(plans: readonly PlannedFile[], helpers: readonly HelperToWrite[], cwd: string): string {
  const added = helpers.map(({ fresh }) => ({ path: fresh.path, before: null, after: fresh.text }));
  const changed = plans.flatMap(({ path: file, before, afterAll: after }) =>
    before !== null && after !== null ? [{ path: file, before, after }] : [],
  );
  return [...added, ...changed]
    .map((change) => unifiedDiff({ ...change, path: relativePath(change.path, cwd) }))
    .join('');
}

function failed(file: string, error: string): PlannedFile {
  const nothing = { before: null, afterSchemas: null, afterAll: null, sites: [], helper: null, schemaFiles: [] };
  return { path: file, ...nothing, error };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
