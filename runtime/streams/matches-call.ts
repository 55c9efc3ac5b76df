import { sameServer, splitToolName } from './names.js';
import type { Call, Run } from './run.js';

/**
 * Whether a server got a call of this tool in this run: the question that a grader asks. A refused call never matches,
 * nor does one without a result in the stream. `name` is the tool alone (`find_messages`) or with its server
 * (`mcp__history__find_messages`); hyphens and underscores in the server's name are the same.
 */
export function matchesCall(run: Run, name: string): boolean {
  return run.calls.some((call) => isCallOf(call, name));
}

function isCallOf(call: Call, name: string): boolean {
  if (call.outcome !== 'accepted') return false;
  if (call.tool === name || call.name === name) return true;
  const { server, tool } = splitToolName(name, call.server === null ? [] : [call.server]);
  return server !== null && call.server !== null && tool === call.tool && sameServer(server, call.server);
}
