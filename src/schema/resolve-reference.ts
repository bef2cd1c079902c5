import type { JsonSchema } from "../contracts/schema.ts";

/**
 * Follows a local `$ref` (`#`, `#/$defs/name`, any JSON Pointer, RFC 6901) from the root of its document. `undefined`
 * where it leads outside the document or nowhere.
 *
 * @example
 * resolveReference({ $defs: { name: { type: "string" } } }, "#/$defs/name"); // { type: "string" }
 */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith("#")) return undefined;
  let place: unknown = root;
  for (const segment of reference.slice(1).split("/").slice(1)) {
    const name = decode(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    place = isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return isObject(place) ? place : undefined;
}

/** Tells whether a value is an object or an array, so that its members can be looked at. */
export function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
