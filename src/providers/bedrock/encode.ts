import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import type { Dialect } from "../../schema/dialects/dialect.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { type StrictBudget, spendOn } from "../anthropic/strict-budget.ts";
import { encodeMessages, type MediaEncoder, type Turn } from "./encode-messages.ts";
import { reasoningFields } from "./reasoning.ts";
import type { Traits } from "./traits.ts";

/** What a request is encoded for, and with. */
export interface EncodeTarget {
  /** The name of the model, under which what only it understands was kept. */
  readonly model: string;
  readonly traits: Traits;
  readonly capabilities: ModelCapabilities;
  /** The schema of the answer, in the strict form. */
  readonly format?: JsonSchema | undefined;
  /** Turns a JSON Schema into what the model can be held to; `strict` is false where it cannot. */
  readonly dialect?: ((schema: JsonSchema) => Dialect) | undefined;
  /** How much may be strict; left out, nothing is. */
  readonly strict?: StrictBudget | undefined;
  /** Turns the JSON Schema of a tool into words that the model takes. Left out, it is sent as it is. */
  readonly parameters?: ((schema: JsonSchema) => JsonSchema) | undefined;
  /** Encodes parts that are neither text nor reasoning. Left out, such parts are. */
  readonly media?: MediaEncoder | undefined;
}

/** The service allows no more. */
const MOST_CACHE_POINTS = 4;
const CACHE_POINT: WireRequest = { cachePoint: { type: "default" } };

/**
 * Encodes a conversation and its options into the body of a Converse request. Options that the capabilities do not cover
 * are left out; `providerOptions` are merged over the rest, objects field by field.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * const model = "amazon.nova-lite-v1:0";
 * const target = { model, traits: converseTraits(model), capabilities: capabilitiesOf(model) };
 * encode([{ role: "user", content: "Hi" }], { maxTokens: 100 }, target);
 * // { messages: [{ role: "user", content: [{ text: "Hi" }] }], inferenceConfig: { maxTokens: 100 } }
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { traits, capabilities, format } = target;
  const { cacheControl } = options;
  const { system, turns, calledTools } = encodeMessages(messages, target);
  const tools = encodeTools(options, calledTools, target);
  const forced = traits.noForcedTool ? undefined : forcedTool(options);
  const fields = {
    ...(capabilities.reasoning ? reasoningFields(options, traits, forced !== undefined) : undefined),
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
  if (format) {
    const { title = "answer", description } = format;
    const name = String(title)
      .replace(/[^\w-]/g, "_")
      .slice(0, 64);
    const jsonSchema = { name, schema: JSON.stringify(format), description };
    body.outputConfig = { textFormat: { type: "json_schema", structure: { jsonSchema } } };
  }
  for (const [name, value] of Object.entries(options.providerOptions ?? {})) {
    body[name] = isObject(value) && isObject(body[name]) ? { ...body[name], ...value } : value;
  }
  return withoutUndefined(body);
}

function inferenceConfig(
  { maxTokens, temperature, topP, stop }: ModelCallOptions,
  { claude }: Traits,
  { thinking, reasoningConfig }: WireRequest,
): WireRequest {
  const { type = "disabled" } = Object(thinking);
  // At its highest effort, Nova sets them itself.
  const isFree = Object(reasoningConfig).maxReasoningEffort === "high";
  const isFixed = isFree || type !== "disabled" || (claude && !claude.sampling);
  const isEither = claude?.sampling === "one" && temperature !== undefined;
  return withoutUndefined({
    maxTokens: isFree ? undefined : maxTokens,
    temperature: isFixed ? undefined : temperature,
    topP: isFixed || isEither ? undefined : topP,
    stopSequences: stop?.length ? stop : undefined,
  });
}

/** Where a conversation has calls, the service wants tools in the request, even where none may be called any more. */
function encodeTools(
  { tools = [], toolChoice }: ModelCallOptions,
  calledTools: ReadonlySet<string>,
  { dialect, parameters, strict: budget }: EncodeTarget,
): WireRequest[] {
  if (toolChoice === "none" && calledTools.size === 0) return [];
  if (tools.length === 0) {
    return [...calledTools].map((name) => ({
      toolSpec: { name, inputSchema: { json: { type: "object" } } },
    }));
  }
  return tools.map(({ name, description, input }) => {
    const schema = jsonSchemaOf(input) ?? {};
    const form = dialect?.(schema);
    const strict = form?.strict && budget && spendOn(form.schema, budget);
    const json = (strict ? form?.schema : parameters?.(schema)) ?? schema;
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
