import { rotate, rotatedLength } from "./rotation.ts";

/** How many bytes the code of one vector has: a scale (float32, little endian), then a byte for each number of the rotated vector. */
export function vectorCodeLength(dimensions: number): number {
  return 4 + rotatedLength(dimensions);
}

/**
 * Codes of vectors of length 1 (see `unitVector`), one after the other: a quarter of the bytes, and all that an index needs
 * until it asks for the floats of its best candidates. They depend on the vector alone and mean the same for ever, so that
 * they can lie on a disk.
 *
 * @example
 * index.addCodes(vectorCodes([unitVector([3, 4], 2)]));
 */
export function vectorCodes(units: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const length = units[0] ? rotatedLength(units[0].length) : 0;
  const bytes = new Uint8Array(units.length * (4 + length));
  const view = new DataView(bytes.buffer);
  const rotated = new Float64Array(length);
  let at = 0;
  for (const unit of units) {
    rotate(unit, rotated);
    let largest = 0;
    for (let axis = 0; axis < length; axis += 1) {
      const size = Math.abs(rotated[axis] as number);
      if (size > largest) largest = size;
    }
    view.setFloat32(at, largest / 127, true);
    at += 4;
    const perUnit = 127 / largest;
    for (let axis = 0; axis < length; axis += 1) {
      bytes[at + axis] = Math.floor((rotated[axis] as number) * perUnit + 0.5);
    }
    at += length;
  }
  return bytes;
}
