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
 * transform.
 */
export function rotation(dimensions: number): Rotate {
  const length = rotatedLength(dimensions);
  const nearest = length / (length & -length);
  const scale = Math.sqrt(nearest / length);
  const factors = Float64Array.from({ length: dimensions }, (_, axis) => {
    const hash = Math.imul(Math.imul(axis + 1, 0x9e3779b1) ^ (axis << 7), 0x85ebca6b);
    return hash < 0 ? -scale : scale;
  });
  return (vector, rotated) => {
    for (let axis = 0; axis < dimensions; axis += 1) {
      rotated[axis] = (vector[axis] as number) * (factors[axis] as number);
    }
    rotated.fill(0, dimensions);
    transform(rotated, nearest);
  };
}

/** The Walsh-Hadamard transform of the numbers that are alike modulo `nearest`. */
function transform(rotated: Float64Array, nearest: number): void {
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
