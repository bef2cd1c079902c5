/** How many vectors a segment holds. */
export const SEGMENT = 4096;

/** What a search reads of 4,096 vectors. Byte `place` of vector `at` is byte `(at >> 4) * 16 * places + place * 16 + at % 16` of `bytes`. */
export interface Segment {
  readonly bytes: Uint8Array;
  /** The same bytes, four vectors in a word. */
  readonly words: Int32Array;
  /** `base` of all vectors, then `gain`, then `slack`. */
  readonly factors: Float32Array;
  /** Where the scores of a search are written. */
  readonly scores: Float32Array;
}

/** Segments one after the other, in the memory of the kernel where there is one, behind what is kept free for its table. */
export interface Segments {
  readonly all: readonly Segment[];
  /** Adds an empty segment. */
  add(): void;
  /** Whether the kernel sees every one of them. */
  readonly inMemory: boolean;
}

export function sketchSegments(places: number, memory: WebAssembly.Memory | undefined): Segments {
  const length = SEGMENT * (places + 16);
  const reserved = places * 32;
  const all: Segment[] = [];
  let inMemory = memory !== undefined;

  function segment(buffer: ArrayBuffer, start: number): Segment {
    const factors = start + SEGMENT * places;
    return {
      bytes: new Uint8Array(buffer, start, SEGMENT * places),
      words: new Int32Array(buffer, start, (SEGMENT * places) / 4),
      factors: new Float32Array(buffer, factors, 3 * SEGMENT),
      scores: new Float32Array(buffer, factors + 12 * SEGMENT, SEGMENT),
    };
  }

  return {
    all,
    get inMemory() {
      return inMemory;
    },
    add() {
      if (!memory || !inMemory) {
        all.push(segment(new ArrayBuffer(length), 0));
        return;
      }
      const end = reserved + (all.length + 1) * length;
      const pages = Math.ceil((end - memory.buffer.byteLength) / 65_536);
      try {
        if (pages > 0) memory.grow(pages);
      } catch {
        // No room: what there is can be read without the kernel as well.
        inMemory = false;
        this.add();
        return;
      }
      // Growing took the old views away.
      const count = all.length + 1;
      for (let index = 0; index < count; index += 1) {
        all[index] = segment(memory.buffer as ArrayBuffer, reserved + index * length);
      }
    },
  };
}
