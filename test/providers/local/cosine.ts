/** The cosine of two vectors of length 1. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

/** Numbers as a snapshot holds them. */
export function rounded(vector: readonly number[]): string {
  return vector.map((value) => value.toFixed(6)).join(" ");
}
