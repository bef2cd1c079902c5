import type { Vector } from "../../../contracts/vector-store.ts";
import { VectorError } from "../../../core/errors/retrieval-errors.ts";

/**
 * The numbers of a vector brought to length 1, or `undefined` where all are zero: such a vector has no direction and is like
 * none. Throws `VectorError`: numbers that are not finite and vectors without numbers (`VECTOR_INVALID`), another length than
 * `dimensions` (`VECTOR_DIMENSIONS`). Writes into `into` where it is given.
 *
 * @example
 * unitVector([3, 4], 2); // Float32Array [0.6, 0.8]
 */
export function unitVector(
  vector: Vector,
  dimensions: number,
  into?: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> | undefined {
  const { largest, squares } = measured(vector, dimensions);
  if (squares === 0) return undefined;
  const unit = into ?? new Float32Array(dimensions);
  const scale = 1 / Math.sqrt(squares);
  for (let axis = 0; axis < dimensions; axis += 1) {
    const value = vector[axis] as number;
    unit[axis] = (largest === 1 ? value : value / largest) * scale;
  }
  return unit;
}

/** Throws as `unitVector` does. Whether a vector has a direction. */
export function hasDirection(vector: Vector, dimensions: number): boolean {
  return measured(vector, dimensions).squares > 0;
}

/** The sum of the squares of all numbers over `largest`. */
function measured(vector: Vector, dimensions: number): { largest: number; squares: number } {
  const { length } = vector;
  if (length === 0) {
    throw new VectorError(
      "VECTOR_INVALID",
      "A vector has no numbers. Embed the text again, or leave the entry out.",
    );
  }
  if (length !== dimensions) {
    throw new VectorError(
      "VECTOR_DIMENSIONS",
      `A vector has ${length} numbers, those of the index ${dimensions}. Use the embedder that made the index, or clear it.`,
      { expected: dimensions, actual: length },
    );
  }
  let squares = 0;
  for (let axis = 0; axis < length; axis += 1) squares += (vector[axis] as number) * (vector[axis] as number);
  if (squares > 1e-200 && squares < 1e200) return { largest: 1, squares };
  // Squares of huge or tiny numbers leave the range of a double: such vectors are divided by their largest number first.
  const largest = largestOf(vector);
  if (largest === 0) return { largest, squares: 0 };
  squares = 0;
  for (let axis = 0; axis < length; axis += 1) squares += ((vector[axis] as number) / largest) ** 2;
  return { largest, squares };
}

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
