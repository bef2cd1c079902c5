import type { Embedder } from "../../contracts/embedder.ts";
import type { ImageModel, ImageModelPricing } from "../../contracts/image-model.ts";
import type { Json } from "../../contracts/message.ts";
import type { SpeechModel, SpeechModelPricing } from "../../contracts/speech-model.ts";
import type { ModelPricing } from "../../core/usage.ts";
import { type EmbedderConfig, providerEmbedder } from "../adapter/embedder.ts";
import type { GoogleMediaTarget, GoogleService } from "./service.ts";

/** An embedder of Google. */
export interface GoogleEmbedderConfig extends EmbedderConfig {
  /** What the vectors are for, such as `RETRIEVAL_DOCUMENT`, `RETRIEVAL_QUERY` or `SEMANTIC_SIMILARITY`. */
  readonly taskType?: string;
  /**
   * The most texts in one request. Default 100; on Vertex AI 250, or 1 with Gemini's own models. Set it to 1 for those where
   * an official client asks Vertex AI.
   */
  readonly batchSize?: number;
  /** Fields merged into every request as they are. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** An image model of Google. The name is not checked here: the service refuses one that it does not have. */
export interface GoogleImageConfig {
  readonly name: string;
  readonly pricing?: ImageModelPricing | undefined;
}

/** A speech model of Google. */
export interface GoogleSpeechConfig {
  readonly name: string;
  /** The name of one of Google's voices. Default `Kore`. */
  readonly voice?: string | undefined;
  readonly pricing?: SpeechModelPricing | undefined;
}

/** The most tokens that Vertex AI takes in one request for embeddings, less what an estimate may be off. */
const VERTEX_TOKENS = 15_000;

/**
 * Makes an embedder. What makes its requests is loaded with the first call, as with all models below.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": "test-key" }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * googleEmbedder({ name: "gemini-embedding-001" }, service).dimensions; // 0
 */
export function googleEmbedder(config: GoogleEmbedderConfig, service: GoogleService): Embedder {
  const { name, dimensions, taskType, options } = config;
  const ofVertex = name.includes("gemini")
    ? { batchSize: 1 }
    : { batchSize: 250, batchTokens: VERTEX_TOKENS };
  return providerEmbedder({
    ...(service.isVertex ? ofVertex : { batchSize: 100 }),
    ...config,
    ...targetOf(config, service),
    embedBatch: async (texts, signal) =>
      (await import("./embed.ts")).embedTexts(
        targetOf(config, service),
        texts,
        { dimensions, taskType, options },
        signal,
      ),
  });
}

/**
 * Makes an image model.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": "test-key" }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * googleImageModel({ name: "gemini-2.5-flash-image" }, service).name; // "gemini-2.5-flash-image"
 */
export function googleImageModel(config: GoogleImageConfig, service: GoogleService): ImageModel {
  const target = targetOf(config, service);
  const { name, provider, pricing } = target;
  return {
    name,
    provider,
    ...(pricing && { pricing }),
    generate: async (...call) => (await import("./image.ts")).generateImages(target, ...call),
  };
}

/**
 * Makes a speech model.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": "test-key" }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * googleSpeechModel({ name: "gemini-2.5-flash-preview-tts", voice: "Puck" }, service).provider; // "google"
 */
export function googleSpeechModel(config: GoogleSpeechConfig, service: GoogleService): SpeechModel {
  const target = targetOf(config, service);
  const { name, provider, pricing } = target;
  return {
    name,
    provider,
    ...(pricing && { pricing }),
    synthesize: async (...call) =>
      (await import("./speech.ts")).synthesizeSpeech(target, config.voice, ...call),
    async *stream(...call) {
      yield* (await import("./speech.ts")).streamSpeech(target, config.voice, ...call);
    },
  };
}

/** A model's own price wins over the SDK's list. */
function targetOf<Pricing>(
  { name, pricing }: { readonly name: string; readonly pricing?: Pricing | undefined },
  service: GoogleService,
): GoogleMediaTarget & { readonly pricing?: Pricing | ModelPricing } {
  const { provider, pricing: prices = {} } = service;
  const price = pricing ?? (Object.hasOwn(prices, name) ? prices[name] : undefined);
  return { name, provider, adapter: "google", service, ...(price && { pricing: price }) };
}
