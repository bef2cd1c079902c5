import type { FileReader } from "../core/platform.ts";
import type { MediaSource } from "./message.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";

/** What an attachment is. `text` is put into the prompt as text; the others go to the provider as media. */
export type AttachmentKind = "image" | "pdf" | "audio" | "text" | "file";

/** Where an attachment is: a URL (`https:`, `data:`), a path for the injected file reader, bytes in base64, or a `Blob`. */
export type AttachmentSource = string | MediaSource | Blob;

/** Something to show the model with the input. A bare text is a URL or path whose ending tells the kind. */
export type Attachment =
  | string
  | Blob
  | { readonly type: AttachmentKind; readonly source: AttachmentSource; readonly name?: string };

/** What may be fetched or read for attachments. */
export interface AttachmentPolicy {
  /** Lets a remote `text` attachment be fetched, through `guardedFetch`. Default `false`. */
  readonly allowRemoteFetch?: boolean;
  /** The outbound policy of that fetch. */
  readonly outbound?: OutboundPolicy;
  /** Reads attachments given as paths; the program's `config({ files })` where missing. */
  readonly files?: FileReader;
  /** The largest text, in characters, that an attachment may add. Default 1,000,000. */
  readonly maxTextLength?: number;
}
