import type { ContentPart, MediaSource } from "../../contracts/message.ts";
import { toBase64 } from "../../core/base64.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { AISDKPromptPart } from "./language-model.ts";

/** The media types of the first bytes, in base64, for files whose type is said in part only. */
const SIGNATURES: readonly (readonly [start: string, mediaType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi0", "application/pdf"],
  ["SUQz", "audio/mpeg"],
  ["//v", "audio/mpeg"],
  ["UklGR", "audio/wav"],
  ["T2dnUw", "audio/ogg"],
];
const USUAL: Readonly<Record<string, string>> = {
  image: "image/png",
  audio: "audio/mpeg",
  application: "application/octet-stream",
};

/**
 * Decodes a file of a prompt of the AI SDK, of either version: a picture, a sound, a PDF document, a text or another file.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for a file that is named only, by an identifier of its
 * provider.
 *
 * @example
 * decodeFile({ type: "file", mediaType: "image/png", data: "iVBORw0KGgo=" });
 * // { type: "image", source: { base64: "iVBORw0KGgo=", mediaType: "image/png" } }
 */
export function decodeFile({
  data,
  mediaType = "",
  filename,
  providerOptions,
}: AISDKPromptPart): ContentPart {
  const { type, text }: { type?: unknown; text?: unknown } = Object(data);
  if (type === "text" && typeof text === "string") {
    return { type, text, ...(providerOptions && { providerMetadata: providerOptions }) };
  }
  const source = sourceOf(data, mediaType);
  const name = filename === undefined ? {} : { name: filename };
  const known = "url" in source ? mediaType : source.mediaType;
  if (known.startsWith("image")) return { type: "image", source };
  if (known.startsWith("audio")) return { type: "audio", source };
  return { type: known === "application/pdf" ? "pdf" : "file", source, ...name };
}

function sourceOf(data: unknown, mediaType: string): MediaSource {
  if (data instanceof URL) return fromUrl(data.href, mediaType);
  if (data instanceof Uint8Array) return fromBytes(toBase64(data), mediaType);
  if (typeof data === "string") return isUrl(data) ? fromUrl(data, mediaType) : fromBytes(data, mediaType);
  const tagged: { type?: unknown; data?: unknown; url?: unknown; originalUrl?: unknown } = Object(data);
  if (tagged.type === "data") return sourceOf(tagged.data, mediaType);
  if (tagged.type === "url") {
    return fromUrl(String(tagged.originalUrl ?? tagged.url), mediaType);
  }
  throw new InvalidRequestError(
    "A file is named by an identifier that only its provider knows. Pass its bytes or its URL.",
  );
}

/** Base64 has no colon. */
function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]{0,30}:/i.test(text);
}

function fromUrl(url: string, mediaType: string): MediaSource {
  if (!url.startsWith("data:")) return { url };
  const comma = url.indexOf(",");
  const [inline = ""] = url.slice("data:".length, comma).split(";", 1);
  return fromBytes(url.slice(comma + 1), inline || mediaType);
}

/** Types such as `image` and `image/*` name no format. */
function fromBytes(base64: string, mediaType: string): MediaSource {
  const [kind = "", format = "*"] = mediaType.split("/");
  if (format !== "*") return { base64, mediaType };
  const found = SIGNATURES.find(
    ([start, type]) => base64.startsWith(start) && (!kind || type.startsWith(kind)),
  );
  return { base64, mediaType: found?.[1] ?? USUAL[kind] ?? "application/octet-stream" };
}
