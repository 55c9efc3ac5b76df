import type { BlockFates, Host } from './types.js';

/** The host hands over JSON that holds the blocks: words can be read in it, pictures and sounds cannot. */
const IN_JSON: BlockFates = { image: 'base64', audio: 'base64', resource: 'shown', resource_link: 'shown' };

const ALL_SHOWN: BlockFates = { image: 'shown', audio: 'shown', resource: 'shown', resource_link: 'shown' };

/** VS Code and its chat extension are two halves of one host. */
const VSCODE_LIMIT = {
  size: 8192,
  unit: 'bytes',
  per: 'text',
  keeps: 0,
  words:
    'A text part of more than 8 KiB goes to a file and a pointer takes its place (setting chat.agent.largeToolResultsToDisk, on by experiment); without that, a hard cut at half of the prompt budget, 40 % from the start and 60 % from the end.',
} as const;

/**
 * What hosts do with the two channels of a tool result. Read from their sources or from public issues, at the dates given;
 * hosts change, so a row is evidence and no promise. What the evidence does not settle is `unknown` or left out.
 */
export const hosts = [
  // The view wins, the text goes.
  {
    id: 'claude-code',
    name: 'Claude Code',
    onSuccess: { policy: 'structured-wins', counts: 'unknown' },
    onError: { policy: 'content-only', reads: 'first-text' },
    blocks: {},
    blocksBesideView: 'unknown',
    limit: {
      size: 25_000,
      unit: 'tokens',
      per: 'result',
      keeps: 'unknown',
      words:
        'Warns at 10,000 tokens; from 25,000 on (MAX_MCP_OUTPUT_TOKENS, or _meta "anthropic/maxResultSizeChars" of the tool, at most 500,000) the result goes to a file.',
    },
    sources: [
      {
        repository: 'anthropics/claude-code',
        threads: ['#79944', '#86032', '#54737', '#55677', '#9962', '#1804', '#39976', '#72239', '#87650'],
      },
    ],
    date: '2026-09-22',
    confidence: 'medium',
    remarks:
      'Closed source, read from issues. That text is dropped is well shown (marker tests), with and without an output schema, since a version between 2.0.10 and 2.0.22. Errors turn round: the text arrives and the view does not; reports about older versions say only the first block. Reports disagree whether blocks that are not text survive beside a view.',
  },
  {
    id: 'codex',
    name: 'Codex',
    onSuccess: { policy: 'structured-wins', counts: 'not-null' },
    onError: 'same',
    blocks: ALL_SHOWN,
    blocksBesideView: 'dropped',
    limit: {
      size: 10_000,
      unit: 'bytes',
      per: 'result',
      keeps: 'unknown',
      words:
        'Issues about older versions name 10 KiB or 256 lines, then 10,000 bytes; the numbers of the current source were not read.',
    },
    sources: [
      {
        repository: 'openai/codex',
        commit: '5ef96ab2785f3ecddf279639eff7b1b42c906fa4',
        files: ['codex-rs/protocol/src/models.rs'],
        symbol: 'CallToolResult::as_function_call_output_payload',
        threads: ['#9338', '#9251', '#38287', '#6544', '#7906', '#14466'],
      },
    ],
    date: null,
    confidence: 'high',
    remarks:
      'The maintainers say that structured content takes priority. An error changes only a success flag. A text block with _meta "codex/encryptedContent" wins over the view. Code mode hands over the whole result as JSON.',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    onSuccess: { policy: 'structured-wins', counts: 'truthy' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'shown', resource: 'placeholder', resource_link: 'shown' },
    audience: 'honoured',
    limit: VSCODE_LIMIT,
    sources: [
      {
        repository: 'microsoft/vscode',
        commit: '027907cb37d0df0ff0df4b3538d3dbc1d26e7cac',
        files: ['src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts:306-318'],
        symbol: 'McpToolImplementation.invoke',
        threads: ['#290063'],
      },
    ],
    date: null,
    confidence: 'high',
    remarks:
      'Agent mode of Copilot Chat. Only text blocks are suppressed. An error sets a flag in the interface and still loses its text. Text for the user alone goes to the progress display. A resource that is no image becomes a link.',
  },
  {
    id: 'vscode-copilot-chat',
    name: 'VS Code Copilot Chat extension',
    standing: 'part of another host',
    onSuccess: { policy: 'structured-wins', counts: 'truthy' },
    onError: 'same',
    blocks: { image: 'shown' },
    audience: 'honoured',
    limit: VSCODE_LIMIT,
    sources: [
      {
        repository: 'microsoft/vscode-copilot-chat',
        commit: '31acd00a86424e2ee6e980e54919cf31fbf88030',
        files: [
          'src/extension/prompts/node/panel/toolCalling.tsx:659-684',
          'src/extension/prompts/node/panel/toolCalling.tsx:787-853',
        ],
        symbol: 'PrimitiveToolResult.hasAssistantAudience, ToolResult.onText',
      },
    ],
    date: '2026-03-29',
    confidence: 'high',
    remarks: 'The half that writes the prompt, behind VS Code, which has chosen the channel by then.',
  },
  {
    id: 'fast-agent',
    name: 'fast-agent',
    onSuccess: { policy: 'structured-wins', counts: 'not-null' },
    onError: 'same',
    blocks: ALL_SHOWN,
    limit: {
      size: 16_000,
      unit: 'bytes',
      per: 'result',
      keeps: 'unknown',
      words: '16,000 bytes unless the model has another limit; a shortened result loses its view.',
    },
    sources: [
      {
        repository: 'evalstate/fast-agent',
        commit: '610a2f575c469134479f2101f92255aa4bc642a3',
        files: ['src/fast_agent/mcp/helpers/content_helpers.py:140-179'],
        symbol: 'canonicalize_tool_result_content_for_llm',
      },
    ],
    date: '2026-08-18',
    confidence: 'high',
    remarks:
      'Blocks that are not text follow the JSON, which has sorted keys. A warning is logged when several texts are discarded.',
  },
  {
    id: 'langchain4j',
    name: 'LangChain4j',
    onSuccess: { policy: 'structured-wins', counts: 'not-null' },
    onError: 'same',
    blocks: { image: 'fails', audio: 'fails', resource: 'fails', resource_link: 'fails' },
    blocksBesideView: 'dropped',
    sources: [
      {
        repository: 'langchain4j/langchain4j',
        commit: 'b8b809ed57e4b65ec9b87a27c25564bdd4a80e4b',
        files: ['langchain4j-mcp/src/main/java/dev/langchain4j/mcp/client/ToolExecutionHelper.java:29-48'],
        symbol: 'extractResult',
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks:
      'An error becomes an exception whose message is the JSON. A custom McpToolResultExtractor is not asked when there is a view; the default one throws on any block that is not text.',
  },
  {
    id: 'pydantic-ai',
    name: 'Pydantic AI',
    onSuccess: { policy: 'structured-wins', counts: 'not-null', onlyIfAllText: true },
    onError: { policy: 'structured-wins', counts: 'not-null' },
    blocks: { image: 'shown' },
    blocksBesideView: 'unknown',
    sources: [
      {
        repository: 'pydantic/pydantic-ai',
        commit: '4fda38988f2939fa6ea9cdefcf120693e10ef491',
        files: ['pydantic_ai_slim/pydantic_ai/mcp.py:1449-1461', 'pydantic_ai_slim/pydantic_ai/mcp.py:1757-1819'],
        symbol: '_map_mcp_call_tool_result',
        threads: ['#4526', '#5501'],
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks:
      'One image or resource turns the choice round: content arrives, the view does not. A view with the single key "result" is unwrapped. Without a view, a text that starts like JSON is parsed.',
  },
  {
    id: 'cloudflare-codemode',
    name: 'Cloudflare Agents codemode',
    onSuccess: { policy: 'structured-wins', counts: 'not-null' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: {},
    blocksBesideView: 'dropped',
    sources: [
      {
        repository: 'cloudflare/agents',
        commit: 'a0e134bbc327fc8a519b5aa66cb8ce4038815d05',
        files: ['packages/codemode/src/mcp.ts:75-107', 'packages/codemode/src/connectors/mcp.ts:42'],
        symbol: 'unwrapMcpResult',
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The value goes to code that the model wrote. An error is thrown with the joined text.',
  },
  {
    id: 'opencode-2026-06',
    name: 'opencode (12 to 29 June 2026)',
    standing: 'superseded',
    onSuccess: { policy: 'structured-wins', counts: 'not-null' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: {},
    blocksBesideView: 'dropped',
    sources: [
      {
        repository: 'anomalyco/opencode',
        commit: '0ded052d8ba57792e56917ae5fe66f6631015dce',
        files: ['packages/opencode/src/mcp/catalog.ts:69-79'],
        symbol: 'convertTool',
        threads: ['#32074'],
      },
    ],
    date: '2026-06-12',
    confidence: 'high',
    remarks: 'Lived for 17 days; see opencode.',
  },

  // Content wins, the view steps in where there is none.
  {
    id: 'opencode',
    name: 'opencode',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-content', counts: 'not-null' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: { image: 'shown' },
    limit: {
      size: 51_200,
      unit: 'bytes',
      per: 'result',
      keeps: 51_200,
      words:
        '2,000 lines or 51,200 bytes (tool_output.max_lines, tool_output.max_bytes); the rest goes to a file. Only the bytes are counted here.',
    },
    sources: [
      {
        repository: 'anomalyco/opencode',
        commit: '974bbbba26dac2eae636a08f0fc9df02db1aa758',
        files: ['packages/opencode/src/mcp/catalog.ts:69-81'],
        symbol: 'convertTool',
        threads: ['#34505', '#38923'],
      },
    ],
    date: '2026-06-29',
    confidence: 'high',
    remarks:
      'Two changes of mind in 17 days: content alone, the view alone, content first. A single empty text counts as content, so the model then sees nothing.',
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-content', counts: 'object' },
    onError: { policy: 'unknown', reason: 'the error path was not read' },
    blocks: {},
    sources: [
      {
        repository: 'danny-avila/LibreChat',
        commit: '001f16d84110d70df56fae25c517a47520b50b0f',
        files: ['packages/api/src/mcp/parsers.ts'],
        symbol: 'getStructuredContentText, parseAsString, formatToolContent',
      },
    ],
    date: null,
    confidence: 'high',
    remarks: 'Images become artifacts; whether a model sees those was not read. One of more than 10 MiB throws.',
  },
  {
    id: 'agno',
    name: 'Agno',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-text-or-media', counts: 'not-null' },
    onError: { policy: 'content-only', reads: 'all' },
    blocks: { image: 'shown' },
    blocksOnError: { image: 'base64', audio: 'base64' },
    sources: [
      {
        repository: 'agno-agi/agno',
        commit: '9644f22982ae017eaa4ad85c561d927d9ac03119',
        files: ['libs/agno/agno/utils/mcp.py:132-136', 'libs/agno/agno/utils/mcp.py:214-300'],
        symbol: 'get_entrypoint_for_tool.call_tool',
      },
    ],
    date: '2026-08-23',
    confidence: 'high',
    remarks:
      'An error arrives as the Python form of its blocks. The view is always kept as metadata, which no model sees.',
  },
  {
    id: 'anthropic-sdk-python',
    name: 'Anthropic SDK for Python (MCP helper)',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-content', counts: 'not-null' },
    onError: { policy: 'content-only', reads: 'all' },
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'anthropics/anthropic-sdk-python',
        commit: '009b035305e0724ce108ebd796935f91711fc6e1',
        files: ['src/anthropic/lib/tools/mcp.py:336-346'],
        symbol: '_convert_tool_result',
      },
    ],
    date: '2026-08-07',
    confidence: 'high',
    remarks: 'The opposite of Claude Code, from the same house.',
  },
  {
    id: 'anthropic-sdk-typescript',
    name: 'Anthropic SDK for TypeScript (MCP helper)',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-content', counts: 'object' },
    onError: { policy: 'content-only', reads: 'all' },
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'anthropics/anthropic-sdk-typescript',
        commit: 'bfa9197f0182084941052be9752c948638421601',
        files: ['src/helpers/beta/mcp.ts:241-264'],
        symbol: 'mcpTool.run',
      },
    ],
    date: '2026-08-19',
    confidence: 'high',
    remarks: '',
  },
  {
    id: 'kimi-code',
    name: 'Kimi Code',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-text-or-media', counts: 'unknown' },
    onError: { policy: 'unknown', reason: 'the pull request does not say' },
    blocks: { image: 'shown' },
    limit: {
      size: 100_000,
      unit: 'characters',
      per: 'result',
      keeps: 100_000,
      words: '100,000 characters of text, 10 MB a binary part; read three days before the change of the rule.',
    },
    sources: [{ repository: 'MoonshotAI/kimi-code', threads: ['#3234'] }],
    date: '2026-08-25',
    confidence: 'medium',
    remarks: 'From the words of a merged pull request: content or view, never both. Vendor keys of _meta always pass.',
  },
  {
    id: 'mastra',
    name: 'Mastra',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-text', counts: 'unknown' },
    onError: { policy: 'unknown', reason: 'the error path was not read' },
    blocks: {},
    sources: [
      {
        repository: 'mastra-ai/mastra',
        files: ['packages/mcp/src/client/client.ts'],
        threads: ['#20176', '#20168', '#22075'],
      },
    ],
    date: '2026-07-24',
    confidence: 'medium',
    remarks: 'For tools with an output schema, from a merged pull request. Before it, the view alone was handed over.',
  },
  {
    id: 'hermes-agent',
    name: 'Hermes Agent',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-text', counts: 'unknown' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: { image: 'placeholder' },
    sources: [
      {
        repository: 'NousResearch/hermes-agent',
        files: ['tools/mcp_tool.py'],
        symbol: '_render_call_tool_result',
        threads: ['#115445', '#101330', '#5979', '#7118'],
      },
    ],
    date: '2026-09-18',
    confidence: 'medium',
    remarks:
      'Version 0.21.3, from issues and pull requests. Four rules since April 2026, and a fifth proposed: both, unless content is the JSON word for word. An image goes to a file and its path is named.',
  },

  // Both.
  {
    id: 'cherry-studio',
    name: 'Cherry Studio',
    onSuccess: { policy: 'both', counts: 'defined' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'CherryHQ/cherry-studio',
        commit: '8213eb8293a8ec29fd3e6d0717079832f9132209',
        files: ['src/main/ai/mcp/toolResult.ts:18-33'],
        symbol: 'mcpModelContent',
        threads: ['#15105'],
      },
      {
        repository: 'CherryHQ/cherry-studio',
        commit: '25cc95a0297ca8a0328337f20abeedbf8ff712f3',
        files: ['src/main/ai/tools/adapters/aiSdk/mcp/utils.ts'],
      },
    ],
    date: null,
    confidence: 'high',
    remarks:
      'Version 2. The view is left away if a text block is that JSON already. Version 1.9.5 was reported to drop content. An error is thrown as the summary of text and view.',
  },
  {
    id: 'openclaw',
    name: 'OpenClaw',
    onSuccess: { policy: 'both', counts: 'record' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'placeholder' },
    sources: [
      {
        repository: 'openclaw/openclaw',
        commit: '2db14af81d265a598d50db3f00a7214db24fc1c7',
        files: ['src/agents/mcp-content.ts'],
        symbol: 'projectMcpCallToolResultContent',
        threads: ['#87540'],
      },
    ],
    date: null,
    confidence: 'high',
    remarks:
      'The view comes first, with sorted keys; only a text that equals its two-space JSON is left away. In May 2026 it was the view alone.',
  },
  {
    id: 'mcp-use-typescript',
    name: 'mcp-use for TypeScript',
    onSuccess: { policy: 'both', counts: 'defined' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'placeholder' },
    sources: [
      {
        repository: 'mcp-use/mcp-use',
        commit: '5865e5c142589d0930d7e79de3e5e1d98e05b76e',
        files: ['libraries/typescript/packages/agent/src/llm/toolResultParts.ts:159-191'],
        symbol: 'extractToolResultParts',
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'Its documentation says that the model does not see the view; its source sends it. Errors get a prefix.',
  },
  {
    id: 'agent-framework-python',
    name: 'Microsoft Agent Framework for Python',
    onSuccess: { policy: 'both', counts: 'not-null' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'microsoft/agent-framework',
        commit: '5eb3eb745e16324ac7bffb1dbe006d8f13c8d993',
        files: ['python/packages/core/agent_framework/_mcp.py:627-696'],
        symbol: '_parse_tool_result_from_mcp',
      },
    ],
    date: '2026-08-07',
    confidence: 'high',
    remarks: 'A callback parse_tool_results replaces the rule. An error is thrown with the same parts.',
  },
  {
    id: 'kimi-code-2026-08-22',
    name: 'Kimi Code (until 25 August 2026)',
    standing: 'superseded',
    onSuccess: { policy: 'both', counts: 'defined' },
    onError: 'same',
    blocks: { image: 'shown' },
    limit: {
      size: 100_000,
      unit: 'characters',
      per: 'result',
      keeps: 100_000,
      words: '100,000 characters of text in order, so the view, which comes last, is cut first.',
    },
    sources: [
      {
        repository: 'MoonshotAI/kimi-code',
        commit: 'd723cc47ee43e5ca3c3c4ec2473f205d44acede2',
        files: ['packages/agent-core/src/mcp/output.ts:59-68', 'packages/agent-core/src/mcp/output.ts:190-221'],
        symbol: 'mcpResultToExecutableOutput',
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks: 'Three days later the rule of kimi-code took its place.',
  },
  {
    id: 'oh-my-pi',
    name: 'oh-my-pi',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: { policy: 'unknown', reason: 'the issue does not say' },
    blocks: {},
    sources: [
      {
        repository: 'can1357/oh-my-pi',
        files: ['packages/coding-agent/src/mcp/tool-bridge.ts'],
        threads: ['#10523', '#10522'],
      },
    ],
    date: '2026-09-02',
    confidence: 'medium',
    remarks:
      'The view follows as fenced JSON unless a text repeats it. A source of January 2026 handed over content alone.',
  },
  {
    id: 'copilot-cli',
    name: 'GitHub Copilot CLI',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: { policy: 'unknown', reason: 'the issues do not say' },
    blocks: {},
    sources: [
      { repository: 'github/copilot-cli', threads: ['#3258', '#4515', 'microsoft/copilot-intellij-feedback#2058'] },
    ],
    date: '2026-08-17',
    confidence: 'medium',
    remarks:
      'Closed source, read from two complaints in opposite directions: in May 2026 the view alone, in August both. Copilot for JetBrains 1.17.0 is reported to send both.',
  },
  {
    id: 'cline',
    name: 'Cline',
    onSuccess: { policy: 'both', counts: 'defined' },
    onError: 'same',
    blocks: IN_JSON,
    limit: {
      size: 8000,
      unit: 'characters',
      per: 'result',
      keeps: 'unknown',
      words:
        '8,000 characters of the whole result as JSON (CLINE_MESSAGE_BUILDER_MAX_TOOL_RESULT_CHARS); the middle is cut out, which with a long text is the end of the text and the start of the view.',
    },
    sources: [
      {
        repository: 'cline/cline',
        commit: '21cb8d2525bcedf1f4b6890b27a74a14fe7451e4',
        files: [
          'sdk/packages/core/src/extensions/mcp/tools.ts:35-44',
          'sdk/packages/core/src/session/persisted-tool-result-content.ts:9-24',
          'sdk/packages/core/src/session/services/message-builder.ts:1064-1069',
          'apps/vscode/src/services/mcp/McpHub.ts:1737',
        ],
        symbol: 'createMcpTools, toPersistedToolResultContent, MessageBuilder',
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks: 'An error is not flagged; the model can only read isError inside the JSON.',
  },
  {
    id: 'google-adk',
    name: 'Google ADK for Python',
    onSuccess: { policy: 'both', counts: 'not-null' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'google/adk-python',
        commit: '079f3d7da73d62c609a67cb80c65849a146a389f',
        files: ['src/google/adk/tools/mcp_tool/mcp_tool.py'],
        symbol: 'McpTool._run_async_impl',
      },
    ],
    date: null,
    confidence: 'high',
    remarks: 'The whole result is the function response.',
  },
  {
    id: 'google-genai-js',
    name: 'Google Gen AI SDK for JavaScript',
    onSuccess: { policy: 'both', counts: 'defined' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'googleapis/js-genai',
        commit: '6e9b35c45e21f0d37179a24d29dca01ebed698e6',
        files: ['src/mcp/_mcp.ts:160-177'],
        symbol: 'mcpToTool',
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The whole result; an error is wrapped once more.',
  },
  {
    id: 'google-genai-python',
    name: 'Google Gen AI SDK for Python',
    onSuccess: { policy: 'both', counts: 'defined' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'googleapis/python-genai',
        commit: '66807187f2123c6676175ac991f4e34eb09200d1',
        files: ['google/genai/_extra_utils.py:415-427'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'Automatic function calling. The whole result; an error is wrapped once more.',
  },
  {
    id: 'csharp-sdk',
    name: 'MCP C# SDK (McpClientTool)',
    onSuccess: { policy: 'both', counts: 'not-null' },
    onError: 'same',
    blocks: {},
    blocksBesideView: IN_JSON,
    blocksOnError: IN_JSON,
    sources: [
      {
        repository: 'modelcontextprotocol/csharp-sdk',
        commit: '609499b2988e3f4a4c732552290bc9241fb90db9',
        files: ['src/ModelContextProtocol.Core/Client/McpClientTool.cs:122-151'],
        symbol: 'InvokeCoreAsync',
        threads: ['#1562'],
      },
    ],
    date: '2026-08-19',
    confidence: 'high',
    remarks:
      'Stands for Microsoft.Extensions.AI, Semantic Kernel and Agent Framework on .NET. The whole result as JSON when it has a view, is an error or bears an app _meta; else its blocks.',
  },
  {
    id: 'cloudflare-agents',
    name: 'Cloudflare Agents (getAITools)',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: { policy: 'content-only', reads: 'first-text' },
    blocks: IN_JSON,
    sources: [
      {
        repository: 'cloudflare/agents',
        commit: 'a0e134bbc327fc8a519b5aa66cb8ce4038815d05',
        files: ['packages/agents/src/mcp/client.ts:2041-2059'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The whole result as JSON. An error is thrown with its first text block.',
  },
  {
    id: 'mcphost',
    name: 'mcphost',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'mark3labs/mcphost',
        commit: '632cc196002275d42dbf93ad3f1241ff853deb80',
        files: ['internal/tools/fantasy_adapter.go:67-77'],
      },
    ],
    date: '2026-04-13',
    confidence: 'high',
    remarks: 'The whole result as JSON.',
  },
  {
    id: 'amazon-q',
    name: 'Amazon Q Developer CLI',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: 'same',
    blocks: { resource: 'shown', resource_link: 'shown' },
    sources: [
      {
        repository: 'aws/amazon-q-developer-cli',
        commit: '15cc8f3cd18c4272925ce1c7053268eedff1ea0a',
        files: ['crates/chat-cli/src/cli/chat/tools/custom_tool.rs:129-147'],
      },
    ],
    date: '2026-04-23',
    confidence: 'medium',
    remarks: 'The whole result as JSON; what a later step does to images in it was not traced.',
  },
  {
    id: 'anything-llm',
    name: 'AnythingLLM',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'Mintplex-Labs/anything-llm',
        commit: '72aabbd15481ae405434efd4c83d46026eef1173',
        files: ['server/utils/MCP/index.js:94-105', 'server/utils/MCP/index.js:256-272'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The whole result as JSON.',
  },
  {
    id: 'haystack',
    name: 'Haystack',
    onSuccess: { policy: 'both', counts: 'unknown' },
    onError: { policy: 'content-only', reads: 'all' },
    blocks: IN_JSON,
    sources: [
      {
        repository: 'deepset-ai/haystack-core-integrations',
        commit: '50a84e949fc700ed05cb4600b99f73955b787db8',
        files: ['integrations/mcp/src/haystack_integrations/tools/mcp/mcp_tool.py:293-297'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The whole result as JSON. An error is raised with the Python form of its blocks.',
  },
  {
    id: 'langchain-js',
    name: 'LangChain.js MCP adapters',
    onSuccess: { policy: 'both', counts: 'truthy', onlyWith: 'one-text' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: { image: 'shown', resource: 'dropped' },
    sources: [
      {
        repository: 'langchain-ai/langchainjs',
        commit: '62fc484b2a0d1ec5b8bebff4a8a0efe6300ada72',
        files: ['libs/langchain-mcp-adapters/src/tools.ts:831-929', 'libs/langchain-core/src/tools/index.ts:1031-1073'],
        symbol: '_convertCallToolResult',
      },
    ],
    date: '2026-08-05',
    confidence: 'high',
    remarks:
      'With one text block the model reads one JSON object that holds the escaped text and the view; with two, the view goes to an artifact that no model sees. Options outputHandling and useStandardContentBlocks.',
  },

  // Content alone unless a setting says otherwise.
  {
    id: 'openai-agents-python',
    name: 'OpenAI Agents SDK for Python',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'base64', resource: 'shown', resource_link: 'shown' },
    switched: { by: 'use_structured_content=True', to: { policy: 'structured-wins', counts: 'non-empty' } },
    sources: [
      {
        repository: 'openai/openai-agents-python',
        commit: '7f7a44f8dc0650296bd5ab6c745c9bcbaa6ac3b7',
        files: ['src/agents/mcp/util.py:769-800'],
        symbol: 'MCPUtil.invoke_mcp_tool',
        threads: ['#4224', '#1236'],
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks:
      'Switched, the view replaces all blocks, but errors keep their content. In July 2025 the setting sent both.',
  },
  {
    id: 'openai-agents-js',
    name: 'OpenAI Agents SDK for JavaScript',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    switched: { by: 'useStructuredContent: true', to: { policy: 'structured-wins', counts: 'not-null' } },
    sources: [
      {
        repository: 'openai/openai-agents-js',
        commit: '6d0c61a5f62a5ed8142996a25b33446c810f84b3',
        files: [
          'packages/agents-core/src/mcp.ts:1192-1224',
          'packages/agents-core/src/runner/toolOutputNormalization.ts:63-145',
        ],
        symbol: 'mcpToFunctionTool.invoke',
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks:
      'A resource or audio block turns the whole array into one string. Switched, {} replaces content too, unlike in the Python SDK.',
  },
  {
    id: 'vercel-ai',
    name: 'Vercel AI SDK',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'base64', resource: 'shown', resource_link: 'shown' },
    switched: { by: 'schemas[name].outputSchema', to: { policy: 'structured-wins', counts: 'not-null' } },
    sources: [
      {
        repository: 'vercel/ai',
        commit: 'ed857f50f112e23930b0c2dd8d532cc8bebbc911',
        files: ['packages/mcp/src/tool/mcp-client.ts:209-239', 'packages/mcp/src/tool/mcp-client.ts:1221-1320'],
        symbol: 'mcpToModelOutput, extractStructuredContent',
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks:
      'With typed schemas the view is handed on, and one with an array called content is misread as blocks. A result without any content array is handed over whole.',
  },
  {
    id: 'smolagents',
    name: 'smolagents',
    onSuccess: { policy: 'content-only', reads: 'first' },
    onError: 'same',
    blocks: { image: 'shown' },
    switched: { by: 'structured_output=True', to: { policy: 'structured-wins', counts: 'unknown' } },
    sources: [
      {
        repository: 'huggingface/smolagents',
        commit: 'e3a5b8994b301983b91c0325546e9dc82eab8cf0',
        files: ['src/smolagents/mcp_client.py:89-119'],
      },
      {
        repository: 'grll/mcpadapt',
        commit: '538cd85628b555ef4ad9392b7270b52274f444d4',
        files: ['src/mcpadapt/smolagents_adapter.py:166-233'],
      },
    ],
    date: '2026-07-11',
    confidence: 'high',
    remarks:
      'Only the first block. Empty content raises, whatever the view. A warning announces the switch as the default of 1.25.',
  },

  // Content alone.
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'both', counts: 'defined' },
    blocks: { image: 'shown', audio: 'shown' },
    blocksOnError: IN_JSON,
    limit: {
      size: 40_000,
      unit: 'characters',
      per: 'sole-text',
      keeps: 8000,
      words:
        '40,000 characters (tools.truncateToolOutputThreshold) or four times the remaining tokens: a fifth from the start, the rest from the end, all of it in a file. Only if the result is exactly one text; the kept end is not counted here.',
    },
    sources: [
      {
        repository: 'google-gemini/gemini-cli',
        commit: '5411f113cafae26161b4969b0237b8e1e024e2c2',
        files: [
          'packages/core/src/tools/mcp-tool.ts:244-333',
          'packages/core/src/tools/mcp-tool.ts:452-541',
          'packages/core/src/scheduler/tool-executor.ts:200-297',
        ],
        symbol: 'transformMcpContentToParts',
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks:
      'The view is visible on errors alone, inside the JSON of the whole response. Texts are wrapped as untrusted.',
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'both', counts: 'defined', onlyWith: 'no-image' },
    blocks: { image: 'shown' },
    limit: {
      size: 500_000,
      unit: 'characters',
      per: 'text',
      keeps: 2000,
      words: '500,000 characters a text part; above, a preview of 2,000.',
    },
    sources: [
      {
        repository: 'QwenLM/qwen-code',
        commit: '03977054cd8340e47d399c4e8a652e537674bac5',
        files: ['packages/core/src/tools/mcp-tool.ts'],
        symbol: 'wrapMcpCallToolResultAsParts, transformMcpContentToParts, truncateTextParts',
      },
    ],
    date: null,
    confidence: 'high',
    remarks: 'As Gemini CLI, from which it comes; an error with an image hands over its blocks alone.',
  },
  {
    id: 'goose',
    name: 'Goose',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: {},
    audience: 'partly',
    limit: {
      size: 200_000,
      unit: 'characters',
      per: 'text',
      keeps: 0,
      words: '200,000 characters a text block; a longer one goes to a file.',
    },
    sources: [
      {
        repository: 'block/goose',
        commit: '00f85252aa0642df52f25a4526868be8d4348657',
        files: ['crates/goose/src/providers/formats/anthropic.rs'],
        symbol: 'format_messages',
      },
      {
        repository: 'block/goose',
        commit: '008fca37f25db19b5a23197ea7caa6176d4ded47',
        files: ['crates/goose/src/providers/formats/openai.rs'],
        threads: ['#10125'],
      },
      {
        repository: 'block/goose',
        commit: '12dca0331f2692ee9f462a4554410fae48e21efd',
        files: ['crates/goose/src/agents/large_response_handler.rs'],
        symbol: 'process_tool_response',
      },
    ],
    date: null,
    confidence: 'high',
    remarks:
      'Images depend on the provider: a further message in one format, dropped in another. Some provider formats filter by audience, others do not. isError of a result is not handed on.',
  },
  {
    id: 'zed',
    name: 'Zed',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: { image: 'dropped', resource: 'dropped' },
    sources: [
      {
        repository: 'zed-industries/zed',
        commit: '004000881221721fb303bef30f2ad8d782d6a17b',
        files: ['crates/agent/src/tools/context_server_registry.rs'],
        symbol: 'ContextServerTool::run',
        threads: ['#53044', '#52765', '#49615'],
      },
    ],
    date: null,
    confidence: 'high',
    remarks:
      'Texts are joined without a separator. A result with a view alone is an empty string. Newer versions may show images.',
  },
  {
    id: 'roo-code',
    name: 'Roo Code',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'RooCodeInc/Roo-Code',
        commit: 'cb836567180a3ff1da6d082f3178b90c3bd22a70',
        files: ['src/core/tools/UseMcpToolTool.ts:258-349'],
        symbol: 'processToolContent',
      },
    ],
    date: '2026-04-14',
    confidence: 'high',
    remarks: 'Errors get a prefix. A result with a view alone reads "(No response)".',
  },
  {
    id: 'continue',
    name: 'Continue',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'placeholder' },
    blocksOnError: IN_JSON,
    sources: [
      {
        repository: 'continuedev/continue',
        commit: 'd0a3c0b626b5bebc3bef4742eec05a0242be0bab',
        files: ['core/tools/callTool.ts:102-181'],
      },
    ],
    date: '2026-06-18',
    confidence: 'high',
    remarks: 'In the editors. An error is thrown as the JSON of its blocks.',
  },
  {
    id: 'continue-cli',
    name: 'Continue CLI',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'continuedev/continue',
        commit: 'd0a3c0b626b5bebc3bef4742eec05a0242be0bab',
        files: ['extensions/cli/src/tools/index.tsx:207-210'],
      },
    ],
    date: '2026-06-18',
    confidence: 'high',
    remarks: 'The blocks as JSON; isError is ignored.',
  },
  {
    id: 'crush',
    name: 'Crush',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'first', audio: 'first', resource: 'dropped', resource_link: 'dropped' },
    sources: [
      {
        repository: 'charmbracelet/crush',
        commit: '37f36e93824e5c4f892e4a817f7f628e2682fe14',
        files: ['internal/agent/tools/mcp/tools.go:46-109', 'internal/agent/tools/mcp-tools.go:128-150'],
        symbol: 'RunTool',
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'isError is never read: an error looks like a success. A model without vision gets an error for an image.',
  },
  {
    id: 'langchain-python',
    name: 'LangChain MCP adapters for Python',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'fails' },
    sources: [
      {
        repository: 'langchain-ai/langchain-mcp-adapters',
        commit: 'cc0f2843fd5becf2cdb641c910533c3747c3b1ef',
        files: ['langchain_mcp_adapters/tools.py:226-283'],
        symbol: '_convert_call_tool_result',
        threads: ['#619'],
      },
    ],
    date: '2026-08-06',
    confidence: 'high',
    remarks: 'The view becomes an artifact, which no model sees.',
  },
  {
    id: 'huggingface-mcp-client',
    name: 'Hugging Face mcp-client',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'placeholder' },
    sources: [
      {
        repository: 'huggingface/huggingface.js',
        commit: 'fe42e68017ffc76d09922ea8f9b38a6964345710',
        files: ['packages/mcp-client/src/ResultFormatter.ts:20-73'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'tiny-agents. isError is ignored.',
  },
  {
    id: 'autogen',
    name: 'AutoGen',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'fails', resource_link: 'fails' },
    sources: [
      {
        repository: 'microsoft/autogen',
        commit: '027ecf0a379bcc1d09956d46d12d44a3ad9cee14',
        files: ['python/packages/autogen-ext/src/autogen_ext/tools/mcp/_workbench.py:339-363'],
      },
    ],
    date: '2026-04-06',
    confidence: 'high',
    remarks: '',
  },
  {
    id: 'strands',
    name: 'Strands Agents for Python',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'strands-agents/sdk-python',
        commit: '1232230daa4385fd6470be29013eb2375d7a307c',
        files: ['src/strands/tools/mcp/mcp_client.py:733-770', 'src/strands/tools/mcp/mcp_client.py:867-947'],
        threads: ['strands-agents/harness-sdk#2919'],
      },
    ],
    date: '2026-05-15',
    confidence: 'high',
    remarks: 'The view stays on the result object; the providers send content alone.',
  },
  {
    id: 'mcp-use-python',
    name: 'mcp-use for Python',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'mcp-use/mcp-use',
        commit: '5865e5c142589d0930d7e79de3e5e1d98e05b76e',
        files: [
          'libraries/python/mcp_use/agents/adapters/langchain_adapter.py:38-105',
          'libraries/python/mcp_use/agents/adapters/base.py:50-71',
        ],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The TypeScript half of the same project sends both.',
  },
  {
    id: 'spring-ai',
    name: 'Spring AI',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: IN_JSON,
    sources: [
      {
        repository: 'spring-projects/spring-ai',
        commit: 'fd3fd6ec700340b90c3d516be57c6e6c87dd7df1',
        files: ['mcp/common/src/main/java/org/springframework/ai/mcp/SyncMcpToolCallback.java:150-157'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'The blocks as JSON.',
  },
  {
    id: 'semantic-kernel-python',
    name: 'Semantic Kernel for Python',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'microsoft/semantic-kernel',
        commit: 'b39d95a34435f4c1d55dd00c86120ce118d847e1',
        files: ['python/semantic_kernel/connectors/mcp.py:94-98', 'python/semantic_kernel/connectors/mcp.py:605-618'],
      },
    ],
    date: '2026-08-20',
    confidence: 'high',
    remarks: 'isError is ignored at that place.',
  },
  {
    id: 'openhands',
    name: 'OpenHands',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'dropped', resource: 'dropped', resource_link: 'dropped' },
    sources: [
      {
        repository: 'OpenHands/software-agent-sdk',
        commit: '611629e6999ad398dc49c761721eefe18d5e6bd9',
        files: ['openhands-sdk/openhands/sdk/mcp/definition.py:55-83'],
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks: 'A line that names the tool stands before the content.',
  },
  {
    id: 'cagent',
    name: 'Docker cagent',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'docker/cagent',
        commit: '0d76412a3ed156faac105d7961753c333be0a879',
        files: ['pkg/tools/mcp/mcp.go:490-521'],
      },
    ],
    date: '2026-03-14',
    confidence: 'high',
    remarks: 'A result with a view alone reads "no output".',
  },
  {
    id: 'kimi-cli',
    name: 'Kimi CLI',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    limit: {
      size: 100_000,
      unit: 'characters',
      per: 'result',
      keeps: 'unknown',
      words: '100,000 characters, images counted by their base64 (which is not counted here).',
    },
    sources: [
      {
        repository: 'MoonshotAI/kimi-cli',
        commit: '4a550effdfcb29a25a5d325bf935296cc50cd417',
        files: ['src/kimi_cli/soul/toolset.py:1023-1104'],
      },
    ],
    date: '2026-07-16',
    confidence: 'high',
    remarks: 'The older one, in Python.',
  },
  {
    id: 'inspect-ai',
    name: 'Inspect AI',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: { image: 'shown' },
    limit: {
      size: 16_384,
      unit: 'bytes',
      per: 'result',
      keeps: 'unknown',
      words: '16 KiB by default (max_tool_output).',
    },
    sources: [
      {
        repository: 'UKGovernmentBEIS/inspect_ai',
        commit: '499e6152e7b8fc8cbd8ac5283536572aa6e4ab17',
        files: ['src/inspect_ai/tool/_mcp/_local.py:251-286', 'src/inspect_ai/tool/_mcp/_local.py:461-479'],
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks: '',
  },
  {
    id: 'forge',
    name: 'Forge',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown', audio: 'fails', resource: 'fails', resource_link: 'fails' },
    sources: [
      {
        repository: 'antinomyhq/forge',
        commit: '54cecac14984728f9a019974aa23c7617b103268',
        files: ['crates/forge_infra/src/mcp_client.rs:492-529'],
      },
    ],
    date: '2026-04-12',
    confidence: 'high',
    remarks: 'One resource, resource link or audio block makes the whole call fail.',
  },
  {
    id: 'mcp-agent',
    name: 'mcp-agent',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'lastmile-ai/mcp-agent',
        commit: '04cae7ea5ba3a5c4e62c22884938699c73705651',
        files: [
          'src/mcp_agent/workflows/llm/augmented_llm_openai.py:648-654',
          'src/mcp_agent/workflows/llm/augmented_llm_anthropic.py:903-934',
        ],
      },
    ],
    date: '2025-12-09',
    confidence: 'high',
    remarks:
      'On the Anthropic path, empty content becomes an error that says no result was returned, whatever the view.',
  },
  {
    id: 'crewai',
    name: 'CrewAI',
    onSuccess: { policy: 'content-wins', structuredIf: 'no-content', counts: 'unknown', reads: 'first' },
    onError: { policy: 'content-only', reads: 'first-text' },
    blocks: { image: 'base64', audio: 'base64' },
    sources: [
      {
        repository: 'crewAIInc/crewAI',
        commit: 'f4731f5025f861c78e3af0487cc80bf5e7c64782',
        files: [
          'lib/crewai/src/crewai/mcp/client.py:594-613',
          'lib/crewai/src/crewai/tools/mcp_tool_wrapper.py:182-187',
        ],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks:
      'Only the first block. With no content at all the Python form of the whole result arrives, the view in it.',
  },
  {
    id: 'trae-agent',
    name: 'Trae Agent',
    onSuccess: { policy: 'content-only', reads: 'first' },
    onError: { policy: 'content-only', reads: 'first-text' },
    blocks: { image: 'fails', audio: 'fails' },
    sources: [
      {
        repository: 'bytedance/trae-agent',
        commit: 'e839e559ac61bdd0e057c375dd1dee391fee797d',
        files: ['trae_agent/tools/mcp_tool.py:51-55'],
      },
    ],
    date: '2026-02-05',
    confidence: 'high',
    remarks: 'Only the first block, which must be a text. Empty content is an error.',
  },
  {
    id: 'livekit',
    name: 'LiveKit Agents',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'content-only', reads: 'text' },
    blocks: IN_JSON,
    sources: [
      {
        repository: 'livekit/agents',
        commit: 'da6af86ac640a3bc54585764e64321d7048c1c16',
        files: ['livekit-agents/livekit/agents/llm/mcp.py:98-108', 'livekit-agents/livekit/agents/llm/mcp.py:215-229'],
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks: 'Empty content is an error, whatever the view. A callback tool_result_resolver gets the whole result.',
  },
  {
    id: 'camel',
    name: 'CAMEL',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'unknown', reason: 'the lines that were read do not look at isError' },
    blocks: { image: 'placeholder' },
    sources: [
      {
        repository: 'camel-ai/camel',
        commit: '13dc7a7dda66d943949e5448d55e70d5a9481cfe',
        files: ['camel/utils/mcp_client.py:662-685', 'camel/utils/mcp_client.py:746-762'],
      },
    ],
    date: '2026-08-21',
    confidence: 'high',
    remarks: 'Empty content reads as no data available.',
  },
  {
    id: 'n8n',
    name: 'n8n MCP Client Tool',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'content-only', reads: 'first-text' },
    blocks: {},
    sources: [
      {
        repository: 'n8n-io/n8n',
        commit: '003abfdc4f53791ebe60fd579af8de28a2a782a6',
        files: ['packages/@n8n/nodes-langchain/nodes/mcp/McpClientTool/utils.ts'],
        symbol: 'createCallTool',
      },
    ],
    date: null,
    confidence: 'medium',
    remarks: 'An undated version. The array of blocks is handed over; an old-style toolResult wins over it.',
  },
  {
    id: 'lobehub',
    name: 'LobeHub',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'placeholder', resource_link: 'dropped' },
    sources: [
      {
        repository: 'lobehub/lobehub',
        commit: '13b4bb76ff0df4299d1364736ab29f79511502cf',
        files: ['src/server/services/mcp/index.ts'],
        symbol: 'callTool',
      },
      {
        repository: 'lobehub/lobehub',
        commit: '2b67579ef02602a6579774cc5a5c85dde6a5ab15',
        files: ['src/server/services/mcp/contentProcessor.ts'],
        symbol: 'contentBlocksToString',
      },
    ],
    date: null,
    confidence: 'high',
    remarks: 'Images are uploaded and linked. The view is state for the interface. An error counts as a success.',
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'open-webui/open-webui',
        commit: '04e8bc7f9cc3d5cdbbf06e16439d7fc69a1ce4df',
        files: ['backend/open_webui/utils/mcp/client.py'],
        symbol: 'MCPClient.call_tool',
        threads: ['usememos/memos#6226'],
      },
    ],
    date: null,
    confidence: 'medium',
    remarks: 'The version that was read may be a fork; a bug report of August 2026 quotes the same rule.',
  },
  {
    id: 'dify',
    name: 'Dify',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: { policy: 'unknown', reason: 'isError is not read in that file' },
    blocks: {},
    sources: [
      {
        repository: 'langgenius/dify',
        commit: '0296455b4958829c23ae6dd9f849056b94efe8d2',
        files: ['api/core/tools/mcp_tool/tool.py'],
        symbol: 'MCPTool._invoke',
      },
    ],
    date: null,
    confidence: 'medium',
    remarks:
      'With an output schema the view becomes variables of a workflow. The way into an agent prompt was not traced.',
  },
  {
    id: 'claude-agent-sdk-python',
    name: 'Claude Agent SDK for Python (in-process tools)',
    standing: 'server side',
    onSuccess: { policy: 'content-only', reads: 'all' },
    onError: 'same',
    blocks: { image: 'shown' },
    sources: [
      {
        repository: 'anthropics/claude-agent-sdk-python',
        commit: 'e8bde60164f9ef820068ec36ffe6b7be6bd8fd26',
        files: ['src/claude_agent_sdk/__init__.py:607-613'],
        symbol: 'create_sdk_mcp_server.run_tool',
      },
    ],
    date: '2026-08-22',
    confidence: 'high',
    remarks:
      'No host: a server in the same process, which cuts a result down to content and isError, so a view can not be sent at all. Its host is Claude Code.',
  },
  {
    id: 'llamaindex',
    name: 'LlamaIndex',
    onSuccess: { policy: 'unknown', reason: 'the raw result is returned, and how it becomes text was not traced' },
    onError: { policy: 'unknown', reason: 'the raw result is returned, and how it becomes text was not traced' },
    blocks: {},
    sources: [
      {
        repository: 'run-llama/llama_index',
        commit: '027eca694db536613ed162193afc412223fce753',
        files: ['llama-index-integrations/tools/llama-index-tools-mcp/llama_index/tools/mcp/base.py'],
        symbol: '_create_tool_fn',
      },
    ],
    date: null,
    confidence: 'low',
    remarks: 'An old, undated version. Its string form would hold both.',
  },
] as const satisfies readonly Host[];

/** The id of a host of the table. */
export type HostId = (typeof hosts)[number]['id'];
