import type { Embedder } from "../../contracts/embedder.ts";
import type { ImageModel, ImageModelPricing } from "../../contracts/image-model.ts";
import type { Json } from "../../contracts/message.ts";
import type { Moderator } from "../../contracts/moderation.ts";
import type { SpeechModel, SpeechModelPricing } from "../../contracts/speech-model.ts";
import type { TranscriptionModel, TranscriptionModelPricing } from "../../contracts/transcription-model.ts";
import type { ModelPricing } from "../../core/usage.ts";
import { type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import type { MediaTarget } from "./media-target.ts";

/** An embedder of OpenAI, or of a service that speaks its language. */
export interface OpenAIEmbedderConfig extends EmbedderConfig {
  /** The most texts in one request. Default 2,048, which is OpenAI's limit; other services have lower ones. */
  readonly batchSize?: number;
  /** Fields merged into every request as they are. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** An image model of OpenAI. The name is not checked here: the service refuses one that it does not have. */
export interface OpenAIImageConfig {
  readonly name: string;
  readonly pricing?: ImageModelPricing | undefined;
}

/** A speech model of OpenAI. */
export interface OpenAISpeechConfig {
  readonly name: string;
  /** Default `alloy`. */
  readonly voice?: string | undefined;
  readonly pricing?: SpeechModelPricing | undefined;
}

/** A transcription model of OpenAI. */
export interface OpenAITranscriptionConfig {
  readonly name: string;
  readonly pricing?: TranscriptionModelPricing | undefined;
}

/** A model that streams, as all of OpenAI do; some in one piece. */
export type Streaming<Model extends { readonly stream?: unknown }> = Model & Required<Pick<Model, "stream">>;

/** Who makes the models below: the part of a `ModelMaker` that they need. */
export interface MediaMaker extends Omit<MediaTarget, "name"> {
  readonly pricing?: Readonly<Record<string, ModelPricing>> | undefined;
}

/**
 * Makes an embedder. What makes its requests is loaded with the first call, as with all models below.
 *
 * @param asBytes whether the service is OpenAI itself, which can send numbers as bytes.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {});
 * openaiEmbedder({ name: "text-embedding-3-small" }, { provider: "openai", transport }, true).dimensions; // 0
 */
export function openaiEmbedder(config: OpenAIEmbedderConfig, maker: MediaMaker, asBytes: boolean): Embedder {
  const { name, dimensions, options } = config;
  return providerEmbedder({
    batchSize: 2048,
    batchTokens: 200_000,
    ...config,
    ...identityOf(config, maker),
    embedBatch: async (texts, signal) =>
      (await import("./embed.ts")).embedTexts(
        { ...maker, name },
        texts,
        { dimensions, asBytes, options },
        signal,
      ),
  });
}

/**
 * Makes an image model.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {});
 * openaiImageModel({ name: "gpt-image-1" }, { provider: "openai", transport }).name; // "gpt-image-1"
 */
export function openaiImageModel(config: OpenAIImageConfig, maker: MediaMaker): Streaming<ImageModel> {
  const target = { ...maker, name: config.name };
  return {
    ...identityOf(config, maker),
    generate: async (...call) => (await import("./image.ts")).generateImages(target, ...call),
    async *stream(...call) {
      yield* (await import("./image.ts")).streamImages(target, ...call);
    },
  };
}

/**
 * Makes a speech model.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {});
 * openaiSpeechModel({ name: "tts-1", voice: "verse" }, { provider: "openai", transport }).name; // "tts-1"
 */
export function openaiSpeechModel(config: OpenAISpeechConfig, maker: MediaMaker): Streaming<SpeechModel> {
  const target = { ...maker, name: config.name };
  return {
    ...identityOf(config, maker),
    synthesize: async (...call) =>
      (await import("./speech.ts")).synthesizeSpeech(target, config.voice, ...call),
    async *stream(...call) {
      yield* (await import("./speech.ts")).streamSpeech(target, config.voice, ...call);
    },
  };
}

/**
 * Makes a transcription model.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {});
 * openaiTranscriptionModel({ name: "whisper-1" }, { provider: "openai", transport }).name; // "whisper-1"
 */
export function openaiTranscriptionModel(
  config: OpenAITranscriptionConfig,
  maker: MediaMaker,
): Streaming<TranscriptionModel> {
  const target = { ...maker, name: config.name };
  return {
    ...identityOf(config, maker),
    transcribe: async (...call) => (await import("./transcribe.ts")).transcribeAudio(target, ...call),
    async *stream(...call) {
      yield* (await import("./transcribe.ts")).streamTranscription(target, ...call);
    },
  };
}

/**
 * Makes a moderator.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {});
 * openaiModerator("omni-moderation-latest", { provider: "openai", transport }).provider; // "openai"
 */
export function openaiModerator(name: string, maker: MediaMaker): Moderator {
  const target = { ...maker, name };
  return {
    name,
    provider: maker.provider,
    moderate: async (...call) => (await import("./moderate.ts")).moderate(target, ...call),
    moderateMany: async (...call) => (await import("./moderate.ts")).moderateMany(target, ...call),
  };
}

/** A model's own price wins over the SDK's list. */
function identityOf<Pricing>(
  { name, pricing }: { readonly name: string; readonly pricing?: Pricing | undefined },
  { provider, pricing: prices = {} }: MediaMaker,
): { readonly name: string; readonly provider: string; readonly pricing?: Pricing | ModelPricing } {
  const price = pricing ?? (Object.hasOwn(prices, name) ? prices[name] : undefined);
  return { name, provider, ...(price && { pricing: price }) };
}
