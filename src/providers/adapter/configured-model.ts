import type { Model, ModelCapabilities, ModelConfig } from "../../contracts/model.ts";
import { lazy } from "../../core/lazy.ts";
import type { ModelPricing } from "../../core/usage.ts";
import { priceOf } from "./price-of.ts";
import type { Protocol } from "./protocol.ts";
import { providerModel } from "./provider-model.ts";
import type { ConnectionOptions, Transport } from "./transport.ts";
import { withoutUndefined } from "./without-undefined.ts";

export type { ModelConfig } from "../../contracts/model.ts";

/** What the options of every adapter have. */
export interface AdapterOptions extends ConnectionOptions {
  /** The label in reports. */
  readonly provider?: string;
  /** Prices by model name, in US dollars per 1,000,000 tokens. */
  readonly pricing?: Readonly<Record<string, ModelPricing>>;
}

/** What an adapter makes its models with. */
export interface ModelMaker<Piece> {
  /** Whose log entries they are: `openai` for `ai.openai`. */
  readonly adapter: string;
  /** The label in reports. */
  readonly provider: string;
  readonly pricing?: Readonly<Record<string, ModelPricing>> | undefined;
  readonly transport: Transport<Piece>;
  /** What a model can do, by its name. */
  capabilitiesOf(name: string): ModelCapabilities;
  /** Loads the protocol in which a model is asked; called once for each model, with its first call. */
  protocol(name: string, capabilities: ModelCapabilities): Promise<Protocol>;
}

/**
 * Makes a model of an adapter as its configuration says: flags win over what the name tells, its own price wins over the
 * adapter's list.
 *
 * @example
 * const model = configuredModel(
 *   { name: "gpt-4o", vision: true, temperature: 0 },
 *   {
 *     adapter: "openai",
 *     provider: "openai",
 *     transport: connect("https://api.openai.com/v1", {}, {}),
 *     capabilitiesOf: () => ({}),
 *     protocol: async (name, capabilities) => chatProtocol({ name, capabilities, service: () => OPENAI }),
 *   },
 * );
 * model.capabilities; // { vision: true }
 */
export function configuredModel<Piece>(config: ModelConfig, maker: ModelMaker<Piece>): Model {
  const { name, pricing, reasoning, structuredOutput, vision, promptCaching, audio, pdf, ...defaults } =
    config;
  const { adapter, provider, transport, pricing: prices } = maker;
  const isFlag = typeof reasoning !== "object";
  const flags = {
    structuredOutput,
    vision,
    promptCaching,
    audio,
    pdf,
    reasoning: isFlag ? reasoning : undefined,
  };
  const capabilities = { ...maker.capabilitiesOf(name), ...withoutUndefined(flags) };
  return providerModel({
    name,
    provider,
    capabilities,
    pricing: pricing ?? priceOf(name, prices),
    adapter,
    protocol: lazy(() => maker.protocol(name, capabilities)),
    transport,
    defaults: isFlag ? defaults : { ...defaults, reasoning },
  });
}
