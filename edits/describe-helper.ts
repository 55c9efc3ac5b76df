import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TSESTree } from '@typescript-eslint/utils';
import { loadParser } from '../analysis/syntax/load-parser.js';
import { linkParents } from '../analysis/syntax/tree.js';
import type { HelperTarget } from './outcome.js';
import { helperVersion } from './helper-version.js';

type FunctionNode = TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression;

/** Which arguments of a helper end where. An index is -1 where no argument does. */
interface Signature {
  readonly view: number;
  readonly text: number;
  readonly error: number;
}

/**
 * Reads how the helper `name` of a module is called. Nothing of the module is run.
 *
 * @param file absolute path of the module
 * @returns which arguments are the view and the text, or the end of a sentence that says why no result can be built with it
 */
export function describeHelper(
  file: string,
  name: string,
): Pick<HelperTarget, 'view' | 'text' | 'takesError'> | { readonly error: string } {
  const found = findExport(file, name, 0);
  if (found === 'unreadable') return { error: 'the file cannot be read' };
  if (found === 'unparsable') return { error: 'the file does not parse' };
  if (found === null) return { error: `the module exports no function "${name}"` };
  const { fn, module } = found;
  if (helperVersion(module.text) !== null && name === 'reply') return { view: 0, text: 1, takesError: true };
  if (fn.async || fn.generator) return { error: 'it is asynchronous; a helper gives its result back at once' };
  const { params } = fn;
  if (params.some((param) => pattern(param).type === 'ObjectPattern')) {
    return { error: 'it takes one object; a helper takes the view and the text as two arguments' };
  }
  const { view, text, error } = readSignature(fn, module, 0);
  if (text < 0 && view < 0) return { error: 'it does not build a tool result from its arguments as they are' };
  if (text < 0) return { error: 'it has no place for the text: no argument becomes the text block as it is' };
  if (view < 0) return { error: 'it has no place for the view: no argument becomes structuredContent' };
  for (const [i, param] of params.entries()) {
    const used = i === view || i === text || (i === error && i === 2);
    if (!used && !isOptional(param)) {
      return { error: `it needs another argument, "${nameOf(param) ?? `number ${i + 1}`}"` };
    }
  }
  return { view, text, takesError: error === 2 };
}

// ---- from a name to its function ----

interface Module {
  readonly file: string;
  readonly text: string;
  readonly body: readonly TSESTree.ProgramStatement[];
}

const DEEPEST_REEXPORT = 5;

type Found = { readonly fn: FunctionNode; readonly module: Module } | 'unreadable' | 'unparsable' | null;

function findExport(file: string, name: string, depth: number): Found {
  const module = readModule(file);
  if (typeof module === 'string') return module;
  for (const statement of module.body) {
    const local = exportedLocal(statement, name);
    if (local === null) continue;
    if (local.from !== null) {
      const target = depth < DEEPEST_REEXPORT ? resolveRelative(file, local.from) : null;
      const found = target ? findExport(target, local.name, depth + 1) : null;
      if (found !== null || !local.all) return found;
    } else if (local.fn) return { fn: local.fn, module };
    else return findLocal(module, local.name, depth);
  }
  return null;
}

interface Exported {
  readonly name: string;
  readonly from: string | null;
  readonly fn: FunctionNode | null;
  readonly all: boolean;
}

function exportedLocal(statement: TSESTree.ProgramStatement, name: string): Exported | null {
  const local = (as: string, from: string | null = null): Exported => ({ name: as, from, fn: null, all: false });
  if (statement.type === 'ExportNamedDeclaration') {
    const { declaration } = statement;
    if (declaration?.type === 'FunctionDeclaration' && declaration.id?.name === name) {
      return { ...local(name), fn: declaration };
    }
    if (declaration?.type === 'VariableDeclaration') {
      const declarator = declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
      if (declarator) return { ...local(name), fn: asFunction(declarator.init) };
    }
    const specifier = statement.specifiers.find((s) => moduleName(s.exported) === name && s.exportKind !== 'type');
    return specifier ? local(moduleName(specifier.local), statement.source?.value ?? null) : null;
  }
  if (statement.type === 'ExportAllDeclaration' && statement.exported === null) {
    return { ...local(name, statement.source.value), all: true };
  }
  if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
    return commonJsExport(statement.expression, name);
  }
  return null;
}

function commonJsExport({ left, right }: TSESTree.AssignmentExpression, name: string): Exported | null {
  if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return null;
  const isExports =
    (left.object.type === 'Identifier' && left.object.name === 'exports') ||
    (left.object.type === 'MemberExpression' && isModuleExports(left.object));
  if (isExports && left.property.name === name) return exportedValue(right, name);
  if (!isModuleExports(left) || right.type !== 'ObjectExpression') return null;
  for (const property of right.properties) {
    if (property.type === 'Property' && keyOf(property) === name) return exportedValue(property.value, name);
  }
  return null;
}

function exportedValue(value: TSESTree.Node, name: string): Exported {
  const local = value.type === 'Identifier' ? value.name : name;
  return { name: local, from: null, fn: asFunction(value), all: false };
}

function isModuleExports(node: TSESTree.MemberExpression): boolean {
  return (
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** A function by its name in a module: declared there, or imported from a neighbour. */
function findLocal(module: Module, name: string, depth: number): Found {
  for (const outer of module.body) {
    const statement = outer.type === 'ExportNamedDeclaration' && outer.declaration ? outer.declaration : outer;
    if (statement.type === 'FunctionDeclaration' && statement.id?.name === name) return { fn: statement, module };
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        if (id.type !== 'Identifier' || id.name !== name) continue;
        const fn = asFunction(init);
        return fn ? { fn, module } : null;
      }
    }
    if (statement.type === 'ImportDeclaration' && statement.importKind !== 'type') {
      const specifier = statement.specifiers.find((s) => s.local.name === name);
      if (specifier?.type !== 'ImportSpecifier' || depth >= DEEPEST_REEXPORT) continue;
      const target = resolveRelative(module.file, statement.source.value);
      return target ? findExport(target, moduleName(specifier.imported), depth + 1) : null;
    }
  }
  return null;
}

function asFunction(node: TSESTree.Node | null | undefined): FunctionNode | null {
  const value = node && strip(node);
  return value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression' ? value : null;
}

function readModule(file: string): Module | 'unreadable' | 'unparsable' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return 'unreadable';
  }
  try {
    const { ast } = loadParser().parseForESLint(text, {
      range: true,
      filePath: file,
      ecmaFeatures: { jsx: /[jt]sx$/.test(file) },
    });
    linkParents(ast);
    return { file, text, body: ast.body };
  } catch {
    return 'unparsable';
  }
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** The file that a relative specifier names, or null. */
function resolveRelative(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? resolveFile(path.resolve(path.dirname(from), specifier)) : null;
}

/** The file at a path that may lack its extension, carry that of the output, or name a folder with an index. */
export function resolveFile(file: string): string | null {
  const output = /^(.*)\.([cm]?)js(x?)$/.exec(file);
  const candidates = [
    file,
    ...(output ? [`${output[1]}.${output[2]}ts${output[3]}`, `${output[1]}.tsx`] : []),
    ...EXTENSIONS.map((extension) => file + extension),
    ...EXTENSIONS.map((extension) => path.join(file, `index${extension}`)),
  ];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile()) ?? null;
}

// ---- from a function to its signature ----

const NOTHING: Signature = { view: -1, text: -1, error: -1 };

function readSignature(fn: FunctionNode, module: Module, depth: number): Signature {
  const params = new Map(fn.params.flatMap((param, i) => (nameOf(param) ? [[nameOf(param)!, i] as const] : [])));
  const parts = { text: [] as TSESTree.Node[], view: [] as TSESTree.Node[], error: [] as TSESTree.Node[] };
  const constants = new Map<string, TSESTree.Node>();
  const reassigned = new Set<string>();
  visit(fn.body, (node) => {
    if (node.type === 'Property') {
      const key = keyOf(node);
      if (key === 'text' && isTextBlock(node.parent)) parts.text.push(node.value);
      else if (key === 'structuredContent') parts.view.push(node.value);
      else if (key === 'isError') parts.error.push(node.value, ...conditionsAbove(node, fn));
    } else if (node.type === 'AssignmentExpression') {
      const { left } = node;
      if (left.type === 'Identifier') reassigned.add(left.name);
      if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return;
      if (left.property.name === 'structuredContent') parts.view.push(node.right);
      else if (left.property.name === 'isError') parts.error.push(node.right, ...conditionsAbove(node, fn));
    } else if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      constants.set(node.id.name, node.init);
    }
  });
  for (const name of reassigned) params.delete(name);
  const text = only(parts.text.map((node) => asIs(node, params, constants)));
  if (text >= 0 || parts.view.length > 0) {
    const views = new Set(parts.view.flatMap((node) => viewParams(node, params, constants)).filter((i) => i !== text));
    const errors = new Set(
      parts.error
        .flatMap((node) => [...namesRead(node, constants, new Set())])
        .flatMap((name) => params.get(name) ?? []),
    );
    for (const i of [text, ...views]) errors.delete(i);
    return { text, view: only([...views]), error: only([...errors]) };
  }
  return delegated(fn, module, params, depth);
}

/** `return reply(view, text)`: the signature of the function that builds the result, in terms of this one's parameters. */
function delegated(fn: FunctionNode, module: Module, params: ReadonlyMap<string, number>, depth: number): Signature {
  const returned: TSESTree.Node[] = [];
  if (fn.body.type === 'BlockStatement') {
    visit(fn.body, (node) => {
      if (node.type === 'ReturnStatement' && node.argument) returned.push(node.argument);
    });
  } else returned.push(fn.body);
  const call = returned.length === 1 ? strip(returned[0]!) : null;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || depth >= DEEPEST_REEXPORT) return NOTHING;
  const found = findLocal(module, call.callee.name, 0);
  if (found === null || typeof found === 'string') return NOTHING;
  const inner =
    helperVersion(found.module.text) !== null
      ? { view: 0, text: 1, error: 2 }
      : readSignature(found.fn, found.module, depth + 1);
  const outer = (index: number): number => {
    const argument = index < 0 ? undefined : call.arguments[index];
    return argument && argument.type !== 'SpreadElement' ? asIs(argument, params, new Map()) : -1;
  };
  return { view: outer(inner.view), text: outer(inner.text), error: outer(inner.error) };
}

/** Index of the parameter whose value the expression is wherever it is given: `p`, `p ?? other`, `p === undefined ? other : p`. */
function asIs(
  node: TSESTree.Node,
  params: ReadonlyMap<string, number>,
  constants: ReadonlyMap<string, TSESTree.Node>,
  steps = 0,
): number {
  const value = strip(node);
  if (value.type === 'Identifier') {
    const constant = constants.get(value.name);
    return params.get(value.name) ?? (constant && steps < 5 ? asIs(constant, params, constants, steps + 1) : -1);
  }
  if (value.type === 'LogicalExpression' && value.operator === '??') return asIs(value.left, params, constants, steps);
  if (value.type === 'ConditionalExpression' && value.test.type === 'BinaryExpression') {
    const { operator, left, right } = value.test;
    const compared =
      right.type === 'Identifier' && right.name === 'undefined' ? asIs(left, params, constants, steps) : -1;
    const given = operator === '===' ? value.alternate : operator === '!==' ? value.consequent : null;
    return compared >= 0 && given && asIs(given, params, constants, steps) === compared ? compared : -1;
  }
  return -1;
}

/** Indexes of the parameters whose fields are the view's own: `p`, `{ ...p, note }`, one of two branches, `withNote(p, text)`. */
function viewParams(
  node: TSESTree.Node,
  params: ReadonlyMap<string, number>,
  constants: ReadonlyMap<string, TSESTree.Node>,
  steps = 0,
): number[] {
  const value = strip(node);
  const go = (inner: TSESTree.Node): number[] => (steps < 10 ? viewParams(inner, params, constants, steps + 1) : []);
  switch (value.type) {
    case 'Identifier': {
      const index = params.get(value.name);
      const constant = constants.get(value.name);
      return index !== undefined ? [index] : constant ? go(constant) : [];
    }
    case 'LogicalExpression':
      return value.operator === '&&' ? go(value.right) : [...go(value.left), ...go(value.right)];
    case 'ConditionalExpression':
      return [...go(value.consequent), ...go(value.alternate)];
    case 'ObjectExpression':
      return value.properties.flatMap((property) => (property.type === 'SpreadElement' ? go(property.argument) : []));
    case 'CallExpression':
      return value.arguments.flatMap((argument) => (argument.type === 'SpreadElement' ? [] : go(argument)));
    default:
      return [];
  }
}

function namesRead(node: TSESTree.Node, constants: ReadonlyMap<string, TSESTree.Node>, seen: Set<string>): Set<string> {
  visit(node, (inner) => {
    if (inner.type !== 'Identifier' || seen.has(inner.name) || isKey(inner)) return;
    seen.add(inner.name);
    const constant = constants.get(inner.name);
    if (constant) namesRead(constant, constants, seen);
  });
  return seen;
}

function isKey(node: TSESTree.Identifier): boolean {
  const { parent } = node;
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return (
    parent.type === 'Property' && parent.key === node && !parent.computed && parent.value !== node && !parent.shorthand
  );
}

/** The conditions that decide whether `node` is reached within the function. */
function conditionsAbove(node: TSESTree.Node, fn: FunctionNode): TSESTree.Node[] {
  const conditions: TSESTree.Node[] = [];
  for (let at: TSESTree.Node | undefined = node.parent; at && at !== fn; at = at.parent) {
    if (at.type === 'IfStatement' || at.type === 'ConditionalExpression') conditions.push(at.test);
    else if (at.type === 'LogicalExpression') conditions.push(at.left);
  }
  return conditions;
}

function isTextBlock(node: TSESTree.Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.some((property) => {
      if (property.type !== 'Property' || keyOf(property) !== 'type') return false;
      const type = strip(property.value);
      return type.type === 'Literal' && type.value === 'text';
    })
  );
}

function only(indexes: readonly number[]): number {
  const [first = -1] = indexes;
  return indexes.every((index) => index === first) ? first : -1;
}

// ---- syntax ----

function strip(node: TSESTree.Node): TSESTree.Node {
  let at = node;
  while (
    at.type === 'TSAsExpression' ||
    at.type === 'TSSatisfiesExpression' ||
    at.type === 'TSNonNullExpression' ||
    at.type === 'TSTypeAssertion'
  ) {
    at = at.expression;
  }
  return at;
}

function pattern(param: TSESTree.Parameter): TSESTree.Node {
  const inner = param.type === 'TSParameterProperty' ? param.parameter : param;
  return inner.type === 'AssignmentPattern' ? inner.left : inner;
}

function nameOf(param: TSESTree.Parameter): string | null {
  const inner = pattern(param);
  return inner.type === 'Identifier' ? inner.name : null;
}

function isOptional(param: TSESTree.Parameter): boolean {
  return (
    param.type === 'AssignmentPattern' ||
    param.type === 'RestElement' ||
    (param.type === 'Identifier' && param.optional)
  );
}

function keyOf(property: TSESTree.Property): string | null {
  if (property.computed) return null;
  const { key } = property;
  return key.type === 'Identifier' ? key.name : 'value' in key ? String(key.value) : null;
}

function moduleName(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

/** Visits a node and all below it, types left out. */
function visit(root: TSESTree.Node | null, at: (node: TSESTree.Node) => void): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) stack.push(...(value as unknown[]));
    else if (isNode(value) && (!value.type.startsWith('TS') || 'expression' in value)) {
      at(value);
      for (const [key, child] of Object.entries(value))
        if (key !== 'parent' && key !== 'typeAnnotation') stack.push(child);
    }
  }
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'range' in value;
}
