import type {
  Attachment,
  AttachmentKind,
  AttachmentPolicy,
  AttachmentSource,
} from "../contracts/attachment.ts";
import type { ContentPart, MediaSource } from "../contracts/message.ts";
import type { Model, ModelCapabilities } from "../contracts/model.ts";
import { getAIConfig } from "../core/config.ts";
import { OutboundPolicyError } from "../core/errors/outbound-policy-error.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import type { FileReader } from "../core/platform.ts";

interface TaggedAttachment {
  readonly type: AttachmentKind;
  readonly source: AttachmentSource;
  readonly name?: string;
}

/** Media type and kind by the ending of a name. */
const ENDINGS: Readonly<Record<string, readonly [AttachmentKind, string]>> = {
  png: ["image", "image/png"],
  jpg: ["image", "image/jpeg"],
  jpeg: ["image", "image/jpeg"],
  gif: ["image", "image/gif"],
  webp: ["image", "image/webp"],
  pdf: ["pdf", "application/pdf"],
  mp3: ["audio", "audio/mpeg"],
  wav: ["audio", "audio/wav"],
  txt: ["text", "text/plain"],
  md: ["text", "text/markdown"],
  csv: ["text", "text/csv"],
  json: ["text", "application/json"],
  html: ["text", "text/html"],
};

const DEFAULT_MEDIA_TYPE: Readonly<Record<AttachmentKind, string>> = {
  image: "image/png",
  pdf: "application/pdf",
  audio: "audio/mpeg",
  text: "text/plain",
  file: "application/octet-stream",
};

/** The capability that a kind of part needs. */
const NEEDS: Readonly<Partial<Record<AttachmentKind, keyof ModelCapabilities>>> = {
  image: "vision",
  pdf: "pdf",
  audio: "audio",
};

/**
 * Turns attachments into message parts. Media URLs are handed to the provider as they are; a remote text is fetched only
 * where the policy allows it, through `guardedFetch`; paths are read by the injected reader.
 *
 * @throws InvalidRequestError (`PROVIDER_INVALID_REQUEST`) where the kind cannot be told, the model cannot take it, or a
 *   path has no reader; OutboundPolicyError (`OUTBOUND_POLICY`) where a remote text is not allowed.
 */
export async function attachmentParts(
  attachments: readonly Attachment[],
  policy: AttachmentPolicy,
  model: Model,
  signal: AbortSignal | undefined,
): Promise<ContentPart[]> {
  const tagged = attachments.map(tag);
  for (const { type } of tagged) {
    const needed = NEEDS[type];
    if (needed && !model.capabilities?.[needed]) {
      throw new InvalidRequestError(
        `The model "${model.name}" takes no ${type} attachments. Use one whose capabilities have "${needed}", or set that flag.`,
      );
    }
  }
  return Promise.all(tagged.map((attachment) => partOf(attachment, policy, signal)));
}

function tag(attachment: Attachment): TaggedAttachment {
  if (attachment instanceof Blob) {
    const name = "name" in attachment && typeof attachment.name === "string" ? { name: attachment.name } : {};
    return { type: kindOfMediaType(attachment.type), source: attachment, ...name };
  }
  if (typeof attachment !== "string") return attachment;
  if (attachment.startsWith("data:"))
    return { type: kindOfMediaType(attachment.slice(5)), source: attachment };
  const known = ENDINGS[endingOf(attachment)];
  if (known) return { type: known[0], source: attachment };
  throw new InvalidRequestError(
    `The kind of the attachment "${shown(attachment)}" cannot be told from its ending. Pass { type, source }.`,
  );
}

async function partOf(
  attachment: TaggedAttachment,
  policy: AttachmentPolicy,
  signal?: AbortSignal,
): Promise<ContentPart> {
  const { type, name } = attachment;
  if (type === "text") {
    const text = await textOf(attachment.source, policy, signal);
    const limit = policy.maxTextLength ?? 1_000_000;
    if (text.length > limit) {
      throw new InvalidRequestError(
        `A text attachment has ${text.length} characters; the policy allows ${limit}.`,
      );
    }
    const label = name ?? (typeof attachment.source === "string" ? shown(attachment.source) : undefined);
    return { type: "text", text: label === undefined ? text : `Attachment "${label}":\n${text}` };
  }
  const source = await mediaOf(attachment, policy);
  if (type === "image" || type === "audio") return { type, source };
  return { type, source, ...(name === undefined ? {} : { name }) };
}

async function mediaOf({ source, type }: TaggedAttachment, policy: AttachmentPolicy): Promise<MediaSource> {
  if (source instanceof Blob) {
    const bytes = new Uint8Array(await source.arrayBuffer());
    return { base64: toBase64(bytes), mediaType: source.type || DEFAULT_MEDIA_TYPE[type] };
  }
  if (typeof source !== "string") return source;
  if (isRemote(source)) return { url: source };
  if (source.startsWith("data:")) return fromDataUrl(source);
  const bytes = await readerOf(policy, source).readBytes(source);
  return { base64: toBase64(bytes), mediaType: ENDINGS[endingOf(source)]?.[1] ?? DEFAULT_MEDIA_TYPE[type] };
}

async function textOf(
  source: AttachmentSource,
  policy: AttachmentPolicy,
  signal?: AbortSignal,
): Promise<string> {
  if (source instanceof Blob) return source.text();
  if (typeof source !== "string") {
    return "url" in source
      ? textOf(source.url, policy, signal)
      : new TextDecoder().decode(fromBase64(source.base64));
  }
  if (source.startsWith("data:")) {
    const media = fromDataUrl(source);
    return "base64" in media ? new TextDecoder().decode(fromBase64(media.base64)) : "";
  }
  if (!isRemote(source)) return readerOf(policy, source).readText(source);
  if (!policy.allowRemoteFetch) {
    throw new OutboundPolicyError(
      `The text attachment "${shown(source)}" is remote, and fetching is off. Set attachmentPolicy.allowRemoteFetch to allow it.`,
      { context: { url: shown(source) } },
    );
  }
  const { fetchTextWithPolicy } = await import("../net/index.ts");
  const { ok, status, text } = await fetchTextWithPolicy(source, {
    ...policy.outbound,
    ...(signal ? { signal } : {}),
  });
  if (ok) return text;
  throw new InvalidRequestError(`The text attachment "${shown(source)}" answered with status ${status}.`);
}

function readerOf(policy: AttachmentPolicy, path: string): FileReader {
  const reader = policy.files ?? getAIConfig().files;
  if (reader) return reader;
  throw new InvalidRequestError(
    `The attachment "${shown(path)}" is a path, and there is nothing to read it with. Set config({ files }), or pass a Blob or a URL.`,
  );
}

function kindOfMediaType(mediaType: string): AttachmentKind {
  if (mediaType.startsWith("image/")) return "image";
  if (mediaType.startsWith("audio/")) return "audio";
  if (mediaType.startsWith("application/pdf")) return "pdf";
  return mediaType.startsWith("text/") || mediaType.startsWith("application/json") ? "text" : "file";
}

function endingOf(name: string): string {
  const path = name.split(/[?#]/, 1)[0] ?? "";
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

function isRemote(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** A source as an error or a label may show it: no query, no data, no credentials. */
function shown(source: string): string {
  if (source.startsWith("data:")) return "data:…";
  const place = (source.split(/[?#]/, 1)[0] ?? "").slice(0, 200);
  return isRemote(place) ? place.replace(/\/\/[^/@]*@/, "//") : place;
}

function fromDataUrl(url: string): MediaSource {
  const comma = url.indexOf(",");
  const head = url.slice(5, comma);
  const mediaType = head.split(";", 1)[0] || "text/plain";
  const body = url.slice(comma + 1);
  const base64 = head.endsWith(";base64")
    ? body
    : toBase64(new TextEncoder().encode(decodeURIComponent(body)));
  return { base64, mediaType };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let index = 0; index < bytes.length; index += 8192) {
    binary += String.fromCharCode(...bytes.subarray(index, index + 8192));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
