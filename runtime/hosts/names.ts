/*
 * The names that messages use. They are derived from the table and a test holds both together; they stand here as plain
 * lists so that a lint rule which names a host does not load the table.
 */

/** Hosts that drop the text of a success when there is structuredContent. */
export const textDroppedBy: readonly string[] = [
  'Claude Code',
  'Codex',
  'VS Code',
  'fast-agent',
  'LangChain4j',
  'Pydantic AI',
  'Cloudflare Agents codemode',
];

/** Hosts that never hand the model the structuredContent of a success, whatever the settings. */
export const viewNeverShownBy: readonly string[] = [
  'Gemini CLI',
  'Qwen Code',
  'Goose',
  'Zed',
  'Roo Code',
  'Continue',
  'Continue CLI',
  'Crush',
  'LangChain MCP adapters for Python',
  'Hugging Face mcp-client',
  'AutoGen',
  'Strands Agents for Python',
  'mcp-use for Python',
  'Spring AI',
  'Semantic Kernel for Python',
  'OpenHands',
  'Docker cagent',
  'Kimi CLI',
  'Inspect AI',
  'Forge',
  'mcp-agent',
  'Trae Agent',
  'LiveKit Agents',
  'CAMEL',
  'n8n MCP Client Tool',
  'LobeHub',
  'Open WebUI',
  'Dify',
];

/** Hosts that drop the text of an error when there is structuredContent. */
export const errorTextDroppedBy: readonly string[] = ['Codex', 'VS Code', 'fast-agent', 'LangChain4j', 'Pydantic AI'];

/** Hosts that hand over structuredContent on success and not on an error. */
export const errorViewDroppedBy: readonly string[] = [
  'Claude Code',
  'Cloudflare Agents codemode',
  'Cloudflare Agents (getAITools)',
  'Haystack',
  'LangChain.js MCP adapters',
];

/** Hosts in which an empty object as structuredContent is enough to drop the text. */
export const textDroppedForEmptyViewBy: readonly string[] = [
  'Codex',
  'VS Code',
  'fast-agent',
  'LangChain4j',
  'Pydantic AI',
  'Cloudflare Agents codemode',
];

/** Names as words: all of them, or the first `most` and how many more there are. */
export function listNames(names: readonly string[], most = names.length): string {
  const rest = names.length - most;
  const shown = rest > 0 ? [...names.slice(0, most), `${rest} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
