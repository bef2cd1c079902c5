import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject } from "../resolve-reference.ts";

/** Keywords that shape or annotate a value; dialects handle them one by one, so they are never told in words. */
const SHAPE =
  /^(?:type|const|enum|nullable|properties|required|additionalProperties|patternProperties|propertyNames|propertyOrdering|items|prefixItems|additionalItems|anyOf|oneOf|allOf|definitions|description|title|examples?|default|deprecated|readOnly|writeOnly|\$.*)$/;

/**
 * The description and title of a schema, with the constraints that are not among `kept` told in words at the end of the
 * description, so that a model knows of them where its decoder does not.
 *
 * @example
 * describeDropped({ type: "string", minLength: 2, description: "A name." }, []); // { description: "A name. (minLength: 2)" }
 */
export function describeDropped(schema: JsonSchema, kept: readonly string[]): JsonSchema {
  const { description, title } = schema;
  const dropped = Object.entries(schema)
    .filter(([keyword, value]) => !SHAPE.test(keyword) && !kept.includes(keyword) && !isNoise(value))
    .filter(([keyword, value]) => !isObject(value) && !(keyword === "pattern" && schema.format !== undefined))
    .map(([keyword, value]) => `${keyword}: ${String(value)}`);
  const words = [
    typeof description === "string" && description,
    dropped.length > 0 && `(${dropped.join(", ")})`,
  ];
  const text = words.filter((word) => word !== false).join(" ");
  return { ...(typeof title === "string" && { title }), ...(text && { description: text }) };
}

/** Tells whether a bound is one that every number of its kind keeps, as libraries write for any integer. */
export function isNoise(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

/**
 * The type of a schema: what it says, else what its other keywords mean. `undefined` where any value will do.
 *
 * @example
 * typeOf({ enum: ["a", null] }); // ["string", "null"]
 */
export function typeOf(schema: JsonSchema): string | readonly string[] | undefined {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.length === 1 ? String(type[0]) : type.map(String);
  const values = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : [];
  const types = [...new Set(values.map(typeOfValue))];
  if (types.length > 0) return types.length === 1 ? types[0] : types;
  if (schema.properties !== undefined) return "object";
  return schema.items !== undefined || schema.prefixItems !== undefined ? "array" : undefined;
}

/**
 * Widens a converted schema so that it also takes `null`.
 *
 * @example
 * acceptNull({ type: "string" }); // { type: ["string", "null"] }
 */
export function acceptNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, description, title } = schema;
  const annotations = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
  if (Array.isArray(anyOf))
    return acceptsNull(anyOf) ? schema : { ...schema, anyOf: [...anyOf, { type: "null" }] };
  if (type === undefined || "const" in schema) {
    if (schema.const === null) return schema;
    const { title: _title, description: _description, ...rest } = schema;
    return { ...annotations, anyOf: [rest, { type: "null" }] };
  }
  const types = Array.isArray(type) ? type : [type];
  const values = schema.enum;
  return {
    ...schema,
    type: types.includes("null") ? type : [...types, "null"],
    ...(Array.isArray(values) && { enum: values.includes(null) ? values : [...values, null] }),
  };
}

function acceptsNull(branches: readonly unknown[]): boolean {
  return branches.some((branch) => isObject(branch) && (branch.type === "null" || branch.const === null));
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
