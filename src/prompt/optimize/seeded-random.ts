/** Gives numbers from 0 up to 1, without 1. */
export type Random = () => number;

/** A hash of 32 bits (FNV-1a with the finish of MurmurHash3), the same everywhere and for ever; no secret rests on it. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Random numbers that follow from a seed (Mulberry32), the same on every runtime. */
export function seededRandom(...seed: readonly (number | string)[]): Random {
  let state = hash32(seed.join(" "));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A copy in random order. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, at: random() }));
  return keyed.sort((one, other) => one.at - other.at).map(({ item }) => item);
}
