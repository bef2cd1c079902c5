import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import type { Dialect } from "../../schema/dialects/dialect.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { encodeMessages, type MediaEncoder, type Turn } from "./encode-messages.ts";
import { reasoningFields } from "./reasoning.ts";
import type { Traits } from "./traits.ts";

/** What a request is encoded for, and with. */
export interface EncodeTarget {
  /** The name of the model, under which what only it understands was kept. */
  readonly model: string;
  readonly traits: Traits;
  readonly capabilities: ModelCapabilities;
  /** Turns a JSON Schema into what the model can be held to; `strict` is false where it cannot. */
  readonly dialect?: ((schema: JsonSchema) => Dialect) | undefined;
  /** Turns the JSON Schema of a tool into words that the model takes. Left out, it is sent as it is. */
  readonly parameters?: ((schema: JsonSchema) => JsonSchema) | undefined;
  /** Encodes parts that are neither text nor reasoning. Left out, such parts are. */
  readonly media?: MediaEncoder | undefined;
}

/** The service allows no more. */
const MOST_CACHE_POINTS = 4;
const MOST_STRICT_TOOLS = 20;
const CACHE_POINT: WireRequest = { cachePoint: { type: "default" } };

/**
 * Encodes a conversation and its options into the body of a Converse request. Options that the capabilities do not cover
 * are left out; `providerOptions` are merged over the rest, objects field by field.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * const model = "amazon.nova-lite-v1:0";
 * const target = { model, traits: traitsOf(model), capabilities: capabilitiesOf(model) };
 * encode([{ role: "user", content: "Hi" }], { maxTokens: 100 }, target);
 * // { messages: [{ role: "user", content: [{ text: "Hi" }] }], inferenceConfig: { maxTokens: 100 } }
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { traits, capabilities, dialect } = target;
  const { responseSchema, cacheControl } = options;
  const { system, turns, calledTools } = encodeMessages(messages, target);
  const tools = encodeTools(options, calledTools, target);
  const forced = traits.noForcedTool ? undefined : forcedTool(options);
  const fields = {
    // Claude cannot think before a call that it is made to make.
    ...(capabilities.reasoning && !(forced && traits.reasoning === "thinking")
      ? reasoningFields(options, traits)
      : undefined),
    ...(traits.oneCall && tools.length > 0 && !forced && options.parallelToolCalls === false
      ? { tool_choice: { type: "auto", disable_parallel_tool_use: true } }
      : undefined),
  };
  if (cacheControl && capabilities.promptCaching) {
    markForCache(cacheControl.breakpoints, system, traits.cachedTools ? tools : [], turns);
  }
  const body: WireRequest = {
    messages: turns,
    system: filled(system),
    inferenceConfig: filled(inferenceConfig(options, traits, fields)),
    toolConfig: tools.length > 0 ? withoutUndefined({ tools, toolChoice: forced }) : undefined,
    additionalModelRequestFields: filled(fields),
  };
  if (responseSchema && capabilities.structuredOutput && dialect) {
    const { title = "answer", description } = responseSchema;
    const name = String(title)
      .replace(/[^\w-]/g, "_")
      .slice(0, 64);
    const jsonSchema = { name, schema: JSON.stringify(dialect(responseSchema).schema), description };
    body.outputConfig = { textFormat: { type: "json_schema", structure: { jsonSchema } } };
  }
  for (const [name, value] of Object.entries(options.providerOptions ?? {})) {
    body[name] = isObject(value) && isObject(body[name]) ? { ...body[name], ...value } : value;
  }
  return withoutUndefined(body);
}

function inferenceConfig(
  { maxTokens, temperature, topP, stop }: ModelCallOptions,
  { sampling }: Traits,
  fields: WireRequest,
): WireRequest {
  const isThinking = "thinking" in fields;
  // At its highest effort, Nova sets them itself.
  const isFree = Object(fields.reasoningConfig).maxReasoningEffort === "high";
  const isFixed = sampling === "none" || isThinking || isFree;
  return withoutUndefined({
    maxTokens: isFree ? undefined : maxTokens,
    temperature: isFixed ? undefined : temperature,
    topP: isFixed || (sampling === "one" && temperature !== undefined) ? undefined : topP,
    stopSequences: stop?.length ? stop : undefined,
  });
}

/** Where a conversation has calls, the service wants tools in the request, even where none may be called any more. */
function encodeTools(
  { tools = [], toolChoice }: ModelCallOptions,
  calledTools: ReadonlySet<string>,
  { capabilities, dialect, parameters }: EncodeTarget,
): WireRequest[] {
  if (toolChoice === "none" && calledTools.size === 0) return [];
  if (tools.length === 0) {
    return [...calledTools].map((name) => ({
      toolSpec: { name, inputSchema: { json: { type: "object" } } },
    }));
  }
  const mayBeStrict = capabilities.structuredOutput && tools.length <= MOST_STRICT_TOOLS;
  return tools.map(({ name, description, input }) => {
    const schema = jsonSchemaOf(input) ?? {};
    const { strict, schema: strictSchema } = (mayBeStrict && dialect?.(schema)) || { strict: false, schema };
    const json = strict ? strictSchema : (parameters?.(schema) ?? schema);
    // An empty description is refused.
    const words = description.trim() ? { description } : undefined;
    return { toolSpec: { name, ...words, inputSchema: { json }, ...(strict && { strict }) } };
  });
}

function forcedTool({ tools, toolChoice }: ModelCallOptions): WireRequest | undefined {
  if (!tools?.length) return undefined;
  if (typeof toolChoice === "object") return { tool: { name: toolChoice.tool } };
  return toolChoice === "required" ? { any: {} } : undefined;
}

/** The system prompt changes least; what comes before it in a prompt, such as tools, is cached with it. */
function markForCache(
  breakpoints: number,
  system: WireRequest[],
  tools: WireRequest[],
  turns: readonly Turn[],
): void {
  const users = turns.filter(({ role }) => role === "user").reverse();
  const places = [system.length > 0 ? system : tools, ...users.map(({ content }) => content)];
  for (const place of places.slice(0, Math.min(breakpoints, MOST_CACHE_POINTS))) {
    const last = place.at(-1);
    if (last && !("cachePoint" in last)) place.push(CACHE_POINT);
  }
}

function filled<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

function isObject(value: unknown): value is WireRequest {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
