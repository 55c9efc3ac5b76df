import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { HelperTarget, PlannedFile } from '../../edits/outcome.js';
import type { NewHelper } from '../helper-home.js';
import { writeWhole } from './write-whole.js';

export interface HelperToWrite {
  readonly target: HelperTarget;
  readonly fresh: NewHelper;
}

export interface Written {
  /** What could not be written, or was not because something that it needs was not: one line each, by path. */
  readonly errors: ReadonlyMap<string, string>;
  /** The signal that stopped the run, or null. The rest of the files is as it was. */
  readonly stopped: NodeJS.Signals | null;
}

/**
 * Writes helpers, then schemas, then results, so that the server works at every point: an optional note in a schema harms
 * nobody, a result without its schema or its helper does. What depends on a file that could not be written is left.
 */
export async function writePlan(plans: readonly PlannedFile[], helpers: readonly HelperToWrite[]): Promise<Written> {
  const errors = new Map<string, string>();
  const missing = new Set<HelperTarget>();
  const texts = new Map(plans.map((plan) => [plan.path, plan.before]));
  const stopped: { by: NodeJS.Signals | null } = { by: null };
  // A write is not interrupted: signals are heard between two files.
  const stop = (signal: NodeJS.Signals): void => {
    stopped.by = signal;
  };
  const attempt = async (file: string, text: string, before: string | null): Promise<boolean> => {
    await setImmediate();
    if (stopped.by !== null) return false;
    try {
      if (before === null) mkdirSync(path.dirname(file), { recursive: true });
      writeWhole(file, text, before);
      return true;
    } catch (error) {
      errors.set(file, error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    for (const { target, fresh } of helpers) {
      if (!(await attempt(fresh.path, fresh.text, null))) missing.add(target);
    }
    for (const { path: file, afterSchemas } of plans) {
      if (afterSchemas === null) continue;
      if (await attempt(file, afterSchemas, texts.get(file) ?? null)) texts.set(file, afterSchemas);
    }
    for (const { path: file, afterAll, helper, schemaFiles } of plans) {
      if (afterAll === null || errors.has(file)) continue;
      const schema = schemaFiles.find((other) => other !== file && errors.has(other));
      if (helper && missing.has(helper) && stopped.by === null) {
        errors.set(file, 'the helper that it would call could not be written');
      } else if (schema !== undefined) {
        errors.set(file, `the schema in ${path.basename(schema)} could not be written`);
      } else if (!(await attempt(file, afterAll, texts.get(file) ?? null)) && !errors.has(file)) {
        errors.set(file, 'the run was stopped before it');
      }
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
  return { errors, stopped: stopped.by };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
