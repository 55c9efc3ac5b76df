import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Why git could not give back what a run changes in these files: the first repository with changes that are not committed, or
 * one that git refuses to speak of. Null where all are clean or in no repository. `GIT_*` variables count, as for git itself.
 *
 * @param files absolute paths of the files to be written
 * @returns the end of a sentence, such as `/app has changes that are not committed`
 */
export function unsafeRepository(files: readonly string[], cwd: string): string | null {
  const roots = new Set(files.map((file) => repositoryOf(path.dirname(file))).filter((root) => root !== null));
  if (process.env['GIT_DIR']) roots.add(cwd);
  for (const root of roots) {
    const shown = path.relative(cwd, root) || 'the working directory';
    // A repository can name a program that tells git what changed; none of its programs is to run.
    const args = ['-c', 'core.fsmonitor=false', '--no-optional-locks', 'status', '--porcelain'];
    const status = spawnSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (status.error) return `git cannot be run in ${shown} (${status.error.message})`;
    if (status.status !== 0) return `git does not speak of ${shown} (${status.stderr.trim().split('\n')[0] ?? ''})`;
    if (status.stdout !== '') return `${shown} has changes that are not committed`;
  }
  return null;
}

const known = new Map<string, string | null>();

/** The nearest folder upward that is the root of a repository, a submodule or a work tree. */
function repositoryOf(folder: string): string | null {
  let root = known.get(folder);
  if (root === undefined) {
    const parent = path.dirname(folder);
    root = existsSync(path.join(folder, '.git')) ? folder : parent === folder ? null : repositoryOf(parent);
    known.set(folder, root);
  }
  return root;
}
