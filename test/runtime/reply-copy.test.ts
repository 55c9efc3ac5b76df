// The file that is copied into servers: what it starts with, that it stands alone, and that both languages are one.
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { javascriptSource, typescriptSource, withoutTypes } from './reply-modules.js';

describe.each([
  ['reply.ts', typescriptSource],
  ['reply.js', javascriptSource],
])('%s', (_, source) => {
  it('starts with its version line, a comment, and the constant that an author may fill', () => {
    const lines = source.split('\n');
    expect(lines[0]).toMatch(/^\/\/ mcp-reply helper \d+ \(eslint-plugin-mcp-reply\)$/);
    const code = lines.find((line) => line !== '' && !/^(?:\/\/|\/\*\*)/.test(line));
    expect(code).toMatch(/^const RESTATED(?:: readonly RegExp\[\])? = \[\];$/);
  });

  it('imports nothing and exports reply and note', () => {
    const info = ts.preProcessFile(source, true, true);
    expect([...info.importedFiles, ...info.referencedFiles, ...info.typeReferenceDirectives]).toEqual([]);
    expect([...withoutTypes(source).matchAll(/^export (.*?)\(/gm)].map((match) => match[1])).toEqual([
      'function reply',
      'function note',
    ]);
  });
});

it('reply.js runs the code of reply.ts, word for word', () => {
  // A cast in JSDoc needs parentheses around its value.
  const tokens = (source: string): string =>
    withoutTypes(source)
      .replace(/= \((.*)\);/g, '= $1;')
      .replace(/\s+/g, ' ');
  expect(tokens(javascriptSource)).toBe(tokens(typescriptSource));
});

it('reply.js says in its comments what reply.ts says', () => {
  const sentence = /[A-Z][^.{}@*]{20,}\./g;
  const words = javascriptSource
    .replace(/\n *(?:\*|\/\/) ?/g, ' ')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  for (const comment of typescriptSource.match(/\/\*\*[^]*?\*\/|\/\/.*/g) ?? []) {
    const said = comment.replace(/\n *\*(?!\/) ?/g, ' ').replace(/\s+/g, ' ');
    if (/@param/.test(said)) continue;
    for (const one of said.match(sentence) ?? []) expect(words).toContain(one.slice(0, -1).toLowerCase());
  }
});
