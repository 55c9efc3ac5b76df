import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProjectHabits } from './imports.js';
import { membersOf, parseJsonWithComments, stringsOf } from '../analysis/project/json-with-comments.js';
import type { SpecifierStyle } from './specifier.js';
import { specifierStyle } from './specifier.js';

/** The package that a file belongs to: the folder of the nearest `package.json` or `deno.json`, without one that of the repository. */
export interface Package {
  /** Absolute path. */
  readonly root: string;
  /** False where nothing marks a root above the file: `root` is then the file's own folder. */
  readonly marked: boolean;
  /** `type` of package.json: how Node reads a `.js` file. */
  readonly type: 'module' | 'commonjs';
  readonly deno: boolean;
  /** The compiler options that say how modules are written, or null where the package has no tsconfig.json. */
  readonly compiler: CompilerOptions | null;
}

export interface CompilerOptions {
  readonly module: string | null;
  readonly moduleResolution: string | null;
  readonly sourceExtensions: boolean;
  /** JavaScript files are part of the build. */
  readonly javascript: boolean;
  /** Absolute path, or null where it is not given. */
  readonly rootDir: string | null;
}

const packages = new Map<string, Package>();

/** @param file absolute path; need not exist */
export function packageOf(file: string): Package {
  return packageOfFolder(path.dirname(file));
}

function packageOfFolder(folder: string): Package {
  const known = packages.get(folder);
  if (known) return known;
  const marks = ['package.json', 'deno.json', 'deno.jsonc', '.git'].filter((name) =>
    existsSync(path.join(folder, name)),
  );
  const parent = path.dirname(folder);
  let found: Package;
  if (marks.length > 0 || parent === folder) found = readPackage(folder, marks);
  else {
    found = packageOfFolder(parent);
    if (!found.marked) found = { ...found, root: folder };
  }
  packages.set(folder, found);
  return found;
}

function readPackage(root: string, marks: readonly string[]): Package {
  const manifest = membersOf(readJson(path.join(root, 'package.json')));
  const config = path.join(root, 'tsconfig.json');
  return {
    root,
    marked: marks.length > 0,
    type: manifest['type'] === 'module' ? 'module' : 'commonjs',
    deno: marks.some((name) => name.startsWith('deno')),
    compiler: existsSync(config) ? readCompilerOptions(config, 0) : null,
  };
}

const DEEPEST_EXTENDS = 5;

function readCompilerOptions(config: string, depth: number): CompilerOptions {
  const json = membersOf(readJson(config));
  const own = membersOf(json['compilerOptions']);
  const bases = stringsOf(json['extends']);
  let base: CompilerOptions | null = null;
  if (depth < DEEPEST_EXTENDS) {
    for (const name of bases) {
      const file = resolveConfig(config, name);
      if (file) base = readCompilerOptions(file, depth + 1);
    }
  }
  const text = (value: unknown): string | null => (typeof value === 'string' ? value.toLowerCase() : null);
  const flag = (...names: string[]): boolean | null => {
    const values = names.map((name) => own[name]).filter((value) => typeof value === 'boolean');
    return values.length === 0 ? null : values.includes(true);
  };
  return {
    module: text(own['module']) ?? base?.module ?? null,
    moduleResolution: text(own['moduleResolution']) ?? base?.moduleResolution ?? null,
    sourceExtensions:
      flag('allowImportingTsExtensions', 'rewriteRelativeImportExtensions') ?? base?.sourceExtensions ?? false,
    javascript: flag('allowJs', 'checkJs') ?? base?.javascript ?? false,
    rootDir:
      typeof own['rootDir'] === 'string' ? path.resolve(path.dirname(config), own['rootDir']) : (base?.rootDir ?? null),
  };
}

function resolveConfig(from: string, name: string): string | null {
  const withExtension = (file: string): string | null =>
    [file, `${file}.json`, path.join(file, 'tsconfig.json')].find((f) => f.endsWith('.json') && existsSync(f)) ?? null;
  if (name.startsWith('.') || path.isAbsolute(name)) return withExtension(path.resolve(path.dirname(from), name));
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    const file = withExtension(path.join(folder, 'node_modules', name));
    if (file) return file;
    if (path.dirname(folder) === folder) return null;
  }
}

/** What holds for a file that does not tell by itself how it writes specifiers. */
export function projectHabits(file: string): ProjectHabits {
  const home = packageOf(file);
  return {
    specifiers: siblingStyle(file) ?? configuredStyle(home, file),
    commonjs: home.type === 'commonjs' && /\.jsx?$/.test(file),
  };
}

const SIBLINGS_READ = 20;

function siblingStyle(file: string): SpecifierStyle | null {
  const folder = path.dirname(file);
  const typescript = /\.[cm]?tsx?$/;
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return null;
  }
  const alike = names.filter((name) => /\.[cm]?[jt]sx?$/.test(name) && typescript.test(name) === typescript.test(file));
  const specifiers: string[] = [];
  for (const name of alike.slice(0, SIBLINGS_READ)) {
    for (const match of readText(path.join(folder, name)).matchAll(/\b(?:from|require\()\s*['"](\.[^'"\n]*)['"]/g)) {
      specifiers.push(match[1]!);
    }
  }
  return specifierStyle(specifiers);
}

function configuredStyle({ deno, compiler, type }: Package, file: string): SpecifierStyle {
  if (deno || compiler?.sourceExtensions) return 'ts';
  if (!/\.[cm]?tsx?$/.test(file)) return 'js';
  const resolution = compiler?.moduleResolution ?? compiler?.module ?? '';
  if (/^node(?:16|18|20|next)$/.test(resolution)) return 'js';
  if (resolution === 'bundler') return 'none';
  return type === 'module' ? 'js' : 'none';
}

function readJson(file: string): unknown {
  return parseJsonWithComments(readText(file));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
