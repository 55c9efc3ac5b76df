import { describe, expect, it } from 'vitest';
import { lintText, migrateText } from './migrate-text.js';

const tool = (view: string, text = "'Found.'", around = ''): string =>
  `${around}server.tool('search', async (input: any) => {\n  return { content: [{ type: 'text', text: ${text} }], structuredContent: ${view} };\n});\n`;
const nested = (open: string, close: string, depth: number, core = '1'): string =>
  open.repeat(depth) + core + close.repeat(depth);
const chain = (steps: number, link: (from: string) => string): string =>
  Array.from({ length: steps }, (_, i) => `const v${i + 1} = ${link(`v${i}`)};\n`).join('');

/** Sources by how deep they go. */
const shapes: Record<string, (depth: number) => string> = {
  'arrays in a view': (n) => tool(`{ a: ${nested('[', ']', n)} }`),
  'objects in a view': (n) => tool(nested('{ a: ', ' }', n)),
  'parentheses around a view': (n) => tool(nested('(', ')', n, '{ a: 1 }')),
  'calls around a view': (n) => tool(nested('f(', ')', n, '{ a: 1 }'), "'x'", 'const f = (x: any) => x;\n'),
  'calls around a text': (n) => tool('{ a: 1 }', nested('f(', ')', n, '`x`'), 'const f = (x: any) => `${x}`;\n'),
  'spreads in a view': (n) => tool(nested('{ ...', ' }', n, 'input')),
  'templates in a text': (n) => tool('{ a: 1 }', nested('`${', '}`', n)),
  'ternaries in a text': (n) => tool('{ a: 1 }', `${'input.a ? `x` : '.repeat(n)}'y'`),
  'ternaries for a view': (n) => tool(`${'input.a ? { a: 1 } : '.repeat(n)}{ b: 2 }`),
  'a long sum': (n) => tool('{ a: 1 }', Array.from({ length: n }, (_, i) => `'${i}'`).join(' + ')),
  'a long sum of names': (n) => tool('{ a: 1 }', Array.from({ length: n }, () => 'input.a').join(' + ')),
  'a long member chain': (n) => tool(`input${'.a'.repeat(n)}`, `input${'.b'.repeat(n)}`),
  'a long call chain': (n) => tool('{ a: 1 }', `input${'.b()'.repeat(n)}`),
  'a long chain of alternatives': (n) => tool(`${'input.a ?? '.repeat(n)}{}`),
  'statements around a result': (n) =>
    `server.tool('search', async (input: any) => {\n${'if (input.a) {'.repeat(n)} return { content: [{ type: 'text', text: 'x' }], structuredContent: {} };${'}'.repeat(n)}});\n`,
  'functions around a result': (n) => `${'(() => {'.repeat(n)}${tool('{ a: 1 }')}${'})()'.repeat(n)}`,
  'casts around a result': (n) =>
    `server.tool('search', async () => ${nested('(', ' as any)', n, "{ content: [{ type: 'text', text: 'x' }], structuredContent: {} }")});\n`,
  'blocks in a list': (n) =>
    tool('{ a: 1 }')
      .replace('[{ type:', `${'['.repeat(n)}{ type:`)
      .replace(' }], s', ` }${']'.repeat(n)}, s`),
};

describe('nesting', () => {
  for (const [name, make] of Object.entries(shapes)) {
    // The parser itself gives up at some depth; what it can read has to come through.
    it.each([50, 120, 10_000])(`${name}, %i deep`, { timeout: 60_000 }, (depth) => {
      const text = make(depth);
      const { planned, planTime } = migrateText(text);
      if (planned.error === null) expect(planned.sites).toHaveLength(1);
      else {
        expect(depth).toBe(10_000);
        expect(planned.error).toMatch(/^the file cannot be parsed \([^\n]+\)$/);
        expect(planned.afterAll).toBeNull();
      }
      expect(planTime).toBeLessThan(15_000);
      if (depth < 10_000) lintText(text);
    });
  }
});

describe('length', () => {
  const limit = 20_000;
  it.each<[string, string]>([
    ['a chain of 1,000 constants', tool('v1000', 'v1000.a', `const v0 = { a: 'x' };\n${chain(1000, (v) => v)}`)],
    ['a chain of 1,000 spreads', tool('v1000', "'x'", `const v0 = { a: 'x' };\n${chain(1000, (v) => `{ ...${v} }`)}`)],
    ['a chain of 1,000 texts', tool('{ a: 1 }', 'v1000', `const v0 = 'x';\n${chain(1000, (v) => `\`\${${v}}x\``)}`)],
    ['texts that double', tool('{ a: 1 }', 'v40', `const v0 = 'x';\n${chain(40, (v) => `${v} + ${v} + 'y'`)}`)],
    ['views that double', tool('v40', "'x'", `const v0 = { a: 1 };\n${chain(40, (v) => `{ a: ${v}, b: ${v} }`)}`)],
    [
      'choices that double',
      tool('v40', "'x'", `const v0 = { a: 1 };\n${chain(40, (v) => `input.x ? ${v} : { ...${v} }`)}`),
    ],
    [
      'calls that double',
      tool(
        '{ a: 1 }',
        'f20()',
        `const f0 = () => 'x';\n${Array.from({ length: 20 }, (_, i) => `const f${i + 1} = () => f${i}() + f${i}();\n`).join('')}`,
      ),
    ],
    ['a list of 10,000 parts', tool('{ a: 1 }', `[${"'x', ".repeat(10_000)}].join('')`)],
    ['a template of 10,000 parts', tool('{ a: 1 }', `\`${'${input.a} '.repeat(10_000)}\``)],
    ['a view of 10,000 keys', tool(`{ ${Array.from({ length: 10_000 }, (_, i) => `k${i}: input.k${i}`).join(', ')} }`)],
    ['10,000 comments', tool(`{ a: 1 ${'/* c */ '.repeat(10_000)} }`)],
    ['10,000 comments in a result', tool(`{ a: 1 }${' /* c */'.repeat(10_000)}`)],
    ['a text that is added to 3,000 times', tool('{ a: 1 }', 't', `let t = '';\n${"t += 'x';\n".repeat(3000)}`)],
  ])('%s', { timeout: 120_000 }, (_, text) => {
    const { planned, planTime } = migrateText(text);
    expect(planned.error).toBeNull();
    expect(planned.sites).toHaveLength(1);
    expect(planTime).toBeLessThan(limit);
    const start = performance.now();
    lintText(text);
    expect(performance.now() - start).toBeLessThan(limit);
  });

  it('a file with 3,000 results', { timeout: 240_000 }, () => {
    const text = Array.from({ length: 3000 }, (_, i) => tool(`{ a: ${i} }`, `\`Found ${i}.\nAsk.\``)).join('');
    const { planned, planTime } = migrateText(text);
    expect(planned.sites.filter((s) => s.outcome === 'rewritten')).toHaveLength(3000);
    expect(planTime).toBeLessThan(60_000);
    const start = performance.now();
    expect(lintText(text).filter((m) => m.ruleId === 'mcp-reply/require-reply')).toHaveLength(3000);
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});
