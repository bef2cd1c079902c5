import type { Embedder } from "../../contracts/embedder.ts";
import type { ImageModel } from "../../contracts/image-model.ts";
import type { Model, SDKAdapter } from "../../contracts/model.ts";
import type { SpeechModel } from "../../contracts/speech-model.ts";
import { lazy } from "../../core/lazy.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { type AdapterOptions, configuredModel, type ModelConfig } from "../adapter/configured-model.ts";
import { connect, type Sign, type Transport } from "../adapter/transport.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { GoogleClient } from "./client.ts";
import {
  type GoogleEmbedderConfig,
  type GoogleImageConfig,
  type GoogleSpeechConfig,
  googleEmbedder,
  googleImageModel,
  googleSpeechModel,
} from "./media-models.ts";
import { type GoogleService, modelPath, type VertexOptions, vertexURL } from "./service.ts";

const GEMINI_URL = "https://generativelanguage.googleapis.com/v1beta";

/** How a `GoogleSDK` is set up. */
export interface GoogleOptions extends AdapterOptions {
  /** Sent as `x-goog-api-key`, never in an address. Leave it out where a proxy of yours adds it. */
  readonly apiKey?: string | undefined;
  /** The address before `/models`, with the version. Default `https://generativelanguage.googleapis.com/v1beta`. */
  readonly baseURL?: string | undefined;
  /** Asks Vertex AI instead of the Gemini API; `{}` and an API key are its express mode. */
  readonly vertex?: VertexOptions;
  /** The label in reports. Default `google`. */
  readonly provider?: string;
  /** The official client, `new GoogleGenAI(...)` of `@google/genai`; takes the place of our own requests. */
  readonly client?: GoogleClient;
}

/**
 * The adapter for Gemini, by the Gemini API or Vertex AI, with `fetch` alone: chat, embeddings, pictures and speech.
 *
 * Throws a `ConfigError` (`INVALID_CONFIG`) for an API key that no header can carry.
 *
 * @example
 * const google = new GoogleSDK({ apiKey: "test-key", pricing: { "gemini-2.5-flash": { input: 0.3, output: 2.5 } } });
 * const model = google.model({ name: "gemini-2.5-flash", temperature: 0 });
 * const vertex = new GoogleSDK({ vertex: { project: "my-project", location: "europe-west4", accessToken: "token" } });
 */
export class GoogleSDK implements SDKAdapter {
  readonly #model: (config: ModelConfig) => Model;
  readonly #service: GoogleService;

  constructor({ apiKey, vertex, client, baseURL, ...options }: GoogleOptions = {}) {
    const { provider = "google", pricing } = options;
    const own = {
      "x-goog-api-key": apiKey,
      authorization: vertex?.accessToken && `Bearer ${vertex.accessToken.trim()}`,
    };
    const path: GoogleService["path"] = client
      ? (name, method) => `${name}:${method}`
      : (name, method) => `${modelPath(name, vertex)}:${method}`;
    const modelOver =
      <Piece>(transport: Transport<Piece>): ((config: ModelConfig) => Model) =>
      (config) =>
        configuredModel(config, {
          adapter: "google",
          provider,
          pricing,
          transport,
          capabilitiesOf,
          protocol: async (name, capabilities) =>
            (await import("./google-protocol.ts")).googleProtocol({ name, capabilities, service: { path } }),
        });
    const service = { provider, pricing, path, isVertex: vertex !== undefined && !client };
    if (client) {
      const transport = throughClient(client);
      this.#model = modelOver(transport);
      this.#service = { ...service, transport };
    } else {
      const address = baseURL ?? (vertex ? vertexURL(vertex) : GEMINI_URL);
      const transport = connect(address, own, options, signWith(vertex));
      this.#model = modelOver(transport);
      this.#service = { ...service, transport };
    }
  }

  /**
   * A model of this service. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new GoogleSDK().model({ name: "tunedModels/mine", vision: true, pricing: { input: 0.1, output: 0.4 } });
   */
  model(config: ModelConfig): Model {
    return this.#model(config);
  }

  /**
   * An embedder: texts become vectors, a hundred with each request. `taskType` tells what they are for.
   *
   * @example
   * new GoogleSDK().embedder({ name: "gemini-embedding-001", dimensions: 768 }).dimensions; // 768
   */
  embedder(config: GoogleEmbedderConfig): Embedder {
    return googleEmbedder(config, this.#service);
  }

  /**
   * A model that makes pictures, for `image({ model, prompt })`. A name that begins with `gemini-` is asked by
   * `generateContent`, every other one by `predict`, as Imagen is.
   *
   * @example
   * new GoogleSDK().image({ name: "gemini-2.5-flash-image", pricing: { input: 0.3, output: 30 } });
   * new GoogleSDK().image({ name: "imagen-4.0-generate-001", pricing: { perImage: 0.04 } });
   */
  image(config: GoogleImageConfig): ImageModel {
    return googleImageModel(config, this.#service);
  }

  /**
   * A model that speaks, for `speech({ model, text })`. It makes `wav` (the default) and `pcm` only.
   *
   * @example
   * new GoogleSDK().speech({ name: "gemini-2.5-flash-preview-tts", voice: "Puck", pricing: { input: 0.5, output: 10 } });
   */
  speech(config: GoogleSpeechConfig): SpeechModel {
    return googleSpeechModel(config, this.#service);
  }

  /**
   * Estimates the tokens of a text, without a tokenizer and without asking the service: four characters of Latin script
   * count as one token, each character of Chinese, Japanese or Korean as one.
   *
   * @example
   * await new GoogleSDK().count("The tide turns twice a day."); // 7
   */
  async count(text: string, _model?: string): Promise<number> {
    return estimateTokens(text);
  }
}

function signWith(vertex: VertexOptions | undefined): Sign | undefined {
  const { getAccessToken } = vertex ?? {};
  return getAccessToken && (async () => ({ authorization: `Bearer ${(await getAccessToken()).trim()}` }));
}

/** What a client needs is loaded with the first call. */
function throughClient(client: GoogleClient): Transport<unknown> {
  const loaded = lazy(async () => (await import("./client.ts")).googleTransport(client));
  return {
    reader: async () => (await loaded()).reader(),
    send: async (request, linked) => (await loaded()).send(request, linked),
  };
}
