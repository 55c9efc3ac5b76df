import { stat } from 'node:fs/promises';
import path from 'node:path';
import { analyse, readingsOf } from '../analyse.js';
import type { Framing } from '../mcp/framing.js';
import { toolsOf } from '../mcp/registration.js';
import type { ToolResult } from '../mcp/results.js';
import { importersBelow, sourceFilesBelow } from './importers.js';
import { typescriptProject } from './project-for.js';

/** Words for the model that stand in a server's source: a rule constant, or the static part of a result's text. */
export interface FramingPhrase {
  readonly phrase: string;
  /** The tool whose result holds it; null where the source does not tell. */
  readonly tool: string | null;
  /** Path of the source file, relative to the directory that was searched. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Shorter pieces are in too many texts to prove anything. */
const LEAST_LETTERS = 12;

/**
 * The framing of the server in a directory: instructions and status words that its results hold beside their views, by
 * the analysis that the rules use. Of a sentence with values in it the longest static part counts.
 */
export async function collectFraming(dir: string): Promise<readonly FramingPhrase[]> {
  const root = path.resolve(dir);
  await stat(root);
  const project = typescriptProject(root);
  const importers = importersBelow(root, (file) => {
    const opened = project.unit(file);
    return opened.kind === 'unit' ? opened.unit : null;
  });
  const phrases = new Map<string, FramingPhrase>();
  for (const file of sourceFilesBelow(root)) {
    if (!file.text.includes('structuredContent') && !file.text.includes('reply(')) continue;
    const opened = project.unit(file.path);
    if (opened.kind !== 'unit') continue;
    for (const result of analyse(opened.unit).results) {
      if (result.role === 'helper') continue;
      const tool = toolOf(result, importers);
      for (const framing of framingOf(result)) {
        const phrase = staticPart(framing.quote);
        if (phrase === null) continue;
        const at = framing.unit.path ?? file.path;
        const found = { phrase, tool, file: path.relative(root, at), line: framing.node.loc.start.line };
        phrases.set(`${phrase}\0${tool ?? ''}`, found);
      }
    }
  }
  return [...phrases.values()];
}

function framingOf(result: ToolResult): Framing[] {
  return readingsOf(result).flatMap((r) =>
    r.kind === 'framing' ? r.framing.filter((f) => f.kind === 'instruction' || f.kind === 'status') : [],
  );
}

function toolOf(result: ToolResult, importers: Parameters<typeof toolsOf>[2]): string | null {
  const tools = result.fn ? toolsOf(result.fn, result.unit, importers) : null;
  return tools?.kind === 'tools' && tools.tools.length === 1 ? tools.tools[0]!.name : null;
}

/** The longest part of a quote between the places of its values. */
function staticPart(quote: string): string | null {
  const [longest = ''] = quote
    .split('…')
    .map((part) => part.trim())
    .sort((a, b) => b.length - a.length);
  return longest.replace(/[^\p{L}]/gu, '').length >= LEAST_LETTERS ? longest : null;
}
