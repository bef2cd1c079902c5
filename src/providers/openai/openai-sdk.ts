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
import { deferredModel } from "../adapter/deferred-model.ts";
import { connect, type Transport } from "../adapter/transport.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { OpenAIClientLike } from "./client.ts";
import type {
  MediaTarget,
  OpenAIEmbedderConfig,
  OpenAIImageConfig,
  OpenAISpeechConfig,
  OpenAITranscriptionConfig,
  Streaming,
} from "./media-models.ts";
import type { Quirks } from "./quirks.ts";
import { OPENAI, type Service } from "./service.ts";

const OPENAI_URL = "https://api.openai.com/v1";
/** The hosts of Azure's resources; GitHub's models, which are there as well, want a bearer token. */
const AZURE: RegExp = /^https:\/\/[\w-]+\.(?:openai|cognitiveservices|services\.ai)\.azure\.\w+/i;

/** The protocol in which a model is asked: chat completions, which every service has, or the Responses API. */
export type OpenAIApi = "chat" | "responses";

/** How an `OpenAISDK` is set up. */
export interface OpenAIOptions extends AdapterOptions {
  /** Sent as a bearer token. Leave it out where the server wants none, or where a proxy of yours adds it. */
  readonly apiKey?: string | undefined;
  /**
   * The address before `/chat/completions` or `/responses`. Default: the client's, else `https://api.openai.com/v1`; a
   * query is kept. Azure's is `https://NAME.openai.azure.com/openai/v1`.
   */
  readonly baseURL?: string | undefined;
  /** The protocol of the models. Default `chat`. */
  readonly api?: OpenAIApi;
  /** The header with the key. Default `authorization`, at Azure `api-key`; Entra's tokens want `authorization` there, too. */
  readonly keyHeader?: "authorization" | "api-key";
  /** Azure's `api-version`, which addresses of the form `…/openai/deployments/NAME` need. */
  readonly apiVersion?: string;
  /** An official client that makes the requests instead, with its own key, address, retries and limits of time. */
  readonly client?: OpenAIClientLike;
  /** The label in reports; also names the service where its address is a proxy's. Default `openai`. */
  readonly provider?: string;
  /** Sent as `openai-organization`. */
  readonly organization?: string;
  /** Corrects the table of services, for one that it does not know or that has changed. */
  readonly quirks?: Partial<Quirks>;
}

/** A model of an `OpenAISDK`. */
export interface OpenAIModelConfig extends ModelConfig {
  /** Wins over the SDK's `api`. */
  readonly api?: OpenAIApi;
}

/**
 * The adapter for OpenAI, in chat completions and in the Responses API, and for every service that speaks them: OpenRouter, Groq, Mistral, DeepSeek,
 * Cerebras, xAI, Azure, Gemini's and Ollama's compatible endpoints, vLLM, LM Studio and others. Uses `fetch` alone, unless
 * it is given a client.
 *
 * Throws a `ConfigError` (`INVALID_CONFIG`) for an API key that no header can carry.
 *
 * @example
 * const openai = new OpenAISDK({ apiKey: "sk-test", pricing: { "gpt-4o-mini": { input: 0.15, output: 0.6 } } });
 * const model = openai.model({ name: "gpt-4o-mini", temperature: 0 });
 * const ollama = new OpenAISDK({ baseURL: "http://localhost:11434/v1" });
 */
export class OpenAISDK implements SDKAdapter {
  readonly #maker: Omit<MediaTarget, "name">;
  readonly #model: (config: OpenAIModelConfig) => Model;

  constructor({ quirks, apiKey, organization, api, client, ...options }: OpenAIOptions = {}) {
    const { provider, pricing, apiVersion, baseURL = client?.baseURL ?? OPENAI_URL } = options;
    const { keyHeader = AZURE.test(baseURL) ? "api-key" : "authorization" } = options;
    const key = apiKey?.trim();
    const own = {
      [keyHeader]: key && keyHeader === "authorization" ? `Bearer ${key}` : key,
      "openai-organization": organization,
    };
    const version = apiVersion ? `${baseURL.includes("?") ? "&" : "?"}api-version=${apiVersion}` : "";
    // Behind a transport of the caller's there may be anybody.
    const isAdapted = quirks || options.fetch || client || baseURL !== OPENAI_URL;
    const service = isAdapted ? lazy(() => adapt(baseURL, provider, quirks)) : () => OPENAI;
    const maker = { adapter: "openai", provider: provider ?? "openai", pricing, baseURL, capabilitiesOf };
    const over = <Piece>(transport: Transport<Piece>) => ({
      media: { ...maker, transport },
      model: modelsOver({ ...maker, transport }, service, api),
    });
    const { media, model } = client
      ? over(overClient(client, options))
      : over(connect(baseURL + version, own, options));
    this.#maker = media;
    this.#model = model;
  }

  /**
   * A model of this service. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new OpenAISDK().model({ name: "my-org/tuned", vision: true, pricing: { input: 1, output: 3 } });
   * new OpenAISDK().model({ name: "gpt-5", api: "responses", reasoning: { effort: "low" } });
   */
  model(config: OpenAIModelConfig): Model {
    return this.#model(config);
  }

  /**
   * An embedder: texts become vectors. `dimensions` asks for shorter ones, and is 0 until the first call otherwise.
   *
   * @example
   * new OpenAISDK().embedder({ name: "text-embedding-3-small", dimensions: 512 }).dimensions; // 512
   */
  embedder(config: OpenAIEmbedderConfig): Embedder {
    const embedder: Embedder = this.#deferred(config, ["embed", "embedMany"], (made, target) =>
      made.embedder(target, config, embedder),
    );
    return Object.assign(embedder, { dimensions: config.dimensions ?? 0 });
  }

  /**
   * A model that makes pictures, for `image({ model, prompt })`.
   *
   * @example
   * new OpenAISDK().image({ name: "gpt-image-1", pricing: { input: 5, output: 40 } });
   * new OpenAISDK().image({ name: "dall-e-3", pricing: { perImage: 0.04 } });
   */
  image(config: OpenAIImageConfig): Streaming<ImageModel> {
    return this.#deferred(config, ["generate", "stream"], (made, target) => made.image(target));
  }

  /**
   * A model that speaks, for `speech({ model, text })`.
   *
   * @example
   * new OpenAISDK().speech({ name: "tts-1", voice: "verse", pricing: { perMillionCharacters: 15 } });
   */
  speech(config: OpenAISpeechConfig): Streaming<SpeechModel> {
    return this.#deferred(config, ["synthesize", "stream"], (made, target) =>
      made.speech(target, config.voice),
    );
  }

  /**
   * A model that writes down what is said, for `transcribe({ model, audio })`.
   *
   * @example
   * new OpenAISDK().transcribe({ name: "whisper-1", pricing: { perMinute: 0.006 } });
   */
  transcribe(config: OpenAITranscriptionConfig): Streaming<TranscriptionModel> {
    return this.#deferred(config, ["transcribe", "stream"], (made, target) => made.transcription(target));
  }

  /**
   * A model that tells whether content is harmful. Default `omni-moderation-latest`.
   *
   * @example
   * new OpenAISDK().moderation().name; // "omni-moderation-latest"
   */
  moderation({ name = "omni-moderation-latest" }: { readonly name?: string } = {}): Moderator {
    return this.#deferred({ name }, ["moderate", "moderateMany"], (made, target) => made.moderation(target));
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

  /** Most programs only chat: what else there is, is loaded when it is used. */
  #deferred<Made extends { readonly name: string; readonly provider: string }>(
    config: { readonly name: string; readonly pricing?: unknown },
    methods: readonly (keyof Made & string)[],
    load: (
      besideChat: typeof import("./beside-chat.ts"),
      target: MediaTarget,
    ) => Promise<Omit<Made, "name" | "provider" | "pricing">>,
  ): Made {
    const maker = this.#maker;
    return deferredModel(config, maker, methods, async () =>
      load(await import("./beside-chat.ts"), { ...maker, name: config.name }),
    );
  }
}

function modelsOver<Piece>(
  maker: Omit<ModelMaker<Piece>, "protocol">,
  service: () => Service | Promise<Service>,
  usual: OpenAIApi | undefined,
): (config: OpenAIModelConfig) => Model {
  return ({ api = usual, ...config }) =>
    configuredModel(config, {
      ...maker,
      async protocol(name, capabilities) {
        const target = { name, capabilities, service };
        return api === "responses"
          ? (await import("./responses-protocol.ts")).responsesProtocol(target)
          : (await import("./chat-protocol.ts")).chatProtocol(target);
      },
    });
}

/** What goes through a client is no part of what is loaded without one. */
function overClient(client: OpenAIClientLike, { headers }: OpenAIOptions): Transport<unknown> {
  const transport = lazy(async () => (await import("./client.ts")).openaiClientTransport(client));
  return {
    reader: async () => (await transport()).reader(),
    async send(request, linked) {
      const { send } = await transport();
      return send({ ...request, headers: { ...headers, ...request.headers } }, linked);
    },
  };
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
