import type { TSESTree } from '@typescript-eslint/utils';
import { requiredModule } from '../scope/names.js';
import type { Unit } from '../scope/unit.js';
import { memberPath, staticKey } from '../syntax/keys.js';
import type { Node } from '../syntax/tree.js';
import { isFunction } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';

/** What one name that a file exports is, in that file. */
export type Export =
  /** An expression, function or class that stands in the export itself. */
  | { readonly kind: 'node'; readonly node: Node }
  /** A name of the file. */
  | { readonly kind: 'local'; readonly name: TSESTree.Identifier }
  /** A name of another module; `*` for all of it. */
  | { readonly kind: 'from'; readonly module: string; readonly name: string }
  | { readonly kind: 'type' };

export interface ExportTable {
  readonly names: ReadonlyMap<string, Export>;
  /** Modules whose names are handed on, in source order. */
  readonly stars: readonly string[];
  /** `module.exports = x` and `export = x`: the module is that value. */
  readonly whole: Export | null;
}

const tables = new WeakMap<Unit, ExportTable>();

/** What a file exports, by the syntax of its own statements. */
export function exportTable(unit: Unit): ExportTable {
  let table = tables.get(unit);
  if (!table) tables.set(unit, (table = readTable(unit)));
  return table;
}

/** The export that an expression stands for: a plain name leads on to what the name is. */
export function exportOf(node: Node): Export {
  const at = unwrap(node);
  if (at.type === 'Identifier') return { kind: 'local', name: at };
  const module = requiredModule(at);
  return module === null ? { kind: 'node', node } : { kind: 'from', module, name: '*' };
}

function readTable(unit: Unit): ExportTable {
  const names = new Map<string, Export>();
  const stars: string[] = [];
  let whole: Export | null = null;
  const set = (name: string, value: Export): void => {
    // A type and a value may share a name; the value is what an import of it gets.
    if (value.kind === 'type' && names.has(name)) return;
    names.set(name, value);
  };

  for (const statement of unit.ast.body) {
    switch (statement.type) {
      case 'ExportNamedDeclaration':
        if (statement.declaration) {
          for (const [name, value] of declared(statement.declaration)) set(name, value);
        }
        for (const specifier of statement.specifiers) {
          const typeOnly = statement.exportKind === 'type' || specifier.exportKind === 'type';
          set(nameOf(specifier.exported), typeOnly ? { kind: 'type' } : exportOfSpecifier(statement, specifier));
        }
        break;
      case 'ExportAllDeclaration':
        if (statement.exportKind === 'type') break;
        if (statement.exported) {
          set(nameOf(statement.exported), { kind: 'from', module: statement.source.value, name: '*' });
        } else {
          stars.push(statement.source.value);
        }
        break;
      case 'ExportDefaultDeclaration':
        set('default', defaultExport(statement.declaration));
        break;
      case 'TSExportAssignment':
        whole = exportOf(statement.expression);
        break;
      case 'ExpressionStatement':
        for (const { name, value } of assignedExports(statement.expression, unit)) {
          if (name === null) whole = exportOf(value);
          else set(name, exportOf(value));
        }
        break;
      default:
        break;
    }
  }
  for (const module of spreadModules(whole, unit)) stars.push(module);
  return { names, stars, whole };
}

function declared(declaration: TSESTree.ExportNamedDeclaration['declaration'] & {}): [string, Export][] {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations
        .flatMap((d) => bindingsOf(d.id))
        .map((name) => [name.name, { kind: 'local', name }] as [string, Export]);
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return [[declaration.id.name, { kind: 'type' }]];
    default: {
      const id = 'id' in declaration ? declaration.id : null;
      return id?.type === 'Identifier' ? [[id.name, { kind: 'local', name: id }]] : [];
    }
  }
}

function bindingsOf(pattern: Node): TSESTree.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((p) => bindingsOf(p.type === 'RestElement' ? p.argument : p.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((e) => (e ? bindingsOf(e) : []));
    case 'AssignmentPattern':
      return bindingsOf(pattern.left);
    case 'RestElement':
      return bindingsOf(pattern.argument);
    default:
      return [];
  }
}

function exportOfSpecifier(statement: TSESTree.ExportNamedDeclaration, specifier: TSESTree.ExportSpecifier): Export {
  if (statement.source) return { kind: 'from', module: statement.source.value, name: nameOf(specifier.local) };
  // `export { "a string" }` needs a `from`, so this is a name.
  return specifier.local.type === 'Identifier' ? { kind: 'local', name: specifier.local } : { kind: 'type' };
}

function defaultExport(declaration: TSESTree.ExportDefaultDeclaration['declaration']): Export {
  switch (declaration.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return { kind: 'type' };
    case 'TSDeclareFunction':
      return declaration.id ? { kind: 'local', name: declaration.id } : { kind: 'type' };
    case 'FunctionDeclaration':
      return { kind: 'node', node: declaration };
    default:
      return exportOf(declaration); // the union is of nodes; its type repeats some of them
  }
}

function nameOf(name: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return name.type === 'Identifier' ? name.name : name.value;
}

/** What `module.exports = x`, `exports.a = x`, `module.exports.a = x` and chains of them give out; a null name is the whole. */
function assignedExports(expression: Node, unit: Unit): { name: string | null; value: Node }[] {
  const names: (string | null)[] = [];
  let at = unwrap(expression);
  while (at.type === 'AssignmentExpression' && at.operator === '=') {
    const path = memberPath(at.left);
    const [base, ...rest] = path ?? [];
    if (base === 'module' && rest[0] === 'exports' && isGlobal(at.left, unit)) {
      if (rest.length === 1) names.push(null);
      else if (rest.length === 2) names.push(rest[1]!);
    } else if (base === 'exports' && rest.length === 1 && isGlobal(at.left, unit)) {
      names.push(rest[0]!);
    }
    at = unwrap(at.right);
  }
  return names.map((name) => ({ name, value: at }));
}

function isGlobal(member: Node, unit: Unit): boolean {
  let at = unwrap(member);
  while (at.type === 'MemberExpression') at = unwrap(at.object);
  return at.type === 'Identifier' && unit.names.definitionOf(at).kind === 'global';
}

/** The modules in `{ ...require('./a') }`, also by a name that holds one. */
function spreadModules(whole: Export | null, unit: Unit): string[] {
  const node = whole?.kind === 'node' ? unwrap(whole.node) : null;
  if (node?.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => {
    if (property.type !== 'SpreadElement') return [];
    const spread = unwrap(property.argument);
    if (spread.type !== 'Identifier') return requiredModule(spread) ?? [];
    const definition = unit.names.definitionOf(spread);
    return definition.kind === 'import' && definition.name === '*' ? definition.module : [];
  });
}

/** What an object literal holds under a key, as an export; null where it does not show. */
export function exportedMember(object: TSESTree.ObjectExpression, name: string): Export | null {
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i]!;
    if (property.type !== 'Property' || staticKey(property) !== name) continue;
    if (property.kind !== 'init') return null;
    return isFunction(property.value) ? { kind: 'node', node: property.value } : exportOf(property.value);
  }
  return null;
}
