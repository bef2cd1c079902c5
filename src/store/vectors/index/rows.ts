import type { Vector } from "../../../contracts/vector-store.ts";
import { rotatedLength, rotation } from "./rotation.ts";

/** The cosine of a query and the vector of a slot. */
export type Scorer = (slot: number) => number;

/** The numbers of vectors by slot: floats, or what codes hold of them. */
export interface Rows {
  write(slot: number, source: Float32Array | Uint8Array): void;
  scorer(unit: Float32Array): Scorer;
  /** Writes the rotated vector of a slot into `into`. */
  rotated(slot: number, into: Float64Array): void;
}

/** 1,024 rows in a block; 16 in the first one, which grows. */
const SHIFT = 10;
const BLOCK = 1024;
const FIRST = 16;

/** Rows that hold the floats of vectors of length 1. */
export function floatRows(dimensions: number): Rows {
  const blockOf = growingBlocks(dimensions);
  const rotate = rotation(dimensions);
  return {
    write(slot, source) {
      blockOf(slot).floats.set(source, (slot % BLOCK) * dimensions);
    },
    scorer(unit) {
      const query = Float64Array.from(unit);
      return (slot) => dotFloats(query, blockOf(slot).floats, (slot % BLOCK) * dimensions);
    },
    rotated(slot, into) {
      const start = (slot % BLOCK) * dimensions;
      rotate(blockOf(slot).floats.subarray(start, start + dimensions), into);
    },
  };
}

/** Rows that hold what `vectorCodes` makes of vectors: a scale, then the numbers. */
export function codeRows(dimensions: number): Rows {
  const length = rotatedLength(dimensions);
  const words = 1 + length / 4;
  const blockOf = growingBlocks(words);
  const rotate = rotation(dimensions);
  return {
    write(slot, source) {
      blockOf(slot).bytes.set(source, (slot % BLOCK) * words * 4);
    },
    scorer(unit) {
      const query = new Float64Array(length);
      rotate(unit, query);
      return (slot) => {
        const { floats, bytes } = blockOf(slot);
        const start = (slot % BLOCK) * words;
        return dotCodes(query, bytes, start * 4 + 4) * (floats[start] as number);
      };
    },
    rotated(slot, into) {
      const { floats, bytes } = blockOf(slot);
      const start = (slot % BLOCK) * words;
      const scale = floats[start] as number;
      for (let axis = 0; axis < length; axis += 1)
        into[axis] = (bytes[start * 4 + 4 + axis] as number) * scale;
    },
  };
}

/** The cosine of a vector of length 1 and another one, as the rows of an index count it. */
export function cosine(unit: Vector, other: Float32Array): number {
  return dotFloats(Float64Array.from(unit), other, 0);
}

/** The same memory as floats and as bytes. */
interface Block {
  readonly floats: Float32Array;
  readonly bytes: Int8Array;
}

/** Gives the block of a slot, and makes it where there is none: the slots up to it must have been asked for before. */
function growingBlocks(words: number): (slot: number) => Block {
  const blocks: Block[] = [];
  let rows = 0;
  return (slot) => {
    if (slot >= rows) {
      const more = slot < BLOCK ? Math.min(BLOCK, Math.max(FIRST, 2 * rows)) : BLOCK;
      const floats = new Float32Array(more * words);
      const bytes = new Int8Array(floats.buffer);
      if (rows < BLOCK && blocks[0]) bytes.set(blocks[0].bytes);
      blocks[slot >> SHIFT] = { floats, bytes };
      rows = (slot >> SHIFT) * BLOCK + more;
    }
    return blocks[slot >> SHIFT] as Block;
  };
}

/** Four sums side by side: one alone would wait for each addition. */
function dotFloats(query: Float64Array, row: Float32Array, start: number): number {
  const { length } = query;
  const even = length - (length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let axis = 0; axis < even; axis += 4) {
    const at = start + axis;
    first += (query[axis] as number) * (row[at] as number);
    second += (query[axis + 1] as number) * (row[at + 1] as number);
    third += (query[axis + 2] as number) * (row[at + 2] as number);
    fourth += (query[axis + 3] as number) * (row[at + 3] as number);
  }
  for (let axis = even; axis < length; axis += 1) {
    first += (query[axis] as number) * (row[start + axis] as number);
  }
  return Math.max(-1, Math.min(1, first + second + (third + fourth)));
}

/** The same of bytes; a copy of its own, as code that reads two kinds of arrays reads both slowly. */
function dotCodes(query: Float64Array, row: Int8Array, start: number): number {
  const { length } = query;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let axis = 0; axis < length; axis += 4) {
    const at = start + axis;
    first += (query[axis] as number) * (row[at] as number);
    second += (query[axis + 1] as number) * (row[at + 1] as number);
    third += (query[axis + 2] as number) * (row[at + 2] as number);
    fourth += (query[axis + 3] as number) * (row[at + 3] as number);
  }
  return first + second + (third + fourth);
}
