import type { OfferedTool } from './run.js';

/**
 * The form in which names of servers are compared. Claude Code writes a server's name into its tools'
 * names with everything but letters, digits, `_` and `-` replaced by `_`, and whether a hyphen stays differs between
 * versions and places.
 */
export function serverForm(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase();
}

/** True if two names are the same server's, whatever stands between their words and whatever their capitals. */
export function sameServer(one: string, other: string): boolean {
  return serverForm(one) === serverForm(other);
}

export interface ToolName {
  readonly server: string | null;
  readonly tool: string;
}

/**
 * Splits `mcp__<server>__<tool>`. A server's name may hold `__` itself: a server that the run listed is preferred,
 * the longest first; else the first `__` ends it. Any other name is a tool without a server.
 */
export function splitToolName(name: string, servers: readonly string[] = []): ToolName {
  if (!name.startsWith('mcp__')) return { server: null, tool: name };
  const rest = name.slice('mcp__'.length);
  let best: ToolName | null = null;
  for (let at = rest.indexOf('__', 1); at !== -1; at = rest.indexOf('__', at + 1)) {
    const server = rest.slice(0, at);
    const tool = rest.slice(at + 2);
    if (tool === '') break;
    const listed = servers.find((one) => sameServer(one, server));
    if (listed !== undefined) best = { server: listed, tool };
    else best ??= { server, tool };
  }
  return best ?? { server: null, tool: name };
}

/**
 * Answers which of the offered tools a model means by a name that is not offered: the bare tool name, or server and
 * tool joined in another way (`history__find`, `history.find`, `mcp__history_find`). Full names, each once.
 */
export function indexTools(offered: readonly OfferedTool[]): (name: string) => string[] {
  const byForm = new Map<string, Set<string>>();
  for (const { name, server, tool } of offered) {
    if (server === null) continue;
    for (const form of [tool, `${server}_${tool}`, `mcp_${server}_${tool}`].map(serverForm)) {
      byForm.set(form, (byForm.get(form) ?? new Set()).add(name));
    }
  }
  return (name) => [...(byForm.get(serverForm(name)) ?? [])];
}
