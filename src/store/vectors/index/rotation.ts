/** How many numbers a rotated vector has: `dimensions`, filled up with zeros where no long blocks can be made of it. */
export function rotatedLength(dimensions: number): number {
  return dimensions > 64
    ? Math.ceil(dimensions / 64) * 64
    : Math.max(8, 2 ** Math.ceil(Math.log2(dimensions)));
}

/** Writes the rotated vector of `dimensions` numbers into one of `rotatedLength`. */
export type Rotate = (vector: Float32Array, rotated: Float64Array) => void;

/**
 * A fixed random rotation of vectors, so that no axis says more than another and a few bits of each tell much. Angles and
 * lengths stay as they are. The rotation is the same everywhere and for ever, as codes on a disk depend on it: signs are
 * flipped by a hash of the axis, then the axes that are alike modulo the odd part of the length go through a Walsh-Hadamard
 * transform; then other signs are flipped, and every four neighbours go through one, without which vectors that are mostly
 * zeros would end up with few different numbers.
 */
export function rotation(dimensions: number): Rotate {
  const length = rotatedLength(dimensions);
  const nearest = length / (length & -length);
  const first = signs(dimensions, 0x85ebca6b, Math.sqrt(nearest / length));
  const second = signs(length, 0xc2b2ae35, 0.5);
  return (vector, rotated) => {
    for (let axis = 0; axis < dimensions; axis += 1) {
      rotated[axis] = (vector[axis] as number) * (first[axis] as number);
    }
    rotated.fill(0, dimensions);
    mixFar(rotated, nearest);
    mixNeighbours(rotated, second);
  };
}

function signs(length: number, seed: number, scale: number): Float64Array {
  return Float64Array.from({ length }, (_, axis) => {
    const hash = Math.imul(axis + 1, 0x9e3779b1);
    return Math.imul(hash ^ (hash >>> 15), seed) < 0 ? -scale : scale;
  });
}

/** The Walsh-Hadamard transform of the numbers that are alike modulo `nearest`. */
function mixFar(rotated: Float64Array, nearest: number): void {
  const { length } = rotated;
  let near = nearest;
  // Two steps of the transform at once: half as many numbers are read and written.
  for (; near * 4 <= length; near *= 4) {
    for (let start = 0; start < length; start += 4 * near) {
      for (let at = start; at < start + near; at += 1) {
        const first = rotated[at] as number;
        const second = rotated[at + near] as number;
        const third = rotated[at + 2 * near] as number;
        const fourth = rotated[at + 3 * near] as number;
        const sum = first + second;
        const difference = first - second;
        const otherSum = third + fourth;
        const otherDifference = third - fourth;
        rotated[at] = sum + otherSum;
        rotated[at + near] = difference + otherDifference;
        rotated[at + 2 * near] = sum - otherSum;
        rotated[at + 3 * near] = difference - otherDifference;
      }
    }
  }
  if (near === length) return;
  for (let at = 0; at < near; at += 1) {
    const one = rotated[at] as number;
    const other = rotated[at + near] as number;
    rotated[at] = one + other;
    rotated[at + near] = one - other;
  }
}

/** The transform of every four numbers, times their factors. */
function mixNeighbours(rotated: Float64Array, factors: Float64Array): void {
  for (let at = 0; at < rotated.length; at += 4) {
    const first = (rotated[at] as number) * (factors[at] as number);
    const second = (rotated[at + 1] as number) * (factors[at + 1] as number);
    const third = (rotated[at + 2] as number) * (factors[at + 2] as number);
    const fourth = (rotated[at + 3] as number) * (factors[at + 3] as number);
    rotated[at] = first + second + (third + fourth);
    rotated[at + 1] = first - second + (third - fourth);
    rotated[at + 2] = first + second - (third + fourth);
    rotated[at + 3] = first - second - (third - fourth);
  }
}
