import type { PairedComparison } from "../../contracts/prompt-optimization.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

const MIN_DRAWS = 4000;
const MAX_DRAWS = 100_000;
/** Up to so many differing cases, all ways to flip their signs are tried. */
const MAX_EXACT = 11;
/** The normal quantile for four of five attempts. */
const Z_POWER = 0.8416;

/**
 * Compares two prompts by their scores on the same cases: the percentile bootstrap over the cases' gains (Efron and Tibshirani, An
 * Introduction to the Bootstrap, 1993, ch. 13), the permutation test that flips their signs (Fisher, The Design of Experiments, 1935,
 * § 21), and the minimum detectable effect (Bloom, Evaluation Review 19, 1995). The seed decides the draws, so that the same scores
 * always give the same result.
 */
export function comparePaired(
  before: readonly number[],
  after: readonly number[],
  confidence: number,
  seed: number,
): PairedComparison {
  const gains = before.map((score, index) => (after[index] ?? 0) - score);
  const error = 1 - confidence;
  // Twenty of the draws lie beyond the limit on average, however far out it is.
  const draws = Math.min(MAX_DRAWS, Math.max(MIN_DRAWS, Math.ceil(40 / error)));
  const resampled = bootstrapMeans(gains, draws, seededRandom(seed, "bootstrap"));
  const at = Math.floor((error / 2) * draws);
  // Where no gain differs from another, nobody knows how much they vary: as prompts do that have nothing to do with each other.
  const spread = deviation(gains) || unrelated(before);
  return {
    cases: before.length,
    before: mean(before),
    after: mean(after),
    gain: mean(gains),
    interval: [resampled[at] ?? 0, resampled[draws - 1 - at] ?? 0],
    confidence,
    chance: signFlipChance(gains, draws, seededRandom(seed, "signs")),
    minimumDetectableEffect: detectableEffect(spread, gains.length, confidence),
  };
}

/**
 * Whether a gain is proved. Both have to say so: the bootstrap is too sure of itself where only a few cases differ, which is
 * where the permutation test is exact.
 */
export function isProved({ interval, chance, confidence }: PairedComparison): boolean {
  return interval[0] > 0 && chance <= 1 - confidence;
}

/** How much gains vary between two prompts whose scores have nothing to do with each other, by the scores of one of them. */
export function unrelated(scores: readonly number[]): number {
  return (deviation(scores) || 0.5) * Math.SQRT2;
}

/** The least true gain that so many pairs with such a deviation would show in four of five attempts. */
export function detectableEffect(spread: number, pairs: number, confidence: number): number {
  return pairs === 0
    ? 1
    : Math.min(1, ((normalQuantile((1 - confidence) / 2) + Z_POWER) * spread) / Math.sqrt(pairs));
}

/** The mean; 0 for none. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / (numbers.length || 1);
}

/** The standard deviation of a sample; 0 for fewer than two. */
export function deviation(numbers: readonly number[]): number {
  const center = mean(numbers);
  const squares = numbers.reduce((total, number) => total + (number - center) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, numbers.length - 1));
}

function bootstrapMeans(gains: readonly number[], draws: number, random: Random): Float64Array {
  const means = new Float64Array(draws);
  const count = gains.length;
  for (let index = 0; index < draws; index++) {
    let total = 0;
    for (let draw = 0; draw < count; draw++) total += gains[Math.floor(random() * count)] ?? 0;
    means[index] = total / (count || 1);
  }
  return means.sort();
}

/**
 * How likely a sum at least as large is where each gain could as well have been a loss. What is drawn by lot is never 0 (Phipson and
 * Smyth, Permutation P-values Should Never Be Zero, 2010).
 */
function signFlipChance(gains: readonly number[], draws: number, random: Random): number {
  const sizes = gains.filter((gain) => gain !== 0).map(Math.abs);
  // Sums of the same numbers in another order may differ in their last digit.
  const observed = gains.reduce((total, gain) => total + gain, 0) - 1e-9;
  const isExact = sizes.length <= MAX_EXACT;
  const ways = isExact ? 2 ** sizes.length : draws;
  let reached = 0;
  for (let way = 0; way < ways; way++) {
    let total = 0;
    for (const [index, size] of sizes.entries()) {
      const isGain = isExact ? (way >> index) & 1 : random() < 0.5;
      total += isGain ? size : -size;
    }
    if (total >= observed) reached++;
  }
  return isExact ? reached / ways : (reached + 1) / (ways + 1);
}

/** How many standard deviations leave such a tail (Abramowitz and Stegun 26.2.23, to 0.0005). */
function normalQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(Math.max(tail, 1e-12)));
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t * t) /
      (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t)
  );
}
