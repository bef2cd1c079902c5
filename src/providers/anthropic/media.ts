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
  const isUrl = "url" in source;
  const told = source.mediaType?.split(";")[0] ?? "";
  const mediaType = told || (isUrl && IMAGE_NAME.test(source.url) ? "image/*" : "");
  if (part.type === "image" || mediaType.startsWith("image/")) {
    return { type: "image", source: sourceOf(source, mediaType) };
  }
  const isText = !isUrl && (mediaType.startsWith("text/") || mediaType === "application/json");
  const isDocument =
    isText ||
    part.type === "pdf" ||
    (isUrl ? !/^(?:audio|video)/.test(mediaType) : mediaType === "application/pdf");
  if (part.type === "audio" || !isDocument) {
    throw new InvalidRequestError(
      `Claude reads images, PDFs and texts, and no ${part.type === "audio" ? "audio" : mediaType}. Convert it.`,
    );
  }
  return {
    type: "document",
    source: isText ? textSource(source.base64) : sourceOf(source, "application/pdf"),
    title: ("name" in part && part.name) || undefined,
  };
}

/** What tells of an image where its URL comes without a type. */
const IMAGE_NAME: RegExp = /\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i;

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
