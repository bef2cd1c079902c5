/**
 * The chat completions protocol as far as this adapter reads it. Every field may be missing, null or of another type:
 * services differ, so the decoder checks what it takes.
 */

/** A whole answer, or one event of a streamed one. */
export interface WireBody {
  readonly id?: unknown;
  readonly created?: unknown;
  readonly choices?: readonly WireChoice[] | null;
  readonly usage?: WireUsage | null;
  readonly x_groq?: { readonly usage?: WireUsage | null } | null;
  readonly citations?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly errors?: unknown;
}

export interface WireChoice {
  readonly index?: unknown;
  readonly message?: WireMessage | null;
  readonly delta?: WireMessage | null;
  readonly finish_reason?: unknown;
  readonly usage?: WireUsage | null;
  readonly error?: unknown;
}

export interface WireMessage {
  readonly content?: string | readonly (WirePart | string | null)[] | null;
  readonly refusal?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: readonly WireReasoning[] | null;
  readonly tool_calls?: readonly (WireToolCall | null)[] | null;
  readonly function_call?: WireToolCall["function"];
  readonly annotations?: unknown;
  readonly extra_content?: unknown;
}

export interface WirePart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly refusal?: unknown;
  readonly thinking?: string | readonly WirePart[] | null;
}

/** One block of OpenRouter's `reasoning_details`; what it holds depends on the maker of the model. */
export interface WireReasoning {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly text?: unknown;
  readonly summary?: unknown;
  readonly [field: string]: unknown;
}

export interface WireToolCall {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
  readonly extra_content?: unknown;
}

/** The tokens of an answer, under the names of chat completions or under those of the other services. */
export interface WireUsage {
  readonly prompt_tokens?: unknown;
  readonly input_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly output_tokens?: unknown;
  readonly total_tokens?: unknown;
  readonly prompt_tokens_details?: WireInputDetails | null;
  readonly input_tokens_details?: WireInputDetails | null;
  readonly completion_tokens_details?: WireOutputDetails | null;
  readonly output_tokens_details?: WireOutputDetails | null;
  readonly prompt_cache_hit_tokens?: unknown;
  readonly cached_tokens?: unknown;
}

interface WireInputDetails {
  readonly cached_tokens?: unknown;
  readonly cache_write_tokens?: unknown;
}

interface WireOutputDetails {
  readonly reasoning_tokens?: unknown;
}
