import type { ModelCallOptions } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { anthropicDialect } from "../../schema/dialects/anthropic.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { spendOn, strictBudget } from "./strict-budget.ts";
import type { Traits } from "./traits.ts";

/** What a model may call, and what it is held to. */
export interface Tools {
  readonly tools: readonly WireRequest[];
  readonly choice: WireRequest | undefined;
  /** The schema of the answer in the strict form, where the service can hold the model to it. */
  readonly format: JsonSchema | undefined;
}

/**
 * Encodes the tools of a call, which of them is to be called, and the schema of its answer. The schemas are strict where
 * the model can be held to them and the budget of the request suffices; that of the answer comes first.
 *
 * @param own tools in the service's own words, which go with the others.
 *
 * @example
 * const now = { name: "now", description: "Tells the time.", input: { type: "object" } };
 * const { choice } = encodeTools({ tools: [now], toolChoice: "required" }, [], {
 *   traits: traitsOf("claude-opus-5"),
 *   isStrict: true,
 * });
 * choice?.type; // "any"
 */
export function encodeTools(
  call: ModelCallOptions,
  own: readonly WireRequest[],
  { traits, isStrict }: { readonly traits: Traits; readonly isStrict: boolean },
): Tools {
  const budget = strictBudget();
  const strictForm = (schema: JsonSchema): JsonSchema | undefined => {
    if (!isStrict) return undefined;
    const form = anthropicDialect(schema);
    return form.strict && spendOn(form.schema, budget) ? form.schema : undefined;
  };
  const format = call.responseSchema && strictForm(call.responseSchema);
  const tools = (call.tools ?? []).map(({ name, description, input }) => {
    const given = jsonSchemaOf(input) ?? {};
    const strict = strictForm(given);
    return {
      name,
      description: description || undefined,
      input_schema: { ...(strict ?? anthropicDialect(given).plain), type: "object" },
      strict: strict && true,
    };
  });
  const all = [...tools, ...own.map((tool) => ({ ...tool }))];
  return { tools: all, choice: all.length > 0 ? encodeChoice(call, traits) : undefined, format };
}

function encodeChoice(
  { toolChoice, parallelToolCalls }: ModelCallOptions,
  { forcedTools }: Traits,
): WireRequest | undefined {
  const alone = parallelToolCalls === false || undefined;
  const name = typeof toolChoice === "object" ? toolChoice.tool : undefined;
  if (toolChoice === "none") return { type: "none" };
  if (!toolChoice && !alone) return undefined;
  const isForced = forcedTools && toolChoice && toolChoice !== "auto";
  return {
    type: isForced ? (name === undefined ? "any" : "tool") : "auto",
    name: isForced ? name : undefined,
    disable_parallel_tool_use: alone,
  };
}
