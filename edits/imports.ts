import type { TSESTree } from '@typescript-eslint/utils';
import { countLines, isFileComment, lineEnd, readHeader, skipSpace } from './header.js';
import type { SpecifierStyle } from './specifier.js';
import { moduleSpecifier, namesModule, specifierStyle } from './specifier.js';

/** A file that is to call the helper. */
export interface ImportRequest {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** Parsed with ranges that count from the start of `text`, byte order mark included. */
  readonly program: TSESTree.Program;
  /** `module` is an absolute path or a package specifier. */
  readonly helper: { readonly module: string; readonly name: string };
  /** Every name that the file declares or reads, in any scope: a new name is none of them. */
  readonly names: ReadonlySet<string>;
  /** Names declared below the module's own scope: there an import of that name is hidden. */
  readonly hidden: ReadonlySet<string>;
  /** What holds where the file itself does not tell. */
  readonly project: ProjectHabits;
  /** The file that a specifier which is not relative (an alias) leads to, or null. */
  resolve?(specifier: string): string | null;
}

export interface ProjectHabits {
  readonly specifiers: SpecifierStyle;
  /** True where a `.js` file without `import` and `require` is CommonJS. */
  readonly commonjs: boolean;
}

/** Text to put in; `at` is an offset of the text before any insertion. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

export interface ImportEdit {
  /** What a call of the helper is written with: `reply`, an alias, or `replyModule.reply`. */
  readonly callee: string;
  /** In ascending order; empty where the file imports the helper already. */
  readonly insertions: readonly Insertion[];
}

/** Says how a file comes to call the helper: what it has already, what is added to it, or a new import. Pure. */
export function importHelper(request: ImportRequest): ImportEdit {
  const bindings = collectBindings(request);
  const { name } = request.helper;
  for (const binding of bindings) {
    const local = binding.names.get(name);
    if (local !== undefined && !request.hidden.has(local)) return { callee: local, insertions: [] };
  }
  const local = freeName(request.names, name, prefixed(name));
  for (const binding of bindings) {
    const insertions =
      binding.list && extendList(request.text, binding.list, specifierText(binding.list.kind, name, local));
    if (insertions) return { callee: local, insertions };
  }
  return newStatement(request, local);
}

// ---- what the file has of the helper's module ----

type ListKind = 'import' | 'require';

/** A list in braces that a specifier can join, or the place where such a list can begin. */
interface SpecifierList {
  readonly kind: ListKind;
  /** Offset behind `{`, or -1 where there are no braces yet. */
  readonly open: number;
  /** End of the last specifier that another may follow, or null in an empty list. */
  readonly last: number | null;
  /** End of the default import that braces can follow, where there are none yet. */
  readonly afterDefault: number;
}

interface Binding {
  /** Exported name to local name. */
  readonly names: ReadonlyMap<string, string>;
  readonly list: SpecifierList | null;
}

function collectBindings(request: ImportRequest): Binding[] {
  const { file, helper, program } = request;
  const isHelper = (specifier: string): boolean =>
    namesModule(file, specifier, helper.module) || request.resolve?.(specifier) === helper.module;
  const bindings: Binding[] = [];
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind !== 'type' && statement.attributes.length === 0 && isHelper(statement.source.value)) {
        bindings.push(importBinding(request.text, statement));
      }
    } else if (statement.type === 'VariableDeclaration' && !statement.declare) {
      for (const { id, init } of statement.declarations) {
        const loaded = init && loadedModule(init);
        if (loaded && id.type === 'ObjectPattern' && isHelper(loaded.specifier)) {
          bindings.push(requireBinding(request.text, id, loaded.kind));
        }
      }
    }
  }
  return bindings;
}

function importBinding(text: string, node: TSESTree.ImportDeclaration): Binding {
  const names = new Map<string, string>();
  let last: number | null = null;
  let namespace = false;
  let afterDefault = -1;
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ImportDefaultSpecifier') {
      names.set('default', specifier.local.name);
      afterDefault = specifier.range[1];
    } else if (specifier.type === 'ImportNamespaceSpecifier') {
      namespace = true;
    } else {
      last = specifier.range[1];
      const imported = specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
      if (specifier.importKind !== 'type') names.set(imported, specifier.local.name);
    }
  }
  // `import './reply.js'` runs the module and binds nothing: it stays as it is.
  const braces = last === null && !namespace ? openBrace(text, node, afterDefault) : -1;
  if (namespace || (last === null && braces < 0 && afterDefault < 0)) return { names, list: null };
  return { names, list: { kind: 'import', open: last === null ? braces : 0, last, afterDefault } };
}

/** Offset behind the brace of an empty list (`import {} from`, `import x, {} from`), or -1. */
function openBrace(text: string, node: TSESTree.ImportDeclaration, afterDefault: number): number {
  let at = skipTrivia(text, afterDefault < 0 ? node.range[0] + 'import'.length : afterDefault);
  if (text[at] === ',') at = skipTrivia(text, at + 1);
  return text[at] === '{' ? at + 1 : -1;
}

function requireBinding(text: string, pattern: TSESTree.ObjectPattern, kind: 'require' | 'await'): Binding {
  const names = new Map<string, string>();
  let last: number | null = null;
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') continue;
    last = property.range[1];
    if (!property.computed && property.key.type === 'Identifier' && property.value.type === 'Identifier') {
      names.set(property.key.name, property.value.name);
    }
  }
  // A dynamic import may stand behind a condition or a mock: what it binds is used, nothing is added to it.
  const list = kind === 'require' && !(last === null && pattern.properties.length > 0);
  return { names, list: list ? { kind: 'require', open: pattern.range[0] + 1, last, afterDefault: -1 } : null };
}

function loadedModule(init: TSESTree.Expression): { specifier: string; kind: 'require' | 'await' } | null {
  const required = requiredSpecifier(init);
  if (required !== null) return { specifier: required, kind: 'require' };
  if (init.type === 'AwaitExpression' && init.argument.type === 'ImportExpression') {
    const { source } = init.argument;
    if (source.type === 'Literal' && typeof source.value === 'string')
      return { specifier: source.value, kind: 'await' };
  }
  return null;
}

function requiredSpecifier(node: TSESTree.Expression): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return null;
  const [argument] = node.arguments;
  return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : null;
}

// ---- joining a list ----

function specifierText(kind: ListKind, name: string, local: string): string {
  if (name === local) return name;
  return kind === 'import' ? `${name} as ${local}` : `${name}: ${local}`;
}

function extendList(text: string, list: SpecifierList, specifier: string): Insertion[] {
  if (list.last === null) {
    if (list.open < 0) return [{ at: list.afterDefault, text: `, { ${specifier} }` }];
    const close = text.indexOf('}', list.open);
    const inside = text.slice(list.open, close);
    if (inside.includes('\n') || inside.trim() !== '') return [{ at: list.open, text: ` ${specifier},` }];
    return inside === '' ? [{ at: list.open, text: ` ${specifier} ` }] : [{ at: list.open + 1, text: `${specifier} ` }];
  }
  const afterLast = skipTrivia(text, list.last);
  const comma = text[afterLast] === ',';
  const next = comma ? skipTrivia(text, afterLast + 1) : afterLast;
  // Where the brace closes on a line of its own, the new specifier gets a line of its own too, behind any comment.
  if (text[next] === '}' && countLines(text, list.last, next) > 0) {
    const lineStart = text.lastIndexOf('\n', list.last - 1) + 1;
    const indent = /^[\t ]*/.exec(text.slice(lineStart, list.last))?.[0] ?? '';
    const end = endOfLineTrivia(text, comma ? afterLast + 1 : list.last);
    if (end !== null && end <= next) {
      const line = `${eolAt(text, end)}${indent}${specifier}`;
      if (comma) return [{ at: end, text: `${line},` }];
      if (end === list.last) return [{ at: end, text: `,${line}` }];
      return [
        { at: list.last, text: ',' },
        { at: end, text: line },
      ];
    }
  }
  return [{ at: list.last, text: `, ${specifier}` }];
}

// ---- a new statement ----

function newStatement(request: ImportRequest, local: string): ImportEdit {
  const { program, text, helper } = request;
  const form = statementForm(request);
  const anchors = form === 'require' ? requireAnchors(program) : importAnchors(program);
  const specifier = moduleSpecifier(request.file, helper.module, styleOf(request));
  const habits = habitsOf(program, text, anchors);
  const { quote } = habits;
  const source = `${quote}${specifier}${quote}`;
  let callee = local;
  let statement: string;
  if (form === 'import') {
    const list = specifierText('import', helper.name, local);
    statement = `import ${habits.spaced ? `{ ${list} }` : `{${list}}`} from ${source}`;
  } else if (form === 'require') {
    const list = specifierText('require', helper.name, local);
    statement = `const ${habits.spaced ? `{ ${list} }` : `{${list}}`} = require(${source})`;
  } else {
    const whole = freeName(request.names, `${helper.name}Module`, `${prefixed(helper.name)}Module`);
    callee = `${whole}.${helper.name}`;
    statement = `import ${whole} = require(${source})`;
  }
  const insertion = place(
    request,
    anchors.at(-1) ?? null,
    (before) => statement + (habits.semicolon || gluesTo(text, before) ? ';' : ''),
  );
  return { callee, insertions: [insertion] };
}

type StatementForm = 'import' | 'require' | 'import-require';

function statementForm({ file, program, project }: ImportRequest): StatementForm {
  if (file.endsWith('.mjs')) return 'import';
  let types = false;
  let requires = false;
  let importRequires = false;
  for (const statement of program.body) {
    const syntax = moduleSyntax(statement);
    if (syntax === 'value') return 'import';
    types ||= syntax === 'type';
    importRequires ||= isImportRequire(statement);
    requires ||= isRequireStatement(statement) || isCommonJsExport(statement);
  }
  // A file that only writes `import x = require()` is one where TypeScript may refuse every other import of a value.
  if (importRequires) return 'import-require';
  if (types || /\.[cm]?tsx?$/.test(file)) return 'import';
  return file.endsWith('.cjs') || requires || project.commonjs ? 'require' : 'import';
}

function moduleSyntax(statement: TSESTree.ProgramStatement): 'value' | 'type' | null {
  switch (statement.type) {
    case 'ImportDeclaration':
      return statement.importKind === 'type' ? 'type' : 'value';
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return statement.exportKind === 'type' ? 'type' : 'value';
    case 'ExportDefaultDeclaration':
      return 'value';
    default:
      return null;
  }
}

function isImportRequire(statement: TSESTree.ProgramStatement): boolean {
  return (
    statement.type === 'TSImportEqualsDeclaration' && statement.moduleReference.type === 'TSExternalModuleReference'
  );
}

function isCommonJsExport(statement: TSESTree.ProgramStatement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false;
  let target: TSESTree.Node = statement.expression.left;
  while (target.type === 'MemberExpression') target = target.object;
  return target.type === 'Identifier' && (target.name === 'module' || target.name === 'exports');
}

function importAnchors(program: TSESTree.Program): TSESTree.ProgramStatement[] {
  return program.body.filter((statement) => statement.type === 'ImportDeclaration' || isImportRequire(statement));
}

/**
 * The requires at the top of the file, up to the first statement that can run other code of the file: a name that a later
 * `const` declares does not exist yet for what runs before it.
 */
function requireAnchors(program: TSESTree.Program): TSESTree.ProgramStatement[] {
  const anchors: TSESTree.ProgramStatement[] = [];
  for (const statement of program.body) {
    if (isRequireStatement(statement)) anchors.push(statement);
    else if (statement.type === 'ExpressionStatement' && statement.directive === undefined) break;
    else if (
      moduleSyntax(statement) !== null ||
      (statement.type.endsWith('Statement') && statement.type !== 'ExpressionStatement')
    )
      break;
  }
  return anchors;
}

function isRequireStatement(statement: TSESTree.ProgramStatement): boolean {
  if (statement.type === 'ExpressionStatement') return startsWithRequire(statement.expression);
  if (statement.type !== 'VariableDeclaration') return false;
  return statement.declarations.some(({ init }) => init && startsWithRequire(init));
}

/** `require('a')`, `require('a').b`, `require('a')(c)`. */
function startsWithRequire(node: TSESTree.Expression): boolean {
  let at: TSESTree.Node = node;
  for (;;) {
    if (at.type === 'CallExpression') {
      if (requiredSpecifier(at) !== null) return true;
      at = at.callee;
    } else if (at.type === 'MemberExpression') at = at.object;
    else return false;
  }
}

/** True where what follows the statement would otherwise be read as its continuation. */
function gluesTo(text: string, at: number): boolean {
  return /^[([`+\-/*]/.test(text.slice(skipTrivia(text, at), skipTrivia(text, at) + 1));
}

function place(
  { program, text }: ImportRequest,
  anchor: TSESTree.ProgramStatement | null,
  statementBefore: (at: number) => string,
): Insertion {
  if (anchor) return placeAfter(text, anchor, statementBefore);
  const directive = lastDirective(program);
  const from = directive ? endOf(text, directive) : 0;
  if (directive) {
    // Something else on the directive's own line: the statement joins the line.
    const end = endOfLineTrivia(text, from);
    if (end === null) return { at: from, text: ` ${statementBefore(from).replace(/;?$/, ';')}` };
    return placeBefore(text, end, skipSpace(text, end), true, statementBefore);
  }
  const header = readHeader(text);
  let after = header.shebang?.end ?? header.start;
  let next = header.comments[0]?.start ?? header.end;
  let ofFile = false;
  header.comments.forEach((comment, i) => {
    const following = header.comments[i + 1]?.start ?? header.end;
    const apart = countLines(text, comment.end, following) > 1 || following === text.length;
    if (comment.start !== next || !(apart || isFileComment(text.slice(comment.start, comment.end)))) return;
    after = comment.end;
    next = following;
    ofFile = true;
  });
  return placeBefore(text, after, next, ofFile, statementBefore);
}

function placeAfter(
  text: string,
  anchor: TSESTree.ProgramStatement,
  statementBefore: (at: number) => string,
): Insertion {
  const from = endOf(text, anchor);
  const end = endOfLineTrivia(text, from);
  if (end === null) return { at: from, text: ` ${statementBefore(from).replace(/;?$/, ';')}` };
  const lineStart = text.lastIndexOf('\n', anchor.range[0] - 1) + 1;
  const before = text.slice(lineStart, anchor.range[0]);
  const indent = /^[\t ]*$/.test(before) ? before : '';
  return { at: end, text: `${eolAt(text, end)}${indent}${statementBefore(end)}` };
}

/** Between `after` (an end of a line) and `next` (where the next thing starts), with a blank line on both sides. */
function placeBefore(
  text: string,
  after: number,
  next: number,
  blankBefore: boolean,
  statementBefore: (at: number) => string,
): Insertion {
  const eol = eolAt(text, after);
  if (next >= text.length) {
    const lines = countLines(text, after, next);
    const lead = after === 0 || lines > 0 ? '' : eol;
    return { at: text.length, text: `${lead}${statementBefore(next)}${eol}` };
  }
  const lineStart = Math.max(after, text.lastIndexOf('\n', next - 1) + 1);
  const missing = blankBefore && countLines(text, after, next) < 2 ? eol : '';
  return { at: lineStart, text: `${missing}${statementBefore(next)}${eol}${eol}` };
}

/** End of a statement, without a semicolon that stands before the next one on its line (`;[1].map()`). */
function endOf(text: string, statement: TSESTree.ProgramStatement): number {
  const end = statement.range[1];
  if (text[end - 1] !== ';') return end;
  const body = text.slice(statement.range[0], end - 1).trimEnd().length + statement.range[0];
  return countLines(text, body, end) > 0 ? body : end;
}

function lastDirective(program: TSESTree.Program): TSESTree.ProgramStatement | null {
  let last: TSESTree.ProgramStatement | null = null;
  for (const statement of program.body) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) break;
    last = statement;
  }
  return last;
}

// ---- the file's own habits ----

interface Habits {
  readonly quote: string;
  readonly semicolon: boolean;
  /** `{ a }` and not `{a}`. */
  readonly spaced: boolean;
}

function habitsOf(program: TSESTree.Program, text: string, anchors: readonly TSESTree.ProgramStatement[]): Habits {
  const ended = (anchors.length > 0 ? anchors : program.body.filter(endsWithSemicolon)).map(
    (s) => text[endOf(text, s) - 1] === ';',
  );
  const braces = anchors.map((s) => /\{(\s?)/.exec(text.slice(...s.range))?.[1]).filter((space) => space !== undefined);
  const spaced = braces.filter((space) => space !== '').length;
  return {
    quote: quoteOf(program, text, anchors),
    semicolon: ended.length === 0 || ended.filter(Boolean).length * 2 >= ended.length,
    spaced: spaced * 2 >= braces.length,
  };
}

function endsWithSemicolon(statement: TSESTree.ProgramStatement): boolean {
  switch (statement.type) {
    case 'ExpressionStatement':
    case 'VariableDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'ExportNamedDeclaration':
      return statement.declaration === null || statement.declaration.type === 'VariableDeclaration';
    default:
      return false;
  }
}

const STRING_LITERALS_READ = 50;

function quoteOf(program: TSESTree.Program, text: string, anchors: readonly TSESTree.ProgramStatement[]): string {
  let single = 0;
  let double = 0;
  for (const anchor of anchors) {
    const [from, to] = anchor.type === 'ImportDeclaration' ? anchor.source.range : anchor.range;
    const quote = /['"]/.exec(text.slice(from, to))?.[0];
    if (quote === "'") single++;
    else if (quote) double++;
  }
  if (single + double === 0) {
    for (const literal of stringLiterals(program, STRING_LITERALS_READ)) {
      if (text[literal.range[0]] === "'") single++;
      else double++;
    }
  }
  return double > single ? '"' : "'";
}

/** The first string literals of a program in source order, without those that JSX writes. */
function stringLiterals(program: TSESTree.Program, limit: number): TSESTree.Literal[] {
  const found: TSESTree.Literal[] = [];
  const stack: unknown[] = [program];
  while (stack.length > 0 && found.length < limit) {
    const node = stack.pop();
    if (Array.isArray(node)) {
      for (let i = node.length - 1; i >= 0; i--) stack.push(node[i]);
    } else if (isNode(node)) {
      if (node.type === 'Literal' && typeof node.value === 'string') found.push(node);
      if (node.type === 'JSXAttribute') continue;
      const children = Object.entries(node).filter(
        ([key]) => key !== 'parent' && key !== 'tokens' && key !== 'comments',
      );
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]![1]);
    }
  }
  return found;
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'range' in value;
}

function styleOf({ file, program, project }: ImportRequest): SpecifierStyle {
  const specifiers: string[] = [];
  for (const statement of program.body) {
    if ('source' in statement && statement.source) specifiers.push(statement.source.value);
    else if (statement.type === 'TSImportEqualsDeclaration') {
      const reference = statement.moduleReference;
      if (reference.type === 'TSExternalModuleReference') {
        specifiers.push(reference.expression.value);
      }
    } else if (statement.type === 'VariableDeclaration') {
      for (const { init } of statement.declarations) {
        const loaded = init && loadedModule(init);
        if (loaded) specifiers.push(loaded.specifier);
      }
    }
  }
  return specifierStyle(specifiers) ?? (file.endsWith('.mjs') ? 'js' : project.specifiers);
}

// ---- names ----

/** `reply` becomes `mcpReply`. */
function prefixed(name: string): string {
  return `mcp${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function freeName(taken: ReadonlySet<string>, wanted: string, second: string): string {
  if (!taken.has(wanted)) return wanted;
  let name = second;
  for (let n = 2; taken.has(name); n++) name = `${second}${n}`;
  return name;
}

// ---- text ----

/** Offset of the next character that is neither white space nor comment. */
function skipTrivia(text: string, from: number): number {
  let at = skipSpace(text, from);
  for (;;) {
    if (text.startsWith('//', at)) at = lineEnd(text, at);
    else if (text.startsWith('/*', at))
      at = text.indexOf('*/', at + 2) < 0 ? text.length : text.indexOf('*/', at + 2) + 2;
    else return at;
    at = skipSpace(text, at);
  }
}

/** End of the line behind `from` where only comments follow on it, comments that run over several lines included; else null. */
function endOfLineTrivia(text: string, from: number): number | null {
  let at = from;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at++;
    if (text.startsWith('/*', at) && text.indexOf('*/', at + 2) >= 0) at = text.indexOf('*/', at + 2) + 2;
    else if (text.startsWith('//', at)) return lineEnd(text, at);
    else if (at >= text.length || lineEnd(text, at) === at) return at;
    else return null;
  }
}

/** The line end that is used around an offset: that of its own line, else of the first line, else `\n`. */
function eolAt(text: string, at: number): string {
  const n = text.indexOf('\n', at);
  const near = n >= 0 ? n : text.indexOf('\n');
  return near > 0 && text.charCodeAt(near - 1) === 0x0d ? '\r\n' : '\n';
}
