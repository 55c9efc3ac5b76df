import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Disk } from './disk.js';
import { membersOf } from './json-with-comments.js';
import { packageEntry, packageImport } from './package-entry.js';
import { aliased, customaryAlias } from './path-aliases.js';
import { SOURCE_FILE, sourceAt, sourceOfTarget } from './source-files.js';
import { Workspaces } from './workspaces.js';

/** What the specifier of an import leads to. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'external'; readonly module: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Specifiers to source files, as TypeScript, Node and bundlers find them, but never outside the project's root. */
export class Resolver {
  readonly #disk: Disk;
  readonly #given: string | null;
  readonly #workspaces: Workspaces;
  readonly #roots = new Map<string, string>();
  readonly #targets = new Map<string, Target>();
  readonly #packages = new Map<string, string | null>();

  /** @param given the root where neither a repository nor a workspace tells, such as the working directory */
  constructor(disk: Disk, given: string | null) {
    this.#disk = disk;
    this.#given = given;
    this.#workspaces = new Workspaces(disk);
  }

  /** Drops what may have changed on disk. */
  forget(): void {
    this.#targets.clear();
    this.#packages.clear();
    this.#workspaces.forget();
  }

  resolve(from: string, specifier: string): Target {
    const folder = path.dirname(from);
    const key = `${folder}\0${specifier}`;
    let target = this.#targets.get(key);
    if (!target) this.#targets.set(key, (target = this.#find(folder, specifier)));
    return target;
  }

  /** The folder that nothing is read outside of: the repository, else the workspace, else the given one, else the package. */
  rootOf(folder: string): string {
    let root = this.#roots.get(folder);
    if (root === undefined) this.#roots.set(folder, (root = this.#rootOf(folder)));
    return root;
  }

  #find(folder: string, specifier: string): Target {
    const none: Target = { kind: 'unknown', reason: `no source file for "${specifier}"` };
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
      const at = path.resolve(folder, specifier);
      const source = sourceAt(this.#disk, at) ?? this.#builtFrom(at);
      return source ? this.#inside(folder, source, specifier) : none;
    }
    if (specifier === '' || path.isAbsolute(specifier)) return none;
    if (isBuiltin(specifier) || /^[a-z][a-z\d+.-]+:/i.test(specifier)) return { kind: 'external', module: specifier };

    const root = this.rootOf(folder);
    const alias = aliased(this.#disk, folder, root, specifier);
    if (alias) return this.#inside(folder, alias, specifier);

    const own = this.#manifestFolder(folder, root) ?? root;
    const local = specifier.startsWith('#')
      ? packageImport(this.#disk, own, specifier)
      : alias === undefined && customaryAlias(this.#disk, own, specifier);
    if (local) return this.#inside(folder, local, specifier);
    const parts = /^((?:@[a-z\d~-][\w.~-]*\/)?[a-z\d][\w.-]*)(\/.*)?$/i.exec(specifier);
    if (!parts) return none;
    const [, name = '', rest = ''] = parts;
    const home = this.#packageFolder(name, own, root);
    if (home === null) return { kind: 'external', module: specifier };
    const source = packageEntry(this.#disk, home, `.${rest}`);
    return source ? this.#inside(folder, source, specifier) : none;
  }

  /** The source of a file in a build's output, which a checkout lacks. */
  #builtFrom(at: string): string | null {
    const folder = path.dirname(at);
    const home = this.#manifestFolder(folder, this.rootOf(folder));
    return home && sourceOfTarget(this.#disk, home, path.relative(home, at).split(path.sep).join('/'));
  }

  /** The folder in the project that holds the source of a package, or null: it comes from elsewhere. */
  #packageFolder(name: string, own: string, root: string): string | null {
    const key = `${own}\0${name}`;
    let folder = this.#packages.get(key);
    if (folder === undefined) this.#packages.set(key, (folder = this.#findPackage(name, own, root)));
    return folder;
  }

  #findPackage(name: string, own: string, root: string): string | null {
    const manifest = membersOf(this.#disk.json(path.join(own, 'package.json')));
    if (manifest['name'] === name) return own;
    for (let at = own; ; at = path.dirname(at)) {
      if (this.#workspaces.isRoot(at)) {
        const folder = this.#workspaces.folderOf(at, name);
        if (folder !== null) return folder;
      }
      if (at === root || at === path.dirname(at)) break;
    }
    const version = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
      .map((field) => membersOf(manifest[field])[name])
      .find((value) => typeof value === 'string');
    const local = /^(?:file|link|portal|workspace):(\.{1,2}\/.*)$/.exec(version ?? '');
    if (local) return this.#withinRoot(path.resolve(own, local[1]!), root);
    if (version?.startsWith('workspace:') && !this.#disk.isFile(path.join(root, 'package.json'))) {
      return this.#workspaces.folderOf(root, name);
    }
    return this.#linked(name, own, root);
  }

  /** Where a link in `node_modules` leads, if it leads to source in the project. */
  #linked(name: string, own: string, root: string): string | null {
    for (let at = own; ; at = path.dirname(at)) {
      const link = path.join(at, 'node_modules', name);
      if (this.#disk.isFolder(link)) {
        const real = this.#disk.isLink(link) ? this.#withinRoot(link, root) : null;
        return real === null || isInstalled(real) ? null : real;
      }
      if (at === root || at === path.dirname(at)) return null;
    }
  }

  #inside(folder: string, file: string, specifier: string): Target {
    const root = this.rootOf(folder);
    const real = this.#withinRoot(file, root);
    if (real === null) return { kind: 'unknown', reason: `"${specifier}" leads out of the project` };
    if (isInstalled(real)) return { kind: 'external', module: specifier };
    if (!SOURCE_FILE.test(real)) return { kind: 'unknown', reason: `"${specifier}" is not a script` };
    return { kind: 'file', path: real };
  }

  /** The path without links, written as the root is; null where that is outside. */
  #withinRoot(file: string, root: string): string | null {
    const realRoot = this.#disk.real(root);
    const real = this.#disk.real(file);
    if (realRoot === null || real === null) return null;
    const relative = path.relative(realRoot, real);
    if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return null;
    return path.join(root, relative);
  }

  #manifestFolder(folder: string, root: string): string | null {
    for (let at = folder; ; at = path.dirname(at)) {
      if (this.#disk.isFile(path.join(at, 'package.json'))) return at;
      if (at === root || at === path.dirname(at)) return null;
    }
  }

  #rootOf(folder: string): string {
    let manifest: string | null = null;
    let workspace: string | null = null;
    for (let at = folder; ; at = path.dirname(at)) {
      if (this.#disk.stamp(path.join(at, '.git'))) return at;
      if (this.#workspaces.isRoot(at)) workspace = at;
      if (manifest === null && this.#disk.isFile(path.join(at, 'package.json'))) manifest = at;
      if (at === path.dirname(at)) break;
    }
    if (workspace !== null) return workspace;
    const given = this.#given;
    if (given !== null && (folder === given || folder.startsWith(given + path.sep))) return given;
    return manifest ?? folder;
  }
}

function isInstalled(file: string): boolean {
  return file.split(path.sep).includes('node_modules');
}
