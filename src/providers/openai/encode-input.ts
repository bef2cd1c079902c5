import type { ContentPart, MediaSource, Message } from "../../contracts/message.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { ownMetadata } from "./encode.ts";
import { audioFormat, urlOf } from "./encode-media.ts";
import type { Service } from "./service.ts";

/**
 * Encodes the content of a message for an input of the Responses API, or the output of a tool: one text, or parts. Empty
 * texts are left out. A part's own metadata is merged over it; a `file_id` in it takes the place of the source.
 *
 * @example
 * encodeInput([{ type: "image", source: { url: "https://example.com/tide.png" } }], OPENAI);
 * // [{ type: "input_image", image_url: "https://example.com/tide.png", detail: "auto" }]
 */
export function encodeInput(content: Message["content"], service: Service): string | WireRequest[] {
  if (typeof content === "string") return content;
  const parts = content.flatMap((part): WireRequest[] => {
    if (part.type === "reasoning" || (part.type === "text" && !part.text)) return [];
    const own = ownMetadata(part.providerMetadata, service);
    const encoded =
      part.type === "text" ? { type: "input_text", text: part.text } : mediaOf(part, own.file_id);
    return [{ ...encoded, ...own }];
  });
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.type === "input_text" && Object.keys(only).length === 2;
  return isPlain ? String(only?.text) : parts;
}

function mediaOf(part: Exclude<ContentPart, { type: "text" | "reasoning" }>, fileId: unknown): WireRequest {
  const { source, type } = part;
  const mediaType = "url" in source ? "" : source.mediaType;
  if (type === "image" || mediaType.startsWith("image/")) {
    return { type: "input_image", ...(!fileId && { image_url: urlOf(source) }), detail: "auto" };
  }
  if (!("url" in source) && (type === "audio" || mediaType.startsWith("audio/"))) {
    return { type: "input_audio", input_audio: { data: source.base64, format: audioFormat(mediaType) } };
  }
  return { type: "input_file", ...(!fileId && fileOf(source, "name" in part ? part.name : undefined, type)) };
}

function fileOf(source: MediaSource, name: string | undefined, type: string): WireRequest {
  if ("url" in source) return { file_url: source.url };
  return { filename: name || (type === "pdf" ? "document.pdf" : "file"), file_data: urlOf(source) };
}
