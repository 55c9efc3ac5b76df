/** A cell: what stands there, and how it is painted. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** Rows as aligned columns, two spaces apart, without spaces at the end of a line. */
export function inColumns(rows: readonly (readonly Cell[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, text.length);
  }
  return rows
    .map((row) =>
      row
        .map(({ text, paint }, column) => {
          const gap = column === row.length - 1 ? '' : ' '.repeat((widths[column] ?? 0) - text.length);
          return (paint?.(text) ?? text) + gap;
        })
        .join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Words as lines of at most `width` characters, each behind `indent`. A longer word gets a line of its own. */
export function wrap(words: readonly string[], width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one) => `${indent}${one}\n`).join('');
}
