import { type Candidate, pairedScores } from "./candidate.ts";
import type { PlannedCase } from "./plan-optimization.ts";
import { type Random, shuffled } from "./seeded-random.ts";

/** The candidate that does best on the cases; the earliest of equals. */
export function bestOn(pool: readonly Candidate[], cases: readonly PlannedCase[]): Candidate | undefined {
  return pool.reduce<Candidate | undefined>(
    (best, one) => (best && pairedScores(best, one, cases).gain <= 1e-9 ? best : one),
    undefined,
  );
}

/**
 * Draws one of the candidates that are best on some case, the more likely the more cases those are (as GEPA does): what is
 * best for few is not lost to what is best on average.
 */
export function drawFromFrontier(
  pool: readonly Candidate[],
  cases: readonly PlannedCase[],
  random: Random,
): Candidate | undefined {
  const tickets: Candidate[] = [];
  for (const { name } of cases) {
    const scored = pool.flatMap((candidate) => {
      const result = candidate.scores.get(name);
      const isGiven = candidate.demonstrations.some((given) => given.name === name);
      return result && !isGiven ? [{ candidate, score: result.score }] : [];
    });
    const top = Math.max(...scored.map(({ score }) => score));
    tickets.push(...scored.filter(({ score }) => score >= top - 1e-9).map(({ candidate }) => candidate));
  }
  return tickets[Math.floor(random() * tickets.length)];
}

/** Draws cases for the first check of a round: half of them such as the candidate failed, so that gains and losses can show. */
export function drawMinibatch(
  candidate: Candidate,
  cases: readonly PlannedCase[],
  size: number,
  random: Random,
): PlannedCase[] {
  const drawn = shuffled(cases, random).filter(({ name }) => candidate.scores.has(name));
  const fails = ({ name }: PlannedCase): boolean => (candidate.scores.get(name)?.score ?? 0) < 1 - 1e-6;
  const failed = drawn.filter(fails);
  const passed = drawn.filter((planned) => !fails(planned));
  const wanted = Math.max(Math.ceil(size / 2), size - passed.length);
  const bad = failed.slice(0, wanted);
  return [...bad, ...passed.slice(0, size - bad.length)];
}
