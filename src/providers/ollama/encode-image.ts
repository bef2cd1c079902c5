import type { ContentPart } from "../../contracts/message.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";

/** A part that is neither text nor reasoning. */
export type MediaPart = Exclude<ContentPart, { type: "text" | "reasoning" }>;

/**
 * The base64 of an image, also of one in a data URL.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for other URLs, and for what is no image.
 *
 * @example
 * encodeImage({ type: "image", source: { url: "data:image/png;base64,iVBORw==" } }); // "iVBORw=="
 */
export function encodeImage({ type, source }: MediaPart): string {
  const { base64, mediaType } = "url" in source ? inDataURL(source.url) : source;
  if (type !== "image" && !mediaType.startsWith("image/")) {
    throw new InvalidRequestError(
      `Ollama takes text and images, no ${type === "pdf" ? "PDF" : type}. Pass its text instead.`,
    );
  }
  if (base64) return base64;
  throw new InvalidRequestError(
    "Ollama takes images as base64 only. Fetch the URL yourself and pass { base64, mediaType }.",
  );
}

/** What a data URL holds (RFC 2397); nothing for other URLs. */
function inDataURL(url: string): { readonly base64: string; readonly mediaType: string } {
  const comma = url.indexOf(",");
  const [mediaType = "", ...parameters] = url.slice("data:".length, comma).split(";");
  const isData = /^data:/i.test(url) && parameters.at(-1) === "base64";
  return isData ? { base64: url.slice(comma + 1), mediaType } : { base64: "", mediaType: "" };
}
