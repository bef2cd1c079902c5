import { type StandardJsonSchema, toStandardJsonSchema } from "@valibot/to-json-schema";
import type { BaseIssue, BaseSchema, InferInput, InferOutput } from "valibot";

/**
 * Gives a valibot schema Standard JSON Schema (`~standard.jsonSchema`), so that models can be told what to write: valibot
 * keeps that conversion in the package `@valibot/to-json-schema`, which must be installed beside it. Returns a copy of the
 * schema that valibot's own functions take as before. What has no JSON Schema, such as a `Date`, shows up where the
 * schema is first used for a model.
 *
 * @example
 * const input = fromValibot(v.object({ city: v.pipe(v.string(), v.description("A city.")) }));
 * const weather = tool({ name: "weather", description: "Tells the weather.", input, execute: ({ city }) => `${city}: rain` });
 */
export function fromValibot<S extends BaseSchema<unknown, unknown, BaseIssue<unknown>>>(
  schema: S,
): Omit<S, "~standard"> & StandardJsonSchema<InferInput<S>, InferOutput<S>> {
  return { ...schema, ...toStandardJsonSchema(schema) };
}
