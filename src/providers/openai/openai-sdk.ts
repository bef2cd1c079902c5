import type { Embedder } from "../../contracts/embedder.ts";
import type { ImageModel } from "../../contracts/image-model.ts";
import type { Model, SDKAdapter } from "../../contracts/model.ts";
import type { Moderator } from "../../contracts/moderation.ts";
import type { SpeechModel } from "../../contracts/speech-model.ts";
import type { TranscriptionModel } from "../../contracts/transcription-model.ts";
import { lazy } from "../../core/lazy.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import {
  type AdapterOptions,
  configuredModel,
  type ModelConfig,
  type ModelMaker,
} from "../adapter/configured-model.ts";
import { connect } from "../adapter/transport.ts";
import { capabilitiesOf } from "./capabilities.ts";
import {
  type OpenAIEmbedderConfig,
  type OpenAIImageConfig,
  type OpenAISpeechConfig,
  type OpenAITranscriptionConfig,
  openaiEmbedder,
  openaiImageModel,
  openaiModerator,
  openaiSpeechModel,
  openaiTranscriptionModel,
} from "./media-models.ts";
import type { Quirks } from "./quirks.ts";
import { OPENAI, type Service } from "./service.ts";

const OPENAI_URL = "https://api.openai.com/v1";

/** How an `OpenAISDK` is set up. */
export interface OpenAIOptions extends AdapterOptions {
  /** Sent as a bearer token. Leave it out where the server wants none, or where a proxy of yours adds it. */
  readonly apiKey?: string;
  /** The address before `/chat/completions`. Default `https://api.openai.com/v1`; a query is kept. */
  readonly baseURL?: string;
  /** The label in reports; also names the service where its address is a proxy's. Default `openai`. */
  readonly provider?: string;
  /** Sent as `openai-organization`. */
  readonly organization?: string;
  /** Corrects the table of services, for one that it does not know or that has changed. */
  readonly quirks?: Partial<Quirks>;
}

/**
 * The adapter for OpenAI and for every service that speaks its chat completions: OpenRouter, Groq, Mistral, DeepSeek,
 * Cerebras, xAI, Gemini's and Ollama's compatible endpoints, vLLM, LM Studio and others. Uses `fetch` alone.
 *
 * Throws a `ConfigError` (`INVALID_CONFIG`) for an API key that no header can carry.
 *
 * @example
 * const openai = new OpenAISDK({ apiKey: "sk-test", pricing: { "gpt-4o-mini": { input: 0.15, output: 0.6 } } });
 * const model = openai.model({ name: "gpt-4o-mini", temperature: 0 });
 * const ollama = new OpenAISDK({ baseURL: "http://localhost:11434/v1" });
 */
export class OpenAISDK implements SDKAdapter {
  readonly #maker: ModelMaker<Uint8Array>;
  readonly #isOpenAI: boolean;

  constructor({ baseURL = OPENAI_URL, quirks, apiKey, organization, ...options }: OpenAIOptions = {}) {
    const { provider, pricing } = options;
    const own = {
      authorization: apiKey && `Bearer ${apiKey.trim()}`,
      "openai-organization": organization,
    };
    this.#isOpenAI = baseURL === OPENAI_URL;
    const adapted = lazy(() => adapt(baseURL, provider, quirks));
    const service = (isPlain: boolean): Service | Promise<Service> =>
      // Behind a transport of the caller's there may be anybody.
      isPlain && !quirks && !options.fetch && baseURL === OPENAI_URL ? OPENAI : adapted();
    this.#maker = {
      adapter: "openai",
      provider: provider ?? "openai",
      pricing,
      transport: connect(baseURL, own, options),
      capabilitiesOf,
      protocol: async (name, capabilities) => {
        const { chatProtocol } = await import("./chat-protocol.ts");
        return chatProtocol({ name, capabilities, service });
      },
    };
  }

  /**
   * A model of this service. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new OpenAISDK().model({ name: "my-org/tuned", vision: true, pricing: { input: 1, output: 3 } });
   */
  model(config: ModelConfig): Model {
    return configuredModel(config, this.#maker);
  }

  /**
   * An embedder: texts become vectors. `dimensions` asks for shorter ones, and is 0 until the first call otherwise.
   *
   * @example
   * new OpenAISDK().embedder({ name: "text-embedding-3-small", dimensions: 512 }).dimensions; // 512
   */
  embedder(config: OpenAIEmbedderConfig): Embedder {
    return openaiEmbedder(config, this.#maker, this.#isOpenAI);
  }

  /**
   * A model that makes pictures, for `image({ model, prompt })`.
   *
   * @example
   * new OpenAISDK().image({ name: "gpt-image-1", pricing: { input: 5, output: 40 } });
   * new OpenAISDK().image({ name: "dall-e-3", pricing: { perImage: 0.04 } });
   */
  image(config: OpenAIImageConfig): ImageModel {
    return openaiImageModel(config, this.#maker);
  }

  /**
   * A model that speaks, for `speech({ model, text })`.
   *
   * @example
   * new OpenAISDK().speech({ name: "tts-1", voice: "verse", pricing: { perMillionCharacters: 15 } });
   */
  speech(config: OpenAISpeechConfig): SpeechModel {
    return openaiSpeechModel(config, this.#maker);
  }

  /**
   * A model that writes down what is said, for `transcribe({ model, audio })`.
   *
   * @example
   * new OpenAISDK().transcribe({ name: "whisper-1", pricing: { perMinute: 0.006 } });
   */
  transcribe(config: OpenAITranscriptionConfig): TranscriptionModel {
    return openaiTranscriptionModel(config, this.#maker);
  }

  /**
   * A model that tells whether content is harmful. Default `omni-moderation-latest`.
   *
   * @example
   * new OpenAISDK().moderation().name; // "omni-moderation-latest"
   */
  moderation({ name = "omni-moderation-latest" }: { readonly name?: string } = {}): Moderator {
    return openaiModerator(name, this.#maker);
  }

  /**
   * Estimates the tokens of a text, without a tokenizer and without asking the service: four characters of Latin script
   * count as one token, each character of Chinese, Japanese or Korean as one.
   *
   * @example
   * await new OpenAISDK().count("The tide turns twice a day."); // 7
   */
  async count(text: string, _model?: string): Promise<number> {
    return estimateTokens(text);
  }
}

/** What other services need is no part of what OpenAI's own users load. */
async function adapt(
  baseURL: string,
  provider: string | undefined,
  quirks: Partial<Quirks> = {},
): Promise<Service> {
  const [{ quirksOf }, { adaptedService }] = await Promise.all([
    import("./quirks.ts"),
    import("./adapted-service.ts"),
  ]);
  return adaptedService({ ...quirksOf(baseURL, provider), ...quirks });
}
