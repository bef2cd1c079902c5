import type { JsonSchema } from "../../contracts/schema.ts";
import { flatten } from "../../schema/dialects/flatten.ts";
import { isObjectSchema, toObjectRoot } from "../../schema/dialects/object-root.ts";
import { isObject } from "../../schema/resolve-reference.ts";

const known: WeakMap<JsonSchema, JsonSchema> = /* @__PURE__ */ new WeakMap();

/** References that are written out can make a small schema endless. */
const MAX_PARTS = 20_000;

/**
 * The parameters of a tool in words that servers of open models take: an object with `properties` at the root, no
 * references and no `allOf`. Where a schema contains itself, its inner part is any object. Cached by schema.
 *
 * @example
 * const place = { type: "object", properties: { city: { type: "string" } } };
 * toolParameters({ type: "object", properties: { at: { $ref: "#/$defs/place" } }, $defs: { place } });
 * // { type: "object", properties: { at: { type: "object", properties: { city: { type: "string" } } } } }
 */
export function toolParameters(schema: JsonSchema): JsonSchema {
  let parameters = known.get(schema);
  if (!parameters) {
    const { $defs, definitions, ...root } = toObjectRoot(schema);
    const written = writeOut(root, schema, [], { parts: MAX_PARTS });
    parameters = isObject(written) && isObjectSchema(root) ? written : root;
    known.set(schema, parameters);
  }
  return parameters;
}

/** @param open references that are being written out. */
function writeOut(
  value: unknown,
  root: JsonSchema,
  open: readonly string[],
  left: { parts: number },
): unknown {
  if (!isObject(value)) return value;
  if (left.parts-- <= 0) return {};
  if (Array.isArray(value)) return value.map((item) => writeOut(item, root, open, left));
  const reference = value.$ref;
  if (typeof reference === "string") {
    const { $ref, $defs, definitions, ...flat } = flatten(value, root, true);
    if ($ref !== undefined || open.includes(reference)) return { type: "object" };
    return writeOut(flat, root, [...open, reference], left);
  }
  const flat = Array.isArray(value.allOf) ? flatten(value, root) : value;
  return Object.fromEntries(
    Object.entries(flat).map(([name, part]) => [name, writeOut(part, root, open, left)]),
  );
}
