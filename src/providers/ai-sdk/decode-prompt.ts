import type { ContentPart, Message, ProviderMetadata, ToolCallRequest } from "../../contracts/message.ts";
import type { Model } from "../../contracts/model.ts";
import { contentLayout } from "./content-items.ts";
import { decodeFile } from "./decode-file.ts";
import { OWN_OPTIONS } from "./encode-answer.ts";
import {
  type AISDKMetadata,
  type AISDKPromptMessage,
  type AISDKPromptPart,
  FAMILY,
  type OwnMetadata,
} from "./language-model.ts";
import { foreignModels } from "./origins.ts";

type Output = NonNullable<AISDKPromptPart["output"]>;

/**
 * Decodes a prompt of the AI SDK into messages. Options on a message go to its last part, as the AI SDK's own providers
 * read them; on a turn of the assistant they stay on it.
 *
 * @example
 * const model = new LocalSDK().model();
 * decodePrompt([{ role: "user", content: [{ type: "text", text: "Hi" }] }], model);
 * // [{ role: "user", content: [{ type: "text", text: "Hi" }] }]
 */
export function decodePrompt(prompt: readonly AISDKPromptMessage[], model: Model): Message[] {
  return prompt.flatMap((message): Message[] => {
    const { role, content, providerOptions } = message;
    const parts: readonly AISDKPromptPart[] =
      typeof content === "string" ? [{ type: "text", text: content }] : content;
    switch (role) {
      case "assistant":
        return [decodeTurn(parts, providerOptions, model)];
      case "tool":
        return parts.flatMap((part) => decodeResult(part, providerOptions, model));
      default: {
        if (!providerOptions && typeof content === "string") return [{ role, content }];
        const decoded = parts.flatMap(decodePart);
        const isForeign = foreignModels.has(model);
        if (!providerOptions) return [{ role, content: decoded }];
        return isForeign
          ? [{ role, content: decoded, providerMetadata: providerOptions }]
          : [{ role, content: markLast(decoded, providerOptions) }];
      }
    }
  });
}

/** Only texts can be marked. */
function markLast(parts: readonly ContentPart[], providerMetadata: AISDKMetadata): ContentPart[] {
  const last = parts.findLastIndex(({ type }) => type === "text");
  return parts.map((part, index) =>
    index === last && part.type === "text"
      ? { ...part, providerMetadata: { ...providerMetadata, ...part.providerMetadata } }
      : part,
  );
}

function decodePart(part: AISDKPromptPart): ContentPart[] {
  const { type, text = "", providerOptions } = part;
  if (type === "text") return [{ type, text, ...(providerOptions && { providerMetadata: providerOptions }) }];
  return type === "file" ? [decodeFile(part)] : [];
}

function decodeTurn(
  parts: readonly AISDKPromptPart[],
  options: AISDKMetadata | undefined,
  model: Model,
): Message {
  const content: ContentPart[] = [];
  const toolCalls: ToolCallRequest[] = [];
  const layout = contentLayout();
  let message: ProviderMetadata | undefined;
  for (const part of parts) {
    const { type, text = "", toolCallId = "", toolName = "", input } = part;
    const { [OWN_OPTIONS]: own, ...given } = part.providerOptions ?? {};
    if (own?.message) message = Object(own.message);
    const providerMetadata = Object.keys(given).length > 0 ? given : undefined;
    const metadata = providerMetadata ? { providerMetadata } : {};
    if (type === "text") {
      content.push({ type, text, ...metadata });
      layout.text(text.length, metadata);
    } else if (type === "reasoning") {
      content.push({ type, text, ...metadata });
      layout.reasoning();
    } else if (type === "tool-call" && !part.providerExecuted) {
      toolCalls.push({ id: toolCallId, name: toolName, input: input ?? {}, ...metadata });
      layout.call(toolCallId);
    } else {
      const { providerOptions: _options, ...rest } = part;
      layout.opaque({ ...rest, ...metadata });
    }
  }
  // Only models of the AI SDK have a use for parts that this package has no words for.
  const isForeign = foreignModels.has(model);
  const kept = isForeign ? layout.kept() : undefined;
  const own: OwnMetadata = { ...(kept && { content: kept }), ...(isForeign && options && { options }) };
  const back: ProviderMetadata = {
    ...(!isForeign && options),
    ...message,
    ...(Object.keys(own).length > 0 && { [FAMILY]: own }),
  };
  return {
    role: "assistant",
    content,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(Object.keys(back).length > 0 && { providerMetadata: back }),
  };
}

function decodeResult(part: AISDKPromptPart, options: AISDKMetadata | undefined, model: Model): Message[] {
  const { type, toolCallId, toolName, output } = part;
  if (type !== "tool-result" || toolCallId === undefined || !output) return [];
  const isPlain = output.type === "text" || output.type === "error-text";
  const isKept = foreignModels.has(model) && !isPlain;
  const back: ProviderMetadata = {
    ...options,
    ...part.providerOptions,
    ...(isKept && { [FAMILY]: { output } satisfies OwnMetadata }),
  };
  return [
    {
      role: "tool",
      toolCallId,
      ...(toolName !== undefined && { toolName }),
      content: resultOf(output),
      ...(/^error|denied$/.test(output.type) && { isError: true }),
      ...(Object.keys(back).length > 0 && { providerMetadata: back }),
    },
  ];
}

function resultOf({ type, value, reason }: Output): Message["content"] {
  if (type === "execution-denied") return `The call was denied.${reason ? ` Reason: ${reason}` : ""}`;
  if (type === "content" && Array.isArray(value)) return value.flatMap(decodeResultPart);
  return typeof value === "string" && !type.endsWith("json") ? value : (JSON.stringify(value) ?? "");
}

/** Version 3 has a kind of part for each kind of file and place, version 4 has one. */
function decodeResultPart(given: unknown): ContentPart[] {
  const { type, url, mediaType, ...part }: ResultPart = Object(given);
  if (type === "text" || type === "file") return decodePart({ type, mediaType: mediaType ?? "", ...part });
  const kind = type?.startsWith("image") ? "image/*" : "application/octet-stream";
  if (type === "image-url" || type === "file-url")
    return [decodeFile({ type, ...part, mediaType: mediaType ?? kind, data: { type: "url", url } })];
  if (type === "image-data" || type === "file-data")
    return [decodeFile({ type, ...part, mediaType: mediaType ?? kind })];
  return [];
}

/** A part of a tool's result, of either version. */
interface ResultPart extends Partial<Omit<AISDKPromptPart, "type">> {
  readonly type?: string;
  readonly url?: unknown;
}
