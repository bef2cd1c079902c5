/**
 * The Converse API as far as this adapter reads it. Every field may be missing or of another type, so the decoder checks
 * what it takes.
 */

/** A whole answer, or one event of a streamed one under its name. */
export interface WireBody {
  readonly output?: {
    readonly message?: { readonly content?: readonly (WireBlock | null)[] | null } | null;
  } | null;
  readonly stopReason?: unknown;
  readonly usage?: WireUsage | null;
  readonly trace?: unknown;
  readonly additionalModelResponseFields?: unknown;
}

/** One block of a whole message. Exactly one of its fields is set; blocks of other kinds are kept as they are. */
export interface WireBlock {
  readonly text?: unknown;
  readonly toolUse?: WireToolUse | null;
  readonly reasoningContent?: {
    readonly reasoningText?: WireReasoning | null;
    readonly redactedContent?: unknown;
  } | null;
  readonly citationsContent?: {
    readonly content?: readonly ({ readonly text?: unknown } | null)[] | null;
    readonly citations?: unknown;
  } | null;
}

export interface WireToolUse {
  readonly toolUseId?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
  /** Says who runs the tool: `server_tool_use` is run by the service. */
  readonly type?: unknown;
}

export interface WireReasoning {
  readonly text?: unknown;
  readonly signature?: unknown;
  readonly redactedContent?: unknown;
}

/** `contentBlockStart`, `contentBlockDelta` and `contentBlockStop`. */
export interface WireBlockEvent {
  readonly contentBlockIndex?: unknown;
  readonly start?: { readonly toolUse?: WireToolUse | null } | null;
  readonly delta?: {
    readonly text?: unknown;
    readonly toolUse?: WireToolUse | null;
    readonly toolResult?: unknown;
    readonly reasoningContent?: WireReasoning | null;
    readonly citation?: unknown;
    readonly image?: unknown;
  } | null;
}

export interface WireUsage {
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly totalTokens?: unknown;
  readonly cacheReadInputTokens?: unknown;
  readonly cacheWriteInputTokens?: unknown;
}
