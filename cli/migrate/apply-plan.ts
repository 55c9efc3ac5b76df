import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { PlannedFile } from '../../edits/outcome.js';

/** What of jscodeshift's runner is used. Its types say nothing of options that reach the transform. */
interface Runner {
  run(transform: string, paths: readonly string[], options: object): Promise<unknown>;
}

/**
 * Runs the transform over the files that a plan changes, by jscodeshift's own runner: in band, without Babel, and dry,
 * since files are written by us, whole or not at all. A file that the runner does not give back gets an error.
 */
export async function applyPlan(plans: ReadonlyMap<string, PlannedFile>): Promise<Map<string, PlannedFile>> {
  const changed = [...plans.values()].filter((p) => p.afterAll !== null);
  if (changed.length === 0) return new Map(plans);
  const planned = new Map(changed.map((p) => [p.path, p.afterAll!]));
  const collected = new Map<string, string>();
  const runner = createRequire(import.meta.url)('jscodeshift/src/Runner.js') as Runner;
  const transform = fileURLToPath(new URL('../../codemods/to-reply.js', import.meta.url));
  await runner.run(transform, [...planned.keys()], {
    dry: true,
    silent: true,
    verbose: 0,
    runInBand: true,
    babel: false,
    parser: 'ts',
    extensions: 'ts,tsx,mts,cts,js,jsx,mjs,cjs',
    planned,
    collected,
  });
  return new Map(
    [...plans].map(([path, plan]) => {
      if (plan.afterAll === null) return [path, plan];
      const text = collected.get(path);
      if (text !== undefined) return [path, { ...plan, afterAll: text }];
      return [path, { ...plan, afterSchemas: null, afterAll: null, error: 'the transform did not run on it' }];
    }),
  );
}
