import type { JsonSchema, Schema } from "../contracts/schema.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { jsonSchemaOf, standardOf } from "./json-schema-of.ts";

/**
 * The JSON Schema of a schema's input, for callers that cannot do without, such as a tool that a model shall call. Throws
 * a `ConfigError` (`INVALID_CONFIG`) that says what to do where the schema has none. `owner` names who asks.
 *
 * @example
 * requireJsonSchema({ type: "object" }, 'tool "weather"'); // { type: "object" }
 */
export function requireJsonSchema(schema: Schema, owner: string): JsonSchema {
  const jsonSchema = jsonSchemaOf(schema);
  if (jsonSchema) return jsonSchema;
  const vendor = standardOf(schema)?.vendor;
  const advice =
    vendor === "valibot"
      ? 'Wrap it: `import { fromValibot } from "hedgemage/valibot"`.'
      : "Leave out what JSON Schema cannot express (dates, classes, transforms of the input), or pass a plain JSON Schema.";
  const message = `The schema of ${owner} (${vendor ?? "unknown library"}) has no JSON Schema to show to a model. ${advice}`;
  throw new ConfigError(message);
}
