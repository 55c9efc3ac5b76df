import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Report } from './report.js';

/** What a run says at its end to the person who started it. */
export function summaryOf(
  report: Report,
  mode: 'write' | 'dry-run' | 'check',
  cwd: string,
  helpers: readonly string[],
): string {
  const { totals } = report;
  const lines: string[] = [];
  const would = mode === 'write' ? '' : 'would be ';
  for (const file of report.files) if (file.error !== null) lines.push(`${file.path}: ${file.error}`);
  const left = report.files.flatMap((f) =>
    f.sites.filter((s) => s.outcome === 'left').map((s) => ({ ...s, path: f.path })),
  );
  if (left.length > 0) {
    lines.push('', `Left as they are (${left.length}):`);
    const reasons = [...new Set(left.map((s) => s.reason))].sort();
    for (const reason of reasons) {
      lines.push(`  ${reason}`);
      for (const site of left.filter((s) => s.reason === reason))
        lines.push(`    ${site.path}:${site.line}  ${site.message}`);
    }
  }
  if (mode === 'check' && totals.rewritten > 0) {
    lines.push('', 'Built inline, and the codemod can rewrite them:');
    for (const file of report.files) {
      for (const site of file.sites) if (site.outcome === 'rewritten') lines.push(`  ${file.path}:${site.line}`);
    }
  }
  lines.push('');
  lines.push(
    `${plural(totals.files, 'file')} seen, ${totals.changed} ${would}changed, ${plural(totals.rewritten, 'result')} ${would}rewritten, ${totals.left} left, ${totals.done} built by the helper already.`,
  );
  if (totals.rewritten + totals.left + totals.done === 0)
    lines.push('There is no tool result with `structuredContent` here that is built inline.');
  for (const helper of helpers)
    lines.push(`${mode === 'write' ? 'Written' : 'Would be written'}: ${helper}, the reply helper.`);
  if (mode === 'write' && totals.changed > 0) {
    const formatter = formatterOf(cwd);
    if (formatter) lines.push(`Format what changed: ${formatter}`);
    lines.push('Then run your tests and your evals again: rules that reach the model now change its answers.');
  }
  if (mode === 'check' && totals.rewritten > 0) lines.push('Rewrite them: npx eslint-plugin-mcp-reply migrate');
  return `${lines.join('\n').replace(/^\n+/, '')}\n`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The command that formats a project, by the configuration it has. */
function formatterOf(cwd: string): string | null {
  const has = (...names: string[]): boolean => names.some((n) => existsSync(path.join(cwd, n)));
  if (has('biome.json', 'biome.jsonc')) return 'npx biome format --write .';
  if (
    has(
      '.prettierrc',
      '.prettierrc.json',
      '.prettierrc.js',
      '.prettierrc.cjs',
      '.prettierrc.mjs',
      '.prettierrc.yml',
      '.prettierrc.yaml',
      '.prettierrc.toml',
      'prettier.config.js',
      'prettier.config.mjs',
      'prettier.config.cjs',
      'prettier.config.ts',
      'node_modules/prettier',
    )
  ) {
    return 'npx prettier --write .';
  }
  if (has('dprint.json')) return 'npx dprint fmt';
  if (has('eslint.config.js', 'eslint.config.mjs', 'eslint.config.ts', 'eslint.config.cjs'))
    return 'npx eslint --fix .';
  return null;
}
