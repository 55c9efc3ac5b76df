/*
 * Builds `dist`: plain tsc, and the executable bit for the command. Silent unless something is wrong, for `prepare` runs
 * it and pre-commit takes what `npm pack` prints as a file name. The new folder takes the place of the old one only when it
 * is whole, so no file of a removed module survives and nobody runs half a build.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const fresh = path.join(root, `.cache/build-${process.pid}`);
const old = path.join(root, `.cache/old-${process.pid}`);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

mkdirSync(path.join(root, '.cache'), { recursive: true });
const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh], {
  cwd: root,
  encoding: 'utf8',
});
if (status === 0) {
  chmodSync(path.join(fresh, 'cli/main.js'), 0o755);
  try {
    renameSync(path.join(root, 'dist'), old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(fresh, path.join(root, 'dist'));
} else {
  process.stderr.write(stdout);
  process.exitCode = 1;
}
rmSync(fresh, { recursive: true, force: true });
rmSync(old, { recursive: true, force: true });
