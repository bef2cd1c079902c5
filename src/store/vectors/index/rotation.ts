/** How many numbers a rotated vector has: `dimensions`, filled up with zeros where no long blocks can be made of it. */
export function rotatedLength(dimensions: number): number {
  return dimensions > 64
    ? Math.ceil(dimensions / 64) * 64
    : Math.max(8, 2 ** Math.ceil(Math.log2(dimensions)));
}

/**
 * Turns a vector by a fixed random rotation, so that no axis says more than another and a few bits of each tell much. Angles
 * and lengths stay as they are. The rotation is the same everywhere and for ever, as codes on a disk depend on it: signs are
 * flipped by a hash of the axis, then the axes that are alike modulo the odd part of the length go through a Walsh-Hadamard
 * transform. `rotated` has `rotatedLength` numbers.
 */
export function rotate(vector: Float32Array, rotated: Float64Array): void {
  const { length } = rotated;
  const given = vector.length;
  const nearest = length / (length & -length);
  const scale = Math.sqrt(nearest / length);
  for (let axis = 0; axis < given; axis += 1) {
    const isFlipped = Math.imul(Math.imul(axis + 1, 0x9e3779b1) ^ (axis << 7), 0x85ebca6b) < 0;
    rotated[axis] = (vector[axis] as number) * (isFlipped ? -scale : scale);
  }
  rotated.fill(0, given);
  let near = nearest;
  // Two steps of the transform at once: half as many numbers are read and written.
  for (; near * 4 <= length; near *= 4) {
    for (let start = 0; start < length; start += 4 * near) {
      for (let at = start; at < start + near; at += 1) {
        const first = rotated[at] as number;
        const second = rotated[at + near] as number;
        const third = rotated[at + 2 * near] as number;
        const fourth = rotated[at + 3 * near] as number;
        rotated[at] = first + second + (third + fourth);
        rotated[at + near] = first - second + (third - fourth);
        rotated[at + 2 * near] = first + second - (third + fourth);
        rotated[at + 3 * near] = first - second - (third - fourth);
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
