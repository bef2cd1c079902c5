/**
 * Takes a score for what it is: a number from 0 to 1, give or take a rounding error.
 *
 * @returns `undefined` for everything else. A 7 may mean 7 of 10 or 7 of 100: rounding it down to 1 would pass bad answers.
 */
export function readScore(value: unknown): number | undefined {
  if (typeof value !== "number") return undefined;
  const nearest = Math.min(1, Math.max(0, value));
  return Math.abs(value - nearest) <= 1e-6 ? nearest : undefined;
}
