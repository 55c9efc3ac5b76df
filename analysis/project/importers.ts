import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { Importers } from '../mcp/registration.js';
import type { Unit } from '../scope/unit.js';
import { staticKey } from '../syntax/keys.js';
import type { Node } from '../syntax/tree.js';
import { walk } from '../syntax/tree.js';
import { wrapped } from '../syntax/unwrap.js';

const MAX_FILES = 20_000;
const MAX_BYTES = 1_000_000;

/** Opens a file of the project, or says why not. */
export type OpenUnit = (path: string) => Unit | null;

export interface SourceText {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** The source files below a folder: no dependencies, no build output, no declarations, nothing hidden or very large. */
export function sourceFilesBelow(root: string): SourceText[] {
  return globSync('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', {
    cwd: root,
    absolute: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/dist/**', '**/build/**', '**/coverage/**', '**/.*/**', '**/*.d.ts'],
  })
    .slice(0, MAX_FILES)
    .flatMap((file) => {
      try {
        return statSync(file).size > MAX_BYTES
          ? []
          : [{ path: path.normalize(file), text: readFileSync(file, 'utf8') }];
      } catch {
        return [];
      }
    });
}

/**
 * The way back: where other files of a folder use what a file exports. It reads every source file below `root` whose
 * text has the name in it, so it is for `migrate`, never for a rule.
 */
export function importersBelow(root: string, open: OpenUnit): Importers {
  let files: readonly SourceText[] | null = null;
  const known = new Map<string, { node: Node; unit: Unit }[] | null>();

  const all = (): readonly SourceText[] => (files ??= sourceFilesBelow(root));

  return {
    usesOf(unit, name) {
      if (unit.path === null) return null;
      const key = `${unit.path} ${name}`;
      let uses = known.get(key);
      if (uses === undefined) {
        uses = [];
        const stem = path.basename(unit.path).replace(/\.[cm]?[jt]sx?$/, '');
        for (const file of all()) {
          if (file.path === unit.path) continue;
          if (!file.text.includes(name === 'default' ? stem : name)) continue;
          if (isTestFile(path.relative(root, file.path))) continue;
          const other = open(file.path);
          if (other) uses.push(...usesIn(other, unit, name));
        }
        known.set(key, uses);
      }
      return uses;
    },
  };
}

/** Tests call handlers too, and register nothing. */
function isTestFile(relative: string): boolean {
  return /(?:^|[\\/])(?:__tests__|tests?|__mocks__)[\\/]|\.(?:test|spec)\.[^.]+$/.test(relative);
}

function usesIn(other: Unit, unit: Unit, name: string): { node: Node; unit: Unit }[] {
  const uses: { node: Node; unit: Unit }[] = [];
  const leadsHere = (module: string, imported: string): boolean => {
    const exported = other.neighbours.exported(other, module, imported);
    return exported.kind === 'value' && exported.unit.path === unit.path;
  };
  const same = new Map<string, boolean>();
  walk(other.ast, (node) => {
    if (node.type !== 'Identifier') return undefined;
    const variable = other.names.variableOf(node);
    if (!variable || variable.identifiers.includes(node)) return undefined;
    const definition = other.names.definitionOfVariable(variable);
    if (definition.kind !== 'import') return undefined;
    let imported = definition.name;
    let use: Node = node;
    if (imported === '*') {
      const member = wrapped(node).parent;
      if (member?.type !== 'MemberExpression' || member.object !== wrapped(node)) return undefined;
      imported = staticKey(member) ?? '';
      use = member;
    }
    if (imported !== name) return undefined;
    const key = `${definition.module} ${imported}`;
    if (!same.has(key)) same.set(key, leadsHere(definition.module, imported));
    if (same.get(key)) uses.push({ node: use, unit: other });
    return undefined;
  });
  return uses;
}
