import type { ScopeManager } from '@typescript-eslint/scope-manager';
import type { Node, Program } from '../syntax/tree.js';
import type { Names } from './names.js';

/** One parsed file with its names, and the way to its neighbours. */
export interface Unit {
  /** Absolute path, or null for text that is in no file. */
  readonly path: string | null;
  readonly text: string;
  readonly ast: Program;
  readonly scopeManager: ScopeManager;
  readonly names: Names;
  readonly neighbours: Neighbours;
}

/** What a name that another module exports stands for. */
export type Exported =
  | { readonly kind: 'value'; readonly unit: Unit; readonly node: Node }
  | { readonly kind: 'namespace'; readonly unit: Unit }
  /** A package outside the project: its source is not read. */
  | { readonly kind: 'external'; readonly module: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** How the analysis of one file asks about others. `analysis/project` implements it; alone, a file has none. */
export interface Neighbours {
  exported(from: Unit, module: string, name: string): Exported;
}

export const NO_NEIGHBOURS: Neighbours = {
  exported: () => ({ kind: 'unknown', reason: 'other files are not read here' }),
};
