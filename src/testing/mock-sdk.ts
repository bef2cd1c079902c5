import type { Embedder } from "../contracts/embedder.ts";
import type { ImageModelPricing } from "../contracts/image-model.ts";
import type { ModelCapabilities, SDKAdapter } from "../contracts/model.ts";
import type { SpeechModelPricing } from "../contracts/speech-model.ts";
import type { TranscriptionModelPricing } from "../contracts/transcription-model.ts";
import type { ModelPricing } from "../core/usage.ts";
import { MockImageModel, type MockImageResponse } from "./mock-image-model.ts";
import { type MockModel, type MockResponse, mockModel } from "./mock-model.ts";
import { MockSpeechModel, type MockSpeechResponse } from "./mock-speech-model.ts";
import { MockTranscriptionModel, type MockTranscriptionResponse } from "./mock-transcription-model.ts";

/** What a mock provider answers. */
export interface MockSDKConfig {
  /** One answer per call of each model; the last one repeats. */
  readonly responses?: readonly MockResponse[];
  /** The name of a model that is asked for without one. Default `mock-model`. */
  readonly defaultModelName?: string;
  readonly provider?: string;
  readonly capabilities?: ModelCapabilities;
  readonly pricing?: Readonly<Record<string, ModelPricing>>;
  /** What its image models answer; each model has the whole script. */
  readonly imageResponses?: readonly MockImageResponse[];
  readonly imagePricing?: ImageModelPricing;
  readonly speechResponses?: readonly MockSpeechResponse[];
  readonly speechPricing?: SpeechModelPricing;
  readonly transcriptionResponses?: readonly MockTranscriptionResponse[];
  readonly transcriptionPricing?: TranscriptionModelPricing;
  /** What `embedder(...)` gives; without it there is no such method, as with providers that have no embeddings. */
  readonly embedder?: Embedder;
}

/** The name of a mock media model, and its price where it has one of its own. */
interface MockMediaConfig<Pricing> {
  readonly name?: string;
  readonly pricing?: Pricing;
}

/** A mock provider. */
export interface MockAdapter extends SDKAdapter {
  /** The models that were made, in order. */
  readonly models: readonly MockModel[];
  model(config?: { readonly name?: string; readonly pricing?: ModelPricing }): MockModel;
  image(config?: MockMediaConfig<ImageModelPricing>): MockImageModel;
  speech(config?: MockMediaConfig<SpeechModelPricing>): MockSpeechModel;
  transcribe(config?: MockMediaConfig<TranscriptionModelPricing>): MockTranscriptionModel;
}

/** Makes a mock provider, with or without `new`. */
export interface MockSDKFactory {
  (config?: MockSDKConfig): MockAdapter;
  new (config?: MockSDKConfig): MockAdapter;
}

/**
 * A provider that answers from a script: no network, no key.
 *
 * @example
 * const sdk = MockSDK({ responses: [{ content: "Hello" }] });
 * const model = sdk.model({ name: "mock" });
 */
// A function that returns an object serves both a call and `new`; the type cannot be written on a declaration.
export const MockSDK: MockSDKFactory = function MockSDK(config: MockSDKConfig = {}): MockAdapter {
  const models: MockModel[] = [];
  const { embedder } = config;
  return {
    models,
    model: ({ name = config.defaultModelName ?? "mock-model", pricing = config.pricing?.[name] } = {}) => {
      const { responses, provider, capabilities } = config;
      const made = mockModel({
        name,
        ...(responses ? { responses } : {}),
        ...(provider ? { provider } : {}),
        ...(capabilities ? { capabilities } : {}),
        ...(pricing ? { pricing } : {}),
      });
      models.push(made);
      return made;
    },
    image: ({ name, pricing = config.imagePricing } = {}) =>
      new MockImageModel(name, config.imageResponses, pricing, config.provider),
    speech: ({ name, pricing = config.speechPricing } = {}) =>
      new MockSpeechModel(name, config.speechResponses, pricing, config.provider),
    transcribe: ({ name, pricing = config.transcriptionPricing } = {}) =>
      new MockTranscriptionModel(name, config.transcriptionResponses, pricing, config.provider),
    ...(embedder && { embedder: () => embedder }),
    count: async (text) => Math.ceil(text.length / 4),
  };
} as MockSDKFactory;
