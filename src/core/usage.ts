/** Cost in US dollars per channel. The total is the sum of the fields that are there. */
export interface UsageCost {
  input: number;
  output: number;
  cachedInput?: number;
  cachedOutput?: number;
  reasoning?: number;
}

/**
 * Tokens of one call or of a whole run, as the provider reports them. A field is missing where it did not: unknown is not
 * zero. With most providers `cachedTokens` and `cacheWriteTokens` are parts of `input` and `reasoningTokens` is a part of
 * `output`; Anthropic and Bedrock count cached tokens beside `input`, Google counts thoughts beside `output`. `total` is
 * everything in each case, and `cost` is what each token really costs.
 */
export interface Usage {
  input?: number;
  output?: number;
  total?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  /** There and `undefined`: nobody knows, and the prices of the model that was asked do not tell either. */
  cost?: UsageCost | undefined;
}

/** Prices in US dollars per 1,000,000 tokens. A missing rate falls back to `input` (cachedInput) or `output`. */
export interface ModelPricing {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cachedOutput?: number;
  readonly reasoning?: number;
}

/**
 * Adds the known fields of `part` to `total`, in place. A field that only one of them knows keeps its value.
 *
 * @example
 * const total: Usage = {};
 * addUsage(total, { input: 10, output: 2, total: 12 });
 */
export function addUsage(total: Usage, part: Usage): void {
  addKnown(total, part, TOKENS);
  if (part.cost) {
    total.cost ??= { input: 0, output: 0 };
    addKnown(total.cost, part.cost, CHANNELS);
  }
}

/**
 * The cost of one call, per channel, or `undefined` where the price or the tokens are unknown.
 *
 * @example
 * costOf({ input: 1_000_000, output: 0 }, { input: 0.15, output: 0.6 }); // { input: 0.15, output: 0 }
 */
export function costOf(usage: Usage, pricing: ModelPricing | undefined): UsageCost | undefined {
  if (!pricing || usage.input === undefined || usage.output === undefined) return undefined;
  const cached = usage.cachedTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const reasoned = pricing.reasoning === undefined ? 0 : (usage.reasoningTokens ?? 0);
  const cost: UsageCost = {
    input: price(usage.input - cached - written, pricing.input),
    output: price(usage.output - reasoned, pricing.output),
  };
  if (cached) cost.cachedInput = price(cached, pricing.cachedInput ?? pricing.input);
  if (written) cost.cachedOutput = price(written, pricing.cachedOutput ?? pricing.output);
  if (reasoned && pricing.reasoning !== undefined) cost.reasoning = price(reasoned, pricing.reasoning);
  return cost;
}

const TOKENS = ["input", "output", "total", "cachedTokens", "cacheWriteTokens", "reasoningTokens"] as const;
const CHANNELS = ["input", "output", "cachedInput", "cachedOutput", "reasoning"] as const;

function addKnown<Key extends string>(
  total: Partial<Record<Key, number>>,
  part: Partial<Record<Key, number>>,
  keys: readonly Key[],
): void {
  for (const key of keys) {
    const value = part[key];
    if (value !== undefined) total[key] = (total[key] ?? 0) + value;
  }
}

function price(tokens: number, perMillion: number): number {
  // Providers have reported parts larger than their whole; a negative price would hide real spending.
  return (Math.max(0, tokens) * perMillion) / 1_000_000;
}
