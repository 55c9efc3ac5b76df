import { calleeName } from '../syntax/keys.js';
import type { CallExpression, Node } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import { kindOf } from './kind.js';
import type { NodeValue, Value } from './value.js';
import { nodeValue, step, stringOf } from './value.js';

const MAX_DEPTH = 24;
/** Calls that bring a whole file as text. */
const FILE_READERS = /^(?:readFile|readFileSync|readTextFile|readTextFileSync)$/;
/** Calls that bring a list with all there is. */
const LIST_READERS =
  /^(?:readdir|readdirSync|findMany|findAll|selectAll|listAll|getAll\w*|fetchAll\w*|loadAll\w*|readAll\w*|scanAll\w*)$/;
/** Words by which source says that there is a limit. */
const LIMITED =
  /limit|max|truncat|slice|substring|substr|page|cursor|offset|\btake\b|\btop\b|\bfirst\b|\bhead\b|maxlen|\bsplice\b|budget|chunk/i;

/** The call that brings a text as long as a file, or as long as a list of all there is, with no word of a limit around. */
export function unboundedSource(value: Value, fnText: string, depth = 0): Node | null {
  if (LIMITED.test(fnText) || depth > MAX_DEPTH) return null;
  if (value.kind !== 'node') {
    let root: Value = value;
    while (root.kind !== 'node') root = root.of;
    // One member of what was read: its length is its own.
    return value.kind === 'element' ? unboundedSource(root, fnText, depth + 1) : null;
  }
  const { frame } = value;
  const node = unwrapAwait(value.node);
  const first = (nodes: readonly Node[]): Node | null => {
    for (const each of nodes) {
      const found = unboundedSource(nodeValue(each, frame), fnText, depth + 1);
      if (found) return found;
    }
    return null;
  };
  switch (node.type) {
    case 'TemplateLiteral':
      return first(node.expressions);
    case 'BinaryExpression':
      return node.operator === '+' ? first([node.left, node.right]) : null;
    case 'ConditionalExpression':
      return first([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return first([node.left, node.right]);
    case 'Identifier': {
      const next = step(value);
      return next ? unboundedSource(next, fnText, depth + 1) : null;
    }
    case 'CallExpression': {
      const name = calleeName(node) ?? '';
      if (FILE_READERS.test(name)) return readsText(node, value) ? node : null;
      if (LIST_READERS.test(name)) return node;
      const callee = unwrap(node.callee);
      if (name === 'stringify' && node.arguments[0]) return first([node.arguments[0]]);
      if (callee.type === 'MemberExpression' && /^(?:join|map|sort|toSorted|trim|toString)$/.test(name))
        return first([callee.object]);
      return null;
    }
    default:
      return null;
  }
}

/** True for `readFile(path, 'utf8')` and its like: without an encoding it gives bytes. */
function readsText(call: CallExpression, { frame }: NodeValue): boolean {
  if (calleeName(call)?.startsWith('readText')) return true;
  const [, options] = call.arguments;
  if (!options) return false;
  if (stringOf(nodeValue(options, frame)) !== null) return stringOf(nodeValue(options, frame)) !== 'base64';
  return kindOf(nodeValue(options, frame)).kind === 'object';
}
