import type { ScopeManager } from '@typescript-eslint/scope-manager';
import { Names } from '../scope/names.js';
import type { Neighbours, Unit } from '../scope/unit.js';
import type { Program } from '../syntax/tree.js';
import { linkParents } from '../syntax/tree.js';
import type { Disk, Stamp } from './disk.js';
import { sameStamp } from './disk.js';
import { mayExport } from './may-export.js';

/** Text to tree and scopes. Throws an error with a one-line message where the text is no program. */
export type Parse = (text: string, path: string) => { readonly ast: Program; readonly scopeManager: ScopeManager };

export type Opened =
  { readonly kind: 'unit'; readonly unit: Unit } | { readonly kind: 'unknown'; readonly reason: string };

/** Larger files are bundles or data, not the source of a tool. */
const MAX_BYTES = 1_000_000;

/** A tree with its scopes and names takes about this many bytes of memory for each byte of source (measured: 55 to 100). */
const TREE_WEIGHT = 80;

/** What is kept at most, in bytes of memory; the least recently used goes first. */
const MAX_WEIGHT = 80_000_000;

interface Entry {
  /** The state of the file on disk that this is of; null for a tree of the linter's that was not compared yet. */
  stamp: Stamp | null;
  text: string | null;
  opened: Opened | null;
  /** Names that the text cannot export. */
  readonly absent: Set<string>;
}

/** The files of a project that were looked into: each is read and parsed once for each state on disk. */
export class Units {
  readonly #disk: Disk;
  readonly #parse: Parse;
  readonly #neighbours: Neighbours;
  /** In order of use, the latest last. */
  readonly #entries = new Map<string, Entry>();
  /** Trees that gave way but that somebody may still hold: a file must not have two. */
  readonly #given = new Map<string, { readonly stamp: Stamp; readonly unit: WeakRef<Unit> }>();
  #weight = 0;

  /** Files parsed and files read so far: what the cost guards count. */
  parsed = 0;
  read = 0;

  constructor(disk: Disk, parse: Parse, neighbours: Neighbours) {
    this.#disk = disk;
    this.#parse = parse;
    this.#neighbours = neighbours;
  }

  /** Takes a tree that the linter parsed, for when another file asks for it. */
  register(unit: Unit): void {
    if (unit.path === null) return;
    const known = this.#entries.get(unit.path);
    if (known?.opened?.kind === 'unit' && known.opened.unit === unit) return;
    this.#drop(unit.path);
    this.#keep(unit.path, { stamp: null, text: unit.text, opened: { kind: 'unit', unit }, absent: new Set() });
  }

  open(path: string): Opened {
    const entry = this.#entry(path);
    if (!('absent' in entry)) return entry;
    if (entry.opened) return entry.opened;
    const before = weightOf(entry);
    entry.opened = this.#earlier(path, entry) ?? this.#parsed(path, entry.text ?? '');
    this.#weight += weightOf(entry) - before;
    if (entry.opened.kind === 'unit' && entry.stamp) {
      this.#given.set(path, { stamp: entry.stamp, unit: new WeakRef(entry.opened.unit) });
    }
    this.#shrink(path);
    return entry.opened;
  }

  /** Whether the text of a file leaves open that it exports a name. True too where the file cannot be read: `open` says why. */
  mayExport(path: string, name: string): boolean {
    const entry = this.#entry(path);
    if (!('absent' in entry)) return true;
    if (entry.absent.has(name)) return false;
    if (mayExport(entry.text ?? '', name)) return true;
    entry.absent.add(name);
    return false;
  }

  #entry(path: string): Entry | Extract<Opened, { kind: 'unknown' }> {
    const stamp = this.#disk.stamp(path);
    if (!stamp) {
      this.#drop(path);
      return { kind: 'unknown', reason: 'the file is gone' };
    }
    if (stamp.size > MAX_BYTES) return { kind: 'unknown', reason: 'the file is larger than 1 MB' };
    const known = this.#entries.get(path);
    if (known?.stamp && sameStamp(known.stamp, stamp)) {
      this.#entries.delete(path);
      this.#entries.set(path, known);
      return known;
    }
    this.read++;
    const text = this.#disk.text(path);
    if (text === null) return { kind: 'unknown', reason: 'the file cannot be read' };
    if (known && known.text === text) {
      known.stamp = stamp;
      return known;
    }
    this.#drop(path);
    const entry: Entry = { stamp, text, opened: null, absent: new Set() };
    this.#keep(path, entry);
    return entry;
  }

  #earlier(path: string, entry: Entry): Opened | null {
    const given = this.#given.get(path);
    if (!given || !entry.stamp || !sameStamp(given.stamp, entry.stamp)) return null;
    const unit = given.unit.deref();
    return unit ? { kind: 'unit', unit } : null;
  }

  #parsed(path: string, text: string): Opened {
    this.parsed++;
    try {
      const { ast, scopeManager } = this.#parse(text, path);
      linkParents(ast);
      const names = new Names(scopeManager);
      return { kind: 'unit', unit: { path, text, ast, scopeManager, names, neighbours: this.#neighbours } };
    } catch (error) {
      const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return { kind: 'unknown', reason: `the file cannot be parsed (${message})` };
    }
  }

  #keep(path: string, entry: Entry): void {
    this.#entries.set(path, entry);
    this.#weight += weightOf(entry);
    this.#shrink(path);
  }

  #drop(path: string): void {
    const entry = this.#entries.get(path);
    if (!entry) return;
    this.#entries.delete(path);
    this.#weight -= weightOf(entry);
  }

  #shrink(used: string): void {
    for (const path of this.#entries.keys()) {
      if (this.#weight <= MAX_WEIGHT) return;
      if (path !== used) this.#drop(path);
    }
  }
}

function weightOf({ text, opened }: Entry): number {
  const bytes = text?.length ?? 0;
  return opened?.kind === 'unit' ? bytes * TREE_WEIGHT : bytes;
}
