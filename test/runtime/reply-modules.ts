// The helper in both languages, and with other RESTATED forms, as an author would have it.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import * as typescript from '../../runtime/reply.js';

export type ReplyModule = typeof typescript;

export const typescriptSource = readFileSync(new URL('../../runtime/reply.ts', import.meta.url), 'utf8');
export const javascriptSource = readFileSync(new URL('../../runtime/javascript/reply.js', import.meta.url), 'utf8');

/** Source text as JavaScript without comments: what runs, whatever its types are written in. */
export function withoutTypes(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, removeComments: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

async function load(source: string): Promise<ReplyModule> {
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(withoutTypes(source))}`
  )) as ReplyModule;
}

/** Both modules by name, for `describe.each`. */
export const modules: [name: string, module: ReplyModule][] = [
  ['TypeScript', typescript],
  ['JavaScript', await load(javascriptSource)],
];

/**
 * The helper after its author has put forms into RESTATED.
 * @param forms source of regular expressions, separated by commas
 */
export async function withRestated(source: string, forms: string): Promise<ReplyModule> {
  const empty = /(const RESTATED\b.*?= )\[\];/;
  if (!empty.test(source)) throw new Error('RESTATED is not where it was');
  return load(source.replace(empty, (_, start: string) => `${start}[${forms}];`));
}
