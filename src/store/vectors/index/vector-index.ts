import type { Vector } from "../../../contracts/vector-store.ts";
import { VectorError } from "../../../core/errors/retrieval-errors.ts";
import { rotate, rotatedLength } from "./rotation.ts";
import { unitVector } from "./unit-vector.ts";
import { vectorCodeLength, vectorCodes } from "./vector-codes.ts";

/**
 * Reads the vectors of slots, in the order of the slots; of any length but zero, as they were before `unitVector`. `undefined`
 * for one that is gone: it is no hit.
 */
export type ReadFloats = (
  slots: readonly number[],
  signal: AbortSignal | undefined,
) => Promise<readonly (Vector | undefined)[]>;

export interface VectorIndexOptions {
  /** The length of all vectors. */
  readonly dimensions: number;
  /**
   * Where the floats lie that the index does not keep. With it the index holds a byte for each number, and reads the floats of
   * the few best candidates of a search; without it, it keeps them all.
   */
  readonly floats?: ReadFloats | undefined;
  /**
   * The module of `hedgemage/vector-kernel.wasm` where a runtime compiles no bytes (Workers), `false` for none: the same hits,
   * only slower. By default the module that comes with the package is compiled on first use, if the runtime allows it.
   */
  readonly kernel?: WebAssembly.Module | false | undefined;
}

export interface VectorIndexQuery {
  /** How many hits at most. */
  readonly topK: number;
  /** The least cosine of a hit. */
  readonly threshold?: number | undefined;
  /** Which slots may be hits: a function, or a byte for each slot that is not 0 (slots beyond its end may not). */
  readonly accepts?: ((slot: number) => boolean) | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A vector that a search has found; `score` is the cosine, from -1 to 1. */
export interface VectorHit {
  readonly slot: number;
  readonly score: number;
}

/** Vectors of one length in memory, by slot. Slots count from 0; those of removed vectors are given away again. */
export interface VectorIndex {
  readonly dimensions: number;
  /** How many vectors there are. */
  readonly size: number;
  /** One more than the highest slot that was ever given. */
  readonly slots: number;
  /**
   * Takes vectors of any length but zero in, and gives the slot of each. Rejects all of them with `VectorError` where one is
   * all zeros or not finite (`VECTOR_INVALID`) or not as long as the index wants (`VECTOR_DIMENSIONS`).
   */
  add(vectors: readonly Vector[]): number[];
  /** Takes in what `vectorCodes` gave, in an index with `floats`. */
  addCodes(codes: Uint8Array): number[];
  /** Frees slots; those that hold nothing are passed over. */
  remove(slots: Iterable<number>): void;
  /** The vectors most like one, best first, of equal ones the lower slot. None for a vector of zeros. */
  search(vector: Vector, query: VectorIndexQuery): Promise<VectorHit[]>;
}

/**
 * An index of vectors in memory that is searched from end to end.
 *
 * @example
 * const index = vectorIndex({ dimensions: 2 });
 * index.add([[1, 0], [0, 1]]); // [0, 1]
 * await index.search([0.9, 0.1], { topK: 1 }); // [{ slot: 0, score: 0.99… }]
 */
export function vectorIndex({ dimensions, floats }: VectorIndexOptions): VectorIndex {
  const rows: ((Float32Array | Uint8Array) | undefined)[] = [];
  const free: number[] = [];
  const codeLength = vectorCodeLength(dimensions);

  function take(row: Float32Array | Uint8Array): number {
    const slot = free.pop() ?? rows.length;
    rows[slot] = row;
    return slot;
  }
  function addCodes(codes: Uint8Array): number[] {
    if (codes.length % codeLength !== 0) {
      throw new VectorError("VECTOR_INVALID", "The codes are of no whole number of vectors.");
    }
    const slots: number[] = [];
    for (let at = 0; at < codes.length; at += codeLength) slots.push(take(codes.slice(at, at + codeLength)));
    return slots;
  }

  return {
    dimensions,
    get size() {
      return rows.length - free.length;
    },
    get slots() {
      return rows.length;
    },
    addCodes,
    add(vectors) {
      const units = vectors.map((vector) => {
        const unit = unitVector(vector, dimensions);
        if (!unit) throw new VectorError("VECTOR_INVALID", "A vector is all zeros: it has no direction.");
        return unit;
      });
      return floats ? addCodes(vectorCodes(units)) : units.map(take);
    },
    remove(slots) {
      for (const slot of slots) {
        if (!rows[slot]) continue;
        rows[slot] = undefined;
        free.push(slot);
      }
    },
    async search(vector, { topK, threshold = -1, accepts, signal }) {
      signal?.throwIfAborted();
      const unit = unitVector(vector, dimensions);
      if (!unit) return [];
      const rotated = new Float32Array(rotatedLength(dimensions));
      if (floats) rotate(unit, rotated);
      const hits: { slot: number; score: number }[] = [];
      rows.forEach((row, slot) => {
        if (!row || (typeof accepts === "function" ? !accepts(slot) : accepts && !accepts[slot])) return;
        const score = row instanceof Float32Array ? dot(unit, row) : codeScore(row, rotated);
        hits.push({ slot, score });
      });
      const best = (found: VectorHit[]) =>
        found.sort((one, other) => other.score - one.score || one.slot - other.slot);
      if (!floats) return best(hits.filter(({ score }) => score >= threshold)).slice(0, topK);
      const candidates = best(hits).slice(0, topK * 2 + 16);
      const read = await floats(
        candidates.map(({ slot }) => slot),
        signal,
      );
      const exact = candidates.flatMap(({ slot }, at) => {
        const found = read[at] && unitVector(read[at], dimensions);
        return found ? [{ slot, score: dot(unit, found) }] : [];
      });
      return best(exact.filter(({ score }) => score >= threshold)).slice(0, topK);
    },
  };
}

function codeScore(code: Uint8Array, rotated: Float32Array): number {
  const bytes = new Int8Array(code.buffer, code.byteOffset + 4, rotated.length);
  let sum = 0;
  for (let axis = 0; axis < rotated.length; axis += 1)
    sum += (rotated[axis] as number) * (bytes[axis] as number);
  return sum * new DataView(code.buffer, code.byteOffset).getFloat32(0, true);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < one.length; axis += 1) sum += (one[axis] as number) * (other[axis] as number);
  return Math.max(-1, Math.min(1, sum));
}
