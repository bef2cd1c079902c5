import type { ContentPart } from "../../contracts/message.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { readDataUrl } from "../adapter/data-url.ts";
import type { WireRequest } from "../adapter/protocol.ts";

/** A part that is neither text nor reasoning. */
export type MediaPart = Exclude<ContentPart, { type: "text" | "reasoning" }>;

/** Endings of addresses, and the types that Google knows them by. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  heif: "image/heif",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  flac: "audio/flac",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mpeg: "video/mpeg",
  avi: "video/x-msvideo",
};

/**
 * Encodes an image, a document, audio or a video: bytes as they are, a URL for the service to fetch (of its Files API, of
 * Cloud Storage, of YouTube, or of the web). The type of a URL is told by its source, else by its ending.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for a URL that no service can fetch.
 *
 * @example
 * encodeMedia({ type: "image", source: { url: "https://example.com/tide.png" } });
 * // { fileData: { fileUri: "https://example.com/tide.png", mimeType: "image/png" } }
 */
export function encodeMedia({ type, source }: MediaPart): WireRequest {
  if (!("url" in source)) return { inlineData: { mimeType: source.mediaType, data: source.base64 } };
  const { url } = source;
  const inline = readDataUrl(url);
  if (inline?.mediaType) return { inlineData: { mimeType: inline.mediaType, data: inline.base64 } };
  if (!/^(?:https?|gs):/.test(url)) {
    throw new InvalidRequestError(
      `Google cannot fetch a URL that begins with "${url.slice(0, url.indexOf(":") + 1)}". Pass { base64, mediaType } instead.`,
    );
  }
  const ending = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? "";
  const isVideoPage = /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com|youtu\.be)\//.test(url);
  const mimeType =
    source.mediaType ??
    (isVideoPage ? "video/mp4" : (TYPES[ending] ?? (type === "pdf" ? "application/pdf" : undefined)));
  return { fileData: { fileUri: url, ...(mimeType && { mimeType }) } };
}
