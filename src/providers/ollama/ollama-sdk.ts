import type { Embedder } from "../../contracts/embedder.ts";
import type { Model, SDKAdapter } from "../../contracts/model.ts";
import { lazy } from "../../core/lazy.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { type AdapterOptions, configuredModel, type ModelConfig } from "../adapter/configured-model.ts";
import { connect, type Transport } from "../adapter/transport.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { OllamaClient } from "./client.ts";
import { type OllamaEmbedderConfig, ollamaEmbedder } from "./embedder.ts";

const LOCAL_URL = "http://localhost:11434";
const CLOUD_URL = "https://ollama.com";

/** What a model of Ollama runs with. */
interface RunOptions {
  /** How long a model stays loaded after a call: seconds, or a duration such as `"10m"`; -1 for ever. Default: the server's. */
  readonly keepAlive?: number | string;
  /**
   * The size of the context in tokens (`num_ctx`). A server's own default is small, and it cuts what is longer without a
   * word: agents with tools want 16,384 and more.
   */
  readonly contextLength?: number;
}

/** How an `OllamaSDK` is set up. */
export interface OllamaOptions extends AdapterOptions, RunOptions {
  /**
   * The address of the server, before `/api`; `http://` is added to a host and a port. Default `http://localhost:11434`; the
   * cloud is `https://ollama.com`.
   */
  readonly baseURL?: string | undefined;
  /** Sent as a bearer token; for the cloud, or a proxy that wants one. */
  readonly apiKey?: string | undefined;
  /** The label in reports. Default `ollama`. */
  readonly provider?: string;
  /** The official client, such as `new Ollama()` of `ollama/browser`; takes the place of our own requests. */
  readonly client?: OllamaClient;
}

/** How a model of Ollama is made; what it says wins over the SDK. */
export interface OllamaModelConfig extends ModelConfig, RunOptions {}

/**
 * The adapter for models on one's own machine, and in Ollama's cloud, over Ollama's own API. Uses `fetch` alone.
 *
 * A page reaches a server on the same machine only if that allows the page's origin (`OLLAMA_ORIGINS`); where it cannot be
 * reached, the error (`PROVIDER_ERROR`) says so. Throws a `ConfigError` (`INVALID_CONFIG`) for an API key that no header
 * can carry.
 *
 * @example
 * const ollama = new OllamaSDK({ keepAlive: "10m" });
 * const model = ollama.model({ name: "qwen3:8b", contextLength: 16_384, temperature: 0 });
 * const cloud = new OllamaSDK({ baseURL: "https://ollama.com", apiKey: "ollama-test-key" });
 */
export class OllamaSDK implements SDKAdapter {
  readonly #makers: Makers;

  constructor({ baseURL = LOCAL_URL, apiKey, client, ...options }: OllamaOptions = {}) {
    // A host and a port, as OLLAMA_HOST names a server.
    const address = baseURL.replace(/^(?=[\w.-]{1,253}:\d)/, "http://").replace(/\/api\/?$/, "");
    const own = { authorization: apiKey && `Bearer ${apiKey.trim()}` };
    this.#makers = client
      ? makersOver(throughClient(client), "", options) // where a client asks, it alone knows
      : makersOver(connect(address, own, options), address, options);
  }

  /**
   * A model of this server. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new OllamaSDK().model({ name: "my-tuned:latest", vision: true, providerOptions: { options: { top_k: 20 } } });
   */
  model(config: OllamaModelConfig): Model {
    return this.#makers.model(config);
  }

  /**
   * An embedder over `/api/embed`.
   *
   * @example
   * new OllamaSDK().embedder({ name: "nomic-embed-text" }).provider; // "ollama"
   */
  embedder(config: OllamaEmbedderConfig): Embedder {
    return this.#makers.embedder(config);
  }

  /**
   * Estimates the tokens of a text, without a tokenizer and without asking the server: four characters of Latin script
   * count as one token, each character of Chinese, Japanese or Korean as one.
   *
   * @example
   * await new OllamaSDK().count("The tide turns twice a day."); // 7
   */
  async count(text: string, _model?: string): Promise<number> {
    return estimateTokens(text);
  }
}

interface Makers {
  model(config: OllamaModelConfig): Model;
  embedder(config: OllamaEmbedderConfig): Embedder;
}

function makersOver<Piece>(
  carrier: Transport<Piece>,
  baseURL: string,
  { provider = "ollama", pricing, ...defaults }: OllamaOptions,
): Makers {
  const transport = explaining(carrier, provider, baseURL);
  const isCloud = baseURL.startsWith(CLOUD_URL) || undefined;
  return {
    model({
      keepAlive = defaults.keepAlive,
      contextLength = defaults.contextLength,
      ...config
    }: OllamaModelConfig) {
      return configuredModel(config, {
        adapter: "ollama",
        provider,
        pricing,
        transport,
        capabilitiesOf: (name) => capabilitiesOf(name, isCloud),
        protocol: async (model, capabilities) =>
          (await import("./ollama-protocol.ts")).ollamaProtocol({
            model,
            capabilities,
            keepAlive,
            contextLength,
          }),
      });
    },
    embedder: (config) =>
      ollamaEmbedder(config, { provider, transport, keepAlive: config.keepAlive ?? defaults.keepAlive }),
  };
}

/** Says why a server cannot be reached, since that is what goes wrong most. */
function explaining<Piece>(
  { send, reader }: Transport<Piece>,
  provider: string,
  baseURL: string,
): Transport<Piece> {
  return {
    reader,
    async send(request, linked) {
      try {
        return await send(request, linked);
      } catch (thrown) {
        if (linked.signal.aborted) throw thrown;
        const name = request.body instanceof FormData ? "" : String(request.body.model);
        throw (await import("./explain-reach.ts")).explainReach(thrown, { provider, name }, baseURL);
      }
    },
  };
}

/** What a client needs is loaded with the first call. */
function throughClient(client: OllamaClient): Transport<unknown> {
  const loaded = lazy(async () => (await import("./client.ts")).ollamaTransport(client));
  return {
    reader: async () => (await loaded()).reader(),
    send: async (request, linked) => (await loaded()).send(request, linked),
  };
}
