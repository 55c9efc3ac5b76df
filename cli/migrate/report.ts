import path from 'node:path';
import type { PlannedFile } from '../../edits/outcome.js';

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
  readonly sites: PlannedFile['sites'];
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

/** One file of a run: its plan, and the line that says what went wrong with it, if anything did. */
export interface FileOutcome {
  readonly plan: PlannedFile;
  readonly error: string | null;
}

export function reportOf(outcomes: readonly FileOutcome[], seen: number, cwd: string): Report {
  const files = outcomes
    .map(({ plan, error }): ReportedFile => ({
      path: relativePath(plan.path, cwd),
      changed: plan.afterAll !== null && error === null,
      error,
      sites: plan.sites,
    }))
    .filter((f) => f.changed || f.error !== null || f.sites.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const sites = files.flatMap((f) => f.sites);
  const count = (outcome: string): number => sites.filter((s) => s.outcome === outcome).length;
  return {
    version: 1,
    files,
    totals: {
      files: seen,
      changed: files.filter((f) => f.changed).length,
      errors: files.filter((f) => f.error !== null).length,
      rewritten: count('rewritten'),
      left: count('left'),
      done: count('done'),
    },
  };
}

export function relativePath(file: string, cwd: string): string {
  return path.relative(cwd, file).split(path.sep).join('/') || '.';
}
