import { rotate, rotatedLength } from "./rotation.ts";

/** How many bytes the code of one vector has: a scale (float32, little endian), then a byte for each number of the rotated vector. */
export function vectorCodeLength(dimensions: number): number {
  return 4 + rotatedLength(dimensions);
}

/**
 * Codes of vectors of length 1 (see `unitVector`), one after the other: a quarter of the bytes, and all that an index needs
 * until it asks for the floats of its best candidates. They depend on the vector alone and mean the same for ever, so that they can lie on a disk.
 *
 * @example
 * index.addCodes(vectorCodes([unitVector([3, 4], 2)]));
 */
export function vectorCodes(units: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const dimensions = units[0]?.length ?? 0;
  const length = units.length === 0 ? 0 : rotatedLength(dimensions);
  const bytes = new Uint8Array(units.length * (length + 4));
  const view = new DataView(bytes.buffer);
  const rotated = new Float32Array(length);
  let start = 0;
  for (const unit of units) {
    rotate(unit, rotated);
    let largest = 0;
    for (let axis = 0; axis < length; axis += 1) {
      largest = Math.max(largest, Math.abs(rotated[axis] as number));
    }
    const scale = largest / 127;
    view.setFloat32(start, scale, true);
    start += 4;
    for (let axis = 0; axis < length; axis += 1) {
      bytes[start + axis] = Math.round((rotated[axis] as number) / scale);
    }
    start += length;
  }
  return bytes;
}
