import type { ContentPart, MediaSource } from "../../contracts/message.ts";
import { fromBase64 } from "../../core/base64.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";

/** A part that is neither text nor reasoning. */
export type MediaPart = Exclude<ContentPart, { type: "text" | "reasoning" }>;

/**
 * Encodes an image or a document: a PDF, a text, or what the URL of a file leads to. Throws an `InvalidRequestError`
 * (`PROVIDER_INVALID_REQUEST`) for sound and for files of other types, which the service cannot read.
 *
 * @example
 * encodeMedia({ type: "pdf", source: { url: "https://example.com/tide.pdf" }, name: "Tide" });
 * // { type: "document", source: { type: "url", url: "https://example.com/tide.pdf" }, title: "Tide" }
 */
export function encodeMedia(part: MediaPart): WireRequest {
  const source = withoutDataUrl(part.source);
  const mediaType = "url" in source ? "" : (source.mediaType.split(";")[0] ?? "");
  if (part.type === "image" || mediaType.startsWith("image/")) {
    return { type: "image", source: sourceOf(source, mediaType) };
  }
  const isText = mediaType.startsWith("text/") || mediaType === "application/json";
  const isDocument = "url" in source || isText || mediaType === "application/pdf";
  if (part.type === "audio" || !(isDocument || part.type === "pdf")) {
    throw new InvalidRequestError(
      `Claude reads images, PDFs and texts, and no ${part.type === "audio" ? "audio" : mediaType}. Convert it.`,
    );
  }
  return {
    type: "document",
    source: isText && "base64" in source ? textSource(source.base64) : sourceOf(source, "application/pdf"),
    title: ("name" in part && part.name) || undefined,
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
  if (!("url" in source)) return source;
  const [head = "", base64] = source.url.split(";base64,");
  return base64 && head.startsWith("data:") ? { base64, mediaType: head.slice("data:".length) } : source;
}
