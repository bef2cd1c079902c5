import type { SketchQuery } from "./sketch-query.ts";
import { SEGMENT, type Segment } from "./sketch-segments.ts";

/**
 * Scores of all vectors of segments: `base + gain * (step * sum + low) + slack * reach`, the sum being that of the table's
 * entries for the half bytes of the sketch. The same as kernel.wat, in JavaScript.
 */
export function scoreSketches(segments: readonly Segment[], query: SketchQuery, vectors: number): void {
  const { step, low, reach } = query;
  const table = tableOfBytes(query.table);
  const end = table.length;
  let left = vectors;
  for (const { words, factors, scores } of segments) {
    const blocks = Math.ceil(Math.min(left, SEGMENT) / 16);
    left -= SEGMENT;
    const wordsOfBlock = end >> 6;
    for (let block = 0; block < blocks; block += 1) {
      for (let four = 0; four < 4; four += 1) {
        let [first, second, third, fourth] = [0, 0, 0, 0];
        for (let place = 0, at = block * wordsOfBlock + four; place < end; place += 256, at += 4) {
          const word = words[at] as number;
          first = (first + (table[place + (word & 255)] as number)) | 0;
          second = (second + (table[place + ((word >>> 8) & 255)] as number)) | 0;
          third = (third + (table[place + ((word >>> 16) & 255)] as number)) | 0;
          fourth = (fourth + (table[place + (word >>> 24)] as number)) | 0;
        }
        const at = block * 16 + four * 4;
        scores[at] = first;
        scores[at + 1] = second;
        scores[at + 2] = third;
        scores[at + 3] = fourth;
      }
    }
    for (let at = 0; at < blocks * 16; at += 1) {
      const sum = step * (scores[at] as number) + low;
      scores[at] =
        (factors[at] as number) +
        (factors[at + SEGMENT] as number) * sum +
        (factors[at + 2 * SEGMENT] as number) * reach;
    }
  }
}

/** Both half bytes at once: half as many entries are added up. */
function tableOfBytes(table: Uint8Array): Uint16Array {
  const whole = new Uint16Array(table.length * 8);
  for (let at = 0; at < whole.length; at += 1) {
    const halves = (at >> 8) * 32;
    whole[at] = (table[halves + (at & 15)] as number) + (table[halves + 16 + ((at >> 4) & 15)] as number);
  }
  return whole;
}
