import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { PlannedFile } from '../../edits/outcome.js';
import type { PlannedOptions } from './planned-transform.js';

/** What of jscodeshift's runner is used. Its types say nothing of options that reach the transform. */
interface Runner {
  run(transform: string, paths: readonly string[], options: object): Promise<unknown>;
}

/**
 * Applies a plan to the files that it changes, by jscodeshift's own runner: in band, without Babel, and dry,
 * since files are written by us, whole or not at all. A file that the runner does not give back gets an error.
 */
export async function applyPlan(plans: readonly PlannedFile[]): Promise<PlannedFile[]> {
  const changed = plans.filter((plan) => plan.afterAll !== null);
  if (changed.length === 0) return [...plans];
  const planned = new Map(changed.map((plan) => [plan.path, plan.afterAll!]));
  const collected = new Map<string, string>();
  const runner = createRequire(import.meta.url)('jscodeshift/src/Runner.js') as Runner;
  const transform = fileURLToPath(new URL('./planned-transform.js', import.meta.url));
  const options: PlannedOptions = { planned, collected };
  await runner.run(transform, [...planned.keys()], {
    dry: true,
    silent: true,
    verbose: -1,
    runInBand: true,
    babel: false,
    parser: 'ts',
    ...options,
  });
  return plans.map((plan) => {
    if (plan.afterAll === null) return plan;
    const text = collected.get(plan.path);
    if (text !== undefined) return { ...plan, afterAll: text };
    return { ...plan, afterSchemas: null, afterAll: null, error: 'the transform did not run on it' };
  });
}
