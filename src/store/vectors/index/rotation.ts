/** How many numbers a rotated vector has: `dimensions`, filled up with zeros where no good blocks can be made of it. */
export function rotatedLength(dimensions: number): number {
  return dimensions > 64 ? Math.ceil(dimensions / 64) * 64 : 2 ** Math.ceil(Math.log2(dimensions));
}

/**
 * Turns a vector by a fixed random rotation, so that no axis says more than another and a few bits of each tell much. Angles
 * and lengths stay as they are. The rotation is the same everywhere and for ever, as codes on a disk depend on it: signs are
 * flipped by a hash of the axis, axis `i` goes into block `i % blocks`, and each block goes through a Walsh-Hadamard transform.
 */
export function rotate(vector: Float32Array, rotated: Float32Array): void {
  const { length } = rotated;
  const block = length & -length;
  const blocks = length / block;
  const scale = 1 / Math.sqrt(block);
  rotated.fill(0);
  for (let axis = 0; axis < vector.length; axis += 1) {
    const flipped = Math.imul(Math.imul(axis + 1, 0x9e3779b1) ^ (axis << 7), 0x85ebca6b) < 0;
    const value = (vector[axis] as number) * scale;
    rotated[(axis % blocks) * block + Math.floor(axis / blocks)] = flipped ? -value : value;
  }
  for (let half = 1; half < block; half *= 2) {
    for (let start = 0; start < length; start += 2 * half) {
      for (let at = start; at < start + half; at += 1) {
        const one = rotated[at] as number;
        const other = rotated[at + half] as number;
        rotated[at] = one + other;
        rotated[at + half] = one - other;
      }
    }
  }
}
