// The compiler itself over calls of reply in handlers of both SDKs, for the helper in both languages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const helpers = { TypeScript: 'runtime/reply.ts', JavaScript: 'runtime/javascript/reply.js' };

const strict: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** What the compiler says about files, with the helper of one language in place of the other. */
function errors(files: string[], language: keyof typeof helpers, options: ts.CompilerOptions = {}): string[] {
  const compilerOptions: ts.CompilerOptions = {
    ...strict,
    allowJs: true,
    checkJs: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    ...options,
  };
  const host = ts.createCompilerHost(compilerOptions);
  const readFile = host.readFile.bind(host);
  const edited = (name: string): string | undefined =>
    name.includes('test/runtime/types/')
      ? readFileSync(name, 'utf8').replace(
          "'../../../runtime/reply.js'",
          `'../../../${helpers[language].replace('.ts', '.js')}'`,
        )
      : readFile(name);
  host.readFile = edited;
  host.getSourceFile = (name, languageVersion) => {
    const text = edited(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, languageVersion);
  };
  const program = ts.createProgram(
    files.map((file) => root + file),
    compilerOptions,
    host,
  );
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const at = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    return `${diagnostic.file?.fileName.slice(root.length) ?? ''}:${String(at + 1)} ${message}`;
  });
}

describe.each(Object.keys(helpers) as (keyof typeof helpers)[])('the helper in %s', (language) => {
  it.each(['sdk-v1', 'sdk-v2'])('fits the handlers of %s with every kind of view', { timeout: 120_000 }, (name) => {
    expect(errors([`test/runtime/types/${name}.ts`], language)).toEqual([]);
  });

  it('refuses what has no place for a note', { timeout: 120_000 }, () => {
    expect(errors(['test/runtime/types/refused.ts'], language)).toEqual([]);
  });

  it.each<[string, ts.CompilerOptions]>([
    ['an old target', { target: ts.ScriptTarget.ES2020, lib: ['lib.es2020.d.ts'] }],
    ['a bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
    [
      'CommonJS',
      {
        module: ts.ModuleKind.CommonJS,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        verbatimModuleSyntax: false,
      },
    ],
    ['unchecked indices', { noUncheckedIndexedAccess: false }],
    ['the browser', { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] }],
  ])('compiles by itself for %s', { timeout: 60_000 }, (_, options) => {
    expect(errors([helpers[language]], language, { types: [], erasableSyntaxOnly: true, ...options })).toEqual([]);
  });
});

it('the compiler sees a wrong call', { timeout: 60_000 }, () => {
  const refused = readFileSync(`${root}test/runtime/types/refused.ts`, 'utf8');
  expect(refused.match(/@ts-expect-error/g)?.length).toBeGreaterThan(15);
});
