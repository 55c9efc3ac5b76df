/*
 * `npm run test:integration`: the slow tests, which install the packed package with real package managers, run real hooks,
 * kill runs half way and measure memory. Works on a fresh clone with nothing installed, and needs a package registry.
 */
import { finish, install, pack, run, step, vitest } from './steps.mjs';

await install();
await step('build', () => run(process.execPath, ['scripts/build.mjs']));
const tarball = await pack();
if (tarball)
  await step('vitest', () =>
    vitest(['--config', 'vitest.integration.config.ts', ...process.argv.slice(2)], { MCP_REPLY_TARBALL: tarball }),
  );

finish();
