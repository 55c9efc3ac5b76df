import { calleeName, staticKey } from '../syntax/keys.js';
import type { Node, ObjectExpression } from '../syntax/tree.js';
import { unwrap } from '../syntax/unwrap.js';
import { kindOf } from '../values/kind.js';
import type { NodeValue, Value } from '../values/value.js';
import { definitionOf, nodeValue, resolve } from '../values/value.js';

/** The fields that a closed object schema knows. */
export interface ClosedShape {
  readonly keys: ReadonlySet<string>;
  /** Those that are surely not optional. */
  readonly required: ReadonlySet<string>;
}

/**
 * The fields of an output schema that is a raw zod shape or `z.object(shape)`, written out: clients get either as an
 * object without other properties. Null for every other schema.
 */
export function closedShape(schema: Value): ClosedShape | null {
  const source = resolve(schema);
  if (source.kind !== 'node') return null;
  const node = unwrap(source.node);
  if (node.type === 'ObjectExpression') return shapeOf({ ...source, node });
  if (node.type !== 'CallExpression' || !/^(?:object|strictObject)$/.test(calleeName(node) ?? '')) return null;
  const [shape] = node.arguments;
  const kind = shape && isZod(node.callee, source) ? kindOf(nodeValue(shape, source.frame)) : null;
  return kind?.kind === 'object' ? shapeOf(kind.literal) : null;
}

function shapeOf({ node, frame }: NodeValue & { readonly node: ObjectExpression }): ClosedShape | null {
  const keys = new Set<string>();
  const required = new Set<string>();
  for (const property of node.properties) {
    const key = property.type === 'Property' ? staticKey(property) : null;
    if (property.type !== 'Property' || key === null) return null;
    const field = nodeValue(property.value, frame);
    // A JSON Schema or another library's fields: what they say of other properties is not read here.
    if (!isZod(property.value, field)) return null;
    keys.add(key);
    if (isRequired(property.value)) required.add(key);
  }
  return keys.size > 0 ? { keys, required } : null;
}

/** True for a chain of calls that begins with zod's `z`. */
function isZod(chain: Node, { frame }: NodeValue): boolean {
  let at = unwrap(chain);
  while (at.type === 'CallExpression' || at.type === 'MemberExpression')
    at = unwrap(at.type === 'CallExpression' ? at.callee : at.object);
  if (at.type !== 'Identifier') return false;
  const definition = definitionOf(at, frame);
  return definition.kind === 'import' ? /(?:^|[/@-])zod(?:$|[/.-])/.test(definition.module) : at.name === 'z';
}

/** True where no link of the chain makes the field optional. */
function isRequired(chain: Node): boolean {
  for (let at = unwrap(chain); at.type === 'CallExpression';) {
    if (
      /^(?:optional|nullish|default|catch|prefault|any|unknown|undefined|pipe|transform|lazy)$/.test(
        calleeName(at) ?? '',
      )
    )
      return false;
    const callee = unwrap(at.callee);
    if (callee.type !== 'MemberExpression') return false;
    at = unwrap(callee.object);
  }
  return true;
}
