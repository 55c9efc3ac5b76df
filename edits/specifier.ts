import path from 'node:path';

/** How a file writes the end of a relative specifier: with the extension of the output, of the source, or with none. */
export type SpecifierStyle = 'js' | 'ts' | 'none';

const OUTPUT_EXTENSION: Readonly<Record<string, string>> = {
  '.ts': '.js',
  '.tsx': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
  '.jsx': '.jsx',
};

/** Extensions that no resolver adds by itself. */
const NEVER_IMPLIED = new Set(['.mts', '.cts', '.mjs', '.cjs']);

const SOURCE_EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/**
 * The specifier by which `fromFile` imports `helper`.
 *
 * @param fromFile absolute path of the importing file
 * @param helper absolute path of the helper, or a package specifier, which is given back as it is
 */
export function moduleSpecifier(fromFile: string, helper: string, style: SpecifierStyle): string {
  if (!path.isAbsolute(helper)) return helper;
  const relative = path.relative(path.dirname(fromFile), helper).split(path.sep).join('/');
  const dotted = relative.startsWith('../') ? relative : `./${relative}`;
  const extension = path.extname(dotted);
  const bare = dotted.slice(0, dotted.length - extension.length);
  if (style === 'ts') return dotted;
  if (style === 'none' && !NEVER_IMPLIED.has(extension)) return bare;
  return bare + (OUTPUT_EXTENSION[extension] ?? extension);
}

/** The style of the specifiers that a file has, by majority, or null where none of them tells. */
export function specifierStyle(specifiers: Iterable<string>): SpecifierStyle | null {
  const count = { js: 0, ts: 0, none: 0 };
  for (const specifier of specifiers) {
    if (!isLocal(specifier) || /(?:^|\/)\.{0,2}$/.test(specifier)) continue;
    const last = specifier.slice(specifier.lastIndexOf('/') + 1);
    if (/\.(?:[cm]?ts|tsx)$/.test(last)) count.ts++;
    else if (/\.(?:[cm]?js|jsx)$/.test(last)) count.js++;
    else if (!/\.(?:json|css|html|svg|md|txt|node|wasm|graphql|sql)$/.test(last)) count.none++;
  }
  const most = Math.max(count.js, count.ts, count.none);
  if (most === 0) return null;
  return count.js === most ? 'js' : count.ts === most ? 'ts' : 'none';
}

/**
 * Whether `specifier`, written in `fromFile`, names the module `helper`: whatever the extension, and with or without `/index`.
 * An alias (`@/lib/reply`) counts where its path is the end of the helper's.
 */
export function namesModule(fromFile: string, specifier: string, helper: string): boolean {
  if (!path.isAbsolute(helper)) return specifier === helper;
  const target = withoutEnding(helper);
  if (isRelative(specifier)) return withoutEnding(path.resolve(path.dirname(fromFile), specifier)) === target;
  const alias = /^(?:@|~|#|@src|@app|src|\$lib)\/(.+)$/.exec(specifier) ?? /^#(.+)$/.exec(specifier);
  return (
    alias?.[1] !== undefined &&
    target
      .split(path.sep)
      .join('/')
      .endsWith(`/${withoutEnding(alias[1])}`)
  );
}

function isLocal(specifier: string): boolean {
  return isRelative(specifier) || /^(?:@|~|#|@src|@app|src)\//.test(specifier);
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

function withoutEnding(file: string): string {
  return file.replace(SOURCE_EXTENSION, '').replace(/[\\/]index$/, '');
}
