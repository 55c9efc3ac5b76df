import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { parseJsonWithComments } from './json-with-comments.js';

/** What tells one state of a file from another without reading it. */
export interface Stamp {
  readonly mtimeMs: number;
  readonly size: number;
}

interface Entry extends Stamp {
  readonly kind: 'file' | 'folder';
}

/**
 * Reading from disk, each question asked once until `forget`: within one file under lint the same folders and
 * configurations are asked for over and over.
 */
export class Disk {
  readonly #entries = new Map<string, Entry | null>();
  readonly #real = new Map<string, string | null>();
  /** Kept over `forget`: a stamp tells whether it still holds. */
  readonly #json = new Map<string, { readonly stamp: Stamp; readonly value: unknown }>();

  /** Drops what may have changed. */
  forget(): void {
    this.#entries.clear();
    this.#real.clear();
  }

  isFile(path: string): boolean {
    return this.#entry(path)?.kind === 'file';
  }

  isFolder(path: string): boolean {
    return this.#entry(path)?.kind === 'folder';
  }

  /** Time and size of a file or folder, or null where there is none. */
  stamp(path: string): Stamp | null {
    return this.#entry(path);
  }

  /** The JSON (comments allowed) in a file, or null where there is none. */
  json(path: string): unknown {
    const stamp = this.#entry(path);
    if (stamp?.kind !== 'file') return null;
    const known = this.#json.get(path);
    if (known && sameStamp(known.stamp, stamp)) return known.value;
    const value = parseJsonWithComments(this.text(path) ?? '');
    this.#json.set(path, { stamp, value });
    return value;
  }

  /** The text of a file without a byte order mark, as ESLint hands it to parsers; null where it cannot be read. */
  text(path: string): string | null {
    try {
      return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    } catch {
      return null;
    }
  }

  /** Names of the folders in a folder, links not followed. */
  folders(path: string): string[] {
    try {
      return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    } catch {
      return [];
    }
  }

  isLink(path: string): boolean {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  }

  /** The path without links, or null where there is nothing. */
  real(path: string): string | null {
    let real = this.#real.get(path);
    if (real === undefined) {
      try {
        real = realpathSync.native(path);
      } catch {
        real = null;
      }
      this.#real.set(path, real);
    }
    return real;
  }

  #entry(path: string): Entry | null {
    let entry = this.#entries.get(path);
    if (entry === undefined) this.#entries.set(path, (entry = look(path)));
    return entry;
  }
}

export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size;
}

function look(path: string): Entry | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || !(stats.isFile() || stats.isDirectory())) return null;
    return { kind: stats.isFile() ? 'file' : 'folder', mtimeMs: stats.mtimeMs, size: stats.size };
  } catch {
    return null;
  }
}
