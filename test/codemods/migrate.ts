import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@typescript-eslint/parser';
import { planMigration } from '../../codemods/plan.js';
import type { HelperTarget, PlannedFile, Site } from '../../edits/outcome.js';
import { writeTree } from '../project/tree.js';

/** A copy of the helper as far as a plan looks at it. */
export const REPLY =
  'export function reply(view: object, text: string, isError?: boolean) { return { view, text, isError }; }\n';

export interface Migration {
  readonly root: string;
  readonly planned: ReadonlyMap<string, PlannedFile>;
  /** The text of a file afterwards, its own where nothing changes. */
  text(name: string): string;
  sites(name: string): readonly Site[];
}

interface Options {
  readonly helper?: Partial<HelperTarget> | null;
  readonly onlyLost?: boolean;
  readonly mayChange?: (name: string) => boolean;
}

/** Plans the migration of the files of a new folder, `src/reply.ts` among them unless told otherwise. */
export function migrate(files: Readonly<Record<string, string>>, options: Options = {}): Migration {
  const root = writeTree({
    'package.json': '{"type":"module"}',
    ...(options.helper === null ? {} : { 'src/reply.ts': REPLY }),
    ...files,
  });
  return plan(root, Object.keys(files), options);
}

export function plan(root: string, names: readonly string[], options: Options = {}): Migration {
  const at = (name: string): string => path.join(root, name);
  const helper: HelperTarget | null =
    options.helper === null
      ? null
      : { module: at('src/reply.ts'), name: 'reply', view: 0, text: 1, takesError: true, ...options.helper };
  const sources = names.filter((n) => /\.[cm]?[jt]sx?$/.test(n));
  const { mayChange } = options;
  const planned = planMigration({
    cwd: root,
    files: sources.map(at),
    helperFor: () => helper,
    ...(mayChange ? { mayChange: (file: string) => mayChange(path.relative(root, file)) } : {}),
    onlyLost: options.onlyLost ?? false,
  });
  return {
    root,
    planned,
    text: (name) => planned.get(at(name))?.afterAll ?? readFileSync(at(name), 'utf8'),
    sites: (name) => planned.get(at(name))?.sites ?? [],
  };
}

/** Writes what is planned and plans again. Every text has to parse. */
export function again(first: Migration, names: readonly string[], options: Options = {}): Migration {
  for (const [file, planned] of first.planned) {
    if (planned.afterAll === null) continue;
    parse(planned.afterAll, { sourceType: 'module', filePath: file, ecmaFeatures: { jsx: /x$/.test(file) } });
    writeFileSync(file, planned.afterAll);
  }
  return plan(first.root, names, options);
}

/** A site in one line: outcome or reason, tool, schema. */
export function shown(site: Site): string {
  return `${site.reason ?? site.outcome} ${site.tool ?? '-'} ${site.schema}`;
}
