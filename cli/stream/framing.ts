import { stat } from 'node:fs/promises';
import { UsageError } from '../io.js';

/** Words for the model that stand in a server's source: a rule constant, or the static part of a result's text. */
export interface FramingPhrase {
  readonly phrase: string;
  /** The tool whose result holds it; null where the source does not tell. */
  readonly tool: string | null;
  /** Path of the source file, relative to the directory that was searched. */
  readonly file: string;
  readonly line: number;
}

/** Collects the framing of the server in a directory, by the analysis that the rules use. */
export type CollectFraming = (dir: string) => Promise<readonly FramingPhrase[]>;

/** The analysis loads a TypeScript parser, so it is loaded only when `--from` asks for it. */
export async function loadCollectFraming(): Promise<CollectFraming> {
  const module = '../../analysis/project/collect-framing.js';
  try {
    const loaded = (await import(module)) as { collectFraming: CollectFraming }; // the contract of that module
    return loaded.collectFraming;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new UsageError('--from is not part of this build. Name the phrases with --expect or --expect-file.');
    }
    throw error;
  }
}

export async function assertDirectory(dir: string, given: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`--from ${given} is not a directory.`);
}
