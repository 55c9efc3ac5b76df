import type { Unit } from '../scope/unit.js';
import { calleeName, propertyNamed, staticKey, staticString, valueNamed } from '../syntax/keys.js';
import type { CallExpression, FunctionNode, Node, ObjectExpression, Program } from '../syntax/tree.js';
import { walk } from '../syntax/tree.js';
import { unwrap, wrapped } from '../syntax/unwrap.js';
import { listOf } from '../values/list.js';
import type { Value } from '../values/value.js';
import { nodeValue, resolve, rootFrame } from '../values/value.js';
import type { Block } from './content.js';
import { readBlock } from './content.js';
import { positionOf, returnTypeOf } from './position.js';

/** A block in a message that a server writes: of a prompt's result, or for the host's model (sampling). */
export interface MessageBlock {
  readonly place: 'prompt' | 'sampling';
  readonly block: Block;
}

const PROMPT_CALLS = /^(?:registerPrompt|prompt|addPrompt)$/;
const SAMPLING_CALLS = /^(?:createMessage|requestSampling)$/;
const PROMPT_TYPE = /\bGetPromptResult\b/;

const known = new WeakMap<Program, readonly MessageBlock[]>();

/** The blocks of all prompt results and sampling messages of a file, in source order. */
export function messageBlocks(unit: Unit): readonly MessageBlock[] {
  let blocks = known.get(unit.ast);
  if (!blocks) known.set(unit.ast, (blocks = unit.text.includes('messages') ? collect(unit) : []));
  return blocks;
}

function collect(unit: Unit): MessageBlock[] {
  const found: MessageBlock[] = [];
  walk(unit.ast, (node) => {
    if (node.type !== 'ObjectExpression') return;
    const messages = valueNamed(node, 'messages');
    const place = messages && placeOf(node, unit);
    if (!place) return;
    const list = listOf(nodeValue(messages, rootFrame(unit)));
    for (const part of list?.parts ?? []) {
      const items = part.kind === 'item' ? [part.value] : part.kind === 'each' ? part.items : [];
      const conditional = part.kind !== 'item' || part.conditional;
      for (const item of items) for (const block of blocksOf(item, conditional)) found.push({ place, block });
    }
  });
  return found;
}

/** The block or blocks under `content` of a message literal. */
function blocksOf(message: Value, conditional: boolean): Block[] {
  const source = resolve(message);
  if (source.kind !== 'node') return [];
  const literal = unwrap(source.node);
  if (literal.type !== 'ObjectExpression' || !propertyNamed(literal, 'role')) return [];
  const content = valueNamed(literal, 'content');
  if (!content) return [];
  const value = nodeValue(content, source.frame);
  const list = listOf(value);
  if (!list) return [readBlock(value, conditional)];
  return list.parts.flatMap((p) =>
    p.kind === 'item'
      ? [readBlock(p.value, conditional || p.conditional)]
      : p.kind === 'each'
        ? p.items.map((i) => readBlock(i, true))
        : [],
  );
}

function placeOf(node: ObjectExpression, unit: Unit): MessageBlock['place'] | null {
  const at = wrapped(node);
  const parent = at.parent;
  if (parent?.type === 'CallExpression' && parent.arguments[0] === at) {
    if (SAMPLING_CALLS.test(calleeName(parent) ?? '')) return 'sampling';
  }
  if (parent?.type === 'Property' && staticKey(parent) === 'params' && parent.parent.type === 'ObjectExpression') {
    const method = valueNamed(parent.parent, 'method');
    return method && staticString(method) === 'sampling/createMessage' ? 'sampling' : null;
  }
  const position = positionOf(node, unit);
  if (position.kind !== 'returned') return null;
  return answersPrompts(position.fn, unit) ? 'prompt' : null;
}

/** True for a function that a prompt's registration is given, or that says it returns a prompt's result. */
function answersPrompts(fn: FunctionNode, unit: Unit): boolean {
  if (PROMPT_TYPE.test(returnTypeOf(fn, unit))) return true;
  const at = wrapped(fn);
  if (isPromptArgument(at)) return true;
  const id =
    fn.type === 'FunctionDeclaration'
      ? fn.id
      : at.parent?.type === 'VariableDeclarator' && at.parent.id.type === 'Identifier'
        ? at.parent.id
        : null;
  const variable = id && unit.names.variableOf(id);
  return variable ? unit.names.usesOf(variable).some((use) => isPromptArgument(wrapped(use))) : false;
}

/** An argument of a prompt's registration, or the `load` of the object that is one. */
function isPromptArgument(at: Node): boolean {
  const { parent } = at;
  if (parent?.type === 'CallExpression' && parent.arguments.includes(at as never)) return registersPrompt(parent);
  if (parent?.type !== 'Property' || parent.value !== at) return false;
  const call = wrapped(parent.parent).parent;
  return call?.type === 'CallExpression' && registersPrompt(call);
}

function registersPrompt(call: CallExpression): boolean {
  const name = calleeName(call) ?? '';
  if (PROMPT_CALLS.test(name)) return true;
  if (name !== 'setRequestHandler') return false;
  const [first] = call.arguments;
  return (
    (first?.type === 'Identifier' && first.name === 'GetPromptRequestSchema') ||
    (first !== undefined && staticString(first) === 'prompts/get')
  );
}
