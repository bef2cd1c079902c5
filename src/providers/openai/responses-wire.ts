import type { WireUsage } from "./wire.ts";

/**
 * The Responses API as far as this adapter reads it. Every field may be missing, null or of another type, since services
 * differ; items that are not known are kept as they are.
 */

/** One event of a streamed answer, or a whole answer, which has no type. */
export interface ResponsesBody extends ResponsesAnswer {
  readonly type?: unknown;
  readonly response?: ResponsesAnswer | null;
  readonly item?: ResponsesItem | null;
  readonly output_index?: unknown;
  readonly content_index?: unknown;
  readonly summary_index?: unknown;
  readonly delta?: unknown;
  readonly text?: unknown;
  readonly refusal?: unknown;
  readonly arguments?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly errors?: unknown;
  readonly code?: unknown;
}

export interface ResponsesAnswer {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly output?: readonly (ResponsesItem | null)[] | null;
  readonly usage?: WireUsage | null;
  readonly error?: unknown;
  readonly incomplete_details?: { readonly reason?: unknown } | null;
}

/** One item of an output. */
export interface ResponsesItem {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly call_id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly phase?: unknown;
  readonly content?: string | readonly (ResponsesPart | null)[] | null;
  readonly summary?: readonly (ResponsesPart | null)[] | null;
  readonly [field: string]: unknown;
}

export interface ResponsesPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly refusal?: unknown;
  readonly annotations?: unknown;
}

/**
 * What an answer leaves in the `providerMetadata` of its message, under the family's name: where its texts stood among the
 * items of the output, and the items that only the service understands.
 */
export interface ResponsesMetadata {
  /** The identifier of the response, for `previous_response_id`. */
  readonly id?: string | undefined;
  /** The model that was asked; no other gets the opaque items back. */
  readonly model?: string;
  readonly texts?: readonly PlacedText[];
  readonly items?: readonly PlacedItem[];
  /** Citations and files. */
  readonly annotations?: readonly unknown[];
}

/** One message item: where it stood, and how many UTF-16 units of the message's text are its. */
export interface PlacedText {
  readonly index: number;
  readonly id?: unknown;
  readonly phase?: unknown;
  readonly length: number;
}

/** An item, and where it stood. */
export interface PlacedItem {
  readonly index: number;
  readonly item: ResponsesItem;
}

/** What a part of reasoning carries: its item, byte for byte, and which model made it. */
export interface ReasoningMetadata extends PlacedItem {
  readonly model: string;
}

/** What a tool call carries. */
export interface CallMetadata {
  readonly index: number;
  readonly id?: unknown;
  /** The service's own identifier of the call. */
  readonly call_id?: unknown;
  readonly namespace?: unknown;
  readonly caller?: unknown;
  readonly async?: unknown;
}
