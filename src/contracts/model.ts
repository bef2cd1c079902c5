import type { ModelPricing, Usage } from "../core/usage.ts";
import type { Embedder } from "./embedder.ts";
import type { ImageModel } from "./image-model.ts";
import type { Json, Message, ProviderMetadata, ReasoningPart, ToolCallRequest } from "./message.ts";
import type { Moderator } from "./moderation.ts";
import type { JsonSchema, Schema } from "./schema.ts";
import type { SpeechModel } from "./speech-model.ts";
import type { TranscriptionModel } from "./transcription-model.ts";

/** What a model can do. A missing flag reads as `false`. */
export interface ModelCapabilities {
  readonly structuredOutput?: boolean;
  readonly vision?: boolean;
  readonly reasoning?: boolean;
  readonly promptCaching?: boolean;
  readonly audio?: boolean;
  readonly pdf?: boolean;
}

/** The part of a tool that a model gets to see. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
}

/** Which tool the model must, may or must not call. */
export type ToolChoice = "auto" | "none" | "required" | { readonly tool: string };

/** Options of one model call. A model ignores what its capabilities do not cover. */
export interface ModelCallOptions {
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** The cap of output tokens. */
  readonly maxTokens?: number;
  readonly tools?: readonly ModelTool[] | undefined;
  readonly toolChoice?: ToolChoice;
  /** `false` asks the provider for at most one tool call a turn. */
  readonly parallelToolCalls?: boolean;
  readonly responseSchema?: JsonSchema | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly reasoning?:
    | { readonly effort?: "low" | "medium" | "high" | "none"; readonly maxTokens?: number }
    | undefined;
  readonly cacheControl?: { readonly breakpoints: number } | undefined;
  /** Fields merged into the request body as they are, for what this contract does not name. */
  readonly providerOptions?: Readonly<Record<string, Json>>;
  /** Extra request headers of this call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a model stopped. Tools run after `tool_calls` and `stop` only. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "error";

/** A whole answer. */
export interface ModelResponse {
  readonly content: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for why it stopped. */
  readonly rawFinishReason?: string;
  /** Missing where the provider did not say. */
  readonly usage?: Usage;
  readonly toolCalls?: readonly ToolCallRequest[];
  readonly reasoning?: readonly ReasoningPart[];
  /** Opaque data that belongs to the assistant message and goes back with it. */
  readonly providerMetadata?: ProviderMetadata;
}

/** One event of a streamed answer. The last one is `done`; a stream that ends without it was cut off. */
export type ModelChunk =
  | { readonly type: "delta"; readonly content: string }
  | { readonly type: "reasoning-delta"; readonly content: string }
  | { readonly type: "reasoning"; readonly part: ReasoningPart }
  | { readonly type: "tool-call-delta"; readonly id: string; readonly name: string; readonly delta: string }
  | ({ readonly type: "tool-call" } & ToolCallRequest)
  | {
      readonly type: "done";
      readonly finishReason: FinishReason;
      readonly rawFinishReason?: string;
      readonly usage?: Usage;
      readonly providerMetadata?: ProviderMetadata;
    };

/**
 * A language model. `complete` rejects with an `AIError`; `stream` throws one out of the iteration. Both stop when
 * `options.signal` aborts: the request body is cancelled and nothing more is read.
 */
export interface Model {
  readonly name: string;
  readonly provider: string;
  readonly capabilities?: ModelCapabilities;
  readonly pricing?: ModelPricing;
  complete(messages: readonly Message[], options?: ModelCallOptions): Promise<ModelResponse>;
  stream(messages: readonly Message[], options?: ModelCallOptions): AsyncIterable<ModelChunk>;
}

/** Which capabilities of a model differ from what its name tells. */
type CapabilityOverrides = Omit<ModelCapabilities, "reasoning">;

/** The call options that a model may have defaults for. */
type DefaultOptions = Omit<ModelCallOptions, "tools" | "signal" | "responseSchema" | "reasoning">;

/**
 * A model's name, what it can do where its name does not tell, its price, and the defaults of its calls: what every adapter
 * understands. An adapter ignores what its service has no word for.
 */
export interface ModelConfig extends CapabilityOverrides, DefaultOptions {
  readonly name: string;
  /** Wins over the SDK's `pricing`. */
  readonly pricing?: ModelPricing;
  /** Whether the model reasons, or how it shall by default. */
  readonly reasoning?: boolean | NonNullable<ModelCallOptions["reasoning"]>;
}

/** What a provider adapter offers. `count` estimates or counts the tokens of a text. */
export interface SDKAdapter {
  model(config: ModelConfig): Model;
  count(text: string, model?: string): Promise<number>;
  /** Missing where the provider has no embeddings. */
  embedder?(config: { readonly name: string }): Embedder;
  /** Missing where the provider makes no pictures. */
  image?(config: { readonly name: string }): ImageModel;
  /** Missing where the provider does not speak. */
  speech?(config: { readonly name: string }): SpeechModel;
  /** Missing where the provider does not listen. */
  transcribe?(config: { readonly name: string }): TranscriptionModel;
  /** Missing where the provider does not judge content. */
  moderation?(config?: { readonly name?: string }): Moderator;
}

/** The same as `Model`, under the name that goes with `AgentContract` and `ToolContract`. */
export type ModelContract = Model;

/** The same as `SDKAdapter`. */
export type SDKAdapterContract = SDKAdapter;
