/*
 * `npm run fuzz -- --runs N --seed S`: migrates generated programs and runs them before and after. Prints counts, and for a
 * failure the smallest program with the seed that makes it again; exits with 1 then.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './steps.mjs';

let values;
try {
  ({ values } = parseArgs({
    options: {
      runs: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
    },
  }));
} catch (error) {
  stop(error.message);
}
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,9}$/.test(value)) stop(`--${name} takes a whole number`);
}
console.log(`npm run fuzz -- --runs ${values.runs} --seed ${values.seed}`);
const vitest = path.join(root, 'node_modules/.bin/vitest');
const { status } = spawnSync(vitest, ['run', '--config', 'test/fuzz/long-run.config.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MCP_REPLY_FUZZ_RUNS: values.runs, MCP_REPLY_FUZZ_SEED: values.seed },
});
process.exit(status === 0 ? 0 : 1);

function stop(message) {
  console.error(message);
  process.exit(2);
}
