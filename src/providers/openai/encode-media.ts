import type { ContentPart, MediaSource } from "../../contracts/message.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { Service } from "./service.ts";

/** A URL has no media type, only the ending of its path. */
const VIDEO_NAME: RegExp = /\.(?:mp4|webm|mov|mpeg)(?:[?#]|$)/i;

/** A part that is neither text nor reasoning. */
export type MediaPart = Exclude<ContentPart, { type: "text" | "reasoning" }>;

/**
 * Encodes an image, a document, audio or a video, by its kind and its media type. Its own metadata is merged over it; a
 * `file_id` in that takes the place of the source. Throws an `InvalidRequestError`
 * (`PROVIDER_INVALID_REQUEST`) for a URL where the service wants bytes.
 *
 * @example
 * encodeMedia({ type: "image", source: { url: "https://example.com/tide.png" } }, OPENAI);
 * // { type: "image_url", image_url: { url: "https://example.com/tide.png" } }
 */
export function encodeMedia(
  part: MediaPart,
  service: Service,
  { file_id, ...own }: WireRequest = {},
): WireRequest {
  // A file that was uploaded before.
  return file_id ? { type: "file", file: { file_id }, ...own } : { ...bytesOf(part, service), ...own };
}

function bytesOf(part: MediaPart, { document }: Service): WireRequest {
  const { source } = part;
  const mediaType = "url" in source ? "" : source.mediaType;
  if (part.type === "image" || mediaType.startsWith("image/")) {
    return { type: "image_url", image_url: { url: urlOf(source) } };
  }
  if (mediaType.startsWith("video/") || ("url" in source && VIDEO_NAME.test(source.url))) {
    return { type: "video_url", video_url: { url: urlOf(source) } };
  }
  if (part.type === "audio" || mediaType.startsWith("audio/")) {
    if ("url" in source) throw needsBytes("audio");
    return { type: "input_audio", input_audio: { data: source.base64, format: audioFormat(mediaType) } };
  }
  if (document === "document_url") return { type: document, [document]: urlOf(source) };
  if ("url" in source && !document) throw needsBytes("a document");
  return { type: "file", file: { filename: fileName(part), file_data: urlOf(source) } };
}

/**
 * The same for an input of the Responses API, or the output of a tool.
 *
 * @example
 * encodeInputMedia({ type: "image", source: { url: "https://example.com/tide.png" } }, OPENAI);
 * // { type: "input_image", image_url: "https://example.com/tide.png", detail: "auto" }
 */
export function encodeInputMedia(part: MediaPart, _service: Service, own: WireRequest = {}): WireRequest {
  return { ...inputOf(part, Boolean(own.file_id)), ...own };
}

function inputOf(part: MediaPart, isUploaded: boolean): WireRequest {
  const { source } = part;
  const mediaType = "url" in source ? "" : source.mediaType;
  if (part.type === "image" || mediaType.startsWith("image/")) {
    return { type: "input_image", ...(!isUploaded && { image_url: urlOf(source) }), detail: "auto" };
  }
  if (!("url" in source) && (part.type === "audio" || mediaType.startsWith("audio/"))) {
    return { type: "input_audio", input_audio: { data: source.base64, format: audioFormat(mediaType) } };
  }
  if (isUploaded) return { type: "input_file" };
  if ("url" in source) return { type: "input_file", file_url: source.url };
  return { type: "input_file", filename: fileName(part), file_data: urlOf(source) };
}

function fileName(part: MediaPart): string {
  return ("name" in part && part.name) || (part.type === "pdf" ? "document.pdf" : "file");
}

/** The name of a sound's format, as OpenAI has it. */
function audioFormat(mediaType: string): string {
  if (/mpeg|mp3/.test(mediaType)) return "mp3";
  if (/wav/.test(mediaType)) return "wav";
  return mediaType.split(/[/;]/)[1] ?? mediaType;
}

/**
 * The URL of a source; base64 as a data URL.
 *
 * @example
 * urlOf({ base64: "JVBE", mediaType: "application/pdf" }); // "data:application/pdf;base64,JVBE"
 */
export function urlOf(source: MediaSource): string {
  return "url" in source ? source.url : `data:${source.mediaType};base64,${source.base64}`;
}

function needsBytes(what: string): InvalidRequestError {
  return new InvalidRequestError(
    `This service takes ${what} as base64 only. Fetch the URL yourself and pass { base64, mediaType }.`,
  );
}
