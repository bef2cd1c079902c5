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

/**
 * The value that a schema yields: inferred from a Standard Schema, or from a JSON Schema that stands in the code as it is.
 * `unknown` where a JSON Schema is only known as such.
 */
export type InferSchema<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : InferJsonSchema<S>;

/**
 * The value that a literal JSON Schema describes by `const`, `enum`, `type`, `properties`, `required` and `items`. Other
 * keywords only narrow it further; what they alone describe is `unknown`.
 */
export type InferJsonSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: readonly (infer Type)[] }
      ? InferType<S, Type>
      : S extends { readonly type: infer Type }
        ? InferType<S, Type>
        : unknown;

type InferType<S, Type> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends "array"
    ? InferItems<S>[]
    : Type extends "object"
      ? InferProperties<S>
      : unknown;

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

// Beside `prefixItems`, `items` says nothing of the first ones.
type InferItems<S> = S extends { readonly prefixItems: unknown }
  ? unknown
  : S extends { readonly items: infer Items }
    ? InferJsonSchema<Items>
    : unknown;

type InferProperties<S> = S extends { readonly properties: infer Properties }
  ? Flat<
      { -readonly [Name in keyof Properties & RequiredIn<S>]: InferJsonSchema<Properties[Name]> } & {
        -readonly [Name in Exclude<keyof Properties, RequiredIn<S>>]?: InferJsonSchema<Properties[Name]>;
      }
    >
  : Record<string, unknown>;

type RequiredIn<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };
