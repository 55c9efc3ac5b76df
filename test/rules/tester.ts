import parser from '@typescript-eslint/parser';
import type { Rule } from 'eslint';
import { Linter, RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import plugin from '../../index.js';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only.bind(it);

const tester = new RuleTester({ languageOptions: { parser } });

interface Expected {
  readonly messageId: string;
  readonly data?: Record<string, string | number>;
  /** Message id and resulting code of each suggestion, in order. */
  readonly suggestions?: readonly (readonly [id: string, output: string])[];
}

/** Code in which « and » stand around what is reported, in the order of the reports. */
export interface Bad {
  readonly name?: string;
  readonly code: string;
  readonly errors: readonly (string | Expected)[];
  readonly options?: readonly unknown[];
  readonly settings?: Record<string, unknown>;
}

export type Good = string | { readonly name?: string; readonly code: string; readonly options?: readonly unknown[] };

/** Runs ESLint's RuleTester over a rule of the plugin: line, column and suggestions of every report are checked. */
export function run(name: string, cases: { readonly valid: readonly Good[]; readonly invalid: readonly Bad[] }): void {
  const rule = plugin.rules![name] as Rule.RuleModule;
  tester.run(name, rule, {
    valid: cases.valid.map((v) => (typeof v === 'string' ? { code: v } : { ...v, options: [...(v.options ?? [])] })),
    invalid: cases.invalid.map(({ code, errors, options, ...more }): RuleTester.InvalidTestCase => {
      const { plain, places } = unmark(code);
      if (places.length !== errors.length) throw new Error(`${places.length} marks, ${errors.length} errors: ${code}`);
      return {
        ...more,
        code: plain,
        options: [...(options ?? [])],
        errors: errors.map((error, i) => {
          const { messageId, data, suggestions } = typeof error === 'string' ? { messageId: error } : error;
          return {
            messageId,
            ...(data ? { data } : {}),
            ...places[i]!,
            ...(suggestions ? { suggestions: suggestions.map(([id, output]) => ({ messageId: id, output })) } : {}),
          };
        }),
      };
    }),
  });
}

/** The code without its marks, and where they stood: lines and columns as ESLint counts them. */
function unmark(code: string) {
  const places: { line: number; column: number; endLine: number; endColumn: number }[] = [];
  const at = (text: string): { line: number; column: number } => {
    const lines = text.replace(/[«»]/g, '').split('\n');
    return { line: lines.length, column: lines.at(-1)!.length + 1 };
  };
  for (let from = code.indexOf('«'); from !== -1; from = code.indexOf('«', from + 1)) {
    const to = code.indexOf('»', from);
    const end = at(code.slice(0, to));
    places.push({ ...at(code.slice(0, from)), endLine: end.line, endColumn: end.column });
  }
  return { plain: code.replace(/[«»]/g, ''), places };
}

/** A tool's handler with the given body. */
export const tool = (body: string, config = '{}'): string =>
  `server.registerTool('look_up', ${config}, async (args) => { ${body} });`;

const linter = new Linter({ configType: 'flat' });
const CONVENTIONS = new Set(['require-reply', 'no-text-only-framing', 'require-note-in-schema']);

/** What the rules of a config say about code, as `rule messageId`, in the order of the code; `all` with the first three rules. */
export function reportsOf(code: string, config: 'recommended' | 'strict', all = false): string[] {
  const { rules, plugins } = plugin.configs[config];
  const messages = linter.verify(
    code,
    [{ files: ['**/*.ts'], languageOptions: { parser }, plugins: plugins!, rules: rules! }],
    'server.ts',
  );
  return messages.flatMap(({ ruleId, messageId, message, fatal }) => {
    if (fatal || !ruleId) throw new Error(message);
    const rule = ruleId.replace('mcp-reply/', '');
    return all || !CONVENTIONS.has(rule) ? [`${rule} ${messageId}`] : [];
  });
}
