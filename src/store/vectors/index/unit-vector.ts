import type { Vector } from "../../../contracts/vector-store.ts";
import { VectorError } from "../../../core/errors/retrieval-errors.ts";

/**
 * The numbers of a vector brought to length 1, or `undefined` where all are zero: such a vector has no direction and is like
 * none. Rejects numbers that are not finite and vectors without numbers (`VECTOR_INVALID`), and another length than
 * `dimensions` (`VECTOR_DIMENSIONS`).
 *
 * @example
 * unitVector([3, 4], 2); // Float32Array [0.6, 0.8]
 */
export function unitVector(vector: Vector, dimensions: number): Float32Array<ArrayBuffer> | undefined {
  const { length } = vector;
  if (length !== dimensions || length === 0) {
    throw length === 0
      ? new VectorError(
          "VECTOR_INVALID",
          "A vector has no numbers. Embed the text again, or leave the entry out.",
        )
      : new VectorError(
          "VECTOR_DIMENSIONS",
          `A vector has ${length} numbers, those of the index ${dimensions}. Use the embedder that made the index, or clear it.`,
          { expected: dimensions, actual: length },
        );
  }
  let squares = 0;
  for (let axis = 0; axis < length; axis += 1) squares += (vector[axis] as number) * (vector[axis] as number);
  const unit = new Float32Array(length);
  // Squares of huge or tiny numbers leave the range of a double: such vectors are divided by their largest number first.
  const largest = squares > 1e-200 && squares < 1e200 ? 1 : largestOf(vector);
  if (largest === 0) return undefined;
  if (largest !== 1) {
    squares = 0;
    for (let axis = 0; axis < length; axis += 1) squares += ((vector[axis] as number) / largest) ** 2;
  }
  const scale = 1 / Math.sqrt(squares);
  for (let axis = 0; axis < length; axis += 1) {
    const value = vector[axis] as number;
    unit[axis] = (largest === 1 ? value : value / largest) * scale;
  }
  return unit;
}

/** Rejects numbers that are not finite. */
function largestOf(vector: Vector): number {
  let largest = 0;
  for (let axis = 0; axis < vector.length; axis += 1) {
    const size = Math.abs(vector[axis] as number);
    if (!(size < Number.POSITIVE_INFINITY)) {
      throw new VectorError(
        "VECTOR_INVALID",
        `Number ${axis} of a vector is not finite. The embedder is at fault: embed the text again.`,
        { actual: String(vector[axis]) },
      );
    }
    largest = Math.max(largest, size);
  }
  return largest;
}
