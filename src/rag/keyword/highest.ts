/**
 * The places of the highest scores above 0, highest first; of equal ones the lower place. A heap of `count` places, so that a
 * long list of scores is gone through once. `accepts` is asked of places that would be among them only.
 *
 * @example
 * highest([0, 3, 1, 3], 2); // [1, 3]
 */
export function highest(
  scores: ArrayLike<number>,
  count: number,
  accepts: (place: number) => boolean = () => true,
): number[] {
  const heap: number[] = [];
  const isWorse = (one: number, other: number): boolean => {
    const difference = (scores[one] ?? 0) - (scores[other] ?? 0);
    return difference < 0 || (difference === 0 && one > other);
  };
  for (let place = 0; place < scores.length; place++) {
    if (!((scores[place] ?? 0) > 0)) continue;
    const isFull = heap.length >= count;
    if (isFull && (count <= 0 || !isWorse(heap[0] ?? 0, place))) continue;
    if (!accepts(place)) continue;
    if (isFull) sink(heap, place, isWorse);
    else rise(heap, place, isWorse);
  }
  return heap.sort((one, other) => (isWorse(one, other) ? 1 : -1));
}

type IsWorse = (one: number, other: number) => boolean;

/** Puts a place at the end of a heap whose worst stands first, and lets it rise. */
function rise(heap: number[], place: number, isWorse: IsWorse): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] ?? 0;
    if (!isWorse(place, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = place;
}

/** Puts a place where the worst stands, and lets it sink. */
function sink(heap: number[], place: number, isWorse: IsWorse): void {
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (left === undefined) break;
    if (right !== undefined && isWorse(right, left)) below++;
    const child = heap[below] ?? 0;
    if (!isWorse(child, place)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = place;
}
