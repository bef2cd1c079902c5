import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import { hasMedia } from "../adapter/has-media.ts";
import type { Protocol, ProviderRequest, WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { encodeMessages, ownMetadata } from "./encode-messages.ts";
import type { EncodedTools } from "./tools.ts";
import { converseTraits, type Traits, withoutRegion } from "./traits.ts";

const converseDecoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(
  () => import("./decoder.ts"),
);
// What many calls do without.
const toolEncoder: Lazy<typeof import("./tools.ts")> = /* @__PURE__ */ lazy(() => import("./tools.ts"));
const besideModule: Lazy<typeof import("./beside-text.ts")> = /* @__PURE__ */ lazy(
  () => import("./beside-text.ts"),
);
const reasoningEncoder: Lazy<typeof import("./reasoning.ts")> = /* @__PURE__ */ lazy(
  () => import("./reasoning.ts"),
);
const mediaEncoder: Lazy<typeof import("./encode-media.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-media.ts"),
);
const cachePoints: Lazy<typeof import("./cache-points.ts")> = /* @__PURE__ */ lazy(
  () => import("./cache-points.ts"),
);

/** Who is asked. */
export interface ConverseTarget {
  /** The identifier or the ARN that stands in the address. */
  readonly name: string;
  /** The identifier of the model behind an ARN that does not tell it. */
  readonly base: string;
  readonly capabilities: ModelCapabilities;
}

/**
 * Converse and ConverseStream, the one API of Bedrock for all its chat models. Options that the model does not take are left
 * out; `providerOptions` are merged over the rest, objects field by field.
 *
 * `encode` rejects with an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * const protocol = converseProtocol({ name: "m:0", base: "m:0", capabilities: {} });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], { maxTokens: 9 }, true);
 * request.path; // "model/m%3A0/converse-stream"
 * request.body; // { messages: [{ role: "user", content: [{ text: "Hi" }] }], inferenceConfig: { maxTokens: 9 } }
 */
export function converseProtocol({ name, base, capabilities }: ConverseTarget): Protocol {
  const model = withoutRegion(base);
  const traits = converseTraits(model);
  return {
    async encode(messages, call, stream) {
      const body = await encode(messages, call, { model, traits, capabilities });
      return {
        request: { ...operationOf(name, stream && !(traits.noToolStream && body.toolConfig)), body },
        decoder: async (context) => (await converseDecoder()).converseDecoder({ ...context, model }),
      };
    },
  };
}

function operationOf(name: string, isStream: boolean): Omit<ProviderRequest, "body"> {
  return {
    path: `model/${encodeURIComponent(name)}/converse${isStream ? "-stream" : ""}`,
    accept: `application/${isStream ? "vnd.amazon.eventstream" : "json"}`,
  };
}

/** What a request is encoded for. */
interface EncodeTarget {
  /** The name of the model, under which what only it understands was kept. */
  readonly model: string;
  readonly traits: Traits;
  readonly capabilities: ModelCapabilities;
}

async function encode(
  messages: readonly Message[],
  call: ModelCallOptions,
  { model, traits, capabilities }: EncodeTarget,
): Promise<WireRequest> {
  const { responseSchema, reasoning, cacheControl } = call;
  const isStrict = capabilities.structuredOutput === true;
  const isHeld = isStrict && responseSchema !== undefined;
  const called = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name));
  const needsTools = isHeld || called.length > 0 || call.tools?.length;
  const { tools, choice, outputConfig, fields }: EncodedTools = needsTools
    ? await (await toolEncoder()).encodeTools(call, called, { traits, isStrict })
    : { tools: [] };
  // What the service cannot hold the model to is told in words.
  const said =
    isHeld && !outputConfig
      ? (await import("../adapter/ask-for-json.ts")).askForJson(messages, responseSchema)
      : messages;
  const media = messages.some(hasMedia) ? await mediaEncoder() : undefined;
  const reasoner = capabilities.reasoning && reasoning ? await reasoningEncoder() : undefined;
  const beside = messages.some(hasMore)
    ? (await besideModule()).besideText(messages, model, traits)
    : undefined;
  const isThinking = reasoner && reasoning?.effort !== "none";
  const { system, turns } = encodeMessages(said, { traits, media, beside, isThinking });
  const thinking = reasoner?.reasoningFields(call, traits, choice !== undefined, turns);
  if (cacheControl && capabilities.promptCaching) {
    const { markForCache } = await cachePoints();
    markForCache(cacheControl.breakpoints, system, traits.cachedTools ? tools : [], turns);
  }
  const body: WireRequest = {
    messages: turns,
    system: filled(system),
    inferenceConfig: filled(inferenceConfig(call, traits, thinking)),
    toolConfig: tools.length > 0 ? withoutUndefined({ tools, toolChoice: choice }) : undefined,
    additionalModelRequestFields: filled({ ...thinking, ...fields }),
    outputConfig,
  };
  for (const [name, value] of Object.entries(call.providerOptions ?? {})) {
    body[name] = isObject(value) && isObject(body[name]) ? { ...body[name], ...value } : value;
  }
  return withoutUndefined(body);
}

/** Whether a message has more than texts and media. */
function hasMore(message: Message): boolean {
  const { role, content, toolCalls } = message;
  const isThought = typeof content === "object" && content.some(({ type }) => type === "reasoning");
  return isThought || role === "tool" || Boolean(toolCalls?.length || ownMetadata(message).blocks);
}

function inferenceConfig(
  { maxTokens, temperature, topP, stop }: ModelCallOptions,
  { claude }: Traits,
  { thinking, reasoningConfig }: WireRequest = {},
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

function filled<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

function isObject(value: unknown): value is WireRequest {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
