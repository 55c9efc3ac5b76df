export { matchesCall } from './matches-call.js';
export { sameServer } from './names.js';
export { normalForm } from './normal-form.js';
export { readRun } from './read-run.js';
export type { ReadOptions } from './read-run.js';
export type { ByteSource } from './decode-bytes.js';
export { LIMITS } from './run.js';
export type {
  Call,
  Channel,
  Counts,
  Ending,
  Found,
  ListedServer,
  OfferedTool,
  Outcome,
  Result,
  Run,
  Shown,
} from './run.js';
export { isMiscall, printable, transcript, transcriptOf } from './transcript.js';
