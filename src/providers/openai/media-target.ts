import type { ModelPricing, Usage } from "../../core/usage.ts";
import type { ServiceTarget } from "../adapter/call-service.ts";
import type { Transport } from "../adapter/transport.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";

/** Which model is asked, and over what. */
export interface MediaTarget extends ServiceTarget {
  readonly transport: Pick<Transport<unknown>, "send">;
  /** Tells whether OpenAI itself is asked. */
  readonly baseURL?: string | undefined;
  /** The prices of the SDK, by model. */
  readonly pricing?: Readonly<Record<string, ModelPricing>> | undefined;
}

/**
 * The tokens that OpenAI's services beside chat report; `undefined` where they report none, or seconds.
 *
 * @example
 * mediaUsageOf({ type: "tokens", input_tokens: 9, output_tokens: 3, total_tokens: 12 });
 * // { input: 9, output: 3, total: 12 }
 */
export function mediaUsageOf(wire: unknown): Usage | undefined {
  const { input_tokens, output_tokens, total_tokens, input_tokens_details } = Object(wire);
  const input = count(input_tokens);
  const output = count(output_tokens);
  const total = count(total_tokens) ?? count(Number(input) + Number(output));
  if ((input ?? output ?? total) === undefined) return undefined;
  return withoutUndefined({
    input,
    output,
    total,
    cachedTokens: count(Object(input_tokens_details).cached_tokens),
  });
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
