import type { Model } from "../../contracts/model.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import { configuredModel, type ModelConfig } from "../adapter/configured-model.ts";
import { capabilitiesOf } from "../openai/capabilities.ts";
import type { AISDKLanguageModel } from "./language-model.ts";
import { foreignModels } from "./origins.ts";

/** What a model of the AI SDK is called here, what it can do, its price, and the defaults of its calls. */
export interface FromLanguageModelConfig extends Omit<ModelConfig, "name"> {
  /** Default: its `modelId`. */
  readonly name?: string;
  /** The label in reports. Default: its `provider`. */
  readonly provider?: string;
}

/** What talks to the model is loaded with the first call. */
const protocols: Lazy<typeof import("./ai-sdk-protocol.ts")> = /* @__PURE__ */ lazy(
  () => import("./ai-sdk-protocol.ts"),
);

/**
 * Makes a model out of any language model of the AI SDK, by its shape alone: specification version 3 or 4, from whatever
 * package. `providerOptions` of a call go to it as they are, by the provider's name, and what it sends as `providerMetadata`
 * goes back to it byte for byte. What it can do is told by its name, as far as that is known; flags win.
 *
 * Throws a `ConfigError` (`INVALID_CONFIG`) for another version. Calls reject with the errors of all providers, by the
 * status and the body of the `APICallError`.
 *
 * @example
 * const model = fromLanguageModel(languageModel, { vision: true, pricing: { input: 0.15, output: 0.6 } });
 */
export function fromLanguageModel(source: AISDKLanguageModel, config: FromLanguageModelConfig = {}): Model {
  const { specificationVersion: version, modelId } = source;
  if (version !== "v3" && version !== "v4") {
    throw new ConfigError(
      `The language model "${modelId}" has the specification version "${version}"; "v3" and "v4" are spoken here. Update its package.`,
    );
  }
  const { provider = source.provider, ...rest } = config;
  const model = configuredModel(
    { name: modelId, ...rest },
    {
      adapter: "ai-sdk",
      provider,
      transport: {
        send: async (request, linked) => (await protocols()).aiSdkTransport(source).send(request, linked),
        reader: async () => (await protocols()).aiSdkTransport(source).reader(),
      },
      capabilitiesOf,
      protocol: async (_name, capabilities) => (await protocols()).aiSdkProtocol(source, capabilities),
    },
  );
  foreignModels.add(model);
  return model;
}
