import { calleeName, memberPath, staticKey } from '../syntax/keys.js';
import type { FunctionNode, Node } from '../syntax/tree.js';
import { enclosingFunction } from '../syntax/tree.js';
import { wrapped } from '../syntax/unwrap.js';
import type { CallExpression } from '../syntax/tree.js';
import type { Unit } from '../scope/unit.js';

/** Where an object literal goes. */
export type Position =
  /** Returned from a function, directly or by way of a variable. `through` are calls around it, innermost first. */
  | { readonly kind: 'returned'; readonly fn: FunctionNode; readonly through: readonly CallExpression[] }
  /** Stored as the result of a task: `storeTaskResult(id, status, {...})`. */
  | { readonly kind: 'stored'; readonly call: CallExpression }
  /** Annotated, asserted or `satisfies` a tool result type where it stands. */
  | { readonly kind: 'typed' }
  | { readonly kind: 'elsewhere'; readonly reason: string };

/** Calls that hand their argument on as it is. */
const HANDS_ON = new Set(['resolve', 'freeze', 'parse', 'parseAsync', 'assertType', 'succeed', 'fromResult']);

export function positionOf(node: Node, unit: Unit, seen: Set<Node> = new Set()): Position {
  const through: CallExpression[] = [];
  let at = node;
  for (;;) {
    at = wrapped(at);
    if (seen.has(at)) return elsewhere('it goes in a circle');
    seen.add(at);
    const parent = at.parent;
    if (!parent) return elsewhere('it stands nowhere');
    switch (parent.type) {
      case 'ReturnStatement': {
        const fn = enclosingFunction(parent);
        return fn ? { kind: 'returned', fn, through } : elsewhere('a return outside a function');
      }
      case 'ArrowFunctionExpression':
        return parent.body === at ? { kind: 'returned', fn: parent, through } : elsewhere('a default value');
      case 'ConditionalExpression':
        if (parent.test === at) return elsewhere('it is only tested');
        at = parent;
        continue;
      case 'LogicalExpression':
      case 'AwaitExpression':
        at = parent;
        continue;
      case 'SequenceExpression':
        if (parent.expressions.at(-1) !== at) return elsewhere('its value is not used');
        at = parent;
        continue;
      case 'VariableDeclarator': {
        if (parent.id.type !== 'Identifier') return elsewhere('it is taken apart');
        const typed = parent.id.typeAnnotation && namesResult(unit.text.slice(...parent.id.typeAnnotation.range));
        const used = variablePosition(parent.id, unit, seen, through);
        return used.kind === 'elsewhere' && typed ? { kind: 'typed' } : used;
      }
      case 'AssignmentExpression':
        if (parent.right !== at) return elsewhere('it is written to');
        if (parent.left.type === 'Identifier') return variablePosition(parent.left, unit, seen, through);
        return elsewhere('it is stored in another object');
      case 'CallExpression': {
        if (!parent.arguments.includes(at as never)) return elsewhere('it is called');
        const name = calleeName(parent) ?? '';
        if (name === 'storeTaskResult') return { kind: 'stored', call: parent };
        if (name === 'assign' && memberPath(parent.callee)?.[0] === 'Object') {
          at = parent;
          continue;
        }
        through.push(parent);
        if (HANDS_ON.has(name) && parent.arguments.length === 1 && memberPath(parent.callee)?.[0] !== 'JSON') {
          at = parent;
          continue;
        }
        if (parent.arguments[0] !== at || parent.arguments.length > 2)
          return elsewhere(`an argument of ${name || 'a call'}`);
        at = parent;
        continue;
      }
      case 'SpreadElement':
        if (parent.parent?.type === 'ObjectExpression') {
          at = parent.parent;
          continue;
        }
        return elsewhere('a spread');
      default:
        return elsewhere(`it is part of a ${parent.type}`);
    }
  }
}

/** Where a variable that holds the literal goes: returned somewhere, or elsewhere. */
function variablePosition(id: Node, unit: Unit, seen: Set<Node>, through: readonly CallExpression[]): Position {
  const variable = unit.names.variableOf(id);
  if (!variable) return elsewhere('a global');
  for (const use of unit.names.usesOf(variable)) {
    if (seen.has(use)) continue;
    const position = positionOf(use, unit, seen);
    // Handing a variable to a call is no proof that the result is what the call gives back.
    if (position.kind === 'stored' || (position.kind === 'returned' && position.through.length === 0)) {
      return position.kind === 'returned' ? { ...position, through } : position;
    }
  }
  return elsewhere('a variable that is not returned');
}

function elsewhere(reason: string): Position {
  return { kind: 'elsewhere', reason };
}

const RESULT_TYPE =
  /\b(?:CallToolResult|ToolResult|ToolResponse|CallToolResponse|McpToolResult|MCPToolResult|ServerResult|ToolCallResult|CompatibilityCallToolResult|ToolOutput|McpResponse|ToolReturn)\b/;
const OTHER_TYPE =
  /\b(?:\w*ModelContext\w*|GetPromptResult|ReadResourceResult|PromptMessage|CreateMessage\w*|Sampling\w*|ToolResultContent\w*|\w*Params|\w*Request)\b/;

/** True for a type's source that names a tool result. */
export function namesResult(type: string): boolean {
  return RESULT_TYPE.test(type);
}

export function namesOther(type: string): boolean {
  return OTHER_TYPE.test(type) && !RESULT_TYPE.test(type);
}

/** The name under which a function is known: its own, its variable's, its property's or its method's. */
export function nameOfFunction(fn: FunctionNode): string | null {
  if (fn.type !== 'ArrowFunctionExpression' && fn.id) return fn.id.name;
  const parent = wrapped(fn).parent;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition')
    return staticKey(parent);
  if (parent?.type === 'AssignmentExpression') return memberPath(parent.left)?.at(-1) ?? null;
  return null;
}

/** The source of a function's declared return type, or of the type of the variable that holds it; '' where there is none. */
export function returnTypeOf(fn: FunctionNode, unit: Unit): string {
  if (fn.returnType) return unit.text.slice(...fn.returnType.range);
  const parent = wrapped(fn).parent;
  if (parent?.type === 'VariableDeclarator' && parent.id.typeAnnotation)
    return unit.text.slice(...parent.id.typeAnnotation.range);
  if (parent?.type === 'PropertyDefinition' && parent.typeAnnotation)
    return unit.text.slice(...parent.typeAnnotation.range);
  return '';
}
