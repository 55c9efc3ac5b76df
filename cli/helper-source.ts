import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TSESTree } from '@typescript-eslint/utils';
import { loadParser } from '../analysis/syntax/load-parser.js';
import { VERSION_LINE } from '../edits/helper-version.js';

/** How the copied helper is written: TypeScript, JavaScript with `export`, or JavaScript with `module.exports`. */
export type Flavour = 'typescript' | 'module' | 'commonjs';

/** The folder of this package. The sources and the built files lie at different depths below it. */
export function packageRoot(): string {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: unknown };
      if (manifest.name === 'eslint-plugin-mcp-reply') return folder;
    } catch {
      // no manifest here: one folder up
    }
    if (path.dirname(folder) === folder) throw new Error('the files of eslint-plugin-mcp-reply are not complete');
  }
}

/** The helper as it is copied into a server, without a stamp. */
export function helperSource(flavour: Flavour): string {
  const file = flavour === 'typescript' ? 'runtime/reply.ts' : 'runtime/javascript/reply.js';
  const text = readFileSync(path.join(packageRoot(), file), 'utf8');
  return flavour === 'commonjs' ? toCommonJs(text) : text;
}

function toCommonJs(text: string): string {
  const names: string[] = [];
  const body = text.replace(
    /^export ((?:async )?function\*? |const |class )(\w+)/gm,
    (_, keyword: string, name: string) => {
      names.push(name);
      return `${keyword}${name}`;
    },
  );
  return `${body.trimEnd()}\n\nmodule.exports = { ${names.join(', ')} };\n`;
}

/** The helper as it is written: its first line ends in a stamp, by which `init --update` knows a copy that nobody changed. */
export function stampedHelper(flavour: Flavour): string {
  const text = helperSource(flavour);
  const end = text.indexOf('\n');
  return `${text.slice(0, end)} #${fingerprint(text)}${text.slice(end)}`;
}

/** True where nobody changed the copy since it was written, but for its RESTATED list and what a formatter changes. */
export function isUnchanged(text: string): boolean {
  const stamp = VERSION_LINE.exec(text)?.[2];
  return stamp !== undefined && stamp === fingerprint(text);
}

/** The copy's RESTATED list as it stands in `from`, put into `to`. */
export function keepRestated(from: string, to: string): string {
  const [kept, place] = [restatedRange(from), restatedRange(to)];
  if (!kept || !place) return to;
  return to.slice(0, place[0]) + from.slice(...kept) + to.slice(place[1]);
}

function fingerprint(text: string): string {
  const list = restatedRange(text);
  const rest = list ? text.slice(0, list[0]) + text.slice(list[1]) : text;
  // Formatters change white space, quotes, semicolons, commas, parentheses and line comments' breaks: none of them counts.
  const plain = rest.slice(rest.indexOf('\n') + 1).replace(/[\s'"`;,()/]+/g, '');
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}

/** Offsets of the list, or null where the text does not parse or has none. */
function restatedRange(text: string): readonly [number, number] | null {
  let body: TSESTree.ProgramStatement[];
  try {
    body = loadParser().parseForESLint(text, { range: true }).ast.body;
  } catch {
    return null;
  }
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && id.name === 'RESTATED' && init) return init.range;
    }
  }
  return null;
}
