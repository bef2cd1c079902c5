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
  into: Float32Array<ArrayBuffer> = new Float32Array(dimensions),
): Float32Array<ArrayBuffer> | undefined {
  const sum = read(vector, dimensions, into);
  if (sum === 0) return undefined;
  const scale = 1 / Math.sqrt(sum);
  for (let axis = 0; axis < dimensions; axis += 1) into[axis] = (into[axis] as number) * scale;
  return into;
}

/** Whether a vector has a direction. Throws as `unitVector` does; what it leaves in `into` means nothing. */
export function hasDirection(
  vector: Vector,
  dimensions: number,
  into: Float32Array = new Float32Array(dimensions),
): boolean {
  return read(vector, dimensions, into) > 0;
}

/** Writes a vector of the same direction whose squares a float can hold, and gives their sum. */
function read(vector: Vector, dimensions: number, into: Float32Array): number {
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
  into.set(vector);
  const sum = squares(into);
  if (sum > 1e-30 && sum < 1e30) return sum;
  // Floats hold no huge and no tiny numbers: such a vector is divided by its largest one first.
  const largest = largestOf(vector);
  if (largest === 0) return 0;
  for (let axis = 0; axis < length; axis += 1) into[axis] = (vector[axis] as number) / largest;
  return squares(into);
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

/** Two sums side by side, as one alone would wait for each addition; multiplied and not raised, as powers make garbage. */
function squares(vector: Float32Array): number {
  let even = 0;
  let odd = 0;
  for (let axis = 0; axis < vector.length; axis += 2) {
    const one = vector[axis] as number;
    const other = vector[axis + 1] ?? 0;
    even += one * one;
    odd += other * other;
  }
  return even + odd;
}
