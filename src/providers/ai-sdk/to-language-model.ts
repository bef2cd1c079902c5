import type { Model, ModelChunk } from "../../contracts/model.ts";
import type { AnswerContent, AnswerStreamPart, AnswerWarning } from "./answer-types.ts";
import { apiCallError } from "./api-call-error.ts";
import { decodeCall } from "./decode-call.ts";
import { answerOf, finishOf } from "./encode-answer.ts";
import type { AISDKCallOptions, AISDKMetadata, AISDKUsage, SpecificationVersion } from "./language-model.ts";
import { metadataOf } from "./language-model.ts";
import { streamEncoder } from "./stream-encoder.ts";
import { usageTo } from "./usage.ts";

/** Options of `toLanguageModel`. */
export interface ToLanguageModelOptions<Version extends SpecificationVersion = SpecificationVersion> {
  /** The version of the specification. Default: the newest, `v4`. */
  readonly version?: Version;
  /**
   * The URLs that the model fetches itself, by media type. The AI SDK fetches all others. Default: none, so that the model
   * gets bytes, which every adapter takes.
   */
  readonly supportedUrls?: Record<string, RegExp[]>;
}

/** The answer of a model of this package, in the words of the AI SDK. */
export interface LanguageModelAnswer<Version extends SpecificationVersion> {
  content: AnswerContent<Version>[];
  finishReason: {
    unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";
    raw: string | undefined;
  };
  usage: AISDKUsage;
  providerMetadata?: AISDKMetadata;
  warnings: AnswerWarning[];
}

/** A model of this package as a language model of the AI SDK; fits `LanguageModelV3` or `LanguageModelV4`. */
export interface LanguageModelOf<Version extends SpecificationVersion> {
  readonly specificationVersion: Version;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(options: AISDKCallOptions): Promise<LanguageModelAnswer<Version>>;
  doStream(options: AISDKCallOptions): Promise<{ stream: ReadableStream<AnswerStreamPart<Version>> }>;
}

/**
 * Makes a language model of the AI SDK out of a model of this package, for `generateText`, `streamText` and all that takes
 * one. What the model cannot do is told as a warning; where it takes no schema for its answer, the system prompt says it.
 * `providerOptions` under the model's `provider` go to the request as fields. Failures are an `APICallError` by its brand,
 * with the error of this package as their `cause`, so that the AI SDK's retries know which can help.
 *
 * @example
 * const languageModel = toLanguageModel(new OpenAISDK({ apiKey }).model({ name: "gpt-4o-mini" }));
 */
export function toLanguageModel(model: Model, options?: ToLanguageModelOptions<"v4">): LanguageModelOf<"v4">;
export function toLanguageModel(
  model: Model,
  options: ToLanguageModelOptions<"v3"> & { readonly version: "v3" },
): LanguageModelOf<"v3">;
export function toLanguageModel(
  model: Model,
  { version = "v4", supportedUrls = {} }: ToLanguageModelOptions = {},
): LanguageModelOf<SpecificationVersion> {
  return {
    specificationVersion: version,
    provider: model.provider,
    modelId: model.name,
    supportedUrls,
    async doGenerate(asked) {
      try {
        const { messages, call, warnings } = decodeCall(asked, model);
        const response = await model.complete(messages, call);
        const providerMetadata = metadataOf(response.providerMetadata);
        return {
          content: answerOf(response, model, version),
          finishReason: finishOf(response),
          usage: usageTo(response.usage),
          ...(providerMetadata && { providerMetadata }),
          warnings,
        };
      } catch (error) {
        throw apiCallError(error, asked.abortSignal);
      }
    },
    async doStream(asked) {
      try {
        const { messages, call, warnings } = decodeCall(asked, model);
        const chunks = model.stream(messages, call)[Symbol.asyncIterator]();
        // The request is made with the first chunk: what fails before it, can be tried again.
        const first = await chunks.next();
        return { stream: streamOf(first, chunks, { model, version, warnings, signal: asked.abortSignal }) };
      } catch (error) {
        throw apiCallError(error, asked.abortSignal);
      }
    },
  };
}

function streamOf<Version extends SpecificationVersion>(
  first: IteratorResult<ModelChunk>,
  chunks: AsyncIterator<ModelChunk>,
  known: {
    readonly model: Model;
    readonly version: Version;
    readonly warnings: AnswerWarning[];
    readonly signal: AbortSignal | undefined;
  },
): ReadableStream<AnswerStreamPart<Version>> {
  const encoder = streamEncoder<Version>(known);
  let next: IteratorResult<ModelChunk> | undefined = first;
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: known.warnings });
    },
    async pull(controller) {
      // Until there is something to pass on: a chunk may be held back.
      for (let isIdle = true; isIdle; ) {
        try {
          const { done, value } = next ?? (await chunks.next());
          next = undefined;
          const parts = done ? encoder.end() : encoder.take(value);
          for (const part of parts) controller.enqueue(part);
          if (done) controller.close();
          isIdle = !done && parts.length === 0;
        } catch (error) {
          for (const part of encoder.fail(apiCallError(error, known.signal))) controller.enqueue(part);
          controller.close();
          return;
        }
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
