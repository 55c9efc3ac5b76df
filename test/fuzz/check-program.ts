import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import * as z from 'zod';
import { Names } from '../../analysis/scope/names.js';
import type { Unit } from '../../analysis/scope/unit.js';
import { NO_NEIGHBOURS } from '../../analysis/scope/unit.js';
import { loadParser } from '../../analysis/syntax/load-parser.js';
import { linkParents } from '../../analysis/syntax/tree.js';
import type { HelperTarget, PlannedFile, Site } from '../../edits/outcome.js';
import { planFiles } from '../../codemods/plan.js';
import { planFile } from '../../edits/plan-file.js';
import plugin from '../../index.js';
import { note } from '../../runtime/reply.js';
import type { Program } from './programs.js';
import type { Executed, Run } from './run-program.js';
import { runProgram } from './run-program.js';

/** What became of a program's sites. */
export interface Checked {
  readonly sites: readonly Site[];
  readonly changed: boolean;
}

/** A folder with a copy of the helper, as `init` makes it: rules look for it on disk. */
const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'fuzz-'));
const file = path.join(root, 'src/tools.ts');
mkdirSync(path.dirname(file));
mkdirSync(path.join(root, '.git'));
writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
writeFileSync(
  path.join(root, 'src/reply.ts'),
  readFileSync(fileURLToPath(new URL('../../runtime/reply.ts', import.meta.url))),
);

/** Where the helpers of generated programs are; to be removed at the end. */
export const fuzzFolder = root;

const module = (name: string): string => path.join(root, `src/${name}.ts`);
const HELPERS: Readonly<Record<Program['helper'], HelperTarget | null>> = {
  reply: { module: module('reply'), name: 'reply', view: 0, text: 1, takesError: true },
  'text first': { module: module('respond'), name: 'respond', view: 1, text: 0, takesError: false },
  'named text': { module: module('text'), name: 'text', view: 0, text: 1, takesError: true },
  none: null,
};

/**
 * Migrates a program and checks all that a migration promises. Throws an error that says which promise was broken.
 *
 * @param lint also hold the rule `require-reply` and its suggestions against the plan (slow)
 */
export async function checkProgram(program: Program, { lint }: { lint: boolean }): Promise<Checked> {
  const unit = parse(program.text);
  const planned = plan(program, unit);
  const sites = planned.sites;
  const after = planned.afterAll ?? program.text;
  if (lint) checkLint(program, sites, after);
  const rewritten = sites.filter((s) => s.outcome === 'rewritten').length;
  if (rewritten > 0 === (planned.afterAll === null)) fail('sites are rewritten where the text changes', after);
  if (planned.afterAll === null) return { sites, changed: false };
  checkEdits(program, unit, after);
  let again: PlannedFile;
  try {
    again = plan(program, parse(after));
  } catch (error) {
    return fail(`the new text can be parsed (${String(error)})`, after);
  }
  if (again.afterAll !== null) fail('a second migration changes nothing', after, again.afterAll);
  const done = again.sites.filter((s) => s.outcome === 'done').length;
  const left = (list: readonly Site[]): (string | null)[] =>
    list.filter((s) => s.outcome === 'left').map((s) => s.reason);
  if (done !== rewritten) fail(`${rewritten} sites are rewritten, ${done} are calls of the helper afterwards`, after);
  if (!isDeepStrictEqual(left(again.sites), left(sites))) fail('what is left stays left for the same reasons', after);
  const before = await runProgram(program.text);
  let ran: Executed;
  try {
    ran = await runProgram(after);
  } catch (error) {
    return fail(`the new text runs (${String(error)})`, after);
  }
  const literals = program.text.match(/\bstructuredContent\b(?!: any)/g)?.length;
  before.runs.forEach((run, i) => checkRun(run, ran.runs[i]!, literals === rewritten, after, i));
  if (before.outputSchema !== undefined || ran.outputSchema !== undefined) checkSchema(before, ran, after);
  return { sites, changed: true };
}

/** Throws: `promise` is a sentence that does not hold. */
function fail(promise: string, ...shown: string[]): never {
  throw new Error([`Broken: ${promise}`, ...shown].join('\n---- after ----\n'));
}

// ---- planning ----

function parse(text: string): Unit {
  const { ast, scopeManager } = loadParser().parseForESLint(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    filePath: file,
    range: true,
    loc: true,
    comment: true,
    lib: [],
  });
  linkParents(ast);
  return { path: file, text, ast, scopeManager, names: new Names(scopeManager), neighbours: NO_NEIGHBOURS };
}

const scopeOf = (program: Program) => ({
  cwd: root,
  onlyLost: program.onlyLost,
  importers: null,
  mayChange: (path: string) => path === file,
});

function plan(program: Program, unit: Unit): PlannedFile {
  const { onlyLost, ...sources } = scopeOf(program);
  const request = { cwd: root, files: [file], onlyLost, helperFor: () => HELPERS[program.helper] };
  const planned = planFiles(request, { ...sources, open: () => unit }).get(file)!;
  if (planned.error !== null) fail(`the file can be read (${planned.error})`);
  return planned;
}

/** The new text is the old one with nothing but the edits of the plan, and those are within the results or insertions. */
function checkEdits(program: Program, unit: Unit, after: string): void {
  const { sites, imports } = planFile(unit, HELPERS[program.helper], scopeOf(program));
  const insertions = new Map(
    sites.flatMap((s) => s.schemas.map((i) => [i.at, { start: i.at, end: i.at, text: i.text }])),
  );
  const edits = [...insertions.values(), ...imports, ...sites.flatMap((s) => s.edits)];
  const sorted = edits.map((edit, i) => ({ edit, i })).sort((a, b) => a.edit.start - b.edit.start || a.i - b.i);
  let text = '';
  let at = 0;
  for (const { edit } of sorted) {
    if (edit.start < at) fail('edits do not overlap', after);
    text += program.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  text += program.text.slice(at);
  if (text !== after) fail('nothing changes outside the edits', after, text);
  for (const { edits: own, result } of sites) {
    const place = result.node.range;
    for (const edit of own) {
      const around = program.text.slice(edit.start, place[0]) + program.text.slice(place[1], edit.end);
      if (edit.end > edit.start && !/^[\s(]*(?:<const>)?[\s(]*(?:as\s+const)?$/.test(around)) {
        const inside = edit.start >= place[0] && edit.end <= place[1];
        const cast = /^\s*as\s+const$/.test(program.text.slice(edit.start, edit.end));
        if (!inside && !cast) fail('edits stay within the result', after);
      }
    }
  }
  for (const comment of program.text.match(/\bc\d+\b/g) ?? []) {
    if (after.split(new RegExp(`\\b${comment}\\b`)).length !== 2) fail(`the comment ${comment} is kept once`, after);
  }
}

// ---- running ----

interface ResultLike {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** @param all every result of the program is built by the helper now */
function checkRun(before: Run, after: Run, all: boolean, text: string, input: number): void {
  const shown = (run: Run): string => JSON.stringify(run, null, 1);
  const broken = (promise: string): never => fail(`${promise} (input ${input})`, text, shown(before), shown(after));
  if (before.thrown !== after.thrown) broken('the same is thrown');
  if (!isDeepStrictEqual(before.effects, after.effects)) broken('the same happens in the same order');
  const list = (run: Run): unknown[] => (Array.isArray(run.result) ? run.result : [run.result]);
  list(before).forEach((old, i) => {
    const now = list(after)[i];
    if (!isRecord(old) || !isRecord(now)) {
      if (!isDeepStrictEqual(old, now)) broken('what is no result stays the same');
      return;
    }
    checkResult(old, now, all, broken);
  });
}

function checkResult(old: ResultLike, now: ResultLike, all: boolean, broken: (promise: string) => never): void {
  // A site that is left gives the same as before.
  if (!all && isSameResult(old, now)) return;
  const { content, structuredContent, isError, ...others } = old;
  const { content: newContent, structuredContent: newView, isError: newError, ...newOthers } = now;
  if (!isDeepStrictEqual(content, newContent)) broken('`content` stays the same');
  if (!isDeepStrictEqual(others, newOthers)) broken('other properties stay the same');
  if (Boolean(isError) !== Boolean(newError)) broken('`isError` stays the same');
  if (!isRecord(structuredContent) || !isRecord(newView) || !isPlain(structuredContent)) {
    const same = isDeepStrictEqual(comparable(structuredContent), comparable(newView));
    if (!same) broken('a view that is no plain object stays the same');
    return;
  }
  const { note: oldNote, ...oldRest } = structuredContent;
  const { note: newNote, ...rest } = newView;
  if (!isDeepStrictEqual(comparable(oldRest), comparable(rest))) broken('the view stays the same but for its note');
  const texts = (newContent as { text: string }[]).map((b) => b.text);
  const wanted = note(texts[0]!, structuredContent) as string | undefined;
  if (typeof oldNote === 'string' && oldNote !== '') {
    if (typeof newNote !== 'string' || !newNote.includes(oldNote)) broken("the view's own note stays");
  } else if (!Object.is(newNote ?? '', wanted ?? '')) broken('the note is what `note` makes of text and view');
}

function isSameResult(old: ResultLike, now: ResultLike): boolean {
  return isDeepStrictEqual(comparable(old), comparable(now));
}

/** A value without what differs in any two runs: which function it is, which class. */
function comparable(value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(comparable);
  const entries = Object.entries(value).map(([key, one]) => [key, comparable(one)]);
  return { plain: isPlain(value), entries: Object.fromEntries(entries) as unknown };
}

/** Made by a literal, also of the module's own realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkSchema(before: Executed, after: Executed, text: string): void {
  const old = validator(before.outputSchema);
  const now = validator(after.outputSchema);
  if (!old || !now) return;
  before.runs.forEach((run, i) => {
    const views = (of: Run): unknown[] =>
      (Array.isArray(of.result) ? of.result : [of.result])
        .filter(isRecord)
        .filter((r) => 'structuredContent' in r)
        .map((r) => r['structuredContent']);
    const newViews = views(after.runs[i]!);
    views(run).forEach((view, n) => {
      if (!old.safeParse(view).success) return;
      if (!now.safeParse(view).success) fail('the new schema takes the old view', text);
      const taken = now.safeParse(newViews[n]);
      if (!taken.success) fail(`the new schema takes the new view (${taken.error.message})`, text);
    });
  });
}

/** The schema as clients see it: a plain object is closed. */
function validator(schema: unknown): z.ZodType | null {
  if (schema === undefined) return null;
  if (!(schema instanceof z.ZodType)) return z.strictObject(schema as z.ZodRawShape);
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

// ---- linting ----

const linter = new Linter({ cwd: root });

function lintWith(text: string): Linter.LintMessage[] {
  return linter.verify(
    text,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: parser },
      plugins: { 'mcp-reply': plugin },
      rules: { 'mcp-reply/require-reply': 'error' },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
    },
    { filename: file },
  );
}

function checkLint(program: Program, sites: readonly Site[], after: string): void {
  const place = (s: { line: number; column: number }): string => `${s.line}:${s.column}`;
  const reported = lintWith(program.text);
  const fatal = reported.find((m) => m.fatal);
  if (fatal) fail(`ESLint can parse the program (${fatal.message})`);
  const inline = sites.filter((s) => s.outcome !== 'done' && s.reason !== 'disabled');
  if (!isDeepStrictEqual(reported.map(place), inline.map(place)))
    fail(`the rule reports ${reported.map(place).join(', ')}, the plan has ${inline.map(place).join(', ')}`, after);
  const rewritten = sites.filter((s) => s.outcome === 'rewritten').length;
  const left = sites.filter((s) => s.outcome === 'left' && s.reason !== 'disabled').length;
  const remaining = lintWith(after);
  if (remaining.length !== left) fail(`${remaining.length} reports remain, ${left} sites are left`, after);
  if (program.helper !== 'reply' || program.onlyLost) return;
  const suggested = reported.flatMap((m) => m.suggestions ?? []);
  if (suggested.length !== rewritten) fail(`${rewritten} sites are rewritten, ${suggested.length} suggested`, after);
  if (suggested.length !== 1) return;
  const { range, text } = suggested[0]!.fix;
  const fixed = program.text.slice(0, range[0]) + text + program.text.slice(range[1]);
  if (fixed !== after) fail('the suggestion gives the same text as the codemod', after, fixed);
}
