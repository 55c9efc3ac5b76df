import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { planMigration } from '../../codemods/plan.js';
import type { PlannedFile } from '../../edits/outcome.js';
import plugin from '../../index.js';

export interface Survived {
  readonly planned: PlannedFile;
  /** Milliseconds. */
  readonly planTime: number;
}

/** Migrates one file of a new folder. Any exception is the caller's failure: a plan never throws. */
export function migrateText(text: string | Uint8Array, name = 'tools.ts'): Survived {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'robust-'));
  try {
    mkdirSync(path.join(folder, '.git'));
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const start = performance.now();
    const planned = planMigration({
      cwd: folder,
      files: [file],
      onlyLost: false,
      helperFor: () => ({ module: path.join(folder, 'reply.ts'), name: 'reply', view: 0, text: 1, takesError: true }),
    }).get(file);
    if (!planned) throw new Error('the plan does not speak of the file');
    return { planned, planTime: performance.now() - start };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rules = Object.fromEntries(
  Object.keys(plugin.rules ?? {}).map((rule) => [`mcp-reply/${rule}`, 'error' as const]),
);

/** Lints a text with every rule. Throws where a rule does; what the parser refuses is a message like any other. */
export function lintText(text: string, name = 'tools.ts'): Linter.LintMessage[] {
  const linter = new Linter({ cwd: '/' });
  const typescript = /\.[cm]?tsx?$/.test(name);
  return linter.verify(
    text,
    {
      files: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'],
      languageOptions: typescript ? { parser: parser } : {},
      plugins: { 'mcp-reply': plugin },
      rules,
      linterOptions: { reportUnusedDisableDirectives: 'off' },
    },
    { filename: `/nowhere/${name}` },
  );
}
