import type { ModelCapabilities, SDKAdapter } from "../contracts/model.ts";
import type { ModelPricing } from "../core/usage.ts";
import { type MockModel, type MockResponse, mockModel } from "./mock-model.ts";

/** What a mock provider answers. */
export interface MockSDKConfig {
  /** One answer per call of each model; the last one repeats. */
  readonly responses?: readonly MockResponse[];
  /** The name of a model that is asked for without one. Default `mock-model`. */
  readonly defaultModelName?: string;
  readonly provider?: string;
  readonly capabilities?: ModelCapabilities;
  readonly pricing?: Readonly<Record<string, ModelPricing>>;
}

/** A mock provider. */
export interface MockAdapter extends SDKAdapter {
  /** The models that were made, in order. */
  readonly models: readonly MockModel[];
  model(config?: { readonly name?: string; readonly pricing?: ModelPricing }): MockModel;
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
    count: async (text) => Math.ceil(text.length / 4),
  };
} as MockSDKFactory;
