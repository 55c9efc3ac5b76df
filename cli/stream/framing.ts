import { stat } from 'node:fs/promises';
import type { FramingPhrase } from '../../analysis/project/collect-framing.js';
import { UsageError } from '../io.js';

export type { FramingPhrase };

/** Collects the framing of the server in a directory, by the analysis that the rules use. */
export type CollectFraming = (dir: string) => Promise<readonly FramingPhrase[]>;

/** The analysis loads a TypeScript parser, so it is loaded only when `--from` asks for it. */
export async function loadCollectFraming(): Promise<CollectFraming> {
  return (await import('../../analysis/project/collect-framing.js')).collectFraming;
}

export async function assertDirectory(dir: string, given: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`--from ${given} is not a directory.`);
}
