import type { ContentPart, MediaSource } from "../../contracts/message.ts";
import { fromBase64 } from "../../core/base64.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { readDataUrl } from "../adapter/data-url.ts";
import type { ChromeContent, ChromeExpected, ChromeMessage } from "./language-model.ts";

/**
 * Encodes the parts of a message of which not all are text.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for documents, and for media by URL.
 *
 * @example
 * encodeParts([{ type: "image", source: { base64: "AAAA", mediaType: "image/png" } }])[0]?.type; // "image"
 */
export function encodeParts(parts: readonly ContentPart[]): ChromeContent[] {
  return parts.flatMap((part): ChromeContent[] => {
    if (part.type === "reasoning") return [];
    if (part.type === "text") return part.text ? [{ type: "text", value: part.text }] : [];
    const kind = "url" in part.source ? "" : part.source.mediaType.split("/", 1)[0];
    const type = part.type === "image" || part.type === "audio" ? part.type : kind;
    if (type === "image" || type === "audio") return [{ type, value: blobOf(part.source) }];
    throw new InvalidRequestError(
      "The browser's model takes text, pictures and sounds. Pass the text of the document instead.",
    );
  });
}

/**
 * The expectations of a session for some messages. Kinds of content that no session expects fail, and so does
 * `availability()` that was asked without them.
 *
 * @example
 * expectedFor([{ role: "user", content: [{ type: "image", value: new Blob() }] }], []); // [{ type: "image" }]
 */
export function expectedFor(
  input: readonly ChromeMessage[],
  expected: readonly ChromeExpected[],
): readonly ChromeExpected[] {
  const parts = input.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const missing = (["image", "audio"] as const).filter(
    (kind) => parts.some(({ type }) => type === kind) && !expected.some(({ type }) => type === kind),
  );
  return [...expected, ...missing.map((type) => ({ type }))];
}

function blobOf(source: MediaSource): Blob {
  const { base64, mediaType } = "url" in source ? inlined(source.url) : source;
  try {
    return new Blob([fromBase64(base64)], { type: mediaType });
  } catch (cause) {
    throw new InvalidRequestError("The base64 of a picture or a sound cannot be read.", { cause });
  }
}

function inlined(url: string): { readonly base64: string; readonly mediaType: string } {
  const inline = readDataUrl(url);
  if (inline?.mediaType) return inline;
  throw new InvalidRequestError(
    "The browser's model takes pictures and sounds as bytes only. Fetch the URL yourself and pass { base64, mediaType }.",
  );
}
