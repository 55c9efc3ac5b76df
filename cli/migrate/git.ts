import { spawnSync } from 'node:child_process';

/** True where git knows of changes that are not committed. A folder outside a repository, or without git, is clean. */
export function isDirty(cwd: string): boolean {
  const status = spawnSync('git', ['status', '--porcelain'], { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  return status.status === 0 && status.stdout.trim() !== '';
}
