import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject, resolveReference } from "../resolve-reference.ts";

const MAX_MERGES = 64;
const ANNOTATIONS = [
  "$ref",
  "$defs",
  "definitions",
  "description",
  "title",
  "default",
  "examples",
  "deprecated",
];

/**
 * Merges `allOf`, and a `$ref` that has constraints beside it, into one schema without them, since no provider's decoder
 * knows how to satisfy two schemas at once. A bare `$ref` stays, so recursion stays finite. Where two parts say something
 * different with one keyword, the outer or earlier part holds.
 *
 * @example
 * flatten({ allOf: [{ type: "object" }, { required: ["a"] }] }, root); // { type: "object", required: ["a"] }
 */
export function flatten(schema: JsonSchema, root: JsonSchema, inlineReferences = false): JsonSchema {
  let result = schema;
  for (let merges = 0; merges < MAX_MERGES; merges++) {
    const { $ref, allOf, ...rest } = result;
    const parts: unknown[] = Array.isArray(allOf) ? allOf : [];
    const isBare = parts.length === 0 && Object.keys(rest).every((keyword) => ANNOTATIONS.includes(keyword));
    const target = typeof $ref === "string" ? resolveReference(root, $ref) : undefined;
    if (parts.length === 0 && (!target || (isBare && !inlineReferences))) return result;
    result = [target, ...parts].filter(isObject).reduce(merge, rest);
  }
  return result;
}

/** Merges what a second schema asks for into a first. */
function merge(first: JsonSchema, second: JsonSchema): JsonSchema {
  const { properties, required, allOf, $defs, definitions, ...rest } = second;
  const merged: Record<string, unknown> = { ...rest, ...first };
  if (properties !== undefined || first.properties !== undefined) {
    merged.properties = mergeProperties(first.properties, properties);
  }
  if (required !== undefined || first.required !== undefined) {
    merged.required = [...new Set([...toList(first.required), ...toList(required)])];
  }
  const parts = [...toList(first.allOf), ...toList(allOf)];
  if (parts.length > 0) merged.allOf = parts;
  return merged;
}

function mergeProperties(first: unknown, second: unknown): JsonSchema {
  const merged = new Map(Object.entries(isObject(first) ? first : {}));
  for (const [name, schema] of Object.entries(isObject(second) ? second : {})) {
    merged.set(name, merged.has(name) ? { allOf: [merged.get(name), schema] } : schema);
  }
  return Object.fromEntries(merged);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
