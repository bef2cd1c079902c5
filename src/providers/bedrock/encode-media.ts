import type { MediaSource } from "../../contracts/message.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { MediaPart } from "./encode-messages.ts";

/** Formats whose name is neither the end of the media type nor that of the file. */
const FORMATS: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  plain: "txt",
  markdown: "md",
  htm: "html",
  msword: "doc",
  "vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "vnd.ms-excel": "xls",
  "vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  json: "txt",
  quicktime: "mov",
  "x-matroska": "mkv",
  "x-flv": "flv",
  "x-ms-wmv": "wmv",
  "3gpp": "three_gp",
  "3gp": "three_gp",
  "x-wav": "wav",
  wave: "wav",
};

/** The formats that the service has a word for. */
const KINDS: Readonly<Record<string, RegExp>> = {
  image: /^(?:png|jpeg|gif|webp)$/,
  document: /^(?:pdf|csv|docx?|xlsx?|html|txt|md)$/,
  video: /^(?:mkv|mov|mp4|webm|flv|mpe?g|wmv|three_gp)$/,
  audio: /^(?:mp[34]|opus|wav|aac|flac|ogg|m4a|mka|webm|pcm)$/,
};

/**
 * Encodes an image, a document, a video or audio, told by the part and its media type. The bytes come as base64, or lie in
 * S3, where a URL says so (`s3://bucket/key`). Documents get names of the letters that the service takes, each once.
 *
 * @param names those that are taken.
 * @param own the part's own fields.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for any other URL and for formats that the service has no
 * word for.
 *
 * @example
 * const source = { url: "s3://beach/tide.png" };
 * encodeMedia({ type: "image", source }, new Set());
 * // { image: { format: "png", source: { s3Location: { uri: "s3://beach/tide.png" } } } }
 */
export function encodeMedia(part: MediaPart, names: Set<string>, own: WireRequest = {}): WireRequest {
  const { type } = part;
  const source = withBytes(part.source);
  const [top = ""] = "base64" in source ? source.mediaType.split("/") : [];
  const given = formatOf(source);
  const kind = type === "pdf" ? "document" : type === "file" ? kindOf(top, given) : type;
  // Every text is one; what is heard is no video.
  const isText = top === "text" && kind === "document" && !KINDS.document?.test(given);
  const format = isText ? "txt" : kind === "audio" && given === "mpeg" ? "mp3" : given;
  if (!KINDS[kind]?.test(format)) {
    throw new InvalidRequestError(
      `Bedrock takes no ${type} of the format "${format.slice(0, 80)}". Convert it.`,
    );
  }
  const block = { format, source: locationOf(source) };
  if (kind !== "document") return { [kind]: { ...block, ...own } };
  return { [kind]: { ...block, name: nameOf("name" in part ? part.name : undefined, names), ...own } };
}

/**
 * Adds a text to a turn that has documents and none, which the service wants. In place.
 *
 * @example
 * const content = [{ document: { format: "pdf", name: "tides", source: { bytes: "AAAA" } } }];
 * introduceDocuments(content);
 * content[0]; // { text: "See the attached document." }
 */
export function introduceDocuments(content: WireRequest[]): void {
  const at = content.findIndex((block) => "document" in block);
  if (at >= 0 && !content.some((block) => "text" in block)) {
    content.splice(at, 0, { text: "See the attached document." });
  }
}

function kindOf(top: string, format: string): string {
  if (top in KINDS) return top;
  return Object.keys(KINDS).find((kind) => KINDS[kind]?.test(format)) ?? "document";
}

/** A `data:` URL is bytes. */
function withBytes(source: MediaSource): MediaSource {
  const data = "url" in source && /^data:([^;,]{0,200});base64,/.exec(source.url);
  if (!data) return source;
  return { base64: source.url.slice(data[0].length), mediaType: data[1] ?? "" };
}

function locationOf(source: MediaSource): WireRequest {
  if ("base64" in source) return { bytes: source.base64 };
  if (source.url.startsWith("s3://")) return { s3Location: { uri: source.url } };
  throw new InvalidRequestError(
    "Bedrock fetches no URLs but s3://bucket/key. Fetch it yourself and pass { base64, mediaType }.",
  );
}

function formatOf(source: MediaSource): string {
  const [, format = ""] =
    "base64" in source
      ? (/^[^/;]{1,40}\/([^;\s]{1,200})/.exec(source.mediaType) ?? [])
      : (/\.(\w{1,10})(?:[?#]|$)/.exec(source.url) ?? []);
  const lower = format.toLowerCase();
  return FORMATS[lower] ?? lower;
}

function nameOf(wanted: string | undefined, names: Set<string>): string {
  // Letters, digits, single blanks, hyphens and brackets, and no more than 200 of them.
  const fit = (wanted ?? "")
    .replace(/[^a-zA-Z0-9()[\]-]+/g, " ")
    .trim()
    .slice(0, 190);
  let name = fit || `Document ${names.size + 1}`;
  for (let round = 2; names.has(name); round++) name = `${fit || "Document"} ${round}`;
  names.add(name);
  return name;
}
