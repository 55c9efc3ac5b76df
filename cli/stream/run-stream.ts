import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LIMITS, normalForm, readRun } from '../../runtime/streams/index.js';
import type { Run } from '../../runtime/streams/index.js';
import { UsageError } from '../io.js';
import type { ExitCode, Io } from '../io.js';
import { checkRun } from './check-run.js';
import type { CheckedRun } from './check-run.js';
import { countRuns } from './count-runs.js';
import { assertDirectory, loadCollectFraming } from './framing.js';
import type { CollectFraming, FramingPhrase } from './framing.js';
import { joinPhrases, phrasesInFile } from './phrases.js';
import { reportJson } from './report-json.js';
import { reportText } from './report-text.js';

export interface StreamOptions {
  readonly expect?: readonly string[];
  readonly expectFile?: readonly string[];
  readonly from?: string;
  readonly server?: string;
  readonly allowMiscalls?: boolean;
  readonly json?: boolean;
}

/** Reads and judges the files in order, one at a time, and prints the report. 1 if any run has a finding. */
export async function runStream(
  files: readonly string[],
  options: StreamOptions,
  io: Io,
  loadFraming: () => Promise<CollectFraming> = loadCollectFraming,
): Promise<ExitCode> {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('Standard input (-) can be read only once.');
  if (options.server?.trim() === '') throw new UsageError('--server needs a name.');
  const expected = await expectedPhrases(options, io);
  const framing = options.from === undefined ? [] : await framingIn(options.from, io, loadFraming);
  const phrases = joinPhrases(expected, framing);
  if (phrases.length > LIMITS.phrases) {
    throw new UsageError(`There are ${phrases.length} phrases; at most ${LIMITS.phrases} can be looked for at once.`);
  }
  const checked: CheckedRun[] = [];
  for (const file of files) {
    const run = await readFrom(
      file,
      io,
      phrases.map(({ phrase }) => phrase),
    );
    checked.push(
      checkRun(file, run, { phrases, server: options.server ?? null, allowMiscalls: options.allowMiscalls ?? false }),
    );
  }
  const counted = countRuns(checked, phrases);
  io.out(options.json ? reportJson(checked, phrases, counted) : reportText(checked, phrases, counted));
  return checked.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

async function expectedPhrases({ expect = [], expectFile = [] }: StreamOptions, io: Io): Promise<string[]> {
  const all = [...expect];
  if (all.some((phrase) => normalForm(phrase) === ''))
    throw new UsageError('--expect needs a phrase that is not empty.');
  for (const file of expectFile) {
    const phrases = phrasesInFile(await readFile(resolve(io.cwd, file), 'utf8').catch(unreadable(file)));
    if (phrases.length === 0) throw new UsageError(`${file} holds no phrase.`);
    all.push(...phrases);
  }
  return all;
}

async function framingIn(
  given: string,
  io: Io,
  loadFraming: () => Promise<CollectFraming>,
): Promise<readonly FramingPhrase[]> {
  const dir = resolve(io.cwd, given);
  await assertDirectory(dir, given);
  const collectFraming = await loadFraming();
  const framing = await collectFraming(dir);
  if (framing.length === 0)
    throw new UsageError(`--from ${given}: no rule constant and no fixed words for the model in it.`);
  return framing;
}

async function readFrom(file: string, io: Io, phrases: readonly string[]): Promise<Run> {
  if (file === '-') return readRun(io.stdin, { phrases });
  return readRun(createReadStream(resolve(io.cwd, file)), { phrases }).catch(unreadable(file));
}

/** A file that cannot be read is the user's to mend; anything else is a fault of this program. */
function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error) {
      const reasons: Record<string, string> = {
        ENOENT: 'there is no such file',
        EISDIR: 'it is a directory',
        EACCES: 'permission denied',
      };
      throw new UsageError(`Cannot read ${file}: ${reasons[error.code] ?? error.code}.`);
    }
    throw error;
  };
}
