import { type InjectionSource, makePatterns, type Pattern, type Step } from "./patterns.ts";
import type { Tokens } from "./tokens.ts";

/** One sign of an attack; `start` and `end` count in the text that was read. */
export interface Evidence {
  /** What it is a sign by: two of the same count little more than one. */
  readonly by: unknown;
  readonly family: string;
  readonly start: number;
  readonly end: number;
  /** Tenths of log odds. */
  readonly weight: number;
}

const patterns = new Map<InjectionSource, Pattern[][]>();

/** Finds the patterns in a row of words. */
export function patternsIn(tokens: Tokens, source: InjectionSource): Evidence[] {
  let byFirst = patterns.get(source);
  if (!byFirst) {
    byFirst = makePatterns(source);
    patterns.set(source, byFirst);
  }
  const { kinds, starts, ends } = tokens;
  const found: Evidence[] = [];
  // A pattern that was found is not looked for again right behind.
  const until = new Int32Array(256);
  for (let at = 0; at < kinds.length; at++) {
    const some = byFirst[kinds[at] ?? 0];
    if (some === undefined) continue;
    for (const pattern of some) {
      if ((until[pattern.index] ?? 0) > at) continue;
      const last = endOf(pattern.steps, kinds, at);
      if (last < 0) continue;
      until[pattern.index] = Math.max(last + 1, at + 32);
      const { family, weight } = pattern;
      found.push({ by: pattern, family, weight, start: starts[at] ?? 0, end: ends[last] ?? 0 });
    }
  }
  return found;
}

/** The last word of a pattern that begins at a word; -1 where it does not stand there. */
function endOf(steps: readonly Step[], kinds: readonly number[], first: number): number {
  let at = first;
  for (let index = 1; index < steps.length; index++) {
    const step = steps[index];
    const last = at + 1 + (step?.gap ?? 0);
    while (true) {
      const kind = kinds[++at] ?? 0;
      if (at > last) return -1;
      if (step?.kinds[kind]) break;
      if (kind === 124 || kind === 0) return -1;
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
  let [weight, best, from, bestFrom, bestTo] = [0, 0, 0, 0, 0];
  for (const [at, next] of all.entries()) {
    const count = counts.get(next.by) ?? 0;
    counts.set(next.by, count + 1);
    if (count === 0) weight += next.weight;
    for (let first = all[from]; first && first.start < next.start - WINDOW; first = all[++from]) {
      const left = (counts.get(first.by) ?? 0) - 1;
      counts.set(first.by, left);
      if (left === 0) weight -= first.weight;
    }
    if (weight <= best) continue;
    best = weight;
    bestFrom = from;
    bestTo = at + 1;
  }
  return { weight: best, evidence: all.slice(bestFrom, bestTo) };
}
