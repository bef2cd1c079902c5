import type { Message } from "../../contracts/message.ts";
import type { Model, ModelCallOptions, ToolChoice } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { jsonInstruction } from "../../schema/json-instruction.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { AnswerWarning } from "./answer-types.ts";
import { decodePrompt } from "./decode-prompt.ts";
import { OWN_OPTIONS } from "./encode-answer.ts";
import type { AISDKCallOptions } from "./language-model.ts";
import { foreignModels } from "./origins.ts";

/** A call of the AI SDK in the words of this package. */
export interface DecodedCall {
  readonly messages: readonly Message[];
  readonly call: ModelCallOptions;
  /** What the model cannot do of it. */
  readonly warnings: AnswerWarning[];
}

const EFFORTS: Readonly<Record<string, "none" | "low" | "medium" | "high">> = {
  none: "none",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/**
 * Decodes the options of a call of the AI SDK.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for a file that only its provider can find.
 *
 * @example
 * const model = new LocalSDK().model();
 * const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }] as const;
 * decodeCall({ prompt, maxOutputTokens: 100 }, model).call; // { maxTokens: 100 }
 */
export function decodeCall(options: AISDKCallOptions, model: Model): DecodedCall {
  const { toolChoice, responseFormat, reasoning, headers, stopSequences } = options;
  const warnings: AnswerWarning[] = [];
  const refuse = (feature: string, details?: string): void => {
    warnings.push({ type: "unsupported", feature, ...(details && { details }) });
  };
  for (const feature of ["topK", "presencePenalty", "frequencyPenalty"] as const) {
    if (options[feature] !== undefined) refuse(feature);
  }
  const tools = (options.tools ?? []).flatMap((tool) => {
    if (tool.type === "function") {
      const { name, description = "", inputSchema } = tool;
      return [{ name, description, input: schemaOf(inputSchema) ?? {} }];
    }
    refuse(`tool ${tool.name}`, "The provider's own tools cannot be passed on.");
    return [];
  });
  const isJson = responseFormat?.type === "json";
  const schema = schemaOf(responseFormat?.schema);
  const isNative = schema !== undefined && model.capabilities?.structuredOutput === true;
  const messages = decodePrompt(options.prompt, model);
  if (isJson && !isNative) messages.unshift({ role: "system", content: jsonInstruction(schema) });
  const effort = reasoning === undefined ? undefined : EFFORTS[reasoning];
  const canReason = model.capabilities?.reasoning === true;
  if (effort && effort !== "none" && !canReason) refuse("reasoning");
  const call = withoutUndefined<ModelCallOptionsOf>({
    maxTokens: options.maxOutputTokens,
    temperature: options.temperature,
    topP: options.topP,
    seed: options.seed,
    stop: stopSequences?.length ? stopSequences : undefined,
    tools: tools.length > 0 ? tools : undefined,
    toolChoice: tools.length > 0 ? choiceOf(toolChoice) : undefined,
    responseSchema: isJson && isNative ? schema : undefined,
    reasoning: effort && canReason ? { effort } : undefined,
    signal: options.abortSignal,
    headers: headers && headersOf(headers),
    providerOptions: fieldsFor(options.providerOptions, model),
  });
  return { messages, call, warnings };
}

/** All options, each of which may be missing. */
type ModelCallOptionsOf = { [Name in keyof ModelCallOptions]: ModelCallOptions[Name] | undefined };

/** A model of the AI SDK gets them as they are, one of this package the fields that are meant for it. */
function fieldsFor(
  options: AISDKCallOptions["providerOptions"],
  model: Model,
): ModelCallOptions["providerOptions"] | undefined {
  if (!options) return undefined;
  // Undefined fields do not get into JSON.
  const given: Record<string, unknown> = foreignModels.has(model)
    ? options
    : { ...options[model.provider], ...options[OWN_OPTIONS] };
  return Object.keys(given).length > 0 ? (given as ModelCallOptions["providerOptions"]) : undefined;
}

function headersOf(headers: NonNullable<AISDKCallOptions["headers"]>): Record<string, string> {
  const given = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return Object.fromEntries(given);
}

function choiceOf(choice: AISDKCallOptions["toolChoice"]): ToolChoice | undefined {
  const { type, toolName } = choice ?? {};
  if (type === "tool" && toolName !== undefined) return { tool: toolName };
  return type === "auto" || type === "none" || type === "required" ? type : undefined;
}

function schemaOf(value: unknown): JsonSchema | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}
