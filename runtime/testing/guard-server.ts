import type { Json } from '../hosts/json.js';
import type { ToolResult } from '../hosts/types.js';
import { faultsOfResult } from './faults-of-result.js';

/** Any server of an MCP SDK: `McpServer` of both, and the low-level `Server`. */
export interface GuardableServer {
  connect(transport: never): Promise<void>;
}

/** What passes between a server and its transport. */
interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

type Receive = (message: Message, extra?: unknown) => void;
type Send = (message: Message, options?: unknown) => Promise<void>;

/**
 * Checks every tool result that a server under test sends, as it leaves the server: the framing of the text stands in the
 * view, the view conforms to the output schema that clients see, both channels are complete, and neither is too large.
 * A result with a fault becomes a protocol error that says so, so the test's call rejects with the faults.
 *
 * Guard before the server is connected, and call it through a client: `guardServer(createServer())`. Returns the server.
 * Throws a TypeError for something that is no server, or is connected already.
 */
export function guardServer<S extends GuardableServer>(server: S): S {
  const inner: unknown = 'server' in server ? server.server : server;
  if (!isConnectable(inner)) throw new TypeError('guardServer needs a server with a method connect(transport).');
  if ('transport' in inner && inner.transport !== undefined) {
    throw new TypeError('guardServer must come before connect: this server is connected already.');
  }
  const connect = inner.connect.bind(inner);
  inner.connect = (transport: unknown): Promise<void> => {
    if (isTransport(transport)) guardTransport(transport);
    return connect(transport);
  };
  return server;
}

/** Stands between a transport and the server that is about to be connected to it. */
function guardTransport(transport: { send: Send }): void {
  const send = transport.send.bind(transport);
  /** The calls of tools that have not been answered, by the id of the request. */
  const calls = new Map<unknown, { readonly tool: string; readonly meta: unknown; readonly extra: unknown }>();
  /** The guard's own requests that have not been answered. */
  const own = new Map<unknown, (answer: Message) => void>();
  let receive: Receive | undefined;
  let count = 0;

  const listen = (handler: Receive | undefined): Receive | undefined => {
    if (handler === undefined) return undefined;
    receive = handler;
    return (message, extra) => {
      const { params } = message;
      if (message.method === 'tools/call' && isRecord(params) && typeof params.name === 'string') {
        calls.set(message.id, { tool: params.name, meta: params._meta, extra });
      }
      handler(message, extra);
    };
  };
  interceptHandler(transport, listen);

  transport.send = async (message, options) => {
    const resolveOwn = own.get(message.id);
    if (resolveOwn !== undefined && message.method === undefined) {
      resolveOwn(message);
      return;
    }
    const call = message.method === undefined ? calls.get(message.id) : undefined;
    if (call === undefined) return send(message, options);
    calls.delete(message.id);
    if (!isToolResult(message.result)) return send(message, options);
    const schema = await outputSchemaOf(call.tool, (params) => ask('tools/list', params, call));
    const faults = faultsOfResult(message.result, schema);
    return send(faults.length === 0 ? message : refusal(message.id, call.tool, faults), options);
  };

  /** A request of the guard to the server, as if the client of the call had sent it. */
  function ask(method: string, params: object, call: { readonly meta: unknown; readonly extra: unknown }) {
    count += 1;
    const id = `mcp-reply-guard-${count}`;
    return new Promise<Message>((resolve) => {
      own.set(id, (answer) => {
        own.delete(id);
        resolve(answer);
      });
      const meta = isRecord(call.meta) ? { _meta: { ...call.meta, progressToken: undefined } } : {};
      receive?.({ jsonrpc: '2.0', id, method, params: { ...params, ...meta } }, call.extra);
    });
  }
}

/** The output schema of a tool as clients see it; undefined where there is none. */
async function outputSchemaOf(tool: string, list: (params: object) => Promise<Message>): Promise<Json | undefined> {
  let cursor: unknown;
  do {
    const { result } = await list(cursor === undefined ? {} : { cursor });
    if (!isRecord(result) || !Array.isArray(result.tools)) return undefined;
    const entry: unknown = result.tools.find((one: unknown) => isRecord(one) && one.name === tool);
    // It has come out of a server as part of a message, so it is JSON.
    if (isRecord(entry)) return entry.outputSchema as Json | undefined;
    cursor = result.nextCursor;
  } while (typeof cursor === 'string');
  return undefined;
}

function refusal(id: unknown, tool: string, faults: readonly string[]): Message {
  const many = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  const message = `The result of tool "${tool}" has ${many}.\n${faults.map((fault) => `- ${fault}`).join('\n')}`;
  return { jsonrpc: '2.0', id, error: { code: -32603, message } };
}

/**
 * Lets `wrap` see the handler that the server is about to set. Some transports keep it in a field, others hand it on from
 * a setter of their class, which must go on working.
 */
function interceptHandler(transport: object, wrap: (handler: Receive | undefined) => Receive | undefined): void {
  const inherited = accessorOf(Object.getPrototypeOf(transport));
  let field: unknown = Reflect.get(transport, 'onmessage');
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    enumerable: true,
    get: (): unknown => (inherited?.get === undefined ? field : inherited.get.call(transport)),
    set: (handler: Receive | undefined) => {
      const wrapped = wrap(handler);
      field = wrapped;
      inherited?.set?.call(transport, wrapped);
    },
  });
}

function accessorOf(prototype: unknown): PropertyDescriptor | undefined {
  for (let at = prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, 'onmessage');
    if (descriptor?.set !== undefined) return descriptor;
  }
  return undefined;
}

function isConnectable(value: unknown): value is { connect: (transport: unknown) => Promise<void> } {
  return typeof value === 'object' && value !== null && 'connect' in value && typeof value.connect === 'function';
}

function isTransport(value: unknown): value is { send: Send } {
  return typeof value === 'object' && value !== null && 'send' in value && typeof value.send === 'function';
}

/** A finished result of a tool; not a task that was started, nor a question for more input. */
function isToolResult(value: unknown): value is ToolResult {
  if (!isRecord(value)) return false;
  const { content } = value;
  return content === undefined ? 'structuredContent' in value : Array.isArray(content);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
