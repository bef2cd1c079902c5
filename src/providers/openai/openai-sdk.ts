import type { Model, ModelCallOptions, ModelCapabilities, SDKAdapter } from "../../contracts/model.ts";
import { lazy } from "../../core/lazy.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import type { ModelPricing } from "../../core/usage.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { openaiModel } from "./openai-model.ts";
import type { Quirks } from "./quirks.ts";
import { OPENAI, type Service } from "./service.ts";
import { connect, type FetchFunction, type Send } from "./transport.ts";
import { withoutUndefined } from "./without-undefined.ts";

const OPENAI_URL = "https://api.openai.com/v1";

/** How an `OpenAISDK` is set up. */
export interface OpenAIOptions {
  /** Sent as a bearer token. Leave it out where the server wants none, or where a proxy of yours adds it. */
  readonly apiKey?: string;
  /** The address before `/chat/completions`. Default `https://api.openai.com/v1`; a query is kept. */
  readonly baseURL?: string;
  /** The label in reports; also names the service where its address is a proxy's. Default `openai`. */
  readonly provider?: string;
  /** Prices by model name, in US dollars per 1,000,000 tokens. */
  readonly pricing?: Readonly<Record<string, ModelPricing>>;
  /** Headers of every request. In a page, each of them must be allowed by the server. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** Sent as `openai-organization`. */
  readonly organization?: string;
  /** The longest wait in milliseconds for the response, and then for each piece of it. Default: no limit of ours. */
  readonly timeoutMs?: number;
  /** Corrects the table of services, for one that it does not know or that has changed. */
  readonly quirks?: Partial<Quirks>;
}

/** Which capabilities of a model differ from what its name tells. */
type CapabilityOverrides = Omit<ModelCapabilities, "reasoning">;

/** The call options that a model may have defaults for. */
type DefaultOptions = Omit<ModelCallOptions, "tools" | "signal" | "responseSchema" | "reasoning">;

/** A model's name, what it can do where its name does not tell, its price, and the defaults of its calls. */
export interface OpenAIModelConfig extends CapabilityOverrides, DefaultOptions {
  readonly name: string;
  /** Wins over the SDK's `pricing`. */
  readonly pricing?: ModelPricing;
  /** Whether the model reasons, or how it shall by default. */
  readonly reasoning?: boolean | NonNullable<ModelCallOptions["reasoning"]>;
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
  readonly #provider: string;
  readonly #pricing: Readonly<Record<string, ModelPricing>>;
  readonly #send: Send;
  readonly #service: (isPlain: boolean) => Service | Promise<Service>;

  constructor({ baseURL = OPENAI_URL, provider, quirks, pricing = {}, ...options }: OpenAIOptions = {}) {
    this.#provider = provider ?? "openai";
    this.#pricing = pricing;
    this.#send = connect(baseURL, options);
    const adapted = lazy(() => adapt(baseURL, provider, quirks));
    this.#service = (isPlain) =>
      // Behind a transport of the caller's there may be anybody.
      isPlain && !quirks && !options.fetch && baseURL === OPENAI_URL ? OPENAI : adapted();
  }

  /**
   * A model of this service. What it can do is told by its name; flags in the configuration win.
   *
   * @example
   * new OpenAISDK().model({ name: "my-org/tuned", vision: true, pricing: { input: 1, output: 3 } });
   */
  model(config: OpenAIModelConfig): Model {
    const { name, pricing, reasoning, structuredOutput, vision, promptCaching, audio, pdf, ...defaults } =
      config;
    const isFlag = typeof reasoning !== "object";
    const flags = {
      structuredOutput,
      vision,
      promptCaching,
      audio,
      pdf,
      reasoning: isFlag ? reasoning : undefined,
    };
    const priceList = Object.hasOwn(this.#pricing, name) ? this.#pricing[name] : undefined;
    return openaiModel({
      name,
      provider: this.#provider,
      capabilities: { ...capabilitiesOf(name), ...withoutUndefined(flags) },
      pricing: pricing ?? priceList,
      service: this.#service,
      send: this.#send,
      defaults: isFlag ? defaults : { ...defaults, reasoning },
    });
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
