import type { ContentPart, MediaSource, Message } from "../../contracts/message.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { readDataUrl } from "../adapter/data-url.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { contentItems } from "./content-items.ts";
import { reasonedBy } from "./decoder.ts";
import { opaqueOf } from "./encode-answer.ts";
import {
  type AISDKAnswerPart,
  type AISDKLanguageModel,
  type AISDKPromptMessage,
  type AISDKPromptPart,
  metadataOf,
  ownMetadata,
} from "./language-model.ts";

/** A part that is neither text nor reasoning. */
type MediaPart = Exclude<ContentPart, { type: "text" | "reasoning" }>;

/** Who a prompt is for. */
export interface PromptTarget {
  readonly source: AISDKLanguageModel;
  /** The URLs that the model fetches itself, by media type. */
  readonly supportedUrls: Readonly<Record<string, readonly RegExp[]>>;
}

/**
 * Encodes a conversation as a prompt of the AI SDK. What came from the model goes back in its place, reasoning only where
 * the same model is asked.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for a URL that the model does not fetch itself.
 *
 * @example
 * encodePrompt([{ role: "user", content: "Hi" }], { source: languageModel, supportedUrls: {} });
 * // [{ role: "user", content: [{ type: "text", text: "Hi" }] }]
 */
export function encodePrompt(messages: readonly Message[], target: PromptTarget): AISDKPromptMessage[] {
  const prompt: AISDKPromptMessage[] = [];
  for (const message of messages) {
    const last = prompt.at(-1);
    const encoded = encodeMessage(message, messages, target);
    if (encoded.content.length === 0) continue;
    // The results of one turn are one message.
    if (encoded.role === "tool" && last?.role === "tool" && !encoded.providerOptions && !last.providerOptions)
      prompt.splice(-1, 1, { ...last, content: [...partsIn(last), ...partsIn(encoded)] });
    else prompt.push(encoded);
  }
  return prompt;
}

function partsIn({ content }: AISDKPromptMessage): readonly AISDKPromptPart[] {
  return typeof content === "string" ? [] : content;
}

function encodeMessage(
  message: Message,
  messages: readonly Message[],
  target: PromptTarget,
): AISDKPromptMessage {
  const { role, content, providerMetadata } = message;
  if (role === "assistant") {
    const { options } = ownMetadata(providerMetadata);
    return withoutUndefined({
      role,
      content: encodeTurn(message, target),
      providerOptions: options,
    }) as AISDKPromptMessage;
  }
  const parts: readonly ContentPart[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (role === "tool") return { role, content: [encodeResult(message, parts, messages, target)] };
  const options = metadataOf(providerMetadata);
  if (role === "user") {
    return {
      role,
      content: parts.flatMap((part) => encodePart(part, target)),
      ...(options && { providerOptions: options }),
    };
  }
  const marks = parts.map((part) => (part.type === "text" ? metadataOf(part.providerMetadata) : undefined));
  const providerOptions = options ?? marks.findLast(Boolean);
  return { role, content: textOf(parts), ...(providerOptions && { providerOptions }) };
}

function encodeTurn(message: Message, { source }: PromptTarget): AISDKPromptPart[] {
  const model = reasonedBy(source);
  return contentItems(message, ownMetadata(message.providerMetadata).content).flatMap(
    (item): AISDKPromptPart | AISDKPromptPart[] => {
      if (item.type === "text") {
        const { providerMetadata } = item.kept;
        return { type: "text", text: item.text, ...optionsOf(Object(providerMetadata)) };
      }
      if (item.type === "reasoning") {
        const { text, providerMetadata } = item.part;
        // Signatures are of one model, and another one refuses them.
        if ((ownMetadata(providerMetadata).model ?? model) !== model) return [];
        return { type: "reasoning", text, ...optionsOf(providerMetadata) };
      }
      if (item.type === "opaque") return promptPartOf(item.part, source);
      const { id, name, input, providerMetadata } = item.call;
      return {
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        input: input ?? {},
        ...optionsOf(providerMetadata),
      };
    },
  );
}

/** What goes back of a part that was kept as it came: not sources, and not what is known of a stream only. */
function promptPartOf(
  { providerMetadata, ...part }: AISDKAnswerPart,
  { specificationVersion: version }: AISDKLanguageModel,
): AISDKPromptPart[] {
  const options = optionsOf(providerMetadata);
  const { type, toolCallId, toolName } = part;
  if (type === "file" || type === "reasoning-file" || type === "custom") {
    const file = opaqueOf(part, version);
    return file ? [{ ...file, ...options }] : [];
  }
  if (toolCallId === undefined || toolName === undefined) return [];
  if (type === "tool-call") {
    const input = typeof part.input === "string" ? parsed(part.input) : part.input;
    return [{ type, toolCallId, toolName, input, providerExecuted: true, ...options }];
  }
  if (type !== "tool-result") return [];
  const { result, isError }: { result?: unknown; isError?: unknown } = Object(part);
  // What a user of the AI SDK sent has its output already.
  const { output = { type: isError ? "error-json" : "json", value: result } }: AISDKPromptPart = Object(part);
  return [{ type, toolCallId, toolName, output, ...options }];
}

function encodeResult(
  message: Message,
  parts: readonly ContentPart[],
  messages: readonly Message[],
  target: PromptTarget,
): AISDKPromptPart {
  const { toolCallId = "", isError, providerMetadata } = message;
  const call = messages.flatMap(({ toolCalls = [] }) => toolCalls).find(({ id }) => id === toolCallId);
  const isText = parts.every(({ type }) => type === "text" || type === "reasoning");
  const output =
    ownMetadata(providerMetadata).output ??
    (isText
      ? { type: isError ? "error-text" : "text", value: textOf(parts) }
      : { type: "content", value: parts.flatMap((part) => encodeResultPart(part, target)) });
  return {
    type: "tool-result",
    toolCallId,
    toolName: message.toolName ?? call?.name ?? "unknown",
    output,
    ...optionsOf(providerMetadata),
  };
}

function encodeResultPart(part: ContentPart, target: PromptTarget): unknown[] {
  if (part.type === "reasoning") return [];
  if (part.type === "text") return part.text ? [{ type: "text", text: part.text }] : [];
  const file = encodeFile(part, target);
  if (target.source.specificationVersion === "v4") return [file];
  const kind = part.type === "image" ? "image" : "file";
  const { data, mediaType, filename } = file;
  if (data instanceof URL) return [{ type: `${kind}-url`, url: data.href }];
  return [withoutUndefined({ type: `${kind}-data`, data, mediaType, filename })];
}

function encodePart(part: ContentPart, target: PromptTarget): AISDKPromptPart[] {
  if (part.type === "reasoning") return [];
  if (part.type !== "text") return [encodeFile(part, target)];
  return part.text ? [{ type: "text", text: part.text, ...optionsOf(part.providerMetadata) }] : [];
}

function encodeFile(part: MediaPart, { source, supportedUrls }: PromptTarget): AISDKPromptPart {
  const { data, mediaType = mediaTypeOf(part) } = bytesOf(part.source);
  const isUrl = data instanceof URL;
  if (isUrl && !isSupported(data.href, mediaType, supportedUrls)) {
    throw new InvalidRequestError(
      `The model "${source.modelId}" does not fetch this URL itself. Fetch it yourself and pass { base64, mediaType }.`,
    );
  }
  const tagged = isUrl ? { type: "url", url: data } : { type: "data", data };
  return {
    type: "file",
    data: source.specificationVersion === "v4" ? tagged : data,
    mediaType,
    ...("name" in part && part.name !== undefined && { filename: part.name }),
  };
}

function bytesOf(source: MediaSource): { readonly data: string | URL; readonly mediaType?: string } {
  if ("base64" in source) return { data: source.base64, mediaType: source.mediaType };
  const inline = readDataUrl(source.url);
  if (inline) return { data: inline.base64, mediaType: inline.mediaType || "text/plain" };
  if (URL.canParse(source.url)) return { data: new URL(source.url) };
  throw new InvalidRequestError(
    "A picture, a sound or a document has a URL that is none. Pass an absolute one.",
  );
}

function mediaTypeOf({ type }: MediaPart): string {
  if (type === "pdf") return "application/pdf";
  return type === "file" ? "application/octet-stream" : `${type}/*`;
}

function isSupported(url: string, mediaType: string, supportedUrls: PromptTarget["supportedUrls"]): boolean {
  const [kind = ""] = mediaType.split("/");
  return Object.entries(supportedUrls).some(
    ([known, patterns]) =>
      (/^\*(?:\/\*)?$/.test(known) || known.toLowerCase().startsWith(`${kind}/`)) &&
      patterns.some((pattern) => url.toLowerCase().search(pattern) >= 0),
  );
}

function optionsOf(metadata: Message["providerMetadata"]): Pick<AISDKPromptPart, "providerOptions"> {
  const providerOptions = metadataOf(metadata);
  return providerOptions ? { providerOptions } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function textOf(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
