import type { VectorHit } from "../../../../src/store/vectors/index/vector-index.ts";

/** The best of vectors of length 1 by a plain loop, for comparison; of equal ones the lower number. */
export function exactHits(
  rows: readonly Float32Array[],
  query: Float32Array,
  topK: number,
  accepts: (row: number) => boolean = () => true,
): VectorHit[] {
  const hits: VectorHit[] = [];
  for (const [slot, row] of rows.entries()) {
    if (!accepts(slot)) continue;
    let score = 0;
    for (let axis = 0; axis < row.length; axis += 1) score += (row[axis] ?? 0) * (query[axis] ?? 0);
    hits.push({ slot, score });
  }
  return hits.sort((one, other) => other.score - one.score || one.slot - other.slot).slice(0, topK);
}

/** The rows of a matrix. */
export function rowsOf(numbers: Float32Array, dimensions: number): Float32Array[] {
  return Array.from({ length: numbers.length / dimensions }, (_, row) =>
    numbers.subarray(row * dimensions, (row + 1) * dimensions),
  );
}
