import type { Model, SDKAdapter } from "../../contracts/model.ts";
import { lazy } from "../../core/lazy.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { type AdapterOptions, configuredModel, type ModelConfig } from "../adapter/configured-model.ts";
import { connect, type Transport } from "../adapter/transport.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { AnthropicClient } from "./client.ts";

const ANTHROPIC_URL = "https://api.anthropic.com/v1";
const VERSION = "2023-06-01";

/** How an `AnthropicSDK` is set up. */
export interface AnthropicOptions extends AdapterOptions {
  /** Sent as `x-api-key`. Leave it out where a proxy of yours adds it. */
  readonly apiKey?: string | undefined;
  /** Sent as a bearer token, for services and proxies that want one instead of a key. */
  readonly authToken?: string | undefined;
  /** The address before `/messages`; `/v1` is added where it is missing, as the official client does. Default `https://api.anthropic.com/v1`. */
  readonly baseURL?: string | undefined;
  /** Sent as `anthropic-version`. Default `2023-06-01`. */
  readonly version?: string;
  /** The betas to ask for, sent as `anthropic-beta`. */
  readonly beta?: readonly string[];
  /**
   * Asks the service to answer a page, by `anthropic-dangerous-direct-browser-access`. A page's visitors can read its key:
   * set this where each brings their own.
   */
  readonly browser?: boolean;
  /** The label in reports. Default `anthropic`. */
  readonly provider?: string;
  /** The official client, such as `new Anthropic()` of `@anthropic-ai/sdk`; takes the place of our own requests. */
  readonly client?: AnthropicClient;
}

/**
 * The adapter for Claude, and for the services that speak Anthropic's Messages API. Uses `fetch` alone.
 *
 * Throws a `ConfigError` (`INVALID_CONFIG`) for an API key that no header can carry; in a page that has not set `browser`,
 * calls of Anthropic itself fail with one that says so.
 *
 * @example
 * const anthropic = new AnthropicSDK({ apiKey: "sk-ant-test", pricing: { "claude-sonnet-5": { input: 2, output: 10 } } });
 * const model = anthropic.model({ name: "claude-sonnet-5", maxTokens: 4096 });
 * const thinker = anthropic.model({ name: "claude-opus-5", reasoning: { effort: "high" } });
 */
export class AnthropicSDK implements SDKAdapter {
  readonly #model: (config: ModelConfig) => Model;

  constructor(options: AnthropicOptions = {}) {
    const { client } = options;
    this.#model = client
      ? modelsOver(throughClient(client, options), options)
      : modelsOver(throughFetch(options), options);
  }

  /**
   * A model of this service. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new AnthropicSDK().model({ name: "claude-haiku-5-5", temperature: 0, pricing: { input: 0.1, output: 0.5 } });
   */
  model(config: ModelConfig): Model {
    return this.#model(config);
  }

  /**
   * Estimates the tokens of a text, without a tokenizer and without asking the service: four characters of Latin script
   * count as one token, each character of Chinese, Japanese or Korean as one.
   *
   * @example
   * await new AnthropicSDK().count("The tide turns twice a day."); // 7
   */
  async count(text: string, _model?: string): Promise<number> {
    return estimateTokens(text);
  }
}

function modelsOver<Piece>(
  transport: Transport<Piece>,
  { provider = "anthropic", pricing }: AnthropicOptions,
): (config: ModelConfig) => Model {
  return (config) =>
    configuredModel(config, {
      adapter: "anthropic",
      provider,
      pricing,
      transport,
      capabilitiesOf,
      protocol: async (name, capabilities) =>
        (await import("./anthropic-protocol.ts")).anthropicProtocol(name, capabilities),
    });
}

function throughFetch({
  baseURL = ANTHROPIC_URL,
  apiKey,
  authToken,
  version = VERSION,
  beta,
  browser,
  ...options
}: AnthropicOptions): Transport<Uint8Array> {
  const [address = "", query] = baseURL.split("?");
  const base = address.replace(/\/$/, "");
  const versioned = /\/v\d{1,2}$/.test(base) ? base : `${base}/v1`;
  const own = {
    "x-api-key": apiKey,
    authorization: authToken && `Bearer ${authToken.trim()}`,
    "anthropic-version": version,
    "anthropic-beta": beta?.join(","),
    "anthropic-dangerous-direct-browser-access": browser ? "true" : undefined,
  };
  const transport = connect(query === undefined ? versioned : `${versioned}?${query}`, own, options);
  if (browser) return transport;
  // A page is not told why it was not answered, and the reason is nearly always the same.
  const send: typeof transport.send = (...request) =>
    transport.send(...request).catch(async (thrown) => {
      // Without a network, the module cannot be loaded either.
      const explained = import("./explain-page.ts").then(({ explainPage }) =>
        explainPage(thrown, versioned === ANTHROPIC_URL ? undefined : false),
      );
      throw await explained.catch(() => thrown);
    });
  return { ...transport, send };
}

/** What a client needs is loaded with the first call. */
function throughClient(client: AnthropicClient, options: AnthropicOptions): Transport<unknown> {
  const loaded = lazy(async () => (await import("./client.ts")).anthropicTransport(client, options));
  return {
    reader: async () => (await loaded()).reader(),
    send: async (request, linked) => (await loaded()).send(request, linked),
  };
}
