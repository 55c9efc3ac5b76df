import { calleeName } from '../syntax/keys.js';
import type { FunctionNode, Node, Program } from '../syntax/tree.js';
import { walk } from '../syntax/tree.js';
import { propertyNamed, valueNamed } from '../syntax/keys.js';
import { wrapped } from '../syntax/unwrap.js';
import { kindOf } from '../values/kind.js';
import { nodeValue, rootFrame } from '../values/value.js';
import type { Unit } from '../scope/unit.js';
import { wordFor } from './block-faults.js';
import { positionOf, returnTypeOf } from './position.js';
import type { ToolResult } from './results.js';
import { isHandler } from './results.js';
import { imports } from './sdk.js';

/** What is wrong with `content` as a whole. */
export type ContentFault =
  /** Missing beside a view. */
  | { readonly kind: 'missingContent'; readonly node: Node }
  | { readonly kind: 'notArray'; readonly found: string; readonly node: Node }
  /** The result is wrapped in `toolResult`, as the protocol had it in 2024. */
  | { readonly kind: 'toolResult'; readonly node: Node };

/** Frameworks that let a handler return a content that is no array, and complete it. */
const COMPLETING = [
  'skybridge',
  '@skybridge/server',
  'mcp-use',
  'fastmcp',
  'tmcp',
  'mcp-lite',
  '@mastra/core',
  '@mastra/mcp',
  'xmcp',
];
/** Registrations that hand the result to the client as it is. */
const DIRECT = /^(?:registerTool|registerAppTool|setRequestHandler|storeTaskResult)$/;

export function contentFault(result: ToolResult): ContentFault | null {
  const { content, node, unit } = result;
  if (result.role === 'reply' || imports(unit.ast, COMPLETING)) return null;
  if (content.kind === 'absent') {
    const missing = result.view.kind === 'given' && !result.spread && isLast(result);
    return missing ? { kind: 'missingContent', node } : null;
  }
  // Many things have a `content` that is a string: here the function has to hand it to a client.
  if (!isLast(result)) return null;
  const kind = kindOf(nodeValue(content.node, rootFrame(unit)));
  const found = kind.kind === 'array' ? null : wordFor(kind);
  return found === null ? null : { kind: 'notArray', found, node: content.node };
}

/** True where nothing can complete the result: it is returned as it is written, from a handler or as a CallToolResult. */
function isLast({ fn, node, position, unit }: ToolResult): boolean {
  if (position.kind !== 'returned' || position.through.length > 0 || !fn || !isReturnedWhole(node)) return false;
  return isGivenDirectly(fn) || /\bCallToolResult\b/.test(returnTypeOf(fn, unit));
}

/** True for a literal that is what is returned: not held by a variable before, and not spread into another. */
function isReturnedWhole(node: Node): boolean {
  for (let at = wrapped(node).parent; at; at = at.parent) {
    if (at.type === 'ReturnStatement' || at.type === 'ArrowFunctionExpression') return true;
    if (at.type === 'VariableDeclarator' || at.type === 'AssignmentExpression' || at.type === 'SpreadElement')
      return false;
  }
  return false;
}

function isGivenDirectly(fn: FunctionNode): boolean {
  const at = wrapped(fn);
  return (
    at.parent?.type === 'CallExpression' &&
    at.parent.arguments.includes(at as never) &&
    DIRECT.test(calleeName(at.parent) ?? '')
  );
}

const known = new WeakMap<Program, readonly ContentFault[]>();

/** `return { toolResult: ... }` in a handler: no result at all to the clients of today. */
export function legacyResults(unit: Unit): readonly ContentFault[] {
  let faults = known.get(unit.ast);
  if (!faults) known.set(unit.ast, (faults = unit.text.includes('toolResult') ? collectLegacy(unit) : []));
  return faults;
}

function collectLegacy(unit: Unit): ContentFault[] {
  const faults: ContentFault[] = [];
  walk(unit.ast, (node) => {
    if (node.type !== 'ObjectExpression' || !valueNamed(node, 'toolResult') || propertyNamed(node, 'content')) return;
    const position = positionOf(node, unit);
    if (position.kind !== 'returned' || position.through.length > 0 || !isHandler(position.fn, unit)) return;
    faults.push({ kind: 'toolResult', node: propertyNamed(node, 'toolResult')!.key });
  });
  return faults;
}
