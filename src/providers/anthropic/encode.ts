import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities, ModelTool } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import type { Dialect } from "../../schema/dialects/dialect.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { markForCache } from "./cache-control.ts";
import { encodeMessages } from "./encode-messages.ts";
import type { MediaPart } from "./media.ts";
import { type StrictBudget, spendOn } from "./strict-budget.ts";
import { encodeThinking } from "./thinking.ts";
import { type Traits, traitsOf } from "./traits.ts";

/** The most that the service should be asked for without a stream: about ten minutes of writing. */
const LONGEST_UNSTREAMED = 21_333;

/** What a request is encoded for, and with. */
export interface EncodeTarget {
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  readonly stream: boolean;
  /** The schema of the answer, in the strict form. */
  readonly format?: JsonSchema | undefined;
  /** Turns a JSON Schema into one that the service takes; needed where there are tools. */
  readonly dialect?: ((schema: JsonSchema) => Dialect) | undefined;
  /** How much may be strict; left out, nothing is. */
  readonly strict?: StrictBudget | undefined;
  /** Encodes a part that is neither text nor reasoning. Left out, such parts are. */
  readonly media?: ((part: MediaPart) => WireRequest) | undefined;
}

/**
 * Encodes a conversation and its options into the body of a request for a message. Options that the model does not take are
 * left out. Of `providerOptions`, `tools` are added to the tools, the fields of `output_config` go over those that are
 * there, and all else goes over the rest.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * encode([{ role: "user", content: "Hi" }], { maxTokens: 9 }, { model: "claude-opus-5", capabilities: {}, stream: false });
 * // { model: "claude-opus-5", max_tokens: 9, messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] }
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { model, capabilities, stream, format } = target;
  const { stop, cacheControl, providerOptions = {} } = options;
  const { tools: ownTools, output_config: ownConfig, ...given } = providerOptions;
  const traits = traitsOf(model);
  const turns = encodeMessages(messages, { ...target, traits });
  const tools = [...encodeTools(options.tools ?? [], target), ...listOf(ownTools)];
  const toolChoice = tools.length > 0 ? encodeChoice(options, traits) : undefined;
  const isForced = /any|tool/.test(String(toolChoice?.type));
  const longest = stream ? traits.longestAnswer : Math.min(traits.longestAnswer, LONGEST_UNSTREAMED);
  const thinking = capabilities.reasoning
    ? encodeThinking(options, traits, { longest, isForced })
    : { maxTokens: options.maxTokens ?? longest };
  const { effort } = thinking;
  const config = { effort, format: format && { type: "json_schema", schema: format }, ...Object(ownConfig) };
  const breakpoints = capabilities.promptCaching ? cacheControl?.breakpoints : undefined;
  if (breakpoints) markForCache({ ...turns, tools }, breakpoints);
  const body: WireRequest = {
    model,
    max_tokens: thinking.maxTokens,
    system: turns.system.length > 0 ? turns.system : undefined,
    messages: turns.messages,
    tools: tools.length > 0 ? tools : undefined,
    tool_choice: toolChoice,
    thinking: thinking.thinking,
    output_config: Object.values(config).some((value) => value !== undefined) ? config : undefined,
    stop_sequences: stop?.filter(isVisible),
    ...encodeSampling(options, traits, given.thinking ?? thinking.thinking),
    container: turns.container,
    stream: stream || undefined,
  };
  return Object.assign(body, given);
}

function encodeTools(tools: readonly ModelTool[], { dialect, strict }: EncodeTarget): WireRequest[] {
  return tools.map(({ name, description, input }) => {
    const given = jsonSchemaOf(input) ?? {};
    const form = dialect?.(given);
    const isStrict = form?.strict && strict && spendOn(form.schema, strict);
    const schema = (isStrict ? form?.schema : form?.plain) ?? given;
    return {
      name,
      description: description || undefined,
      input_schema: { ...schema, type: "object" },
      strict: isStrict || undefined,
    };
  });
}

function encodeChoice(
  { toolChoice, parallelToolCalls }: ModelCallOptions,
  { forcedTools }: Traits,
): WireRequest | undefined {
  const alone = parallelToolCalls === false || undefined;
  const choice = typeof toolChoice === "object" ? toolChoice.tool : undefined;
  if (toolChoice === "none") return { type: "none" };
  if (!toolChoice && !alone) return undefined;
  const isForced = forcedTools && toolChoice && toolChoice !== "auto";
  return {
    type: isForced ? (choice === undefined ? "any" : "tool") : "auto",
    name: isForced ? choice : undefined,
    disable_parallel_tool_use: alone,
  };
}

/** Thinking and sampling exclude each other. */
function encodeSampling(
  { temperature, topP }: ModelCallOptions,
  { sampling }: Traits,
  thinking: unknown,
): WireRequest | undefined {
  const { type = "disabled" } = Object(thinking);
  if (!sampling || type !== "disabled") return undefined;
  return { temperature, top_p: sampling === "any" || temperature === undefined ? topP : undefined };
}

function listOf(value: unknown): WireRequest[] {
  return Array.isArray(value) ? [...value] : [];
}

/** The service refuses blanks alone. */
function isVisible(text: string): boolean {
  return text.trim() !== "";
}
