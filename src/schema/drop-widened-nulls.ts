import type { JsonSchema } from "../contracts/schema.ts";
import { isObject, resolveReference } from "./resolve-reference.ts";

/** The document that references are resolved in, and how many more steps may be spent on it. */
interface Walk {
  readonly root: JsonSchema;
  steps: number;
}

// Far more than real schemas and values need; an untrusted schema can ask for exponential work.
const MAX_STEPS = 200_000;

/**
 * Undoes what a strict dialect did to optional properties: drops each `null` whose property is optional and does not
 * accept `null`, at any depth, through arrays, `$ref`, `allOf` and the fitting branch of `anyOf` and `oneOf`. Returns
 * the same value where there is nothing to drop, and copies only what changes.
 *
 * @example
 * const schema = { type: "object", properties: { note: { type: "string" } } };
 * dropWidenedNulls({ note: null }, schema); // {}
 */
export function dropWidenedNulls(value: unknown, schema: JsonSchema): unknown {
  try {
    return drop(value, schema, { root: schema, steps: MAX_STEPS });
  } catch (error) {
    // Nested deeper than the stack; Firefox has an error of its own for that.
    if (error instanceof RangeError || (error instanceof Error && error.name === "InternalError"))
      return value;
    throw error;
  }
}

function drop(value: unknown, schema: unknown, walk: Walk): unknown {
  if (!isObject(value) || !isObject(schema) || walk.steps-- <= 0) return value;
  let result: unknown = value;
  for (const part of partsOf(schema, result, walk)) result = drop(result, part, walk);
  if (Array.isArray(result)) return dropInArray(result, schema, walk);
  return isObject(result) ? dropInObject(result, schema, walk) : result;
}

function dropInArray(value: readonly unknown[], schema: JsonSchema, walk: Walk): unknown {
  const first = list(schema.prefixItems ?? schema.items);
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const copy = value.map((item, index) => drop(item, index < first.length ? first[index] : rest, walk));
  return copy.some((item, index) => item !== value[index]) ? copy : value;
}

function dropInObject(value: JsonSchema, schema: JsonSchema, walk: Walk): unknown {
  const required = list(schema.required);
  const entries: [string, unknown][] = [];
  let changed = false;
  for (const [name, member] of Object.entries(value)) {
    const property = propertyOf(schema, name);
    if (member === null && !required.includes(name) && !fits(null, property, walk)) {
      changed = true;
      continue;
    }
    const kept = drop(member, property, walk);
    changed ||= kept !== member;
    entries.push([name, kept]);
  }
  return changed ? Object.fromEntries(entries) : value;
}

/** The schemas that hold for a value beside the keywords of the schema itself. */
function partsOf(schema: JsonSchema, value: unknown, walk: Walk): readonly unknown[] {
  const reference = typeof schema.$ref === "string" ? [resolveReference(walk.root, schema.$ref)] : [];
  const branch = [schema.anyOf, schema.oneOf].map((branches) =>
    list(branches).find((item) => fits(value, item, walk)),
  );
  return [...reference, ...list(schema.allOf), ...branch];
}

/**
 * Tells whether a value looks like what a schema wants, nulls of optional properties aside: types, constants and names
 * of the value and of its properties, no deeper, which is enough to tell the branches of a union apart.
 */
function fits(value: unknown, schema: unknown, walk: Walk, isInner = false): boolean {
  if (!isObject(schema)) return schema !== false;
  if (walk.steps-- <= 0) return false;
  const { type, anyOf, oneOf, $ref } = schema;
  if (type !== undefined && !list(type, true).some((name) => isOfType(value, name))) return false;
  if ("const" in schema && !isSame(value, schema.const)) return false;
  if (schema.enum && !list(schema.enum).some((item) => isSame(value, item))) return false;
  if (typeof $ref === "string" && !fits(value, resolveReference(walk.root, $ref), walk, isInner))
    return false;
  if (!list(schema.allOf).every((item) => fits(value, item, walk, isInner))) return false;
  for (const branches of [anyOf, oneOf]) {
    if (branches && !list(branches).some((item) => fits(value, item, walk, isInner))) return false;
  }
  if (isInner || !isObject(value) || Array.isArray(value)) return true;
  const required = list(schema.required);
  return (
    required.every((name) => typeof name === "string" && Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const property = propertyOf(schema, name);
      return (member === null && !required.includes(name)) || fits(member, property, walk, true);
    })
  );
}

function propertyOf(schema: JsonSchema, name: string): unknown {
  const { properties, additionalProperties } = schema;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : type === typeof value;
}

/** Constants that are objects do not tell branches apart often enough to be compared. */
function isSame(value: unknown, constant: unknown): boolean {
  return value === constant || (isObject(value) && isObject(constant));
}

function list(value: unknown, wrap = false): readonly unknown[] {
  return Array.isArray(value) ? value : wrap ? [value] : [];
}

/** Whether a value holds a `null` anywhere. */
export function holdsNull(value: unknown): boolean {
  return typeof value === "object" && (!value || Object.values(value).some(holdsNull));
}
