import type { Json } from "../../contracts/message.ts";

/** The versions of the AI SDK's specification of language models that are spoken here. */
export type SpecificationVersion = "v3" | "v4";

/** What a provider wants back, or takes beyond the specification: by the provider's name, JSON only. */
export type AISDKMetadata = Record<string, { [name: string]: Json | undefined }>;

/** Tokens, in which the cached ones are a part of the input, and reasoning a part of the output. */
export interface AISDKUsage {
  inputTokens: {
    total: number | undefined;
    noCache: number | undefined;
    cacheRead: number | undefined;
    cacheWrite: number | undefined;
  };
  outputTokens: { total: number | undefined; text: number | undefined; reasoning: number | undefined };
}

/** A part of a prompt, of either version. */
export interface AISDKPromptPart {
  readonly type: string;
  readonly text?: string;
  /** The bytes of a file or where they are: differs from version to version. */
  readonly data?: unknown;
  readonly mediaType?: string;
  readonly filename?: string | undefined;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: { readonly type: string; readonly value?: unknown; readonly reason?: string | undefined };
  readonly providerExecuted?: boolean | undefined;
  readonly providerOptions?: AISDKMetadata | undefined;
}

/** A message of a prompt. */
export interface AISDKPromptMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | readonly AISDKPromptPart[];
  readonly providerOptions?: AISDKMetadata | undefined;
}

/** A tool of a call: a function, or one that the provider runs itself. */
export interface AISDKTool {
  readonly type: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly id?: string;
}

/** The options of a call, of either version. */
export interface AISDKCallOptions {
  readonly prompt: readonly AISDKPromptMessage[];
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly responseFormat?:
    | { readonly type: string; readonly schema?: unknown; readonly name?: string | undefined }
    | undefined;
  readonly seed?: number | undefined;
  readonly tools?: readonly AISDKTool[] | undefined;
  readonly toolChoice?: { readonly type: string; readonly toolName?: string } | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** How much the model shall think; version 4 only. */
  readonly reasoning?: string | undefined;
  readonly providerOptions?: AISDKMetadata | undefined;
}

/** A part of an answer or of its stream, of either version. */
export interface AISDKAnswerPart {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly inputEncoding?: string | undefined;
  readonly providerExecuted?: boolean | undefined;
  readonly preliminary?: boolean | undefined;
  readonly error?: unknown;
  readonly usage?: AISDKUsage;
  readonly finishReason?: AISDKFinish;
  readonly providerMetadata?: AISDKMetadata | undefined;
}

/** Why a model stopped: in a word of the specification, and in the provider's own. */
export interface AISDKFinish {
  readonly unified: string;
  readonly raw: string | undefined;
}

/** A whole answer, of either version. */
export interface AISDKAnswer {
  readonly content: readonly AISDKAnswerPart[];
  /** The part of the text that is the JSON, where there is more; version 4 only. */
  readonly structuredOutputText?: string | undefined;
  readonly finishReason: AISDKFinish;
  readonly usage: AISDKUsage;
  readonly providerMetadata?: AISDKMetadata | undefined;
}

/** A language model of the AI SDK: `LanguageModelV3` and `LanguageModelV4` of `@ai-sdk/provider` are such. */
export interface AISDKLanguageModel {
  readonly specificationVersion: SpecificationVersion;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: PromiseLike<Record<string, RegExp[]>> | Record<string, RegExp[]>;
  doGenerate(options: AISDKCallOptions): PromiseLike<AISDKAnswer>;
  doStream(options: AISDKCallOptions): PromiseLike<{ readonly stream: ReadableStream<AISDKAnswerPart> }>;
}

/** Under this name stands in `providerMetadata` what only the two ways between the packages need. */
export const FAMILY = "ai-sdk";

/**
 * The entries of some metadata that the AI SDK can carry; `undefined` where there are none.
 *
 * @example
 * metadataOf({ anthropic: { signature: "c2ln" }, note: 1 }); // { anthropic: { signature: "c2ln" } }
 */
export function metadataOf(
  metadata: Readonly<Record<string, unknown>> | undefined,
): AISDKMetadata | undefined {
  const entries = Object.entries(metadata ?? {}).filter(
    (entry): entry is [string, AISDKMetadata[string]] =>
      entry[0] !== FAMILY && typeof entry[1] === "object" && entry[1] !== null && !Array.isArray(entry[1]),
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * What stands in metadata under the name of this family.
 *
 * @example
 * ownMetadata({ "ai-sdk": { model: "openai/gpt-4o" } }).model; // "openai/gpt-4o"
 */
export function ownMetadata(metadata: Readonly<Record<string, unknown>> | undefined): OwnMetadata {
  return Object(metadata?.[FAMILY]);
}

/** What the two ways between the packages keep. */
export interface OwnMetadata {
  /** On a message: the order of its parts, with those that this package has no words for. */
  readonly content?: unknown;
  /** On a message of the user of the AI SDK: the options that stood on it. */
  readonly options?: AISDKMetadata;
  /** On a tool's result: the output as it was. */
  readonly output?: AISDKPromptPart["output"];
  /** On reasoning: the model that thought so. */
  readonly model?: string;
  /** On an answer: the specification's word for why it stopped, where this package has none. */
  readonly unified?: string;
}
