/** Values that survive `JSON.stringify`. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** Data a provider wants back unchanged, keyed by provider, such as thought signatures. Never read, never edited. */
export type ProviderMetadata = Readonly<Record<string, unknown>>;

/**
 * Where the bytes of a part are: a URL the provider fetches itself, with its media type where its ending does not tell, or
 * base64 text with its media type.
 */
export type MediaSource =
  | { readonly url: string; readonly mediaType?: string }
  | { readonly base64: string; readonly mediaType: string };

/** Text of a message. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** An image, for models that see. */
export interface ImagePart {
  readonly type: "image";
  readonly source: MediaSource;
  readonly providerMetadata?: ProviderMetadata;
}

/** A PDF document. `name` is what the provider may call it. */
export interface PdfPart {
  readonly type: "pdf";
  readonly source: MediaSource;
  readonly name?: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** Recorded sound, for models that hear. */
export interface AudioPart {
  readonly type: "audio";
  readonly source: MediaSource;
  readonly providerMetadata?: ProviderMetadata;
}

/** A file of any other kind, told by its media type. `name` is what the provider may call it. */
export interface FilePart {
  readonly type: "file";
  readonly source: MediaSource;
  readonly name?: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** What a model thought before it answered. `providerMetadata` carries signatures byte for byte. */
export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** One part of a message, in no provider's own shape. */
export type ContentPart = TextPart | ImagePart | PdfPart | AudioPart | FilePart | ReasoningPart;

/** A tool call that a model asked for. */
export interface ToolCallRequest {
  readonly id: string;
  readonly name: string;
  /** The parsed arguments; `{}` where the model sent none. */
  readonly input: unknown;
  /** Set where the arguments were no readable JSON: the text as it came, and whether it was cut off or wrong. */
  readonly unreadable?: { readonly text: string; readonly reason: "truncated" | "malformed" };
  /** Set where the call was recovered from text that the model wrote instead of calling. */
  readonly recoveredFrom?: "stream-text";
  /** Set where code of the provider's own made the call and has ended since: nobody waits for a result, so it is not to be run. */
  readonly settled?: true;
  readonly providerMetadata?: ProviderMetadata;
}

/** The speaker of a message. */
export type Role = "user" | "assistant" | "system" | "tool";

/** One message of a conversation. A `tool` message answers the call named by `toolCallId`. */
export interface Message {
  readonly role: Role;
  readonly content: string | readonly ContentPart[];
  readonly id?: string;
  readonly toolCallId?: string;
  /** On a `tool` message: the name of the tool, which some providers want. */
  readonly toolName?: string;
  /** On a `tool` message: the result is an error text. */
  readonly isError?: boolean;
  readonly toolCalls?: readonly ToolCallRequest[];
  /** On an `assistant` message: what the provider wants back with it. */
  readonly providerMetadata?: ProviderMetadata;
  readonly timestamp?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly user?: string;
}
