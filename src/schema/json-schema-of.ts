import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema, Schema } from "../contracts/schema.ts";

const known: WeakMap<object, { readonly schema: JsonSchema | undefined }> = /* @__PURE__ */ new WeakMap();

/**
 * The JSON Schema of a schema's input: what a model is told to write. A plain JSON Schema is returned as it is; a
 * Standard Schema is asked through Standard JSON Schema (`~standard.jsonSchema`, draft 2020-12, else draft-07), which zod
 * and arktype have and valibot gets from `fromValibot`. `undefined` where the library cannot say, as for a `Date` or for
 * a valibot schema by itself. Every schema is asked once.
 *
 * @example
 * jsonSchemaOf({ type: "string" }); // { type: "string" }
 */
export function jsonSchemaOf(schema: Schema): JsonSchema | undefined {
  let entry = known.get(schema);
  if (!entry) {
    entry = { schema: convert(schema) };
    known.set(schema, entry);
  }
  return entry.schema;
}

function convert(schema: Schema): JsonSchema | undefined {
  const standard = standardOf(schema);
  if (!standard) return schema as JsonSchema;
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      const converted = standard.jsonSchema?.input({ target });
      if (converted) return converted;
    } catch {
      // The library cannot represent the schema for this target.
    }
  }
  return undefined;
}

/**
 * The `~standard` part of a Standard Schema; `undefined` for a plain JSON Schema. Works on any library and any copy of
 * one, since nothing but the standard is looked at.
 *
 * @example
 * standardOf({ type: "string" }); // undefined
 */
export function standardOf<T>(
  schema: Schema<T>,
):
  | (Partial<StandardSchemaV1.Props<unknown, T>> & Partial<Pick<StandardJSONSchemaV1.Props, "jsonSchema">>)
  | undefined {
  return "~standard" in schema ? (schema as StandardSchemaV1<unknown, T>)["~standard"] : undefined;
}
