import { calleeName, staticKey, staticString } from '../syntax/keys.js';
import { returnedBy } from '../syntax/returns.js';
import type { CallExpression, Node } from '../syntax/tree.js';
import { unwrap, unwrapAwait, wrapped } from '../syntax/unwrap.js';
import { identityOf } from '../values/identity.js';
import { readText } from '../values/text.js';
import type { NodeValue, Value } from '../values/value.js';
import { calledFunction, definitionOf, enter, nodeValue, resolve, step } from '../values/value.js';

/** What a view holds, as far as source shows it. */
export interface View {
  /** Identities of the values that the view holds whole. */
  readonly holds: ReadonlySet<string>;
  /** Identities of values of which the view holds a piece. */
  readonly pieces: ReadonlySet<string>;
  /** Identities of values that were given to code that is not followed: the view may hold anything of them. */
  readonly taken: ReadonlySet<string>;
  /** Identities of lists of which the view holds something for each element. */
  readonly lists: ReadonlySet<string>;
  /** The strings that the view spells out. */
  readonly words: readonly string[];
  /** Keys at any depth, with the literal value where there is one: a string, number, boolean, null, '[]' or '{}'. */
  readonly fields: readonly { readonly key: string; readonly literal: string | number | boolean | null | undefined }[];
}

const MAX_VALUES = 2000;
/** Calls whose result is the same data in another form. */
const SAME_DATA = new Set([
  'String',
  'Number',
  'Boolean',
  'structuredClone',
  'parse',
  'parseInt',
  'parseFloat',
  'fromEntries',
  'entries',
  'values',
  'from',
  'of',
  'assign',
  'freeze',
  'toISOString',
  'toString',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'toJSON',
  'valueOf',
]);
/** Calls of a number or date that write it in some way, whatever they are told. */
const WRITES_VALUE = new Set(['toFixed', 'toPrecision', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);
const COUNTS = new Set(['length', 'size']);
const SAME_ELEMENTS = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'flat', 'concat']);

export function readView(value: Value): View {
  const reader = new ViewReader();
  reader.collect(value, 0);
  return reader;
}

class ViewReader implements View {
  readonly holds = new Set<string>();
  readonly pieces = new Set<string>();
  readonly taken = new Set<string>();
  readonly lists = new Set<string>();
  readonly words: string[] = [];
  readonly fields: { key: string; literal: string | number | boolean | null | undefined }[] = [];
  #left = MAX_VALUES;
  readonly #seen = new Set<string>();

  collect(value: Value, depth: number): void {
    if (--this.#left < 0 || depth > 40) return;
    if (value.kind === 'node') this.#written(value, depth);
    const source = resolve(value);
    const identity = identityOf(source);
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.holds.add(identity);
    this.#touch(source);
    if (source.kind !== 'node') return;
    const { frame } = source;
    const node = unwrapAwait(source.node);
    const literal = staticString(node);
    if (literal !== null) this.words.push(literal);
    const on = (child: Node): void => this.collect(nodeValue(child, frame), depth + 1);
    switch (node.type) {
      case 'ObjectExpression':
        for (const property of node.properties) {
          if (property.type === 'SpreadElement') {
            on(property.argument);
            continue;
          }
          const key = staticKey(property);
          if (key !== null) this.fields.push({ key, literal: literalOf(nodeValue(property.value, frame)) });
          if (property.kind === 'init' && !property.method) on(property.value);
        }
        return;
      case 'ArrayExpression':
        for (const element of node.elements)
          if (element) on(element.type === 'SpreadElement' ? element.argument : element);
        return;
      case 'ConditionalExpression':
        on(node.consequent);
        on(node.alternate);
        return;
      case 'LogicalExpression':
        if (node.operator !== '&&') on(node.left);
        on(node.right);
        return;
      case 'TemplateLiteral':
      case 'BinaryExpression':
        this.#collectText(nodeValue(node, frame), depth);
        return;
      case 'NewExpression':
        for (const argument of node.arguments) on(argument.type === 'SpreadElement' ? argument.argument : argument);
        return;
      case 'CallExpression':
        this.#collectCall(node, nodeValue(node, frame), depth);
        return;
      case 'Identifier': {
        const definition = definitionOf(node, frame);
        if (definition.kind === 'assigned') [...definition.values, ...definition.appended].forEach(on);
        return;
      }
      default:
        return;
    }
  }

  /** What is written to the view's variable after its literal: `view.a = b`, `view.list.push(x)`, `Object.assign(view, o)`. */
  #written(value: NodeValue, depth: number): void {
    const name = unwrap(value.node);
    const variable = name.type === 'Identifier' ? value.frame.unit.names.variableOf(name) : null;
    if (!variable) return;
    for (const use of value.frame.unit.names.usesOf(variable)) {
      let at = wrapped(use);
      const keys: string[] = [];
      while (at.parent?.type === 'MemberExpression' && at.parent.object === at) {
        const key = staticKey(at.parent);
        if (key !== null) keys.push(key);
        at = wrapped(at.parent);
      }
      const parent = at.parent;
      if (keys.length > 0 && parent?.type === 'AssignmentExpression' && parent.left === at) {
        this.fields.push({ key: keys.at(-1)!, literal: literalOf(nodeValue(parent.right, value.frame)) });
        this.collect(nodeValue(parent.right, value.frame), depth + 1);
      } else if (parent?.type === 'CallExpression' && parent.callee === at && keys.at(-1) === 'push') {
        for (const a of parent.arguments)
          this.collect(nodeValue(a.type === 'SpreadElement' ? a.argument : a, value.frame), depth + 1);
      } else if (parent?.type === 'CallExpression' && calleeName(parent) === 'assign' && parent.arguments[0] === at) {
        for (const a of parent.arguments.slice(1)) this.collect(nodeValue(a, value.frame), depth + 1);
      }
    }
  }

  #collectText(value: NodeValue, depth: number): void {
    const visit = (segments: ReturnType<typeof readText>): void => {
      for (const segment of segments) {
        if (segment.kind === 'words') this.words.push(segment.text);
        else if (segment.kind === 'value' || segment.kind === 'json') this.#part(segment.value, depth);
        else if (segment.kind === 'choice') segment.branches.forEach((b) => visit([...b]));
        else if (segment.kind === 'list') visit([...segment.item]);
      }
    };
    visit(readText(value));
  }

  /** A value inside a string or a computation: the string holds it where it is printed whole, not where it is counted. */
  #part(value: Value, depth: number): void {
    const node = value.kind === 'node' ? unwrapAwait(value.node) : null;
    if (node?.type === 'BinaryExpression' || node?.type === 'CallExpression') {
      this.holds.add(identityOf(value));
      return;
    }
    this.collect(value, depth + 1);
  }

  #collectCall(node: CallExpression, value: NodeValue, depth: number): void {
    const { frame } = value;
    const callee = unwrap(node.callee);
    const name = calleeName(node);
    const on = (child: Node): void => this.collect(nodeValue(child, frame), depth + 1);
    if (callee.type === 'MemberExpression' && name !== null) {
      if (name === 'map' || name === 'flatMap') {
        this.#collectMapped(node, callee.object, value, depth);
        return;
      }
      if (SAME_ELEMENTS.has(name)) {
        on(callee.object);
        return;
      }
      if (name === 'join') {
        this.#collectText(value, depth);
        return;
      }
    }
    if (name !== null && WRITES_VALUE.has(name) && callee.type === 'MemberExpression') {
      on(callee.object);
      return;
    }
    if (name !== null && SAME_DATA.has(name)) {
      if (callee.type === 'MemberExpression' && node.arguments.length === 0) on(callee.object);
      for (const argument of node.arguments) on(argument.type === 'SpreadElement' ? argument.argument : argument);
      return;
    }
    if (name === 'stringify' && node.arguments[0]) {
      on(node.arguments[0]);
      return;
    }
    const called = calledFunction(node, frame);
    const body = called && enter(node, frame, called);
    if (called && body) {
      for (const returned of returnedBy(called.fn)) this.collect(nodeValue(returned, body), depth + 1);
    }
    // Code that is not followed may have taken anything from what it was given.
    for (const argument of node.arguments)
      this.#touch(resolve(nodeValue(argument.type === 'SpreadElement' ? argument.argument : argument, frame)), true);
    if (callee.type === 'MemberExpression') this.#touch(resolve(nodeValue(callee.object, frame)), true);
  }

  #collectMapped(node: CallExpression, list: Node, value: NodeValue, depth: number): void {
    const over = nodeValue(list, value.frame);
    this.#markList(over);
    const [callback] = node.arguments;
    if (!callback || callback.type === 'SpreadElement') return;
    const fn = calledFunction({ ...node, callee: callback }, value.frame);
    if (!fn) {
      this.#touch({ kind: 'element', of: over }, true);
      return;
    }
    const inline = unwrap(callback) === fn.fn;
    const body = inline
      ? value.frame
      : {
          unit: fn.unit,
          fn: fn.fn,
          args: [{ kind: 'element', of: over } as Value],
          parent: fn.frame,
          id: 0,
          depth: value.frame.depth + 1,
        };
    for (const returned of returnedBy(fn.fn)) this.collect(nodeValue(returned, body), depth + 1);
  }

  #markList(list: Value): void {
    let at: Value | null = list;
    for (let i = 0; at && i < 8; i++) {
      this.lists.add(identityOf(at));
      const inner: Value = resolve({ kind: 'element', of: at });
      const next: Value | null = inner.kind === 'element' && inner.of !== at ? inner.of : null;
      at = next && identityOf(next) !== identityOf(at) ? next : null;
    }
  }

  /** Marks what a held value is a piece of. */
  #touch(value: Value, taken = false): void {
    let at: Value | null = value;
    if (taken) this.taken.add(identityOf(at));
    for (let i = 0; at && i < 8; i++) {
      const inner: Value | null = at.kind === 'node' ? step(at) : at.of;
      // How many there are says nothing of what they are.
      if (at.kind === 'element' || (at.kind === 'member' && !COUNTS.has(at.name))) this.pieces.add(identityOf(at.of));
      at = inner;
    }
  }
}

function literalOf(value: Value): string | number | boolean | null | undefined {
  const source = resolve(value);
  if (source.kind !== 'node') return undefined;
  const node = source.node;
  const string = staticString(node);
  if (string !== null) return string;
  if (node.type === 'Literal') {
    return typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null
      ? node.value
      : undefined;
  }
  if (node.type === 'ArrayExpression' && node.elements.length === 0) return '[]';
  if (node.type === 'ObjectExpression' && node.properties.length === 0) return '{}';
  return undefined;
}
