import { rotatedLength, rotation } from "./rotation.ts";

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
 * vectorCodes([Float32Array.of(0.6, 0.8)]).length; // vectorCodeLength(2)
 */
export function vectorCodes(units: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  if (!units[0]) return new Uint8Array();
  const encode = codeWriter(units[0].length);
  const length = vectorCodeLength(units[0].length);
  const codes = new Uint8Array(units.length * length);
  units.forEach((unit, index) => {
    codes.set(encode(unit), index * length);
  });
  return codes;
}

/** What makes the code of one vector; the next call writes over it. */
export function codeWriter(dimensions: number): (unit: Float32Array) => Uint8Array<ArrayBuffer> {
  const code = new Uint8Array(vectorCodeLength(dimensions));
  const scale = new DataView(code.buffer);
  const numbers = new Int8Array(code.buffer, 4);
  const rotated = new Float64Array(numbers.length);
  const rotate = rotation(dimensions);
  return (unit) => {
    rotate(unit, rotated);
    let largest = 0;
    for (let axis = 0; axis < rotated.length; axis += 1) {
      const size = Math.abs(rotated[axis] as number);
      if (size > largest) largest = size;
    }
    scale.setFloat32(0, largest / 127, true);
    const perUnit = 127 / largest;
    for (let axis = 0; axis < rotated.length; axis += 1) {
      numbers[axis] = Math.floor((rotated[axis] as number) * perUnit + 0.5);
    }
    return code;
  };
}
