import type { Message, ToolCallRequest } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { MediaPart } from "./encode-image.ts";

/** What a request is encoded for, and with. */
export interface EncodeTarget {
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  readonly stream: boolean;
  /** How long the model stays loaded: seconds, or a duration such as `10m`. */
  readonly keepAlive?: number | string | undefined;
  /** The size of the context in tokens. */
  readonly contextLength?: number | undefined;
  /** Encodes tools, and asks for an answer of a schema beside them. Left out, there are no tools. */
  readonly toolEncoder?: typeof import("./encode-tools.ts") | undefined;
  /** Encodes a part that is neither text nor reasoning. Left out, such parts are. */
  readonly image?: ((part: MediaPart) => string) | undefined;
}

/** Models whose effort has levels; others only think or do not. */
const LEVELS: RegExp = /gpt-oss/;

/**
 * Encodes a conversation and its options into the body of `/api/chat`. `providerOptions` are merged over the rest, their
 * `options` one by one.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content other than text and images in base64.
 *
 * @example
 * encode([{ role: "user", content: "Hi" }], { seed: 7 }, { model: "m", capabilities: {}, stream: false });
 * // { model: "m", messages: [{ role: "user", content: "Hi" }], stream: false, options: { seed: 7 } }
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { model, capabilities, stream, keepAlive, contextLength, toolEncoder } = target;
  const { options: runtime, ...rest } = options.providerOptions ?? {};
  const tools = toolEncoder?.encodeTools(options) ?? [];
  const format = capabilities.structuredOutput ? options.responseSchema : undefined;
  // The server holds every word to it, so that a model could call no tool.
  const isInWords = format !== undefined && tools.length > 0;
  const settings = withoutUndefined({
    num_ctx: contextLength,
    num_predict: options.maxTokens,
    temperature: options.temperature,
    top_p: options.topP,
    seed: options.seed,
    stop: options.stop?.length ? options.stop : undefined,
    ...Object(runtime),
  });
  return {
    ...withoutUndefined({
      model,
      messages: encodeMessages((isInWords && toolEncoder?.askForJson(messages, format)) || messages, target),
      stream,
      tools: tools.length > 0 ? tools : undefined,
      format: isInWords ? undefined : format,
      think: capabilities.reasoning ? thinkOf(options.reasoning, model) : undefined,
      keep_alive: keepAlive,
      options: Object.keys(settings).length > 0 ? settings : undefined,
    }),
    ...rest,
  };
}

function thinkOf(reasoning: ModelCallOptions["reasoning"], model: string): boolean | string | undefined {
  if (!reasoning) return undefined;
  const { effort } = reasoning;
  if (effort === "none") return false;
  return effort && LEVELS.test(model) ? effort : true;
}

function encodeMessages(messages: readonly Message[], target: EncodeTarget): WireRequest[] {
  const names = new Map<string | undefined, string>();
  const turns: WireRequest[] = [];
  for (const message of messages) {
    const { role, toolCalls = [], toolCallId } = message;
    const { text, images, thinking } = readContent(message, target);
    const turn: WireRequest = { role, content: text };
    if (images.length > 0) turn.images = images;
    if (role === "tool") {
      turn.tool_name = message.toolName ?? names.get(toolCallId);
      turn.tool_call_id = toolCallId;
    } else if (role !== "user") {
      // An empty turn says nothing; one of the user is a question all the same.
      if (!text && images.length === 0 && toolCalls.length === 0) continue;
      if (thinking) turn.thinking = thinking;
      if (toolCalls.length > 0) turn.tool_calls = toolCalls.map(encodeCall);
      for (const { id, name } of toolCalls) names.set(id, name);
    }
    turns.push(turn);
  }
  return turns;
}

function encodeCall({ id, name, input }: ToolCallRequest): WireRequest {
  const isRecord = typeof input === "object" && input !== null && !Array.isArray(input);
  return { id, function: { name, arguments: isRecord ? input : {} } };
}

interface ReadContent {
  readonly text: string;
  readonly images: readonly string[];
  readonly thinking: string;
}

/** Thoughts go back to the model that had them, and to no other. */
function readContent({ content, role }: Message, { model, image }: EncodeTarget): ReadContent {
  if (typeof content === "string") return { text: content, images: [], thinking: "" };
  const texts: string[] = [];
  const images: string[] = [];
  let thinking = "";
  for (const part of content) {
    if (part.type === "text") texts.push(part.text);
    else if (part.type !== "reasoning") images.push(...(image ? [image(part)] : []));
    else if (Object(part.providerMetadata?.ollama).model === model) thinking += part.text;
  }
  return { text: texts.filter(Boolean).join(role === "user" ? "\n" : ""), images, thinking };
}
