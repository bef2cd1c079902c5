import type { StandardSchemaV1 } from "@standard-schema/spec";

/** A JSON Schema (draft 2020-12 or an older one) as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Any Standard Schema (valibot, zod, arktype, …) or a plain JSON Schema object. */
export type Schema<Output = unknown> =
  | StandardSchemaV1<unknown, Output>
  | StandardSchemaV1<never, Output>
  | JsonSchema;

/** The value that a schema yields: inferred from a Standard Schema, `unknown` for a plain JSON Schema. */
export type InferSchema<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : unknown;
