import { isList } from '../hosts/json.js';
import type { Json } from '../hosts/json.js';

type Schema = { readonly [key: string]: Json };

/**
 * How a value breaks a JSON Schema, as a part of a sentence such as `/note is not declared`; undefined when it conforms.
 *
 * Written for the schemas that tools list: JSON Schema draft 7 and 2020-12 with references inside the schema. A keyword
 * that it does not know never makes a mismatch (`format`, `if`, `unevaluatedProperties`, references to elsewhere): what
 * it reports is broken for every client, and a client may still find more.
 */
export function mismatchOf(schema: Json, value: Json): string | undefined {
  return check(schema, value, '', { root: schema, depth: 0 });
}

interface Context {
  readonly root: Json;
  readonly depth: number;
}

/** References that lead in a circle end here; no value that a server sends is nested so deep. */
const DEEPEST = 200;

function check(schema: Json, value: Json, path: string, context: Context): string | undefined {
  if (schema === false) return `${at(path)} is not allowed`;
  if (!isRecord(schema) || context.depth > DEEPEST) return undefined;
  const deeper = { root: context.root, depth: context.depth + 1 };
  return (
    checkReference(schema, value, path, deeper) ??
    checkType(schema, value, path) ??
    checkBounds(schema, value, path) ??
    checkArray(schema, value, path, deeper) ??
    checkObject(schema, value, path, deeper) ??
    checkCombined(schema, value, path, deeper)
  );
}

function checkReference(schema: Schema, value: Json, path: string, context: Context): string | undefined {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !/^#(?:\/|$)/.test($ref)) return undefined;
  let target: Json | undefined = context.root;
  for (const part of decodeURIComponent($ref).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = own(target, key);
  }
  return target === undefined ? undefined : check(target, value, path, context);
}

function checkType(schema: Schema, value: Json, path: string): string | undefined {
  const { type, enum: values, const: only } = schema;
  const types = (isList(type) ? type : [type]).filter((one) => typeof one === 'string');
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) {
    return `${at(path)} is no ${types.join(' or ')}`;
  }
  if (isList(values) && !values.some((one) => isSame(one, value))) return `${at(path)} is none of the listed values`;
  if (only !== undefined && !isSame(only, value)) return `${at(path)} is not ${JSON.stringify(only)}`;
  return undefined;
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return isList(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function checkBounds(schema: Schema, value: Json, path: string): string | undefined {
  const over = (limit: Json | undefined, size: number) => typeof limit === 'number' && size > limit;
  const under = (limit: Json | undefined, size: number) => typeof limit === 'number' && size < limit;
  if (typeof value === 'number') {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (under(minimum, value) || value === exclusiveMinimum || under(exclusiveMinimum, value))
      return `${at(path)} is too small`;
    if (over(maximum, value) || value === exclusiveMaximum || over(exclusiveMaximum, value))
      return `${at(path)} is too large`;
    if (typeof multipleOf === 'number' && !Number.isInteger(value / multipleOf)) {
      return `${at(path)} is no multiple of ${multipleOf}`;
    }
  }
  if (typeof value === 'string') {
    const { length } = Array.from(value); // code points, as JSON Schema counts
    if (under(schema.minLength, length)) return `${at(path)} is too short`;
    if (over(schema.maxLength, length)) return `${at(path)} is too long`;
    if (typeof schema.pattern === 'string' && matches(schema.pattern, value) === false) {
      return `${at(path)} does not match ${schema.pattern}`;
    }
  }
  return undefined;
}

function checkArray(schema: Schema, value: Json, path: string, context: Context): string | undefined {
  if (!isList(value)) return undefined;
  const list: readonly Json[] = value;
  const { items, prefixItems, additionalItems, minItems, maxItems, uniqueItems } = schema;
  if (typeof minItems === 'number' && list.length < minItems) return `${at(path)} has too few items`;
  if (typeof maxItems === 'number' && list.length > maxItems) return `${at(path)} has too many items`;
  if (uniqueItems === true && list.some((one, index) => list.slice(0, index).some((other) => isSame(one, other)))) {
    return `${at(path)} has the same item twice`;
  }
  const first: readonly Json[] = isList(prefixItems) ? prefixItems : isList(items) ? items : [];
  const rest = isList(items) ? additionalItems : items;
  for (const [index, item] of list.entries()) {
    const each = first[index] ?? rest;
    const broken = each === undefined ? undefined : check(each, item, `${path}/${index}`, context);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function checkObject(schema: Schema, value: Json, path: string, context: Context): string | undefined {
  if (!isRecord(value)) return undefined;
  const { required, patternProperties, additionalProperties, propertyNames, minProperties, maxProperties } = schema;
  const keys = Object.keys(value);
  for (const key of isList(required) ? required : []) {
    if (typeof key === 'string' && !Object.hasOwn(value, key)) return `${at(`${path}/${key}`)} is missing`;
  }
  if (typeof minProperties === 'number' && keys.length < minProperties) return `${at(path)} has too few properties`;
  if (typeof maxProperties === 'number' && keys.length > maxProperties) return `${at(path)} has too many properties`;
  for (const [key, child] of Object.entries(value)) {
    const where = `${path}/${key}`;
    if (propertyNames !== undefined && check(propertyNames, key, where, context) !== undefined) {
      return `${at(where)} has a name that is not allowed`;
    }
    const declared = own(schema.properties, key);
    const matching = isRecord(patternProperties)
      ? Object.entries(patternProperties).filter(([pattern]) => matches(pattern, key) === true)
      : [];
    const all = [...(declared === undefined ? [] : [declared]), ...matching.map(([, one]) => one)];
    if (all.length === 0 && additionalProperties === false) return `${at(where)} is not declared`;
    if (all.length === 0 && additionalProperties !== undefined) all.push(additionalProperties);
    for (const one of all) {
      const broken = check(one, child, where, context);
      if (broken !== undefined) return broken;
    }
  }
  return undefined;
}

function checkCombined(schema: Schema, value: Json, path: string, context: Context): string | undefined {
  const { allOf, anyOf, oneOf, not } = schema;
  for (const one of isList(allOf) ? allOf : []) {
    const broken = check(one, value, path, context);
    if (broken !== undefined) return broken;
  }
  // That a value fits two forms of oneOf, or the form of `not`, is sure only of forms that are known whole.
  for (const all of [anyOf, oneOf]) {
    if (!isList(all)) continue;
    const faults = all.map((one) => check(one, value, path, context));
    if (faults.includes(undefined)) continue;
    return all.length === 1 ? faults[0] : `${at(path)} fits none of the ${all.length} forms (${faults[0]})`;
  }
  const isNever = not === true || (isRecord(not) && Object.keys(not).length === 0);
  return isNever ? `${at(path)} is not allowed` : undefined;
}

/** Undefined for a pattern that JavaScript does not read: nothing is known about it then. */
function matches(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return undefined;
  }
}

function isSame(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  if (isList(a) !== isList(b) || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    const [one, other] = [own(a, key), own(b, key)];
    return one !== undefined && other !== undefined && isSame(one, other);
  });
}

function own(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value as Json | undefined; // a property of a JSON value is one
}

function isRecord(value: Json | undefined): value is Schema {
  return typeof value === 'object' && value !== null && !isList(value);
}

function at(path: string): string {
  return path === '' ? 'the view' : path;
}
