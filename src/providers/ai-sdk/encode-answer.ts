import type { ProviderMetadata } from "../../contracts/message.ts";
import type { FinishReason, Model, ModelResponse } from "../../contracts/model.ts";
import type { AnswerCall, AnswerContent, AnswerFinish, OpaqueContent } from "./answer-types.ts";
import { type ContentItem, contentItems } from "./content-items.ts";
import {
  type AISDKAnswerPart,
  type AISDKMetadata,
  metadataOf,
  ownMetadata,
  type SpecificationVersion,
} from "./language-model.ts";
import { foreignModels } from "./origins.ts";

/** Under this name a model of this package finds what it wants back with a whole message. */
export const OWN_OPTIONS = "hedgemage";

const WORDS: Readonly<Record<FinishReason, AnswerFinish["unified"]>> = {
  stop: "stop",
  tool_calls: "tool-calls",
  length: "length",
  content_filter: "content-filter",
  error: "error",
};

/**
 * The parts of an answer in the words of the AI SDK, which keeps metadata on parts only: what the model wants back with the
 * whole message stands on the last of them.
 *
 * @example
 * const model = new LocalSDK().model();
 * answerOf({ content: "Hi", finishReason: "stop" }, model, "v4"); // [{ type: "text", text: "Hi" }]
 */
export function answerOf<Version extends SpecificationVersion>(
  response: ModelResponse,
  model: Model,
  version: Version,
): AnswerContent<Version>[] {
  const { content, reasoning = [], toolCalls, providerMetadata } = response;
  const items = contentItems({ content, reasoning, toolCalls }, ownMetadata(providerMetadata).content);
  const parts = items.flatMap((item) => partOf(item, version));
  const last = parts.at(-1);
  const message = messageMetadata(providerMetadata, model);
  if (!last || !message) return parts;
  return [...parts.slice(0, -1), { ...last, providerMetadata: { ...last.providerMetadata, ...message } }];
}

/**
 * What a model of this package wants back with a whole message, as metadata of one of its parts; `undefined` where there is
 * nothing, or where the model is one of the AI SDK, whose parts have all of it.
 *
 * @example
 * const model = new LocalSDK().model();
 * messageMetadata({ google: { parts: [] } }, model); // { hedgemage: { message: { google: { parts: [] } } } }
 */
export function messageMetadata(
  providerMetadata: ProviderMetadata | undefined,
  model: Model,
): AISDKMetadata | undefined {
  const message = foreignModels.has(model) ? undefined : metadataOf(providerMetadata);
  return message && { [OWN_OPTIONS]: { message } };
}

/**
 * Why an answer ended, in the words of the AI SDK.
 *
 * @example
 * finishOf({ finishReason: "tool_calls", rawFinishReason: "tool_use" }); // { unified: "tool-calls", raw: "tool_use" }
 */
export function finishOf({
  finishReason,
  rawFinishReason,
  providerMetadata,
}: Pick<ModelResponse, "finishReason" | "rawFinishReason" | "providerMetadata">): AnswerFinish {
  const isOther = finishReason === "error" && ownMetadata(providerMetadata).unified !== undefined;
  return { unified: isOther ? "other" : WORDS[finishReason], raw: rawFinishReason };
}

/**
 * A call in the words of the AI SDK; one that could not be read keeps its text, so that the AI SDK tells the model.
 *
 * @example
 * callOf({ id: "call_1", name: "now", input: {} });
 * // { type: "tool-call", toolCallId: "call_1", toolName: "now", input: "{}" }
 */
export function callOf(
  { id, name, input, unreadable, settled, providerMetadata }: NonNullable<ModelResponse["toolCalls"]>[number],
  kept: Readonly<Record<string, unknown>> = {},
): AnswerCall {
  const metadata = metadataOf(providerMetadata);
  return {
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: unreadable?.text ?? JSON.stringify(input ?? {}),
    ...(settled && { providerExecuted: true }),
    ...(kept.dynamic === true && { dynamic: true }),
    ...(metadata && { providerMetadata: metadata }),
  };
}

/**
 * A part that came from a model of the AI SDK, in the asked version; `undefined` for what has no such form.
 *
 * @example
 * opaqueOf({ type: "custom" }, "v3"); // undefined
 */
export function opaqueOf<Version extends SpecificationVersion>(
  part: AISDKAnswerPart,
  version: Version,
): OpaqueContent<Version> | undefined {
  if (version === "v3" && (part.type === "custom" || part.type === "reasoning-file")) return undefined;
  if (part.type !== "file") return part as unknown as OpaqueContent<Version>;
  const { data }: { data?: unknown } = Object(part);
  const isTagged = typeof data === "object" && data !== null && "type" in data;
  const tagged: { data?: unknown; url?: unknown } = isTagged ? Object(data) : { type: "data", data };
  if (version === "v4") return { ...part, data: tagged } as unknown as OpaqueContent<Version>;
  return tagged.url ? undefined : ({ ...part, data: tagged.data } as unknown as OpaqueContent<Version>);
}

function partOf<Version extends SpecificationVersion>(
  item: ContentItem,
  version: Version,
): AnswerContent<Version>[] {
  if (item.type === "text") {
    const { providerMetadata, ...kept } = item.kept;
    const metadata = metadataOf(Object(providerMetadata));
    return [{ type: "text", text: item.text, ...kept, ...(metadata && { providerMetadata: metadata }) }];
  }
  if (item.type === "reasoning") {
    const { text, providerMetadata } = item.part;
    const metadata = metadataOf(providerMetadata);
    return [{ type: "reasoning", text, ...(metadata && { providerMetadata: metadata }) }];
  }
  if (item.type === "call") return [callOf(item.call, item.kept)];
  const part = opaqueOf(item.part, version);
  return part ? [part] : [];
}
