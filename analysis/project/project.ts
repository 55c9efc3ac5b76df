import path from 'node:path';
import type { TSESTree } from '@typescript-eslint/utils';
import type { Exported, Neighbours, Unit } from '../scope/unit.js';
import type { Node } from '../syntax/tree.js';
import { isFunction } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import { Disk } from './disk.js';
import type { Export } from './export-table.js';
import { exportedMember, exportTable } from './export-table.js';
import { Resolver } from './resolver.js';
import type { Opened, Parse } from './units.js';
import { Units } from './units.js';

export interface ProjectOptions {
  readonly parse: Parse;
  /** Absolute path of the root where neither a repository nor a workspace tells, such as the working directory. */
  readonly root?: string;
}

/** A name that a file does not export, and one whose re-exports lead back to it. */
type Miss = 'absent' | 'circle';

/** What is known of the disk is this old at most (milliseconds) when the linter comes to its next file. */
const MAX_AGE = 1_000;

/** Files that one question is followed through; no real chain is as long. */
const MAX_FILES = 400;

/**
 * The files of a project, along their imports. It reads from disk, within the root alone, and only what an import
 * leads to; what it cannot follow is unknown with a reason. Answers hold until `refresh`, or for about a second of linting.
 */
export class Project implements Neighbours {
  readonly #disk = new Disk();
  readonly #resolver: Resolver;
  readonly #units: Units;
  readonly #answers = new Map<string, Exported>();
  #looked = Date.now();

  constructor({ parse, root }: ProjectOptions) {
    this.#resolver = new Resolver(this.#disk, root === undefined ? null : path.resolve(root));
    this.#units = new Units(this.#disk, parse, this);
  }

  /** What this project cost so far: files read and files parsed. */
  get counts(): { readonly read: number; readonly parsed: number } {
    return { read: this.#units.read, parsed: this.#units.parsed };
  }

  /** Looks at the disk anew from here on. Trees of files that did not change are kept. */
  refresh(): void {
    this.#looked = Date.now();
    this.#disk.forget();
    this.#resolver.forget();
    this.#answers.clear();
  }

  /**
   * Takes the tree of the file that the linter is at, to be used where other files import it while its text is what the
   * disk has. An editor's linter lives long, so what is known of the disk is dropped here once it is a second old; a run
   * over many files does not ask the disk again for each of them.
   */
  register(unit: Unit): void {
    if (Date.now() - this.#looked >= MAX_AGE) this.refresh();
    this.#units.register(unit);
  }

  /** The file at an absolute path, parsed. Its text is without a byte order mark. */
  unit(file: string): Opened {
    return this.#units.open(file);
  }

  /**
   * What `name` (`default`, `*` for all) stands for that `from` imports from `module`. A value is given by the node that
   * makes it: an initialiser, whose parent is the declarator; a function; a class; or, for a name that is destructured or
   * assigned, the identifier that declares it.
   */
  exported(from: Unit, module: string, name: string): Exported {
    if (from.path === null) return { kind: 'unknown', reason: 'text that is in no file imports nothing here' };
    const target = this.#resolver.resolve(from.path, module);
    if (target.kind !== 'file') return target;
    const key = `${target.path}\0${name}`;
    let answer = this.#answers.get(key);
    if (!answer) this.#answers.set(key, (answer = this.#answer(target.path, name)));
    return answer;
  }

  /** Every name that a file exports, `export *` included, with what it stands for. */
  exportsOf(unit: Unit): ReadonlyMap<string, Exported> {
    const all = new Map<string, Exported>();
    for (const name of this.#namesOf(unit, new Set())) {
      const found = this.#within(unit, name, new Set());
      all.set(name, typeof found === 'string' ? this.#missing(unit.path, name, found) : found);
    }
    return all;
  }

  #answer(file: string, name: string): Exported {
    const found = this.#find(file, name, new Set());
    return typeof found === 'string' ? this.#missing(file, name, found) : found;
  }

  #missing(file: string | null, name: string, miss: Miss): Exported {
    const shown = file === null ? 'the text' : path.relative(this.#resolver.rootOf(path.dirname(file)), file);
    return miss === 'circle'
      ? { kind: 'unknown', reason: `a circle of re-exports of "${name}" through ${shown}` }
      : { kind: 'unknown', reason: `${shown} does not export "${name}"` };
  }

  #find(file: string, name: string, seen: Set<string>): Exported | Miss {
    const key = `${file}\0${name}`;
    if (seen.has(key)) return 'circle';
    if (seen.size >= MAX_FILES) return { kind: 'unknown', reason: `"${name}" is re-exported through too many files` };
    seen.add(key);
    if (!this.#units.mayExport(file, name)) return 'absent';
    const opened = this.#units.open(file);
    return opened.kind === 'unit' ? this.#within(opened.unit, name, seen) : this.#in(file, opened);
  }

  #within(unit: Unit, name: string, seen: Set<string>): Exported | Miss {
    const { names, stars, whole } = exportTable(unit);
    if (name === '*') return whole ? this.#valueOf(unit, whole, seen) : { kind: 'namespace', unit };
    const own = names.get(name);
    if (own) return this.#valueOf(unit, own, seen);
    if (name === 'default') return whole ? this.#valueOf(unit, whole, seen) : 'absent';
    if (whole) {
      const member = this.#memberOf(unit, whole, name, seen);
      if (member !== 'absent') return member;
    }
    let unsure: Exported | null = null;
    for (const star of stars) {
      const found = this.#from(unit, star, name, seen);
      if (typeof found === 'string') continue;
      if (found.kind === 'value' || found.kind === 'namespace') return found;
      // The name may come from there; a package outside is less of a guess than a file that could not be read.
      if (!unsure || unsure.kind === 'external') unsure = found;
    }
    return unsure ?? 'absent';
  }

  #from(unit: Unit, module: string, name: string, seen: Set<string>): Exported | Miss {
    if (unit.path === null) return { kind: 'unknown', reason: 'text that is in no file imports nothing here' };
    const target = this.#resolver.resolve(unit.path, module);
    return target.kind === 'file' ? this.#find(target.path, name, seen) : target;
  }

  #valueOf(unit: Unit, value: Export, seen: Set<string>): Exported | Miss {
    switch (value.kind) {
      case 'node':
        return { kind: 'value', unit, node: value.node };
      case 'type':
        return { kind: 'unknown', reason: 'a type, not a value' };
      case 'from': {
        const found = this.#from(unit, value.module, value.name, seen);
        return found === 'absent' ? this.#missingFrom(unit, value) : found;
      }
      case 'local':
        return this.#local(unit, value.name, seen);
    }
  }

  #missingFrom(unit: Unit, { module, name }: Extract<Export, { kind: 'from' }>): Exported {
    const target = unit.path === null ? null : this.#resolver.resolve(unit.path, module);
    return this.#missing(target?.kind === 'file' ? target.path : unit.path, name, 'absent');
  }

  #local(unit: Unit, identifier: TSESTree.Identifier, seen: Set<string>): Exported | Miss {
    const definition = unit.names.definitionOf(identifier);
    switch (definition.kind) {
      case 'init':
        if (definition.path.length === 0) return { kind: 'value', unit, node: definition.init };
        return this.#declaring(unit, identifier);
      case 'assigned':
      case 'element':
        return this.#declaring(unit, identifier);
      case 'function':
        return { kind: 'value', unit, node: definition.fn };
      case 'class':
        return { kind: 'value', unit, node: definition.node };
      case 'import':
        if (definition.typeOnly) return { kind: 'unknown', reason: 'a type, not a value' };
        return this.#valueOf(unit, { kind: 'from', module: definition.module, name: definition.name }, seen);
      case 'global':
        return { kind: 'unknown', reason: `"${definition.name}" is not declared in its file` };
      case 'parameter':
        return { kind: 'unknown', reason: 'a parameter' };
      case 'unknown': {
        // A function with overloads: the declaration with a body is the value.
        const body = unit.names.variableOf(identifier)?.defs.find((d) => isFunction(d.node));
        return body ? { kind: 'value', unit, node: body.node as Node } : definition;
      }
    }
  }

  /** The identifier where a variable is declared. */
  #declaring(unit: Unit, identifier: TSESTree.Identifier): Exported {
    const declared = unit.names.variableOf(identifier)?.identifiers[0];
    return { kind: 'value', unit, node: (declared ?? identifier) as Node };
  }

  /** A name of a module that is one value: the member of that value. */
  #memberOf(unit: Unit, whole: Export, name: string, seen: Set<string>): Exported | Miss {
    if (whole.kind === 'from') return this.#from(unit, whole.module, name, seen);
    const value = this.#valueOf(unit, whole, seen);
    if (typeof value === 'string' || value.kind === 'external' || value.kind === 'unknown') return value;
    if (value.kind === 'namespace') return this.#within(value.unit, name, seen);
    const object = unwrap(value.node);
    if (object.type !== 'ObjectExpression') return 'absent';
    const member = exportedMember(object, name);
    return member ? this.#valueOf(value.unit, member, seen) : 'absent';
  }

  #namesOf(unit: Unit, seen: Set<Unit>): Set<string> {
    const all = new Set<string>();
    if (seen.has(unit) || seen.size >= MAX_FILES) return all;
    seen.add(unit);
    const { names, stars, whole } = exportTable(unit);
    for (const name of names.keys()) all.add(name);
    if (whole) for (const name of this.#keysOf(unit, whole)) all.add(name);
    for (const star of stars) {
      const target = unit.path === null ? null : this.#resolver.resolve(unit.path, star);
      const opened = target?.kind === 'file' ? this.#units.open(target.path) : null;
      if (opened?.kind !== 'unit') continue;
      for (const name of this.#namesOf(opened.unit, seen)) if (name !== 'default') all.add(name);
    }
    return all;
  }

  #keysOf(unit: Unit, whole: Export): string[] {
    const value = this.#valueOf(unit, whole, new Set());
    const object = typeof value !== 'string' && value.kind === 'value' ? unwrap(value.node) : null;
    if (object?.type !== 'ObjectExpression') return ['default'];
    const keys = object.properties.flatMap((p) =>
      p.type === 'Property' && !p.computed && p.key.type === 'Identifier' ? [p.key.name] : [],
    );
    return ['default', ...keys];
  }

  #in(file: string, { reason }: Extract<Opened, { kind: 'unknown' }>): Exported {
    const shown = path.relative(this.#resolver.rootOf(path.dirname(file)), file);
    return { kind: 'unknown', reason: `${shown}: ${reason}` };
  }
}

export function createProject(options: ProjectOptions): Project {
  return new Project(options);
}
