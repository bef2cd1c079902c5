import type { Embedder } from "../../contracts/embedder.ts";
import type { ImageModel, ImageModelPricing } from "../../contracts/image-model.ts";
import type { Model, SDKAdapter } from "../../contracts/model.ts";
import type { SpeechModel, SpeechModelPricing } from "../../contracts/speech-model.ts";
import type { TranscriptionModel, TranscriptionModelPricing } from "../../contracts/transcription-model.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import {
  type AdapterOptions,
  configuredModel,
  type ModelConfig,
  type ModelMaker,
} from "../adapter/configured-model.ts";
import { type AiLike, type AiRunOptions, bindingTransport } from "./binding.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { type WorkersAIEmbedderConfig, workersAIEmbedder } from "./embedder.ts";
import type { MediaTarget } from "./media-target.ts";

/** An image model of Workers AI. */
export interface WorkersAIImageConfig {
  readonly name: string;
  readonly pricing?: ImageModelPricing | undefined;
}

/** A speech model of Workers AI. */
export interface WorkersAISpeechConfig {
  readonly name: string;
  /** A speaker of Aura, or a language of MeloTTS. */
  readonly voice?: string | undefined;
  readonly pricing?: SpeechModelPricing | undefined;
}

/** A transcription model of Workers AI. */
export interface WorkersAITranscriptionConfig {
  readonly name: string;
  readonly pricing?: TranscriptionModelPricing | undefined;
}

/** How a `WorkersAISDK` is set up. */
export interface WorkersAIOptions
  extends Omit<AdapterOptions, "fetch">,
    Pick<AiRunOptions, "gateway" | "tags"> {
  /** The AI binding of the Worker, `env.AI`. */
  readonly binding: AiLike;
  /** Sent to the service with every call, such as `x-session-affinity`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The label in reports. Default `workers-ai`. */
  readonly provider?: string;
}

/**
 * The adapter for Cloudflare's Workers AI, through the binding of a Worker: no key, no address. Outside a Worker, use
 * `OpenAISDK` with the address of Cloudflare's API.
 *
 * Models of the older generation answer without a reason why they stopped, cannot stream an answer that is held to a schema
 * (it comes whole), and stop after 256 tokens unless `maxTokens` says otherwise; where their context is known to have room,
 * the default is 2048. Throws a `ConfigError` (`INVALID_CONFIG`) where the binding is missing.
 *
 * @example
 * const workersAI = new WorkersAISDK({ binding: env.AI, gateway: { id: "my-gateway" } });
 * const model = workersAI.model({ name: "@cf/zai-org/glm-5.3-flash" });
 */
export class WorkersAISDK implements SDKAdapter {
  readonly #maker: ModelMaker<Uint8Array>;

  constructor({ binding, gateway, tags, headers, timeoutMs, ...options }: WorkersAIOptions) {
    if (typeof binding?.run !== "function") {
      throw new ConfigError(
        'WorkersAISDK needs the AI binding of the Worker. Add `"ai": { "binding": "AI" }` to the Wrangler configuration and pass `binding: env.AI`.',
      );
    }
    const { provider = "workers-ai", pricing } = options;
    const run = {
      ...(gateway && { gateway }),
      ...(tags && { tags }),
      ...(headers && { extraHeaders: headers }),
    };
    this.#maker = {
      adapter: "workers-ai",
      provider,
      pricing,
      transport: bindingTransport(binding, run, timeoutMs),
      capabilitiesOf,
      protocol: async (name, capabilities) =>
        (await import("./workers-ai-protocol.ts")).workersAIProtocol(name, capabilities),
    };
  }

  /**
   * A model of Workers AI. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new WorkersAISDK({ binding: env.AI }).model({ name: "@cf/meta/llama-4-scout-17b-16e-instruct", maxTokens: 4000 });
   */
  model(config: ModelConfig): Model {
    return configuredModel(config, this.#maker);
  }

  /**
   * An embedder of a model such as `@cf/baai/bge-m3`.
   *
   * @example
   * const embedder = new WorkersAISDK({ binding: env.AI }).embedder({ name: "@cf/baai/bge-m3" });
   */
  embedder(config: WorkersAIEmbedderConfig): Embedder {
    return workersAIEmbedder(config, this.#maker);
  }

  /**
   * A model that makes pictures, for `image({ model, prompt })`.
   *
   * @example
   * new WorkersAISDK({ binding: env.AI }).image({ name: "@cf/black-forest-labs/flux-1-schnell" });
   */
  image(config: WorkersAIImageConfig): ImageModel {
    const target = this.#target(config.name);
    return {
      ...identityOf(target, config.pricing),
      generate: async (prompt, options) =>
        (await import("./image.ts")).generateImages(target, prompt, options),
    };
  }

  /**
   * A model that speaks, for `speech({ model, text })`.
   *
   * @example
   * new WorkersAISDK({ binding: env.AI }).speech({ name: "@cf/deepgram/aura-1", voice: "luna" });
   */
  speech(config: WorkersAISpeechConfig): SpeechModel & Required<Pick<SpeechModel, "stream">> {
    const target = this.#target(config.name);
    return {
      ...identityOf(target, config.pricing),
      synthesize: async (text, options) =>
        (await import("./speech.ts")).synthesizeSpeech(target, config.voice, text, options),
      async *stream(text, options) {
        yield* (await import("./speech.ts")).streamSpeech(target, config.voice, text, options);
      },
    };
  }

  /**
   * A model that writes down what is said, for `transcribe({ model, audio })`.
   *
   * @example
   * new WorkersAISDK({ binding: env.AI }).transcribe({ name: "@cf/openai/whisper-large-v3-turbo" });
   */
  transcribe(config: WorkersAITranscriptionConfig): TranscriptionModel {
    const target = this.#target(config.name);
    return {
      ...identityOf(target, config.pricing),
      transcribe: async (audio, options) =>
        (await import("./transcribe.ts")).transcribeAudio(target, audio, options),
    };
  }

  #target(name: string): MediaTarget {
    const { adapter, provider, transport } = this.#maker;
    return { adapter, provider, name, transport };
  }

  /**
   * Estimates the tokens of a text, without a tokenizer and without asking the service: four characters of Latin script
   * count as one token, each character of Chinese, Japanese or Korean as one.
   *
   * @example
   * await new WorkersAISDK({ binding: env.AI }).count("The tide turns twice a day."); // 7
   */
  async count(text: string, _model?: string): Promise<number> {
    return estimateTokens(text);
  }
}

function identityOf<Pricing>(
  { name, provider }: MediaTarget,
  pricing: Pricing | undefined,
): { name: string; provider: string; pricing?: Pricing } {
  return { name, provider, ...(pricing && { pricing }) };
}
