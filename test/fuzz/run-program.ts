import { createRequire } from 'node:module';
import ts from 'typescript';
import * as z from 'zod';
import * as replyModule from '../../runtime/reply.js';

/** What a handler did: its effects in order, and its result or the message of what it threw. */
export interface Run {
  readonly effects: readonly string[];
  /** What was returned, or stored as a task's result; undefined where it threw. */
  readonly result: unknown;
  readonly thrown: string | null;
}

export interface Executed {
  /** One for each input. */
  readonly runs: readonly Run[];
  /** The output schema that the tool was registered with; undefined for none. */
  readonly outputSchema: unknown;
}

/** What handlers are called with, made anew for each call. */
const INPUTS: readonly (() => unknown)[] = [
  () => ({
    query: 'cats',
    limit: 2,
    mode: 'a',
    items: [{ id: 'a', text: 'One.' }, { id: 'b' }],
    deep: { total: 7, text: 'Deep.', view: { total: 7 } },
  }),
  () => ({ query: '', limit: 0, mode: 'b', items: [] }),
  () => ({ query: 'dogs', limit: 5, mode: 'c', items: [{ id: 'c' }], missing: 'Not missing.' }),
];

type Handler = (input: unknown) => unknown;

/** Helpers of other shapes than `reply(view, text, isError)`, made of it. */
const MODULES: Readonly<Record<string, unknown>> = {
  './reply.js': replyModule,
  './respond.js': { respond: (text: string, view: object) => replyModule.reply(view, text) },
  './text.js': { text: replyModule.reply },
  zod: { z },
};

const nodeRequire = createRequire(import.meta.url);

/** Runs the tool of a module for all inputs, each in a module of its own. Throws where the module does not even load. */
export async function runProgram(text: string): Promise<Executed> {
  const javascript = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const code = javascript.outputText.replace(/^#!.*/, '');
  // The program is ours, made by the grammar; running it is what this file is for.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const load = new Function('require', 'exports', 'server', 'store', 'log', 'withAuth', 'hand', 'pick', code) as (
    ...given: unknown[]
  ) => void;
  const runs: Run[] = [];
  let outputSchema: unknown;
  for (const input of INPUTS) {
    const effects: string[] = [];
    const log = (name: string, value: unknown): unknown => {
      effects.push(name);
      return value;
    };
    let handler: Handler | undefined;
    const tool = (given: { outputSchema?: unknown; execute?: Handler; handler?: Handler }): void => {
      handler = (given.execute ?? given.handler)!.bind(given);
      outputSchema = given.outputSchema;
    };
    const server = {
      registerTool(_name: string, config: { outputSchema?: unknown }, given: Handler) {
        handler = given;
        outputSchema = config.outputSchema;
      },
      tool(_name: string, given: Handler) {
        handler = given;
      },
      addTool: tool,
      setRequestHandler(_method: string, given: Handler) {
        handler = given;
      },
    };
    const stored: unknown[] = [];
    const store = {
      async storeTaskResult(_id: string, _status: string, result: unknown) {
        await Promise.resolve();
        effects.push('stored');
        stored.push(result);
      },
    };
    const require = (name: string): unknown => MODULES[name] ?? (nodeRequire(name) as unknown);
    const same = (value: unknown): unknown => value;
    load(require, {}, server, store, log, same, same, (_run: () => unknown, value: unknown) => value);
    let run: Run;
    try {
      const returned = await handler!(input());
      run = { effects, result: stored.length > 0 ? stored : returned, thrown: null };
    } catch (error) {
      run = { effects, result: undefined, thrown: error instanceof Error ? error.message : String(error) };
    }
    // What reading the result does (getters) belongs to what can be seen.
    try {
      JSON.stringify(run.result);
    } catch (error) {
      effects.push(`unreadable: ${error instanceof Error ? error.message : String(error)}`);
    }
    runs.push(run);
  }
  return { runs, outputSchema };
}
