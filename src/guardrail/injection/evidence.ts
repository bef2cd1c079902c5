import { type InjectionSource, makePatterns, type Pattern, type Step } from "./patterns.ts";
import type { Tokens } from "./tokens.ts";

/** One sign of an attack; `start` and `end` count in the text that was read. */
export interface Evidence {
  /** What it is a sign by: two of the same count as one. */
  readonly by: unknown;
  readonly family: string;
  readonly start: number;
  readonly end: number;
  /** Tenths of log odds. */
  readonly weight: number;
}

const LEVELS = { user: 0, retrieved: 1, tool: 2 };

/** A pattern that was found is not looked for again in so many words, so that no text has more evidence than words. */
const APART = 32;

let patterns: ReadonlyMap<string, readonly Pattern[]> | undefined;

/** Finds the patterns in a row of words. */
export function patternsIn(tokens: Tokens, source: InjectionSource): Evidence[] {
  const { kinds, places, starts, ends } = tokens;
  patterns ??= makePatterns();
  const found: Evidence[] = [];
  const next: number[] = [];
  for (const [at, kind] of kinds.entries()) {
    const place = places[at] ?? 0;
    for (const pattern of patterns.get(kind) ?? []) {
      const { index, family, weight, level, steps } = pattern;
      if (level > LEVELS[source] || (next[index] ?? 0) > place) continue;
      const last = endOf(steps, tokens, at);
      if (last < 0) continue;
      next[index] = place + APART;
      found.push({ by: pattern, family, weight, start: starts[at] ?? 0, end: ends[last] ?? 0 });
    }
  }
  return found;
}

/** The last word of a pattern that begins at a word; -1 where it does not stand there. */
function endOf(steps: readonly Step[], { kinds, places }: Tokens, first: number): number {
  let at = first;
  for (const step of steps) {
    const last = (places[at] ?? 0) + 1 + step.gap;
    while (true) {
      const kind = kinds[++at];
      if (kind === undefined || (places[at] ?? 0) > last) return -1;
      if (step.kinds.includes(kind)) break;
      if (kind === "|") return -1;
    }
  }
  return at;
}

/** So many characters make one window: evidence that stands farther apart does not add up. */
export const WINDOW = 2400;

/** The part of a text with the most evidence. */
export interface Strongest {
  readonly weight: number;
  readonly evidence: readonly Evidence[];
}

/** Adds up evidence, each kind of it once, where it stands closest. */
export function strongest(all: Evidence[]): Strongest {
  all.sort((one, other) => one.start - other.start);
  const counts = new Map<unknown, number>();
  const count = ({ by, weight }: Evidence, change: 1 | -1): number => {
    const before = counts.get(by) ?? 0;
    counts.set(by, before + change);
    return before === 0 || before + change === 0 ? weight * change : 0;
  };
  let [weight, best, from, bestFrom, bestTo] = [0, 0, 0, 0, 0];
  for (const [at, one] of all.entries()) {
    weight += count(one, 1);
    for (let first = all[from]; first && first.start < one.start - WINDOW; first = all[++from])
      weight += count(first, -1);
    if (weight > best) [best, bestFrom, bestTo] = [weight, from, at + 1];
  }
  return { weight: best, evidence: all.slice(bestFrom, bestTo) };
}
