/*
 * `npm test`: everything that checks the project but the slow tests against package managers and hooks
 * (`npm run test:integration`). Works on a fresh clone with nothing installed.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { all, bin, finish, install, pack, root, run, step, vitest } from './steps.mjs';

await install();

const examples = readdirSync(path.join(root, 'examples'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.name === 'tsconfig.json' && !entry.parentPath.includes('node_modules'))
  .map((entry) => path.join(entry.parentPath, entry.name));

await step('typecheck', () =>
  all(...['tsconfig.json', ...examples].map((file) => () => bin('tsc', ['--noEmit', '-p', file]))),
);
await step('build', () => run(process.execPath, ['scripts/build.mjs']));
await step('prettier', () => bin('prettier', ['--check', '--log-level', 'warn', '.']));
await step('eslint', () => bin('eslint', ['--max-warnings', '0', '.']));
await step('knip', () => bin('knip', ['--no-progress']));
await step('generated docs', () =>
  all(
    () => bin('eslint-doc-generator', ['--check']),
    () => run(process.execPath, ['scripts/make-hosts-doc.mjs', '--check']),
  ),
);
const tarball = await pack();
if (tarball) {
  await step('publint', () => bin('publint', ['run', tarball, '--strict']));
  await step('attw', () => bin('attw', [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji']));
}
await step('vitest', () => vitest(process.argv.slice(2), tarball ? { MCP_REPLY_TARBALL: tarball } : {}));

finish();
