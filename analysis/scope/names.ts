import type { Definition as ScopeDefinition, ScopeManager, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/utils';
import { staticKey, staticString } from '../syntax/keys.js';
import type { FunctionNode, Node } from '../syntax/tree.js';
import { isFunction } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';

export type { Variable };

/** One step from a pattern's root to the name in it: a key, an index, or the rest of an object or array. */
export type PatternStep = { readonly key: string } | { readonly rest: true };

/** Where a name gets its value. */
export type Definition =
  /** Written once, where it is declared. */
  | {
      readonly kind: 'init';
      readonly init: Node;
      readonly path: readonly PatternStep[];
      readonly fallback: Node | null;
    }
  /** Declared, then assigned: every value it is given, in source order. `+=` and its like are in `appended`. */
  | { readonly kind: 'assigned'; readonly values: readonly Node[]; readonly appended: readonly Node[] }
  | {
      readonly kind: 'parameter';
      readonly fn: FunctionNode;
      readonly index: number;
      readonly path: readonly PatternStep[];
      readonly fallback: Node | null;
      readonly rest: boolean;
    }
  /** A loop's variable: an element of `over`. */
  | { readonly kind: 'element'; readonly over: Node; readonly path: readonly PatternStep[] }
  /** An import, or the destructured or whole result of a `require`. `name` is `default`, `*` or the exported name. */
  | { readonly kind: 'import'; readonly module: string; readonly name: string; readonly typeOnly: boolean }
  | { readonly kind: 'function'; readonly fn: FunctionNode }
  | { readonly kind: 'class'; readonly node: TSESTree.ClassDeclaration | TSESTree.ClassExpression }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Names to definitions and uses, over the scope manager of one file. */
export class Names {
  readonly #byNode = new Map<Node, Variable>();
  readonly #definitions = new Map<Variable, Definition>();
  readonly #ids = new Map<Variable, number>();

  constructor(scopeManager: ScopeManager) {
    for (const scope of scopeManager.scopes) {
      for (const variable of scope.variables) {
        for (const identifier of variable.identifiers) this.#byNode.set(identifier, variable);
      }
      for (const reference of scope.references) {
        if (reference.resolved) this.#byNode.set(reference.identifier, reference.resolved);
      }
    }
  }

  /** The variable that an identifier names, or null: a global, or no variable at all. */
  variableOf(identifier: Node): Variable | null {
    return this.#byNode.get(identifier) ?? null;
  }

  /** A number that tells this file's variables apart. */
  idOf(variable: Variable): number {
    let id = this.#ids.get(variable);
    if (id === undefined) this.#ids.set(variable, (id = this.#ids.size));
    return id;
  }

  definitionOf(identifier: TSESTree.Identifier): Definition {
    const variable = this.variableOf(identifier);
    if (!variable || variable.defs.length === 0) return { kind: 'global', name: identifier.name };
    return this.definitionOfVariable(variable);
  }

  definitionOfVariable(variable: Variable): Definition {
    let definition = this.#definitions.get(variable);
    if (!definition) this.#definitions.set(variable, (definition = define(variable)));
    return definition;
  }

  /** Every place where the variable's value is read. */
  usesOf(variable: Variable): Node[] {
    return variable.references.filter((r) => r.isRead()).map((r) => r.identifier);
  }
}

function define(variable: Variable): Definition {
  // Of an overloaded function the declaration with a body counts.
  const def =
    variable.defs.find((d) => (d.type as string) === 'FunctionName' && isFunction(d.node as Node)) ??
    variable.defs.find((d) => (d.type as string) !== 'Type') ??
    variable.defs[0];
  if (!def) return { kind: 'global', name: variable.name };
  switch (def.type as string) {
    case 'Variable':
      return defineVariable(variable, def);
    case 'Parameter':
      return defineParameter(def);
    case 'ImportBinding':
      return defineImport(def);
    case 'FunctionName':
      return isFunction(def.node)
        ? { kind: 'function', fn: def.node }
        : { kind: 'unknown', reason: 'a declared function without a body' };
    case 'ClassName':
      return { kind: 'class', node: def.node as TSESTree.ClassDeclaration };
    case 'TSEnumName':
      return { kind: 'unknown', reason: 'an enum' };
    default:
      return { kind: 'unknown', reason: `a ${def.type} definition` };
  }
}

function defineVariable(variable: Variable, def: ScopeDefinition): Definition {
  const declarator = def.node as TSESTree.VariableDeclarator;
  const { path, fallback } = patternPath(declarator.id, def.name);
  const loop = declarator.parent?.parent;
  if (loop && (loop.type === 'ForOfStatement' || loop.type === 'ForInStatement') && loop.left === declarator.parent) {
    if (loop.type === 'ForInStatement') return { kind: 'unknown', reason: 'a key of a for-in loop' };
    return { kind: 'element', over: loop.right, path };
  }
  const required = declarator.init ? requiredModule(declarator.init) : null;
  const writes = variable.references.filter((r) => r.isWrite() && !r.init);
  if (writes.length === 0) {
    if (required !== null) {
      const [first] = path;
      if (path.length === 0) return { kind: 'import', module: required, name: '*', typeOnly: false };
      if (path.length === 1 && first && 'key' in first) {
        return { kind: 'import', module: required, name: first.key, typeOnly: false };
      }
    }
    if (!declarator.init) return { kind: 'unknown', reason: 'a variable that is never given a value here' };
    return { kind: 'init', init: declarator.init, path, fallback };
  }
  if (path.length > 0) return { kind: 'unknown', reason: 'a destructured variable that is written again' };
  const values: Node[] = declarator.init ? [declarator.init] : [];
  const appended: Node[] = [];
  for (const write of writes) {
    const parent = write.identifier.parent as Node | undefined;
    if (parent?.type !== 'AssignmentExpression' || parent.left !== write.identifier) {
      return { kind: 'unknown', reason: 'a variable that is written in a way the analysis does not follow' };
    }
    if (parent.operator === '=' || parent.operator === '??=' || parent.operator === '||=') values.push(parent.right);
    else if (parent.operator === '+=') appended.push(parent.right);
    else return { kind: 'unknown', reason: `a variable that is written with ${parent.operator}` };
  }
  return { kind: 'assigned', values, appended };
}

function defineParameter(def: ScopeDefinition): Definition {
  const fn = def.node as Node;
  if (!isFunction(fn)) return { kind: 'unknown', reason: 'a parameter of a declaration without a body' };
  const name = def.name as Node;
  for (let index = 0; index < fn.params.length; index++) {
    const parameter = fn.params[index]!;
    if (name.range[0] < parameter.range[0] || name.range[1] > parameter.range[1]) continue;
    const pattern = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
    return { kind: 'parameter', fn, index, rest: pattern.type === 'RestElement', ...patternPath(pattern, name) };
  }
  return { kind: 'unknown', reason: 'a parameter that is not in the list' };
}

function defineImport(def: ScopeDefinition): Definition {
  const specifier = def.node as Node;
  const declaration = def.parent as TSESTree.ImportDeclaration | null | undefined;
  if (specifier.type === 'TSImportEqualsDeclaration') {
    const reference = specifier.moduleReference;
    const module = reference.type === 'TSExternalModuleReference' ? staticString(reference.expression) : null;
    if (module === null) return { kind: 'unknown', reason: 'an import alias' };
    return { kind: 'import', module, name: '*', typeOnly: specifier.importKind === 'type' };
  }
  if (declaration?.type !== 'ImportDeclaration') return { kind: 'unknown', reason: 'an import of another form' };
  const module = declaration.source.value;
  const typeOnly = declaration.importKind === 'type';
  switch (specifier.type) {
    case 'ImportSpecifier': {
      const name = specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
      return { kind: 'import', module, name, typeOnly: typeOnly || specifier.importKind === 'type' };
    }
    case 'ImportDefaultSpecifier':
      return { kind: 'import', module, name: 'default', typeOnly };
    case 'ImportNamespaceSpecifier':
      return { kind: 'import', module, name: '*', typeOnly };
    default:
      return { kind: 'unknown', reason: 'an import of another form' };
  }
}

/** `m` of `require('m')` and of `await import('m')`, else null. */
export function requiredModule(node: Node): string | null {
  let at = unwrap(node);
  if (at.type === 'AwaitExpression') at = unwrap(at.argument);
  if (at.type === 'ImportExpression') return staticString(at.source);
  if (at.type !== 'CallExpression' || at.arguments.length !== 1) return null;
  const callee = unwrap(at.callee);
  return callee.type === 'Identifier' && callee.name === 'require' ? staticString(at.arguments[0]!) : null;
}

/** The steps from a binding pattern's root to one name in it, and the default value next to the name. */
function patternPath(pattern: Node, name: Node): { path: PatternStep[]; fallback: Node | null } {
  const path: PatternStep[] = [];
  let fallback: Node | null = null;
  let at: Node = pattern;
  for (;;) {
    if (at.type === 'AssignmentPattern') {
      fallback = at.right;
      at = at.left;
    } else if (at.type === 'RestElement') {
      at = at.argument;
    } else if (at.type === 'ObjectPattern') {
      const property = at.properties.find((p) => p.range[0] <= name.range[0] && p.range[1] >= name.range[1]);
      if (!property) return { path: [{ rest: true }], fallback };
      if (property.type === 'RestElement') {
        path.push({ rest: true });
        at = property.argument;
      } else {
        const key = staticKey(property);
        path.push(key === null ? { rest: true } : { key });
        fallback = null;
        at = property.value;
      }
    } else if (at.type === 'ArrayPattern') {
      const index = at.elements.findIndex((e) => e && e.range[0] <= name.range[0] && e.range[1] >= name.range[1]);
      const element = at.elements[index];
      if (!element) return { path: [{ rest: true }], fallback };
      path.push(element.type === 'RestElement' ? { rest: true } : { key: String(index) });
      fallback = null;
      at = element;
    } else {
      return { path, fallback };
    }
  }
}
