import type { Unit } from '../scope/unit.js';
import type { Node } from '../syntax/tree.js';
import { isInside } from '../syntax/tree.js';
import type { Frame, Value } from './value.js';
import { definitionOf, resolve } from './value.js';

const units = new WeakMap<Unit, number>();
let unitCount = 0;

/** The id of the call whose body declares a name; 0 where the name stands outside every entered body. */
function frameAround(frame: Frame, declared: Node | undefined): number {
  if (!declared) return 0;
  for (let at: Frame | null = frame; at; at = at.parent) if (at.fn && isInside(declared, at.fn)) return at.id;
  return 0;
}

function unitId(unit: Unit): number {
  let id = units.get(unit);
  if (id === undefined) units.set(unit, (id = ++unitCount));
  return id;
}

/**
 * A string that two values share when they are the same value: the same variable, parameter or call, the same piece
 * of it, the same literal, or the same operator over such. Different strings say nothing.
 */
export function identityOf(value: Value, depth = 0): string {
  const source = resolve(value);
  if (source.kind === 'member') return `${identityOf(source.of, depth + 1)}.${source.name}`;
  if (source.kind === 'element') return `${identityOf(source.of, depth + 1)}[]`;
  const { node, frame } = source;
  if (depth > 24) return place(node.range[0], node.range[1], frame);
  const of = (child: typeof node): string => identityOf({ kind: 'node', node: child, frame }, depth + 1);
  switch (node.type) {
    case 'Literal':
      return 'regex' in node || 'bigint' in node ? node.raw : JSON.stringify(node.value);
    case 'Identifier': {
      const variable = frame.unit.names.variableOf(node);
      if (!variable || variable.defs.length === 0) return `global ${node.name}`;
      const definition = definitionOf(node, frame);
      if (definition.kind === 'import') return `import ${definition.module} ${definition.name}`;
      const owner = frameAround(frame, variable.identifiers[0]);
      return `${unitId(frame.unit)}:${owner ? `${owner}:` : ''}${node.name}#${frame.unit.names.idOf(variable)}`;
    }
    case 'ThisExpression':
      return 'this';
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return JSON.stringify(node.quasis[0]?.value.cooked ?? '');
      return `\`${node.quasis.map((q, i) => q.value.raw + (node.expressions[i] ? `\${${of(node.expressions[i])}}` : '')).join('')}\``;
    case 'BinaryExpression':
      return depth > 8
        ? place(node.range[0], node.range[1], frame)
        : `(${of(node.left)} ${node.operator} ${of(node.right)})`;
    case 'UnaryExpression':
      return `${node.operator} ${of(node.argument)}`;
    case 'MemberExpression':
      return `${of(node.object)}[${of(node.property)}]`;
    default:
      return place(node.range[0], node.range[1], frame);
  }

  function place(start: number, end: number, at: Frame): string {
    return `${unitId(at.unit)}:${at.id ? `${at.id}:` : ''}@${start}-${end}`;
  }
}
