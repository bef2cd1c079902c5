import type { WireToolCall } from "../openai/wire.ts";

/** A whole answer of `/api/chat`, or one line of a streamed one. Every field may be missing or of another type. */
export interface WireChat {
  readonly message?: {
    readonly content?: unknown;
    readonly thinking?: unknown;
    readonly tool_calls?: readonly (WireToolCall | null)[] | null;
  } | null;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly prompt_eval_count?: unknown;
  readonly eval_count?: unknown;
  readonly error?: unknown;
  readonly [field: string]: unknown;
}
