import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelTool } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";

/**
 * What the system prompt says of the tools, to a model that has no calls of its own.
 *
 * @example
 * toolInstruction([{ name: "now", description: "Tells the time.", input: { type: "object" } }], {}).length > 100; // true
 */
export function toolInstruction(
  tools: readonly ModelTool[],
  { toolChoice, parallelToolCalls }: ModelCallOptions,
): string {
  const list = tools.map(({ name, description, input }) =>
    JSON.stringify({ name, description, parameters: jsonSchemaOf(input) ?? {} }),
  );
  const mustCall = toolChoice === "required" || typeof toolChoice === "object";
  return [
    "You have these tools, one on each line:",
    ...list,
    "To call a tool, write this and nothing else:",
    '<tool_call>{"name": "the tool", "arguments": {"its": "arguments"}}</tool_call>',
    parallelToolCalls === false ? "Make one call only." : "Write one line for each call.",
    "The results come with the next message.",
    mustCall ? "Call a tool now." : "Call a tool only where you need it; else answer as usual.",
  ].join("\n");
}

/**
 * The calls of an assistant's turn, as the model was told to write them.
 *
 * @example
 * callsText([{ id: "call_1", name: "now", input: {} }]); // '<tool_call>{"name":"now","arguments":{}}</tool_call>'
 */
export function callsText(calls: Message["toolCalls"] = []): string {
  return calls
    .map(({ name, input }) => `<tool_call>${JSON.stringify({ name, arguments: input ?? {} })}</tool_call>`)
    .join("\n");
}

/**
 * What answers must fit where a tool must be called, or where the answer itself must fit a schema while there are tools.
 * Calls are bare JSON then; what reads them knows both.
 *
 * @example
 * const now = { name: "now", description: "Tells the time.", input: { type: "object" } };
 * callConstraint([now], undefined).required; // ["name", "arguments"]
 */
export function callConstraint(tools: readonly ModelTool[], answer: JsonSchema | undefined): JsonSchema {
  const isOne = !answer && tools.length === 1;
  const choices = tools.map(({ name, input }, index) => ({
    type: "object",
    properties: {
      name: { const: name },
      arguments: movedTo(`${isOne ? "" : `/anyOf/${index}`}/properties/arguments`, jsonSchemaOf(input) ?? {}),
    },
    required: ["name", "arguments"],
    additionalProperties: false,
  }));
  const [only] = choices;
  if (isOne && only) return only;
  return { anyOf: answer ? [...choices, movedTo(`/anyOf/${choices.length}`, answer)] : choices };
}

/** A schema at another place of a document: what it refers to in itself is there now. */
function movedTo(place: string, schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" && value.startsWith("#")
      ? `#${place}${value.slice(1)}`
      : value,
  );
}
