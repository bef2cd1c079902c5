import type { WireRequest } from "../adapter/protocol.ts";

/** Under this name opaque data is kept in `providerMetadata`. */
export const FAMILY = "anthropic";

/**
 * Whether a block is one of the model's thoughts, which count for the model that made them alone.
 *
 * @example
 * isThought({ type: "redacted_thinking", data: "EvgF" }); // true
 */
export function isThought({ type }: WireRequest | { readonly type?: string }): boolean {
  return String(type).endsWith("thinking");
}

/** What the decoder reads of the Messages API. Everything is optional, because servers that imitate it leave things out. */

/** A whole message, or one event of a stream. */
export interface WireBody {
  readonly type?: string;
  readonly index?: number;
  /** In `message_start`. */
  readonly message?: WireMessage | string;
  /** In `content_block_start`. */
  readonly content_block?: WireBlock;
  /** In `content_block_delta` and `message_delta`. */
  readonly delta?: WireDelta;
  readonly usage?: WireUsage | null;
  readonly content?: readonly WireBlock[];
  readonly error?: unknown;
}

/** The fields of a message that it has beside its content, at its start, at its end or as a whole. */
export interface WireMessage {
  readonly content?: readonly WireBlock[] | null;
  readonly stop_reason?: string | null;
  readonly usage?: WireUsage | null;
}

/** One block of content, of a type that is known or not. */
export interface WireBlock {
  readonly type?: string;
  readonly text?: string | null;
  readonly thinking?: string | null;
  readonly signature?: string | null;
  readonly data?: string;
  readonly citations?: readonly unknown[] | null;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  /** Which party called a tool, where that was not the model itself. */
  readonly caller?: { readonly type?: string; readonly tool_id?: string } | null;
  /** Of a result: which of the service's own tools it is of. */
  readonly tool_use_id?: string;
}

/** What is added to a block, or to a message at its end. */
export interface WireDelta {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly partial_json?: string;
  readonly citation?: unknown;
  readonly stop_reason?: string | null;
}

/** Tokens, as running totals: `null` and a missing field both mean that nothing is said. */
export interface WireUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens_details?: { readonly thinking_tokens?: number | null } | null;
}

/** An entry of a message's layout: a piece of its text by length, the next reasoning part, the next call, or a block as it is. */
export interface LayoutEntry extends Record<string, unknown> {
  readonly type?: string;
  /** Of a text block: how much of the message's text it has, in UTF-16 units. */
  readonly length?: number;
}
