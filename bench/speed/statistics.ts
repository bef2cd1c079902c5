/** The middle value; the mean of the middle two where there is an even number. `NaN` for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median absolute deviation: how far the values lie from their median, with no regard to outliers. */
export function deviation(values: readonly number[]): number {
  const center = median(values);
  return Number.isFinite(center) ? median(values.map((value) => Math.abs(value - center))) : 0;
}
