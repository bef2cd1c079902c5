import type { ImageModelPricing } from "../contracts/image-model.ts";
import type { SpeechModelPricing } from "../contracts/speech-model.ts";
import type { TranscriptionModelPricing } from "../contracts/transcription-model.ts";
import { costOf, type ModelPricing, type Usage, type UsageCost } from "../core/usage.ts";

/**
 * The cost of pictures by their number; `undefined` where they have no price of their own.
 *
 * @example
 * imageCost({ perImage: 0.25, perImageBySize: { "1792x1024": 0.5 } }, 2, "1792x1024"); // { input: 0, output: 1 }
 */
export function imageCost(
  pricing: ImageModelPricing | undefined,
  count: number,
  size: string | undefined,
): UsageCost | undefined {
  const { perImage, perImageBySize = {} } = pricing ?? {};
  const price = size !== undefined && Object.hasOwn(perImageBySize, size) ? perImageBySize[size] : perImage;
  return price === undefined ? undefined : { input: 0, output: price * count };
}

/**
 * The cost of speech by the characters of its text; `undefined` where they have no price.
 *
 * @example
 * speechCost({ perMillionCharacters: 15 }, 1_000_000); // { input: 15, output: 0 }
 */
export function speechCost(
  pricing: SpeechModelPricing | undefined,
  characters: number,
): UsageCost | undefined {
  const price = pricing?.perMillionCharacters;
  return price === undefined ? undefined : { input: (characters * price) / 1_000_000, output: 0 };
}

/**
 * The cost of a transcript by the length of the sound; `undefined` where minutes have no price, or the length is unknown.
 *
 * @example
 * transcriptionCost({ perMinute: 0.25 }, 120); // { input: 0.5, output: 0 }
 */
export function transcriptionCost(
  pricing: TranscriptionModelPricing | undefined,
  durationSeconds: number | undefined,
): UsageCost | undefined {
  const price = pricing?.perMinute;
  if (price === undefined || durationSeconds === undefined) return undefined;
  return { input: (durationSeconds / 60) * price, output: 0 };
}

/**
 * What a call used, with its cost. A cost that the model told itself stands; then that by the unit of its kind; then that
 * by tokens. Where a model is not paid by tokens and tells of none, it used none.
 *
 * @param byUnit the cost by pictures, characters or minutes.
 * @param hasUnitPrice whether the model is paid by that unit, so that tokens cost nothing.
 *
 * @example
 * pricedUsage(undefined, undefined, { input: 0.25, output: 0 }, true);
 * // { input: 0, output: 0, total: 0, cost: { input: 0.25, output: 0 } }
 */
export function pricedUsage(
  usage: Usage | undefined,
  pricing: Partial<ModelPricing> | undefined,
  byUnit: UsageCost | undefined,
  hasUnitPrice: boolean,
): Usage | undefined {
  if (usage?.cost) return usage;
  const tokenPrices = hasUnitPrice ? undefined : tokenPricing(pricing);
  if (!usage && tokenPrices) return undefined;
  const tokens = usage ?? { input: 0, output: 0, total: 0 };
  const cost = byUnit ?? costOf(tokens, tokenPrices);
  return cost ? { ...tokens, cost } : tokens;
}

function tokenPricing({ input, output, ...rates }: Partial<ModelPricing> = {}): ModelPricing | undefined {
  return input === undefined || output === undefined ? undefined : { ...rates, input, output };
}
