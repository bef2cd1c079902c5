import type { Message, ProviderMetadata } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { MediaPart } from "./encode-media.ts";
import { encodeOptions, withOwnOptions } from "./encode-options.ts";
import type { EncodedSchemas } from "./encode-schemas.ts";
import type { Service } from "./service.ts";

/** What a request is encoded for, and with. */
export interface EncodeTarget extends EncodedSchemas {
  readonly model: string;
  readonly service: Service;
  readonly capabilities: ModelCapabilities;
  readonly stream: boolean;
  /** Encodes a part that is neither text nor reasoning. Left out, such parts are. */
  readonly media?: ((part: MediaPart, service: Service, own: WireRequest) => WireRequest) | undefined;
}

/**
 * Encodes a conversation and its options into the body of a chat completion. Options that the capabilities do not cover
 * are left out; `providerOptions` are merged over the rest, their `tools`, `reasoning` and `stream_options` added.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * encode([{ role: "user", content: "Hi" }], {}, { model: "m", service: OPENAI, capabilities: {}, stream: false });
 * // { model: "m", messages: [{ role: "user", content: "Hi" }] }
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { service, capabilities, stream, tools, format } = target;
  const { reasoning, toolChoice: choice, stop, providerOptions } = options;
  const turns = new Map<WireRequest, Message>();
  const body: WireRequest = {
    ...encodeOptions(options, target),
    messages: encodeMessages(messages, target, turns),
    max_completion_tokens: options.maxTokens,
    stop: stop?.length ? stop : undefined,
    seed: options.seed,
    reasoning_effort: capabilities.reasoning ? reasoning?.effort : undefined,
    tools: tools?.map(({ strict, ...tool }) => ({
      type: "function",
      function: { ...tool, strict: strict || undefined },
    })),
    response_format: format && { type: "json_schema", json_schema: format },
    stream_options: stream ? { include_usage: true } : undefined,
  };
  if (tools || providerOptions?.tools) {
    body.tool_choice =
      typeof choice === "object" ? { type: "function", function: { name: choice.tool } } : choice;
  }
  service.adapt?.(body, turns, options, capabilities);
  return withOwnOptions(body, providerOptions);
}

function encodeMessages(
  messages: readonly Message[],
  target: EncodeTarget,
  turns: Map<WireRequest, Message>,
): WireRequest[] {
  const { service, capabilities } = target;
  const encoded: WireRequest[] = [];
  let media: WireRequest[] = [];
  const sendMedia = (): void => {
    if (media.length > 0) encoded.push({ role: "user", content: media });
    media = [];
  };
  for (const message of messages) {
    const { role, toolCallId, toolCalls = [] } = message;
    const content = encodeContent(message, target);
    if (role === "tool") {
      // Tool messages carry text only; what else the tools returned follows the last of them.
      if (typeof content === "object") media.push(...content.filter(({ type }) => type !== "text"));
      encoded.push({ role, tool_call_id: toolCallId, content: textOf(content) });
      continue;
    }
    sendMedia();
    if (role !== "assistant") {
      const isDeveloper = role === "system" && service.isOpenAI && capabilities.reasoning;
      encoded.push({ role: isDeveloper ? "developer" : role, content });
    } else if (content.length > 0 || toolCalls.length > 0) {
      // An empty turn is refused, and so is an empty text beside calls.
      const turn: WireRequest = { role, content: content.length > 0 ? content : null };
      if (toolCalls.length > 0) {
        turn.tool_calls = toolCalls.map(({ id, name, input, providerMetadata }) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(input ?? {}) },
          // The rest of the metadata is for the Responses API.
          extra_content: ownMetadata(providerMetadata, service).extra_content,
        }));
      }
      turns.set(turn, message);
      encoded.push(turn);
    }
  }
  sendMedia();
  return encoded;
}

/** One text where it is one, because not every service takes parts; empty texts are left out, because all refuse them. */
function encodeContent({ content, role }: Message, { service, media }: EncodeTarget): string | WireRequest[] {
  if (typeof content === "string") return content;
  const parts = content.flatMap((part): WireRequest[] => {
    if (part.type === "reasoning") return [];
    const own = ownMetadata(part.providerMetadata, service);
    if (part.type !== "text") return media ? [media(part, service, own)] : [];
    return part.text ? [{ type: "text", text: part.text, ...own }] : [];
  });
  const isPlain = parts.every((part) => part.type === "text" && Object.keys(part).length === 2);
  return isPlain && (role !== "user" || parts.length < 2) ? textOf(parts) : parts;
}

function textOf(content: string | readonly WireRequest[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}

/**
 * The opaque fields that the service's family wants back; nothing of another family's.
 *
 * @example
 * ownMetadata({ openai: { file_id: "file-1" } }, OPENAI); // { file_id: "file-1" }
 */
export function ownMetadata(metadata: ProviderMetadata | undefined, { family }: Service): WireRequest {
  return Object(metadata?.[family]);
}
