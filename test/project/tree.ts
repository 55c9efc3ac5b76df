import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Project } from '../../analysis/project/project.js';
import { typescriptProject } from '../../analysis/project/project-for.js';
import type { Exported, Unit } from '../../analysis/scope/unit.js';

/** Files by path below a new folder, gone after the test. A `.git` folder makes it a repository unless told otherwise. */
export function writeTree(files: Readonly<Record<string, string>>, { repository = true } = {}): string {
  const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'project-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
  });
  if (repository) mkdirSync(path.join(root, '.git'));
  for (const [name, text] of Object.entries(files)) writeAt(root, name, text);
  return root;
}

export function writeAt(root: string, name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function open(project: Project, root: string, name: string): Unit {
  const opened = project.unit(path.join(root, name));
  if (opened.kind !== 'unit') throw new Error(opened.reason);
  return opened.unit;
}

/** `path: source of the node` for a value, else the kind with its detail. */
export function shown(root: string, exported: Exported): string {
  switch (exported.kind) {
    case 'value':
      return `${where(root, exported.unit)}: ${exported.unit.text.slice(...exported.node.range)}`;
    case 'namespace':
      return `${where(root, exported.unit)}: *`;
    case 'external':
      return `external ${exported.module}`;
    case 'unknown':
      return `unknown: ${exported.reason}`;
  }
}

function where(root: string, unit: Unit): string {
  return path
    .relative(root, unit.path ?? '')
    .split(path.sep)
    .join('/');
}

/** What `name` of `module` is, asked from the file `from`. */
export function ask(
  files: Readonly<Record<string, string>>,
  from: string,
  module: string,
  name: string,
  project: (root: string) => Project = typescriptProject,
): string {
  const root = writeTree({ [from]: '', ...files });
  const made = project(root);
  return shown(root, made.exported(open(made, root, from), module, name));
}
