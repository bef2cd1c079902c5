import type { Embedder } from "../../contracts/embedder.ts";
import type { Model, SDKAdapter } from "../../contracts/model.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import {
  type AdapterOptions,
  configuredModel,
  type ModelConfig,
  type ModelMaker,
} from "../adapter/configured-model.ts";
import { connect, type Sign } from "../adapter/transport.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { type BedrockEmbedderConfig, bedrockEmbedder } from "./embedder.ts";
import type { Signing } from "./sign.ts";

/** How a `BedrockSDK` is set up. */
export interface BedrockOptions extends AdapterOptions {
  /** The AWS region that is asked, such as `us-east-1`; its endpoint is called, and requests are signed for it. */
  readonly region: string;
  /**
   * Keys that sign the requests, or a function that gives them and is asked before each. Leave them out where a proxy of
   * yours signs. In a page they are in the hands of its user: give temporary ones, as Amazon Cognito does, that may invoke
   * models and nothing else.
   */
  readonly credentials?: Signing["credentials"];
  /** A Bedrock API key, sent as a bearer token in the place of a signature. */
  readonly apiKey?: string | undefined;
  /** The address before `/model`. Default: the endpoint of the region. */
  readonly baseURL?: string | undefined;
  /** The label in reports. Default `bedrock`. */
  readonly provider?: string;
}

/** A model of Bedrock: its name is a model's identifier, that of an inference profile, or an ARN. */
export interface BedrockModelConfig extends ModelConfig {
  /** The identifier of the model behind an ARN that does not tell it, such as an application inference profile's. */
  readonly base?: string;
}

/**
 * The adapter for Amazon Bedrock: all its chat models through Converse and ConverseStream, embeddings of Titan and Cohere.
 * Uses `fetch` alone; requests are signed with AWS Signature Version 4 by Web Crypto, or carry a Bedrock API key. Models that
 * Bedrock does not stream while they have tools, such as Llama, answer whole then, also where a stream was asked for.
 *
 * `providerOptions` are fields of the Converse request: `guardrailConfig`, `performanceConfig`, `serviceTier`,
 * `additionalModelRequestFields`, a `toolConfig` with system tools. Parts of messages may have
 * `providerMetadata: { bedrock: { cachePoint: { type: "default" } } }`, texts also `guardContent: true`.
 *
 * Throws a `ConfigError` (`INVALID_CONFIG`) for a region that is none, for credentials that lack a key, and for an API key
 * that no header can carry.
 *
 * @example
 * const bedrock = new BedrockSDK({ region: "us-east-1", apiKey: "bedrock-api-key-test" });
 * const model = bedrock.model({ name: "us.anthropic.claude-haiku-4-5-20251001-v1:0", maxTokens: 500 });
 * model.capabilities?.vision; // true
 */
export class BedrockSDK implements SDKAdapter {
  readonly #maker: ModelMaker<Uint8Array>;

  constructor({ region, credentials, apiKey, baseURL, ...options }: BedrockOptions) {
    if (!/^[a-z]{2,10}(?:-[a-z0-9]{1,12}){2,4}$/.test(region)) {
      throw new ConfigError(`"${region}" is no AWS region. Give one such as "us-east-1".`);
    }
    if (typeof credentials === "object" && !(credentials.accessKeyId && credentials.secretAccessKey)) {
      throw new ConfigError("The AWS credentials lack accessKeyId or secretAccessKey.");
    }
    const { provider = "bedrock", pricing } = options;
    const sign: Sign | undefined =
      credentials && !apiKey
        ? async (url, init) => (await import("./sign.ts")).signRequest(url, init, { credentials, region })
        : undefined;
    const address = baseURL ?? `https://bedrock-runtime.${region}.amazonaws.com`;
    const own = { authorization: apiKey && `Bearer ${apiKey.trim()}` };
    this.#maker = {
      adapter: "bedrock",
      provider,
      pricing,
      transport: connect(address, own, options, sign),
      capabilitiesOf,
      protocol: (name, capabilities) => loadProtocol(name, name, capabilities),
    };
  }

  /**
   * A model of Bedrock. What it can do is told by its identifier; flags in the configuration win.
   *
   * @example
   * const bedrock = new BedrockSDK({ region: "eu-west-1", apiKey: "bedrock-api-key-test" });
   * const name = "arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/a1b2c3d4e5f6";
   * bedrock.model({ name, base: "anthropic.claude-sonnet-4-6" }).capabilities?.reasoning; // true
   */
  model({ base, ...config }: BedrockModelConfig): Model {
    if (!base) return configuredModel(config, this.#maker);
    return configuredModel(config, {
      ...this.#maker,
      capabilitiesOf: () => capabilitiesOf(base),
      protocol: (name, capabilities) => loadProtocol(name, base, capabilities),
    });
  }

  /**
   * An embedder: Amazon Titan Text Embeddings, which takes one text a request, or Cohere Embed.
   *
   * @example
   * const bedrock = new BedrockSDK({ region: "us-east-1", apiKey: "bedrock-api-key-test" });
   * bedrock.embedder({ name: "amazon.titan-embed-text-v2:0" }).dimensions; // 1024
   */
  embedder(config: BedrockEmbedderConfig): Embedder {
    return bedrockEmbedder(config, this.#maker);
  }

  /**
   * Estimates the tokens of a text, without a tokenizer and without asking the service: four characters of Latin script
   * count as one token, each character of Chinese, Japanese or Korean as one.
   *
   * @example
   * await new BedrockSDK({ region: "us-east-1" }).count("The tide turns twice a day."); // 7
   */
  async count(text: string, _model?: string): Promise<number> {
    return estimateTokens(text);
  }
}

async function loadProtocol(
  name: string,
  base: string,
  capabilities: NonNullable<Model["capabilities"]>,
): ReturnType<ModelMaker<Uint8Array>["protocol"]> {
  const { converseProtocol } = await import("./converse-protocol.ts");
  return converseProtocol({ name, base, capabilities });
}
