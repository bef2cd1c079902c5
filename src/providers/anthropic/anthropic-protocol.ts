import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import { hasMedia } from "../adapter/has-media.ts";
import type { Protocol, WireRequest } from "../adapter/protocol.ts";
import { encodeMessages } from "./encode-messages.ts";
import { traitsOf } from "./traits.ts";

const messageDecoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(
  () => import("./decoder.ts"),
);
// What many calls do without.
const toolEncoder: Lazy<typeof import("./tools.ts")> = /* @__PURE__ */ lazy(() => import("./tools.ts"));
const thinkingEncoder: Lazy<typeof import("./thinking.ts")> = /* @__PURE__ */ lazy(
  () => import("./thinking.ts"),
);
const mediaEncoder: Lazy<typeof import("./media.ts")> = /* @__PURE__ */ lazy(() => import("./media.ts"));
const cacheMarks: Lazy<typeof import("./cache-control.ts")> = /* @__PURE__ */ lazy(
  () => import("./cache-control.ts"),
);

/** The most that the service should be asked for without a stream: about ten minutes of writing. */
const LONGEST_UNSTREAMED = 21_333;

/**
 * Messages, as Anthropic and all that speak its protocol have them. Options that the model does not take are left out. Of
 * `providerOptions`, `tools` are added to the tools, the fields of `output_config` go over those that are there, and all
 * else goes over the rest of the body.
 *
 * `encode` rejects with an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * const protocol = anthropicProtocol("claude-opus-5", {});
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], { maxTokens: 9 }, false);
 * request.path; // "messages"
 * request.body; // { model: "claude-opus-5", max_tokens: 9, messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] }
 */
export function anthropicProtocol(model: string, capabilities: ModelCapabilities): Protocol {
  return {
    async encode(messages, call, stream) {
      return {
        request: { path: "messages", body: await encode(messages, call, stream, model, capabilities) },
        decoder: async (context) => (await messageDecoder()).messageDecoder(context),
      };
    },
  };
}

async function encode(
  messages: readonly Message[],
  call: ModelCallOptions,
  stream: boolean,
  model: string,
  capabilities: ModelCapabilities,
): Promise<WireRequest> {
  const { responseSchema, reasoning, stop, cacheControl, providerOptions = {} } = call;
  const { tools: ownTools, output_config: ownConfig, ...given } = providerOptions;
  const traits = traitsOf(model);
  const isStrict = capabilities.structuredOutput === true;
  const isHeld = isStrict && responseSchema !== undefined;
  const own = Array.isArray(ownTools) ? ownTools : [];
  const needsTools = isHeld || own.length > 0 || call.tools?.length;
  const { tools, choice, format } = needsTools
    ? (await toolEncoder()).encodeTools(call, own, { traits, isStrict })
    : { tools: [] };
  // What the service cannot hold the model to is told in words.
  const said =
    isHeld && !format
      ? (await import("../adapter/ask-for-json.ts")).askForJson(messages, responseSchema)
      : messages;
  const thinking = capabilities.reasoning && reasoning ? await thinkingEncoder() : undefined;
  // An answer that was begun has no thoughts.
  const prefill = traits.prefill && (!thinking || reasoning?.effort === "none");
  const turns = encodeMessages(said, {
    model,
    traits: { ...traits, prefill },
    media: messages.some(hasMedia) ? (await mediaEncoder()).encodeMedia : undefined,
  });
  const longest = stream ? traits.longestAnswer : Math.min(traits.longestAnswer, LONGEST_UNSTREAMED);
  const isForced = /any|tool/.test(String(choice?.type));
  const thought = thinking?.encodeThinking(call, traits, {
    longest,
    noBudget: isForced || thinking.hasLostThoughts(turns.messages),
  });
  const config = {
    effort: thought?.effort,
    format: format && { type: "json_schema", schema: format },
    ...Object(ownConfig),
  };
  const breakpoints = capabilities.promptCaching ? cacheControl?.breakpoints : undefined;
  if (breakpoints) (await cacheMarks()).markForCache({ ...turns, tools }, breakpoints);
  return {
    model,
    max_tokens: thought?.maxTokens ?? call.maxTokens ?? longest,
    system: turns.system.length > 0 ? turns.system : undefined,
    messages: turns.messages,
    tools: tools.length > 0 ? tools : undefined,
    tool_choice: choice,
    thinking: thought?.thinking,
    output_config: Object.values(config).some((value) => value !== undefined) ? config : undefined,
    // The service refuses blanks alone.
    stop_sequences: stop?.filter((text) => text.trim()),
    ...encodeSampling(call, traits.sampling, given.thinking ?? thought?.thinking),
    container: turns.container,
    stream: stream || undefined,
    ...given,
  };
}

/** Thinking and sampling exclude each other. */
function encodeSampling(
  { temperature, topP }: ModelCallOptions,
  sampling: "any" | "one" | undefined,
  thinking: unknown,
): WireRequest | undefined {
  const { type = "disabled" } = Object(thinking);
  if (!sampling || type !== "disabled") return undefined;
  return { temperature, top_p: sampling === "any" || temperature === undefined ? topP : undefined };
}
