import type { ModelTool } from "../../contracts/model.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import { fillSchema } from "./fill-schema.ts";

/**
 * The arguments of a tool call, from the question that asks for it: a parameter such as `query` gets the whole question,
 * the others what the question says for them, their default, or the plainest value that fits. A tool without a JSON Schema
 * gets `{ query }`.
 *
 * @example
 * const input = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
 * const weather = { name: "weather", description: "Tells the weather in a city.", input };
 * fillArguments(weather, "What is the weather in Oslo?"); // { city: "Oslo" }
 */
export function fillArguments(tool: ModelTool, question: string): unknown {
  const schema = jsonSchemaOf(tool.input);
  return schema ? fillSchema(schema, question) : { query: question.trim() };
}
