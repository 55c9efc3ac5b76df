import path from 'node:path';
import { findHelper } from '../edits/find-helper.js';
import { namedHelper } from '../edits/named-helper.js';
import type { HelperTarget, PlannedFile } from '../edits/outcome.js';
import { planSingleFile } from './plan.js';

/** What jscodeshift hands a transform of a file. */
interface FileInfo {
  readonly path: string;
  readonly source: string;
}

interface Api {
  stats?(name: string, quantity?: number): void;
  report?(message: string): void;
}

export interface TransformOptions {
  /** `<module>[#name]`, as on the command line. Without it, the copy of the helper that the package has is used. */
  readonly helper?: string;
}

/**
 * The transform module for jscodeshift: inline tool results become calls of the reply helper. One file in, one file out;
 * it touches no other file. Returns nothing where nothing changes. Counts of outcomes go to `api.stats`, a line for each
 * site that is left to `api.report`.
 */
export default function toReply(file: FileInfo, api: Api, options: TransformOptions): string | undefined {
  const at = path.resolve(file.path);
  const plan = planSingleFile(at, file.source, helperOf(at, options.helper), process.cwd());
  if (plan.error !== null) throw new Error(`${file.path}: ${plan.error}`);
  report(plan, file.path, api);
  return plan.afterAll ?? undefined;
}

const named = new Map<string, ReturnType<typeof namedHelper>>();

function helperOf(file: string, option: string | undefined): HelperTarget | null {
  if (option === undefined) return findHelper(file);
  let helper = named.get(option);
  if (!helper) named.set(option, (helper = namedHelper(option, process.cwd())));
  if ('error' in helper) throw new Error(helper.error);
  return helper;
}

function report(plan: PlannedFile, shown: string, api: Api): void {
  for (const site of plan.sites) {
    api.stats?.(site.reason === null ? site.outcome : `${site.outcome}: ${site.reason}`);
    if (site.outcome === 'left') api.report?.(`${shown}:${site.line} left: ${site.message}`);
  }
}
