import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities, ModelTool } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { jsonInstruction } from "../../schema/json-instruction.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { type ContentTarget, encodeContents } from "./encode-contents.ts";
import { mergeInto } from "./merge.ts";

/** What a request is encoded for, and with. */
export interface EncodeTarget extends ContentTarget {
  readonly capabilities: ModelCapabilities;
  /** Turns a JSON Schema into the words of Gemini's own; for schemas and models that need it. */
  readonly dialect?: ((schema: JsonSchema) => { readonly schema: JsonSchema }) | undefined;
}

/** From this generation on, models take JSON Schema as it is. */
const JSON_SCHEMA_SINCE = 2;
/** From this generation on, models take tools beside a schema for the answer, and levels of thinking. */
const LEVELS_SINCE = 3;
/** From this generation on, but for the light models, the lowest level of thinking is refused. */
const LOW_SINCE = 3.7;
/** Tokens for thoughts, where a model takes no level: those of Google's own OpenAI-compatible service. */
const BUDGETS = { low: 1024, medium: 8192, high: 24_576 } as const;

/**
 * Encodes a conversation and its options into the body of `generateContent`. Options that the capabilities do not cover are
 * left out. `providerOptions` are merged over the rest: the fields of an object that ends in `Config` one by one, and server
 * tools beside the functions.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * encode([{ role: "user", content: "Hi" }], {}, { model: "gemini-2.5-flash", generation: 2.5, capabilities: {} });
 * // { contents: [{ role: "user", parts: [{ text: "Hi" }] }] }
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { generation, capabilities, dialect } = target;
  const { toolChoice, responseSchema, providerOptions = {}, stop } = options;
  const { contents, system } = encodeContents(messages, target);
  const config: WireRequest = {
    temperature: options.temperature,
    topP: options.topP,
    seed: options.seed,
    stopSequences: stop?.length ? stop : undefined,
    maxOutputTokens: options.maxTokens,
    thinkingConfig: capabilities.reasoning ? thinkingOf(options.reasoning, target) : undefined,
  };
  let tools = options.tools ?? [];
  if (responseSchema && capabilities.structuredOutput) {
    const takesBoth = generation >= LEVELS_SINCE;
    if (!takesBoth && toolChoice === "none") tools = [];
    if (takesBoth || !(tools.length > 0 || providerOptions.tools)) {
      config.responseMimeType = "application/json";
      Object.assign(config, schemaField("response", responseSchema, target));
    } else {
      system.push({ text: `Once no tool is needed any more: ${jsonInstruction(responseSchema)}` });
    }
  }
  const generationConfig = withoutUndefined(config);
  const body: WireRequest = { contents };
  if (Object.keys(generationConfig).length > 0) body.generationConfig = generationConfig;
  // What is in the cache cannot be said again.
  if (!providerOptions.cachedContent) {
    // A conversation that was cut may begin with a call, which is refused.
    if (contents[0]?.parts.some((part) => part.functionCall)) {
      contents.unshift({ role: "user", parts: [{ text: "" }] });
    }
    if (system.length > 0) body.systemInstruction = { parts: system };
    if (tools.length > 0) {
      body.tools = [{ functionDeclarations: tools.map((tool) => declare(tool, { ...target, dialect })) }];
      const functionCallingConfig = choiceOf(toolChoice);
      if (functionCallingConfig) body.toolConfig = { functionCallingConfig };
    }
  }
  return mergeInto(body, providerOptions);
}

function thinkingOf(
  reasoning: ModelCallOptions["reasoning"],
  { model, generation }: EncodeTarget,
): WireRequest | undefined {
  const { effort, maxTokens } = reasoning ?? {};
  if (!effort && maxTokens === undefined) return undefined;
  if (effort === "none") {
    // Not every model can do without: these think as little as they can.
    const hasMinimum = model.includes("lite") || (model.includes("flash") && generation < LOW_SINCE);
    const least = hasMinimum ? "MINIMAL" : "LOW";
    return generation >= LEVELS_SINCE
      ? { thinkingLevel: least }
      : { thinkingBudget: model.includes("pro") ? 128 : 0 };
  }
  if (generation >= LEVELS_SINCE && effort) {
    const hasNoMiddle = effort === "medium" && /gemini-3-pro/.test(model);
    return { thinkingLevel: hasNoMiddle ? "HIGH" : effort.toUpperCase(), includeThoughts: true };
  }
  return { thinkingBudget: maxTokens ?? (effort && BUDGETS[effort]), includeThoughts: true };
}

function declare({ name, description, input }: ModelTool, target: EncodeTarget): WireRequest {
  return { name, description, ...schemaField("parameters", jsonSchemaOf(input) ?? {}, target) };
}

/** A schema in the field that the model takes it in. */
function schemaField(
  field: "parameters" | "response",
  schema: JsonSchema,
  { generation, dialect }: EncodeTarget,
): WireRequest {
  const isRoot = field === "response" || schema.type === "object";
  if (generation >= JSON_SCHEMA_SINCE && isRoot) return { [`${field}JsonSchema`]: withoutConst(schema) };
  const { schema: converted } = dialect?.(schema) ?? { schema };
  // An object without properties is refused there.
  if (field === "parameters") return converted.properties ? { parameters: converted } : {};
  return { responseSchema: converted };
}

/** `const` is passed over by the service, an enumeration of one is not. */
function withoutConst(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  if (!text.includes('"const"')) return schema;
  return JSON.parse(text, (_key, value) => {
    const only = typeof value === "object" && value !== null ? value.const : undefined;
    if (typeof only !== "string" && typeof only !== "number") return value;
    const { const: _const, ...rest } = value;
    return { ...rest, type: rest.type ?? typeof only, enum: [only] };
  });
}

function choiceOf(choice: ModelCallOptions["toolChoice"]): WireRequest | undefined {
  if (choice === undefined) return undefined;
  if (typeof choice === "object") return { mode: "ANY", allowedFunctionNames: [choice.tool] };
  return { mode: choice === "required" ? "ANY" : choice.toUpperCase() };
}
