import { wait } from "../../../core/wait.ts";
import { type Best, bestOf } from "./best.ts";
import { loadKernel } from "./kernel.ts";
import { rotatedLength, rotation } from "./rotation.ts";
import type { Rows, Scorer } from "./rows.ts";
import { type SketchQuery, sketchQuery } from "./sketch-query.ts";
import { scoreSketches } from "./sketch-scores.ts";
import { SEGMENT, type Segments, sketchSegments } from "./sketch-segments.ts";

/** What stands in the slots of an index. */
export interface Shelf {
  readonly rows: Rows;
  /** One more than the highest slot ever given. */
  slots: number;
  /** For each slot `FREE`, `FRESH` or `SKETCHED`. */
  state: Uint8Array;
  /** How many slots are fresh. */
  fresh: number;
}

export const FREE = 0;
export const FRESH = 1;
export const SKETCHED = 2;

export interface SketchSearch {
  readonly unit: Float32Array;
  /** Not 0 for each slot that may be a hit. */
  readonly mask: Uint8Array;
  readonly scorer: Scorer;
  readonly best: Best;
  /** How many hits are wanted. */
  readonly topK: number;
}

/** A few bits of each vector, which tell whether its score can be among the best. */
export interface Sketch {
  /** Sketches the vectors that came since. Lets others work now and then, so that vectors may have come when it is done. */
  update(signal: AbortSignal | undefined): Promise<void>;
  /** Offers every vector that may be among the best, with the score that the scorer gives. */
  search(search: SketchSearch): void;
}

/** Sketches have no more bits than this: a search reads them all, and those of long vectors say enough. */
const MOST_PLACES = 128;
/** How many vectors tell what the average is. */
const SAMPLE = 1024;

/**
 * Sketches of the vectors of a shelf: one bit for each number of the rotated vector, less the average of all, and three numbers
 * that turn what the bits say into a cosine and the most that it may be off (RaBitQ: Gao and Long, SIGMOD 2024). A search scores
 * all sketches, then the vectors whose sketch leaves them a chance: hits are those of a search through all vectors, but for one in thousands.
 */
export async function sketch(
  dimensions: number,
  shelf: Shelf,
  module: object | false | undefined,
): Promise<Sketch> {
  const length = rotatedLength(dimensions);
  const places = Math.min(length / 8, MOST_PLACES);
  const axes = spreadAxes(length, places * 8);
  const rotate = rotation(dimensions);
  const average = new Float64Array(length);
  const rotated = new Float64Array(length);
  const kernel = await loadKernel(module);
  const segments = sketchSegments(places, kernel?.memory);
  let averageOf = 0;

  /** Vectors four times as many as before may have another average: what was sketched is sketched anew. */
  function renew(): void {
    averageOf = shelf.slots;
    average.fill(0);
    const stride = Math.ceil(shelf.slots / SAMPLE);
    let count = 0;
    for (let slot = 0; slot < shelf.slots; slot += 1) {
      if (shelf.state[slot] === SKETCHED) {
        shelf.state[slot] = FRESH;
        shelf.fresh += 1;
      }
      if (slot % stride !== 0 || shelf.state[slot] === FREE) continue;
      shelf.rows.rotated(slot, rotated);
      // A damaged code is never found, and must not spoil the others.
      if (!Number.isFinite(rotated[0])) continue;
      count += 1;
      for (let axis = 0; axis < length; axis += 1) {
        average[axis] = (average[axis] as number) + (rotated[axis] as number);
      }
    }
    for (let axis = 0; axis < length; axis += 1) {
      average[axis] = (average[axis] as number) / Math.max(1, count);
    }
  }

  function write(slot: number): void {
    shelf.rows.rotated(slot, rotated);
    const segment = segments.all[Math.floor(slot / SEGMENT)];
    if (!segment) return;
    const { bytes, factors } = segment;
    const at = slot % SEGMENT;
    let base = 0;
    let squares = 0;
    for (let axis = 0; axis < length; axis += 1) {
      const mean = average[axis] as number;
      const rest = (rotated[axis] as number) - mean;
      rotated[axis] = rest;
      base += mean * rest;
      squares += rest * rest;
    }
    let sum = 0;
    let seen = 0;
    let byte = (at >> 4) * 16 * places + (at & 15);
    for (let start = 0; start < axes.length; start += 8) {
      let bits = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const rest = rotated[axes[start + bit] as number] as number;
        if (rest >= 0) bits |= 1 << bit;
        sum += Math.abs(rest);
        seen += rest * rest;
      }
      bytes[byte] = bits;
      byte += 16;
    }
    const share = axes.length / length;
    const told = sum > 0 ? (sum * sum) / (axes.length * seen) : 0;
    factors[at] = base;
    factors[at + SEGMENT] = sum > 0 ? seen / sum / share : 0;
    // What the signs do not tell of the axes that were looked at, and what the others may hold.
    const variance = told > 0 ? (1 / told - 1 + (1 - share) * 1.2) / axes.length : 1;
    factors[at + 2 * SEGMENT] = Math.sqrt(squares * Math.min(1, variance));
  }

  function query(unit: Float32Array): SketchQuery {
    rotate(unit, rotated);
    let offset = 0;
    for (let axis = 0; axis < length; axis += 1) {
      const mean = average[axis] as number;
      offset += (rotated[axis] as number) * mean;
      rotated[axis] = (rotated[axis] as number) - mean;
    }
    return sketchQuery(rotated, axes, offset);
  }

  return {
    async update(signal) {
      for (let done = 0; shelf.fresh > 0; ) {
        if (shelf.slots > 4 * averageOf) renew();
        while (segments.all.length * SEGMENT < shelf.slots) segments.add();
        for (let slot = 0; slot < shelf.slots && shelf.fresh > 0; slot += 1) {
          if (shelf.state[slot] !== FRESH) continue;
          write(slot);
          shelf.state[slot] = SKETCHED;
          shelf.fresh -= 1;
          done += 1;
          if (done % SEGMENT === 0) break;
        }
        if (shelf.fresh > 0) await wait(0, signal);
      }
    },
    search({ unit, mask, scorer, best, topK }) {
      const asked = query(unit);
      score(segments, asked, shelf.slots);
      const seeds = bestOf(2 * topK + 32, Number.NEGATIVE_INFINITY);
      visit(mask, seeds, 0, (slot, sketched) => seeds.offer(slot, sketched));
      for (const { slot } of seeds.hits()) {
        best.offer(slot, scorer(slot));
        const { scores } = segments.all[Math.floor(slot / SEGMENT)] ?? {};
        if (scores) scores[slot % SEGMENT] = Number.NEGATIVE_INFINITY;
      }
      best.hits();
      visit(mask, best, asked.offset + 1e-6, (slot) => best.offer(slot, scorer(slot)));
    },
  };

  function score(parts: Segments, asked: SketchQuery, vectors: number): void {
    if (!kernel || !parts.inMemory) {
      scoreSketches(parts.all, asked, vectors);
      return;
    }
    new Uint8Array(kernel.memory.buffer).set(asked.table);
    let left = vectors;
    for (const { bytes, factors, scores } of parts.all) {
      if (left <= 0) break;
      kernel.scores(
        bytes.byteOffset,
        factors.byteOffset,
        scores.byteOffset,
        Math.ceil(Math.min(left, SEGMENT) / 16),
        0,
        places,
        SEGMENT * 4,
        asked.step,
        asked.low,
        asked.reach,
      );
      left -= SEGMENT;
    }
  }

  function visit(
    mask: Uint8Array,
    best: Best,
    offset: number,
    take: (slot: number, score: number) => void,
  ): void {
    for (let index = 0, slot = 0; slot < shelf.slots; index += 1) {
      const { scores } = segments.all[index] ?? {};
      if (!scores) return;
      const end = Math.min(SEGMENT, shelf.slots - slot);
      let least = best.least - offset;
      for (let at = 0; at < end; at += 1, slot += 1) {
        const sketched = scores[at] as number;
        if (sketched < least || mask[slot] === 0) continue;
        take(slot, sketched);
        least = best.least - offset;
      }
    }
  }
}

/** So many of all axes, from everywhere: each axis of a block says something of all of that block. */
function spreadAxes(length: number, count: number): Int32Array {
  let stride = count === length ? 1 : Math.floor(length * 0.618) | 1;
  while (commonDivisor(stride, length) > 1) stride += 2;
  return Int32Array.from({ length: count }, (_, index) => (index * stride) % length);
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
