import type { Vector } from "../../../contracts/vector-store.ts";
import { VectorError } from "../../../core/errors/retrieval-errors.ts";
import { bestOf } from "./best.ts";
import { codeRows, cosine, floatRows } from "./rows.ts";
import type { Shelf, Sketch } from "./sketch.ts";
import { hasDirection, unitVector } from "./unit-vector.ts";
import { codeWriter, vectorCodeLength } from "./vector-codes.ts";

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
  readonly kernel?: object | false | undefined;
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

/** Up to so many vectors a search looks at every one. */
const FEW = 4096;

/** What stands in a slot that is free, and in one whose vector no sketch was made of yet; see sketch.ts. */
const FREE = 0;
const FRESH = 1;

/**
 * An index of vectors in memory that is searched from end to end: every vector, or, where there are thousands, a few bits of
 * each and then those that these leave a chance. The hits are those of an exact search; their scores are exact.
 *
 * @example
 * const index = vectorIndex({ dimensions: 2 });
 * index.add([[1, 0], [0, 1]]); // [0, 1]
 * (await index.search([0.9, 0.1], { topK: 1 }))[0]?.slot; // 0
 */
export function vectorIndex({ dimensions, floats, kernel }: VectorIndexOptions): VectorIndex {
  const rows = floats ? codeRows(dimensions) : floatRows(dimensions);
  const shelf: Shelf = { rows, slots: 0, state: new Uint8Array(16), fresh: 0 };
  const free: number[] = [];
  const codeLength = vectorCodeLength(dimensions);
  // How far the cosine of a code may be off, several times over.
  const margin = floats ? 0.08 / Math.sqrt(dimensions) : 0;
  /** What was removed while a search waits, for each that does. */
  const removed: Set<Set<number>> = new Set();
  let sketch: Promise<Sketch> | undefined;

  function put(row: Float32Array | Uint8Array): number {
    const slot = free.pop() ?? shelf.slots++;
    if (slot >= shelf.state.length) {
      const state = new Uint8Array(2 * shelf.state.length);
      state.set(shelf.state);
      shelf.state = state;
    }
    rows.write(slot, row);
    shelf.state[slot] = FRESH;
    shelf.fresh += 1;
    return slot;
  }

  function addCodes(codes: Uint8Array): number[] {
    if (!floats || codes.length % codeLength !== 0) {
      throw new VectorError(
        "VECTOR_DIMENSIONS",
        `Codes of vectors with ${dimensions} numbers are ${codeLength} bytes long each, and an index with \`floats\` takes them; got ${codes.length} bytes.`,
        { expected: codeLength, actual: codes.length },
      );
    }
    const slots: number[] = [];
    for (let at = 0; at < codes.length; at += codeLength) {
      slots.push(put(codes.subarray(at, at + codeLength)));
    }
    return slots;
  }

  /** Not 0 for each slot that may be a hit, and how many they are. */
  function maskOf(accepts: VectorIndexQuery["accepts"]): { mask: Uint8Array; count: number } {
    if (!accepts) return { mask: shelf.state, count: shelf.slots - free.length };
    const mask = shelf.state.slice(0, shelf.slots);
    let count = 0;
    for (let slot = 0; slot < shelf.slots; slot += 1) {
      if (mask[slot] === FREE) continue;
      if (typeof accepts === "function" ? accepts(slot) : accepts[slot]) count += 1;
      else mask[slot] = FREE;
    }
    return { mask, count };
  }

  /** The best by what the index holds; a few more than asked for where that is not exact. */
  async function candidates(
    unit: Float32Array,
    { topK, threshold = -1, accepts, signal }: VectorIndexQuery,
  ): Promise<VectorHit[]> {
    const best = bestOf(topK, threshold - margin, floats ? topK + 32 : 0, 2 * margin);
    const scorer = rows.scorer(unit);
    const { mask, count } = maskOf(accepts);
    if (count > FEW) {
      sketch ??= loadSketch();
      const found = await sketch;
      await found.update(signal);
      found.search({ unit, mask, scorer, best, topK });
    } else {
      for (let slot = 0; slot < shelf.slots; slot += 1) {
        if (mask[slot] !== FREE) best.offer(slot, scorer(slot));
      }
    }
    return best.hits();
  }

  async function loadSketch(): Promise<Sketch> {
    try {
      return await (await import("./sketch.ts")).sketch(dimensions, shelf, kernel);
    } catch (error) {
      // What failed to load is tried again by the next search.
      sketch = undefined;
      throw error;
    }
  }

  async function exact(
    unit: Float32Array,
    { topK, threshold = -1, signal }: VectorIndexQuery,
    hits: readonly VectorHit[],
  ): Promise<VectorHit[]> {
    const best = bestOf(topK, threshold);
    const read =
      floats && hits.length > 0
        ? await floats(
            hits.map(({ slot }) => slot),
            signal,
          )
        : [];
    hits.forEach(({ slot }, at) => {
      const found = read[at] && unitVector(read[at], dimensions);
      if (found) best.offer(slot, cosine(unit, found));
    });
    return best.hits();
  }

  return {
    dimensions,
    get size() {
      return shelf.slots - free.length;
    },
    get slots() {
      return shelf.slots;
    },
    add(vectors) {
      const scratch = new Float32Array(dimensions);
      // All are looked at before one is taken in.
      for (const vector of vectors) {
        if (!hasDirection(vector, dimensions, scratch)) throw withoutDirection();
      }
      const encode = floats && codeWriter(dimensions);
      return vectors.map((vector) => {
        unitVector(vector, dimensions, scratch);
        return put(encode?.(scratch) ?? scratch);
      });
    },
    addCodes,
    remove(slots) {
      for (const slot of slots) {
        const state = shelf.state[slot];
        if (!state) continue;
        if (state === FRESH) shelf.fresh -= 1;
        shelf.state[slot] = FREE;
        free.push(slot);
        for (const some of removed) some.add(slot);
      }
    },
    async search(vector, { topK: most, ...rest }) {
      const query = { ...rest, topK: Math.floor(most) };
      query.signal?.throwIfAborted();
      const unit = unitVector(vector, dimensions);
      if (!unit || !(query.topK >= 1)) return [];
      const gone: Set<number> = new Set();
      removed.add(gone);
      try {
        const found = await candidates(unit, query);
        const hits = floats ? await exact(unit, query, found) : found;
        return hits.filter(({ slot }) => !gone.has(slot));
      } finally {
        removed.delete(gone);
      }
    },
  };
}

function withoutDirection(): VectorError {
  return new VectorError(
    "VECTOR_INVALID",
    "A vector is all zeros: it has no direction, so that nothing can be like it. Leave it out.",
  );
}
