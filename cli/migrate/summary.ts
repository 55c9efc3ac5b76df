import type { Report } from './report.js';
import { formatCommand } from './format-command.js';

export interface Summary {
  readonly report: Report;
  readonly mode: 'write' | 'dry-run' | 'check';
  readonly cwd: string;
  /** New helpers, relative to the working directory. */
  readonly helpers: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  readonly stopped: NodeJS.Signals | null;
}

/** What a run says at its end to the person who started it. */
export function summaryOf({ report, mode, cwd, helpers, skipped, stopped }: Summary): string {
  const { totals, files } = report;
  const lines: string[] = [];
  const would = mode === 'write' ? '' : 'would be ';
  for (const file of files) if (file.error !== null) lines.push(`${file.path}: ${file.error}`);
  for (const { path: file, why } of skipped) lines.push(`${file}: passed over, ${why}`);
  if (mode === 'check' && totals.rewritten > 0) {
    lines.push('', 'Built inline, and the codemod can rewrite them:', ...placesOf(report, 'rewritten'));
  }
  const reasons = new Set(files.flatMap((f) => f.sites.flatMap((s) => (s.outcome === 'left' ? [s.reason ?? ''] : []))));
  if (reasons.size > 0) lines.push('', `Left as they are (${totals.left}):`);
  for (const reason of [...reasons].sort()) lines.push(`  ${reason}`, ...placesOf(report, 'left', reason));
  const done = totals.done > 0 ? `, ${totals.done} built by the helper already` : '';
  lines.push(
    '',
    `${plural(totals.files, 'file')} seen, ${totals.changed} ${would}changed: ` +
      `${plural(totals.rewritten, 'result')} ${would}rewritten, ${totals.left} left${done}.`,
  );
  if (totals.rewritten + totals.left + totals.done + totals.errors === 0) {
    lines.push('There is no tool result with `structuredContent` here that is built inline.');
  }
  for (const helper of helpers) {
    lines.push(`${mode === 'write' ? 'Written' : 'Would be written'}: ${helper}, the reply helper.`);
  }
  if (stopped !== null) lines.push(`Stopped by ${stopped}. What is written works; run it again to complete it.`);
  else if (mode === 'write' && totals.changed > 0) {
    const changed = [...helpers, ...files.filter((file) => file.changed).map((file) => file.path)];
    const format = formatCommand(changed, cwd);
    if (format !== null) lines.push(`Format what changed: ${format}`);
    lines.push('Then run your tests and your evals again: rules that reach the model now change its answers.');
  } else if (mode === 'check' && totals.rewritten > 0) {
    lines.push('Rewrite them: npx eslint-plugin-mcp-reply migrate');
  } else if (mode === 'dry-run' && totals.changed > 0) {
    lines.push('Nothing was written. To do it: npx eslint-plugin-mcp-reply migrate');
  }
  return `${lines.join('\n').replace(/^\n+/, '')}\n`;
}

function placesOf(report: Report, outcome: 'rewritten' | 'left', reason: string | null = null): string[] {
  return report.files.flatMap((file) =>
    file.sites
      .filter((site) => site.outcome === outcome && site.reason === reason)
      .map((site) => {
        const tool = site.tool === null ? '' : ` (${site.tool})`;
        return `    ${file.path}:${site.line}:${site.column}${tool}${outcome === 'left' ? `  ${site.message}` : ''}`;
      }),
  );
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
