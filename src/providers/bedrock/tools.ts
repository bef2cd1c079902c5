import type { ModelCallOptions, ModelTool } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { toolParameters } from "../adapter/tool-parameters.ts";
import type { Traits } from "./traits.ts";

/** What a model may call, and what it is held to. */
export interface EncodedTools {
  readonly tools: WireRequest[];
  /** Which tool must be called. */
  readonly choice?: WireRequest | undefined;
  /** The form of the answer, where the service can hold the model to it. */
  readonly outputConfig?: WireRequest | undefined;
  /** Fields of `additionalModelRequestFields`. */
  readonly fields?: WireRequest | undefined;
}

/**
 * Encodes the tools of a call, which of them is to be called, and the schema of its answer. The schemas are strict where
 * the model can be held to them and the budget of the request suffices; that of the answer comes first.
 *
 * @param called the names of the tools that the conversation has called.
 *
 * @example
 * const now = { name: "now", description: "Tells the time.", input: { type: "object" } };
 * const target = { traits: converseTraits("amazon.nova-lite-v1:0"), isStrict: false };
 * (await encodeTools({ tools: [now], toolChoice: "required" }, [], target)).choice; // { any: {} }
 */
export async function encodeTools(
  call: ModelCallOptions,
  called: readonly string[],
  { traits, isStrict }: { readonly traits: Traits; readonly isStrict: boolean },
): Promise<EncodedTools> {
  const { tools = [], responseSchema, toolChoice, parallelToolCalls } = call;
  const { plain, strict } = await formsFor(traits, isStrict);
  const format = responseSchema && strict(responseSchema);
  const isOffered = toolChoice !== "none" || called.length > 0;
  const choice = traits.noForcedTool ? undefined : forcedTool(call);
  const isAlone = traits.oneCall && tools.length > 0 && !choice && parallelToolCalls === false;
  return {
    // Where a conversation has calls, the service wants tools, even where none may be called any more.
    tools: tools.length > 0 ? (isOffered ? tools.map(encodeTool) : []) : [...new Set(called)].map(standIn),
    choice,
    outputConfig: format && outputConfig(format),
    fields: isAlone ? { tool_choice: { type: "auto", disable_parallel_tool_use: true } } : undefined,
  };

  function encodeTool({ name, description, input }: ModelTool): WireRequest {
    const schema = jsonSchemaOf(input) ?? {};
    const held = strict(schema);
    // An empty description is refused.
    const words = description.trim() ? { description } : undefined;
    const inputSchema = { json: held ?? plain(schema) };
    return { toolSpec: { name, ...words, inputSchema, ...(held && { strict: true }) } };
  }
}

/** How schemas are put into words: such as the model takes, and such as it can be held to. */
interface Forms {
  plain(schema: JsonSchema): JsonSchema;
  strict(schema: JsonSchema): JsonSchema | undefined;
}

async function formsFor({ claude }: Traits, isStrict: boolean): Promise<Forms> {
  if (!claude && !isStrict) return { plain: toolParameters, strict: () => undefined };
  const [{ anthropicDialect }, { spendOn, strictBudget }] = await Promise.all([
    import("../../schema/dialects/anthropic.ts"),
    import("../anthropic/strict-budget.ts"),
  ]);
  const budget = strictBudget();
  return {
    plain: (schema) => (claude ? anthropicDialect(schema).plain : toolParameters(schema)),
    strict(schema) {
      const form = isStrict ? anthropicDialect(schema) : undefined;
      return form?.strict && spendOn(form.schema, budget) ? form.schema : undefined;
    },
  };
}

function standIn(name: string): WireRequest {
  return { toolSpec: { name, inputSchema: { json: { type: "object" } } } };
}

function forcedTool({ tools, toolChoice }: ModelCallOptions): WireRequest | undefined {
  if (!tools?.length) return undefined;
  if (typeof toolChoice === "object") return { tool: { name: toolChoice.tool } };
  return toolChoice === "required" ? { any: {} } : undefined;
}

function outputConfig(schema: JsonSchema): WireRequest {
  const { title = "answer", description } = schema;
  const name = String(title)
    .replace(/[^\w-]/g, "_")
    .slice(0, 64);
  const jsonSchema = { name, schema: JSON.stringify(schema), description };
  return { textFormat: { type: "json_schema", structure: { jsonSchema } } };
}
