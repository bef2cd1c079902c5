/** A whole answer of `/api/chat`, or one line of a streamed one. Every field may be missing or of another type. */
export interface WireChat {
  readonly message?: {
    readonly content?: unknown;
    readonly thinking?: unknown;
    readonly tool_calls?: readonly (WireCall | null)[] | null;
  } | null;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly prompt_eval_count?: unknown;
  readonly eval_count?: unknown;
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

/** A call of a tool. Its arguments are a value; servers that imitate Ollama give them as a text. */
export interface WireCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}
