import type { VectorHit } from "./vector-index.ts";

/** Keeps the best of what it is offered. */
export interface Best {
  /** What scores less need not be offered any more. */
  least: number;
  offer(slot: number, score: number): void;
  /** Those that were kept, best first, of equal ones the lower slot. */
  hits(): VectorHit[];
}

/** Keeps `count` hits with no less than `least`, and up to `spare` more that are no further than `margin` from the last of them. */
export function bestOf(count: number, least: number, spare = 0, margin = 0): Best {
  const limit = 2 * (count + spare) + 64;
  let kept: VectorHit[] = [];
  const best: Best = {
    least,
    offer(slot, score) {
      if (!(score >= best.least)) return;
      kept.push({ slot, score });
      if (kept.length === limit) best.hits();
    },
    hits() {
      kept.sort((one, other) => other.score - one.score || one.slot - other.slot);
      const last = kept[count - 1];
      if (last) best.least = Math.max(best.least, last.score - margin);
      kept = kept.slice(0, count + spare).filter(({ score }) => score >= best.least);
      return kept;
    },
  };
  return best;
}
