import type { TSESTree } from '@typescript-eslint/utils';
import { calleeName, memberPath, staticKey, staticString } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import type { CallExpression, Node } from '../syntax/tree.js';
import { unwrap, unwrapAwait } from '../syntax/unwrap.js';
import { listOf } from './list.js';
import type { NodeValue, Value } from './value.js';
import { calledFunction, definitionOf, enter, nodeValue, resolve, step, unitOf } from './value.js';
import type { Unit } from '../scope/unit.js';

/** A piece of a text, in the order in which it is read. */
export type Segment =
  /** Words that source spells out. */
  | {
      readonly kind: 'words';
      readonly text: string;
      readonly node: Node;
      readonly unit: Unit;
      readonly constant: string | null;
    }
  /** A value that is put into the text. `written`: how source calls a piece of another value there. */
  | { readonly kind: 'value'; readonly value: Value; readonly written?: { readonly node: Node; readonly unit: Unit } }
  /** A value that is serialised into the text. */
  | { readonly kind: 'json'; readonly value: Value }
  /** One of several texts. */
  | { readonly kind: 'choice'; readonly branches: readonly (readonly Segment[])[]; readonly test: Value | null }
  /** A text for each element of a list. */
  | { readonly kind: 'list'; readonly item: readonly Segment[]; readonly over: Value }
  /** Here the analysis stops. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly value: Value };

/** Methods of a string that leave its words in it. */
const SAME_WORDS = new Set([
  'trim',
  'trimEnd',
  'trimStart',
  'toUpperCase',
  'toLowerCase',
  'normalize',
  'padEnd',
  'padStart',
  'slice',
  'substring',
  'replace',
  'replaceAll',
  'concat',
  'toString',
  'valueOf',
  'repeat',
  'substr',
  'toWellFormed',
]);
const SERIALISERS =
  /^(?:stringify|(?:safe|pretty|stable|deterministic|fast)?_?(?:json)?stringify|toJson|toJSON|safeStringify|stringifySafe|formatJson|prettyJson|jsonStringify)$/i;
/** Enough for any text that a person wrote; beyond it the rest of a text is unknown. */
const MAX_SEGMENTS = 4000;
const MAX_DEPTH = 80;

/** Follows an expression to what its text is made of. Never throws; what it cannot follow is a `value` or `unknown`. */
export function readText(value: Value): Segment[] {
  return new TextReader().read(value, 0);
}

class TextReader {
  #left = MAX_SEGMENTS;
  readonly #open = new Set<Node>();

  read(value: Value, depth: number): Segment[] {
    if (--this.#left < 0) return [{ kind: 'unknown', reason: 'the text is too long to follow', value }];
    if (depth > MAX_DEPTH) return [{ kind: 'unknown', reason: 'the text is nested too deep', value }];
    if (value.kind !== 'node') {
      const next = resolve(value);
      return next.kind === 'node' ? this.read(next, depth + 1) : [{ kind: 'value', value: next }];
    }
    const { frame } = value;
    const node = unwrapAwait(value.node);
    const at = nodeValue(node, frame);
    const literal = staticString(node);
    if (literal !== null) return this.#words(literal, node, at);
    switch (node.type) {
      case 'Literal':
        return node.value === null && node.raw === 'null' ? [] : this.#words(String(node.value), node, at);
      case 'TemplateLiteral': {
        const out: Segment[] = [];
        node.quasis.forEach((quasi, i) => {
          const text = quasi.value.cooked ?? quasi.value.raw;
          if (text) out.push({ kind: 'words', text, node: quasi, unit: frame.unit, constant: null });
          const expression = node.expressions[i];
          if (expression) out.push(...this.read(nodeValue(expression, frame), depth + 1));
        });
        return out;
      }
      case 'TaggedTemplateExpression':
        return this.read(nodeValue(node.quasi, frame), depth + 1);
      case 'BinaryExpression':
        return node.operator === '+' ? this.#sum(node, at, depth) : [{ kind: 'value', value: at }];
      case 'ConditionalExpression':
        return this.#choice([node.consequent, node.alternate], node.test, at, depth);
      case 'LogicalExpression':
        if (node.operator === '&&') {
          return [
            {
              kind: 'choice',
              branches: [this.read(nodeValue(node.right, frame), depth + 1), []],
              test: nodeValue(node.left, frame),
            },
          ];
        }
        return this.#choice([node.left, node.right], null, at, depth);
      case 'SequenceExpression':
        return this.read(nodeValue(node.expressions.at(-1)!, frame), depth + 1);
      case 'AssignmentExpression':
        return this.read(nodeValue(node.right, frame), depth + 1);
      case 'CallExpression':
        return this.#call(node, at, depth);
      case 'Identifier':
        return this.#name(node, at, depth);
      case 'MemberExpression':
        return this.#member(node, at, depth);
      default:
        return [{ kind: 'value', value: at }];
    }
  }

  #words(text: string, node: Node, at: Value): Segment[] {
    return text ? [{ kind: 'words', text, node, unit: unitOf(at), constant: null }] : [];
  }

  #choice(nodes: readonly Node[], test: Node | null, at: NodeValue, depth: number): Segment[] {
    const branches = nodes.map((n) => this.read(nodeValue(n, at.frame), depth + 1));
    return [{ kind: 'choice', branches, test: test && nodeValue(test, at.frame) }];
  }

  /** Long sums lean to the left and may be thousands deep: taken apart without recursion. */
  #sum(node: Node, at: NodeValue, depth: number): Segment[] {
    const terms: Node[] = [];
    let left = node;
    while (left.type === 'BinaryExpression' && left.operator === '+') {
      terms.push(left.right);
      left = unwrap(left.left);
    }
    terms.push(left);
    const parts = terms.reverse().map((t) => this.read(nodeValue(t, at.frame), depth + 1));
    const textual = parts.some((p) => p.some((s) => s.kind === 'words' && !/^[\d.]*$/.test(s.text)));
    return textual ? parts.flat() : [{ kind: 'value', value: at }];
  }

  #name(node: TSESTree.Identifier, at: NodeValue, depth: number): Segment[] {
    if (node.name === 'undefined') return [];
    if (this.#open.has(node)) return [{ kind: 'value', value: at }];
    const definition = definitionOf(node, at.frame);
    this.#open.add(node);
    try {
      if (definition.kind === 'assigned') {
        const branches = definition.values.map((v) => this.read(nodeValue(v, at.frame), depth + 1));
        const out: Segment[] =
          branches.length === 1 ? [...branches[0]!] : branches.length ? [{ kind: 'choice', branches, test: null }] : [];
        for (const added of definition.appended) {
          out.push({ kind: 'choice', branches: [this.read(nodeValue(added, at.frame), depth + 1), []], test: null });
        }
        return out;
      }
      const next = step(at);
      if (!next) return [{ kind: 'value', value: at }];
      const segments = this.read(next, depth + 1);
      // What a constant is called says what it is for: DATA_RULE, NEXT_STEP_HINT.
      const constant = definition.kind === 'import' ? definition.name : definition.kind === 'init' ? node.name : null;
      return segments.map((s) =>
        s.kind === 'words' && constant ? { ...s, constant: s.constant ?? constant } : written(s, node, at),
      );
    } finally {
      this.#open.delete(node);
    }
  }

  #member(node: TSESTree.MemberExpression, at: NodeValue, depth: number): Segment[] {
    const key = staticKey(node);
    const next = key === null ? null : resolve(at);
    if (next && next.kind === 'node' && next.node !== node) {
      const segments = this.read(next, depth + 1);
      return segments.map((s) => (s.kind === 'words' && key ? { ...s, constant: s.constant ?? key } : s));
    }
    if (node.computed && key === null) {
      // A table of texts: any of its values.
      const table = resolve(nodeValue(node.object, at.frame));
      if (table.kind === 'node' && table.node.type === 'ObjectExpression' && table.node.properties.length <= 40) {
        const values = table.node.properties.flatMap((p) =>
          p.type === 'Property' && p.kind === 'init' ? [p.value as Node] : [],
        );
        if (values.length > 0 && values.every((v) => v.type !== 'ObjectExpression')) {
          return [
            {
              kind: 'choice',
              branches: values.map((v) => this.read(nodeValue(v, table.frame), depth + 1)),
              test: null,
            },
          ];
        }
      }
    }
    return [written({ kind: 'value', value: next && next.kind !== 'node' ? next : at }, node, at)];
  }

  #call(node: CallExpression, at: NodeValue, depth: number): Segment[] {
    const { frame } = at;
    const callee = unwrap(node.callee);
    const name = calleeName(node);
    const [first] = node.arguments;
    const serialised = name !== null && SERIALISERS.test(name) && first && first.type !== 'SpreadElement';
    if (serialised && memberPath(callee)?.[0] === 'JSON') return [{ kind: 'json', value: nodeValue(first, frame) }];
    if (callee.type === 'Identifier' && callee.name === 'String' && first && first.type !== 'SpreadElement') {
      return this.read(nodeValue(first, frame), depth + 1);
    }
    if (callee.type === 'MemberExpression' && name !== null) {
      const object = nodeValue(callee.object, frame);
      if (name === 'join') {
        const joined = this.#list(object, depth);
        if (joined) return joined;
        return [{ kind: 'value', value: { kind: 'element', of: object } }];
      }
      if (SAME_WORDS.has(name)) {
        const inner = this.read(object, depth + 1);
        const more =
          name === 'concat' || name === 'replace' || name === 'replaceAll'
            ? node.arguments.slice(name === 'concat' ? 0 : 1)
            : [];
        return [
          ...inner,
          ...more.flatMap((a) => (a.type === 'SpreadElement' ? [] : this.read(nodeValue(a, frame), depth + 1))),
        ];
      }
      if (name === 'toFixed' || name === 'toISOString' || name.startsWith('toLocale')) {
        return [{ kind: 'value', value: object }];
      }
      if (name === 'resolve' && memberPath(callee)?.[0] === 'Promise' && first) {
        return this.read(nodeValue(first, frame), depth + 1);
      }
      if (name === 'format' && memberPath(callee)?.[0] === 'util') {
        return node.arguments.flatMap((a) => this.read(nodeValue(a, frame), depth + 1));
      }
    }
    const called = calledFunction(node, frame);
    const body = called && enter(node, frame, called);
    if (called && body) {
      const returned = returnedBy(called.fn);
      // A generator or a function without a plain result is opaque.
      if (returned.length > 0 && !called.fn.generator && !this.#open.has(called.fn)) {
        this.#open.add(called.fn);
        const branches = returned.map((r) => this.read(nodeValue(r, body), depth + 1));
        this.#open.delete(called.fn);
        return branches.length === 1 ? branches[0]! : [{ kind: 'choice', branches, test: null }];
      }
    }
    if (serialised) return [{ kind: 'json', value: nodeValue(first, frame) }];
    return [{ kind: 'value', value: at }];
  }

  /** The text of a joined list, or null where nothing of the list's making is seen. */
  #list(list: Value, depth: number): Segment[] | null {
    const read = listOf(list);
    if (!read) return null;
    const out: Segment[] = [];
    const line: Segment = {
      kind: 'words',
      text: '\n',
      node: (list.kind === 'node' ? list.node : list) as Node,
      unit: unitOf(list),
      constant: null,
    };
    for (const part of read.parts) {
      if (out.length > 0) out.push(line);
      if (part.kind === 'item') {
        const item = this.read(part.value, depth + 1);
        out.push(...(part.conditional ? [{ kind: 'choice', branches: [item, []], test: null } as Segment] : item));
      } else if (part.kind === 'each') {
        const items = part.items.map((i) => this.read(i, depth + 1));
        const item: Segment[] = items.length === 1 ? items[0]! : [{ kind: 'choice', branches: items, test: null }];
        out.push({ kind: 'list', item, over: part.over });
      } else {
        out.push({ kind: 'value', value: { kind: 'element', of: part.value } });
      }
    }
    if (!read.complete) out.push({ kind: 'unknown', reason: 'a list that other code may add to', value: list });
    return out;
  }
}

/** A piece of a value is called as source calls it where it is first taken: `run.answer`, not `load()`. */
function written(segment: Segment, node: Node, at: NodeValue): Segment {
  return segment.kind === 'value' && segment.value.kind !== 'node' && !segment.written
    ? { ...segment, written: { node, unit: at.frame.unit } }
    : segment;
}
