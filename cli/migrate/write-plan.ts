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
  let stopped: NodeJS.Signals | null = null;
  // A write is not interrupted: signals are heard between two files.
  const stop = (signal: NodeJS.Signals): void => void (stopped = signal);
  const attempt = async (file: string, action: () => void): Promise<boolean> => {
    await setImmediate();
    if (stopped !== null) return false;
    try {
      action();
      return true;
    } catch (error) {
      errors.set(file, error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    for (const { target, fresh } of helpers) {
      const done = await attempt(fresh.path, () => {
        mkdirSync(path.dirname(fresh.path), { recursive: true });
        writeWhole(fresh.path, fresh.text, null);
      });
      if (!done) missing.add(target);
    }
    for (const { path: file, afterSchemas } of plans) {
      if (afterSchemas === null) continue;
      if (await attempt(file, () => writeWhole(file, afterSchemas, texts.get(file) ?? null)))
        texts.set(file, afterSchemas);
    }
    for (const plan of plans) {
      const { path: file, afterAll } = plan;
      if (afterAll === null || errors.has(file)) continue;
      const schema = plan.schemaFiles.find((other) => other !== file && errors.has(other));
      if (plan.helper && missing.has(plan.helper) && stopped === null) {
        errors.set(file, 'it is left: the helper that it would call could not be written');
      } else if (schema !== undefined) {
        errors.set(file, `it is left: the schema in ${path.basename(schema)} could not be written`);
      } else if (await attempt(file, () => writeWhole(file, afterAll, texts.get(file) ?? null))) continue;
      else if (!errors.has(file)) errors.set(file, 'it is left: the run was stopped before it');
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
  return { errors, stopped };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
