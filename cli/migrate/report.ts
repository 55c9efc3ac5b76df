import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PlannedFile, Site } from '../../edits/outcome.js';
import { UsageError } from '../io.js';
import { writeWhole } from './write-whole.js';

/** What `--report` writes. Other programs read it: its form is version 1 and documented in docs/codemods/to-reply.md. */
export interface Report {
  readonly version: 1;
  readonly files: readonly ReportedFile[];
  readonly totals: Totals;
}

export interface ReportedFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly changed: boolean;
  readonly error: string | null;
  readonly sites: readonly Site[];
}

export interface Totals {
  /** Source files seen. */
  readonly files: number;
  readonly changed: number;
  readonly errors: number;
  readonly rewritten: number;
  readonly left: number;
  readonly done: number;
}

/**
 * @param errors one line for each path with which something went wrong
 * @param seen number of source files that were read
 */
export function reportOf(
  plans: readonly PlannedFile[],
  errors: ReadonlyMap<string, string>,
  seen: number,
  cwd: string,
): Report {
  const planned = new Map(plans.map((plan) => [plan.path, plan]));
  const files = [...new Set([...planned.keys(), ...errors.keys()])]
    .map((file): ReportedFile => {
      const plan = planned.get(file);
      const error = errors.get(file) ?? null;
      const sites = plan?.sites ?? [];
      return {
        path: relativePath(file, cwd),
        changed: error === null && plan !== undefined && plan.afterAll !== null,
        error,
        sites: error === null ? sites : sites.map((site) => notWritten(site, error)),
      };
    })
    .filter((file) => file.changed || file.error !== null || file.sites.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const sites = files.flatMap((file) => file.sites);
  const count = (outcome: string): number => sites.filter((site) => site.outcome === outcome).length;
  return {
    version: 1,
    files,
    totals: {
      files: seen,
      changed: files.filter((file) => file.changed).length,
      errors: files.filter((file) => file.error !== null).length,
      rewritten: count('rewritten'),
      left: count('left'),
      done: count('done'),
    },
  };
}

function notWritten(site: Site, error: string): Site {
  return site.outcome === 'rewritten'
    ? { ...site, outcome: 'left', reason: 'not-written', message: `The file was not written: ${error}.` }
    : site;
}

export function relativePath(file: string, cwd: string): string {
  return path.relative(cwd, file).split(path.sep).join('/') || '.';
}

/** Complains before anything is done where a report could not be written at the end. */
export function expectReportFolder(file: string, shown: string): void {
  if (!lstatSync(path.dirname(file), { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--report ${shown}: there is no such folder`);
  }
}

export function writeReport(file: string, shown: string, report: Report): void {
  try {
    const before = lstatSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null;
    writeWhole(file, `${JSON.stringify(report, null, 2)}\n`, before);
  } catch (error) {
    throw new UsageError(`--report ${shown}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
