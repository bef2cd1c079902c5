import type {
  Attachment,
  AttachmentKind,
  AttachmentPolicy,
  AttachmentSource,
} from "../contracts/attachment.ts";
import type { ContentPart, MediaSource } from "../contracts/message.ts";
import type { Model, ModelCapabilities } from "../contracts/model.ts";
import { fromBase64, toBase64 } from "../core/base64.ts";
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
  if (isData(attachment)) return { type: kindOfMediaType(attachment.slice(5)), source: attachment };
  const known = endingOf(attachment);
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
  if (isData(source)) return fromDataUrl(source);
  const bytes = await readerOf(policy, source).readBytes(source);
  return { base64: toBase64(bytes), mediaType: endingOf(source)?.[1] ?? DEFAULT_MEDIA_TYPE[type] };
}

async function textOf(
  source: AttachmentSource,
  policy: AttachmentPolicy,
  signal?: AbortSignal,
): Promise<string> {
  if (source instanceof Blob) return source.text();
  if (typeof source !== "string") {
    if ("base64" in source) return textOfBase64(source.base64);
    // Somebody who may name a URL must not get at files by it.
    return isData(source.url) ? textOf(source.url, policy) : remoteText(source.url, policy, signal);
  }
  if (isData(source)) return textOfBase64(fromDataUrl(source).base64);
  return isRemote(source) ? remoteText(source, policy, signal) : readerOf(policy, source).readText(source);
}

async function remoteText(source: string, policy: AttachmentPolicy, signal?: AbortSignal): Promise<string> {
  if (!policy.allowRemoteFetch) {
    throw new OutboundPolicyError(
      `The text attachment "${shown(source)}" is remote, and fetching is off. Set attachmentPolicy.allowRemoteFetch to allow it.`,
      { context: { url: shown(source) } },
    );
  }
  const { fetchTextWithPolicy } = await import("../net/index.ts");
  const init = signal ? { signal } : {};
  const { ok, status, text } = await fetchTextWithPolicy(source, policy.outbound, init);
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

/** What the ending of a name tells; nothing where it is not in the table. */
function endingOf(name: string): (typeof ENDINGS)[string] | undefined {
  const path = name.split(/[?#]/, 1)[0] ?? "";
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}

function isData(source: string): boolean {
  return /^data:/i.test(source);
}

function isRemote(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** A source as an error or a label may show it: no query, no data, no credentials. */
function shown(source: string): string {
  if (isData(source)) return "data:…";
  const place = (source.split(/[?#]/, 1)[0] ?? "").slice(0, 200);
  return isRemote(place) ? place.replace(/\/\/[^/]*@/, "//") : place;
}

function fromDataUrl(url: string): { readonly base64: string; readonly mediaType: string } {
  const comma = url.indexOf(",");
  const head = url.slice("data:".length, comma);
  const mediaType = head.split(";", 1)[0] || "text/plain";
  const body = url.slice(comma + 1);
  if (comma < 0) throw unreadableData();
  if (/;base64$/i.test(head)) return { base64: body, mediaType };
  try {
    return { base64: toBase64(new TextEncoder().encode(decodeURIComponent(body))), mediaType };
  } catch {
    throw unreadableData();
  }
}

function unreadableData(): InvalidRequestError {
  return new InvalidRequestError(
    'The data of an attachment cannot be read. Pass base64, or "data:text/plain,…" with its % escaped.',
  );
}

function textOfBase64(base64: string): string {
  try {
    return new TextDecoder().decode(fromBase64(base64));
  } catch {
    throw unreadableData();
  }
}
