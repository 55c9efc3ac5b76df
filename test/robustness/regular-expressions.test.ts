import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadParser } from '../../analysis/syntax/load-parser.js';
import { walk } from '../../analysis/syntax/tree.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['analysis', 'edits', 'rules', 'runtime', 'codemods', 'cli'];

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

function collectExpressions(): Expression[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const file = path.join(folder, name);
        const text = readFileSync(path.join(root, file), 'utf8');
        const { ast } = loadParser().parseForESLint(text, { loc: true, range: true, lib: [] });
        const found: Expression[] = [];
        walk(ast, (node) => {
          if (node.type === 'Literal' && 'regex' in node)
            found.push({
              place: `${file}:${node.loc.start.line}`,
              source: node.regex.pattern,
              flags: node.regex.flags,
            });
          return undefined;
        });
        return found;
      }),
  );
}

/** What is repeated in the texts below, beside the words and marks of the expression itself. */
const COMMON = ' |a|0|A|_|-|.|\n|\t|"|\'|/|*|#|<|(|[|{|}|,|:|…|é| a|a |a.|- |\n |\t |/*|//|a,|a:|"\'|{}|0.|00 '.split(
  '|',
);
const ENDS = ['', '\u0000', '!', '\n\u0000'];
const LENGTH = 12_000;

/** Strings that the expression may match again and again. */
function pumps({ source }: Expression): string[] {
  const words = source
    .replace(/\\[nrtsSdDwWbBpPu](?:\{[^}]*\})?|\(\?(?:<?[=!]|:|<\w+>)|\{\d+,?\d*\}/g, '\u0001')
    .replace(/\\(.)/g, '$1')
    .split(/[\u0001()[\]{}|^$*+?]+/)
    .filter((word) => word.length > 0 && word.length <= 12)
    .slice(0, 24);
  const marks = [...new Set(words.map((word) => word[0]!))].slice(0, 12);
  return [
    ...new Set([...COMMON, ...words, ...marks, ...words.map((word) => `${word} `), ...words.map((word) => ` ${word}`)]),
  ];
}

/** Milliseconds, the best of so many tries. */
function time(expression: RegExp, text: string, tries: number): number {
  let best = Infinity;
  for (let i = 0; i < tries; i++) {
    expression.lastIndex = 0;
    const start = performance.now();
    expression.exec(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

it('no regular expression takes more than linear time', { timeout: 300_000 }, () => {
  const all = collectExpressions();
  expect(all.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const one of all) {
    const expression = new RegExp(one.source, one.flags);
    const lead = /^\^?([^\\()[\]{}|^$*+?.]+)/.exec(one.source)?.[1] ?? '';
    search: for (const pump of pumps(one)) {
      for (const end of ENDS) {
        for (const start of lead === '' ? [''] : ['', lead]) {
          const make = (length: number): string => start + pump.repeat(Math.ceil(length / pump.length)) + end;
          // Most are done in no time; only what takes long is measured.
          if (time(expression, make(LENGTH), 1) < 15) continue;
          const [short, long] = [time(expression, make(LENGTH), 3), time(expression, make(2 * LENGTH), 3)];
          if (short < 15 || long / short < 2.8) continue;
          slow.push(
            `${one.place} /${one.source.slice(0, 80)}/ on ${JSON.stringify(start + pump)}: ${Math.round(short)}, ${Math.round(long)} ms`,
          );
          break search;
        }
      }
    }
  }
  expect(slow).toEqual([]);
});
