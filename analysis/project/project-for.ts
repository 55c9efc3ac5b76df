import { createRequire } from 'node:module';
import type * as ScopeManagerModule from '@typescript-eslint/scope-manager';
import type { ScopeManager } from '@typescript-eslint/scope-manager';
import { loadParser } from '../syntax/load-parser.js';
import type { Program } from '../syntax/tree.js';
import { Project } from './project.js';
import type { Parse } from './units.js';

/** A parser as ESLint takes it: one of both functions. */
interface ParserModule {
  parseForESLint?(text: string, options: object): { ast: Program; scopeManager?: ScopeManager | null };
  parse?(text: string, options: object): Program;
}

/** Options that ask for types (never used here, and dear) or that this module sets itself. */
const NOT_PASSED_ON = new Set([
  'project',
  'projectService',
  'EXPERIMENTAL_useProjectService',
  'program',
  'programs',
  'tsconfigRootDir',
  'filePath',
]);

const byParser = new WeakMap<object, Map<string | undefined, Project>>();

/**
 * The project whose files are read with the parser that a lint configuration names: one for each parser and root in this process.
 *
 * @param parser `languageOptions.parser`
 * @param parserOptions `languageOptions.parserOptions`
 * @param root ESLint's working directory
 */
export function projectFor(parser: unknown, parserOptions: unknown, root?: string): Project | null {
  if (!isParser(parser)) return null;
  let byRoot = byParser.get(parser);
  if (!byRoot) byParser.set(parser, (byRoot = new Map<string | undefined, Project>()));
  let project = byRoot.get(root);
  if (!project) byRoot.set(root, (project = new Project({ parse: parseWith(parser, parserOptions), root })));
  return project;
}

/** A project whose files are read with `@typescript-eslint/parser`, loaded when the first one is parsed. */
export function typescriptProject(root?: string): Project {
  let parse: Parse | null = null;
  return new Project({
    parse: (text, path) => (parse ??= parseWith(loadParser() as unknown as ParserModule, {}))(text, path),
    root,
  });
}

function parseWith(parser: ParserModule, parserOptions: unknown): Parse {
  const given: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(parserOptions ?? {}).filter(([name]) => !NOT_PASSED_ON.has(name)),
  );
  const attempt = (text: string, path: string, sourceType: 'module' | 'script'): ReturnType<Parse> => {
    const options = {
      ...given,
      ecmaVersion: 'latest',
      sourceType,
      ecmaFeatures: { ...(given['ecmaFeatures'] as object | undefined), jsx: /\.(?:tsx|[cm]?jsx?)$/.test(path) },
      filePath: path,
      range: true,
      loc: true,
      comment: true,
      // The names of the standard library, which nothing here asks for, would be made anew for each file.
      lib: [],
    };
    const result = parser.parseForESLint?.(text, options) ?? { ast: parser.parse!(text, options), scopeManager: null };
    const { ast } = result;
    // ESLint's rules want tokens; the analysis does not, and they are nearly half of a tree's memory.
    ast.tokens = [];
    return { ast, scopeManager: result.scopeManager ?? analyzeScopes(ast, sourceType) };
  };
  return (text, path) => {
    try {
      return attempt(text, path, 'module');
    } catch (error) {
      try {
        return attempt(text, path, 'script');
      } catch {
        throw error;
      }
    }
  };
}

let scopes: typeof ScopeManagerModule | undefined;

/** The scopes of a tree whose parser leaves them to ESLint. */
function analyzeScopes(ast: Program, sourceType: 'module' | 'script'): ScopeManager {
  scopes ??= createRequire(import.meta.url)('@typescript-eslint/scope-manager') as typeof ScopeManagerModule;
  return scopes.analyze(ast, { sourceType, lib: [] });
}

function isParser(value: unknown): value is ParserModule & object {
  if (typeof value !== 'object' || value === null) return false;
  const module = value as ParserModule;
  return typeof module.parse === 'function' || typeof module.parseForESLint === 'function';
}
