import { createRequire } from 'node:module';

/** What this package needs of `@typescript-eslint/parser`. */
export type Parser = Pick<typeof import('@typescript-eslint/parser'), 'parseForESLint'>;

let parser: Parser | undefined;

/**
 * The parser, loaded when the first file needs it: it brings the TypeScript compiler along, which costs more than all the
 * rest. Throws an error of one line where it cannot be loaded.
 */
export function loadParser(): Parser {
  return (parser ??= load());
}

function load(): Parser {
  const require = createRequire(import.meta.url);
  try {
    shareTypeScript(require);
    return require('@typescript-eslint/parser') as Parser;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Error(`the parser of eslint-plugin-mcp-reply cannot be loaded (${reason}); reinstall the package`, {
      cause: error,
    });
  }
}

/*
 * In a project on TypeScript 7 (or on one older than ours) npm puts our TypeScript below this package, but `ts-api-utils`,
 * which takes any TypeScript from 4.8.4, beside the project's. The parser would then read syntax kinds from one compiler and
 * trees from another: with TypeScript 7, which has no compiler API, it does not even load. So what `ts-api-utils` asks for is
 * answered with ours, in this process alone.
 */
function shareTypeScript(require: NodeJS.Require): void {
  const ours = require.resolve('typescript');
  const estree = createRequire(require.resolve('@typescript-eslint/parser')).resolve(
    '@typescript-eslint/typescript-estree',
  );
  const beside = createRequire(createRequire(estree).resolve('ts-api-utils')).resolve('typescript');
  if (beside === ours) return;
  require(ours);
  require.cache[beside] = require.cache[ours];
}
