import type { JsonSchema } from "../../contracts/schema.ts";
import { isObject, resolveReference } from "../resolve-reference.ts";

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

// A schema made to have no end must not take forever.
const MAX_MERGES = 200;

/**
 * Merges `allOf`, and a `$ref` that has constraints beside it, into one schema without them, since no provider's decoder
 * knows how to satisfy two schemas at once. A bare `$ref` stays unless `inlineReferences` is set, so recursion stays
 * finite. Where two parts say something different with one keyword, the outer or earlier part holds.
 *
 * @example
 * const root = { allOf: [{ type: "object" }, { required: ["a"] }] };
 * flatten(root, root); // { type: "object", required: ["a"] }
 */
export function flatten(schema: JsonSchema, root: JsonSchema, inlineReferences = false): JsonSchema {
  return flattenParts(schema, root, inlineReferences, { merges: MAX_MERGES });
}

function flattenParts(
  schema: JsonSchema,
  root: JsonSchema,
  inlineReferences: boolean,
  left: { merges: number },
): JsonSchema {
  const { $ref, allOf, ...rest } = schema;
  const isBare = allOf === undefined && Object.keys(rest).every((keyword) => ANNOTATIONS.includes(keyword));
  const target = typeof $ref === "string" ? resolveReference(root, $ref) : undefined;
  if (isBare ? !target || !inlineReferences : !target && allOf === undefined) return schema;
  return [target, ...toList(allOf)]
    .filter(isObject)
    .map((part) => (left.merges-- > 0 ? flattenParts(part, root, true, left) : {}))
    .reduce(merge, rest);
}

/** Merges what a second schema asks for into a first. */
function merge(first: JsonSchema, second: JsonSchema): JsonSchema {
  const { properties, required, $defs, definitions, ...rest } = second;
  const merged: Record<string, unknown> = { ...rest, ...first };
  if (properties !== undefined || first.properties !== undefined) {
    merged.properties = mergeProperties(first.properties, properties);
  }
  if (required !== undefined || first.required !== undefined) {
    merged.required = [...new Set([...toList(first.required), ...toList(required)])];
  }
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
