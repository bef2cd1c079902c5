import type { ContentPart, MediaSource } from "../../contracts/message.ts";
import { fromBase64 } from "../../core/base64.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";

/** A part that is neither text nor reasoning. */
export type MediaPart = Exclude<ContentPart, { type: "text" | "reasoning" }>;

/** A URL has no media type, only the ending of its path. */
const IMAGE_NAME: RegExp = /\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i;

/**
 * Encodes an image or a document: a PDF, a text, or what a URL leads to. Throws an `InvalidRequestError`
 * (`PROVIDER_INVALID_REQUEST`) for sound and for files of other types, which the service cannot read.
 *
 * @example
 * encodeMedia({ type: "pdf", source: { url: "https://example.com/tide.pdf" }, name: "Tide" });
 * // { type: "document", source: { type: "url", url: "https://example.com/tide.pdf" }, title: "Tide" }
 */
export function encodeMedia(part: MediaPart): WireRequest {
  const source = withoutDataUrl(part.source);
  const mediaType = "url" in source ? "" : (source.mediaType.split(";")[0] ?? "");
  const isImage = part.type === "image" || mediaType.startsWith("image/");
  if (isImage || (part.type === "file" && "url" in source && IMAGE_NAME.test(source.url))) {
    return { type: "image", source: sourceOf(source, mediaType) };
  }
  const isText = mediaType.startsWith("text/") || mediaType === "application/json";
  const isDocument = "url" in source || isText || mediaType === "application/pdf";
  if (part.type === "audio" || !(isDocument || part.type === "pdf")) {
    throw new InvalidRequestError(
      `Claude reads images, PDF documents and texts, and not ${part.type === "audio" ? "audio" : `"${mediaType}"`}. Convert the file, or choose another model.`,
    );
  }
  return {
    type: "document",
    source: isText && "base64" in source ? textSource(source.base64) : sourceOf(source, "application/pdf"),
    ...("name" in part && part.name && { title: part.name }),
  };
}

function sourceOf(source: MediaSource, mediaType: string): WireRequest {
  return "url" in source
    ? { type: "url", url: source.url }
    : { type: "base64", media_type: mediaType, data: source.base64 };
}

/** Texts of all kinds are plain texts here. */
function textSource(base64: string): WireRequest {
  return { type: "text", media_type: "text/plain", data: new TextDecoder().decode(fromBase64(base64)) };
}

/** The service fetches no `data:` URL. */
function withoutDataUrl(source: MediaSource): MediaSource {
  const data = "url" in source ? /^data:([^;,]{1,100})(?:;[^;,]{1,100}){0,3};base64,/.exec(source.url) : null;
  return data && "url" in source
    ? { base64: source.url.slice(data[0].length), mediaType: data[1] ?? "" }
    : source;
}
