import { expect } from "vitest";
import { expected, scenarioNames } from "../durable-scenarios.ts";
import type { Drained, SettledCalls } from "./drain-together.ts";
import type { Witness } from "./witness.ts";

/** Runs that a life left: what their journals have, and how often each call was done. */
export interface LeftRuns {
  readonly settled: SettledCalls;
  readonly effects: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/**
 * Checks what became of the runs that several lives drained.
 *
 * @param ends how the drains ended for each run, sorted: `answer`, or the code of an error. Left open where it is missing.
 * @param mostRepeats how many calls of a run may have been done twice, because a life ended while they were under way.
 */
export function expectDrained(
  witness: Witness,
  left: LeftRuns,
  drained: readonly Drained[],
  ends: readonly string[] | undefined,
  mostRepeats = 0,
): void {
  for (const scenario of scenarioNames) {
    const { text, trips, calls } = expected[scenario];
    const found = drained.flatMap((one) => one[scenario] ?? []);
    if (ends) expect(found.map((end) => (end === text ? "answer" : end)).sort(), scenario).toEqual(ends);
    const settled = left.settled[scenario] ?? [];
    const models = Array.from({ length: trips }, (_, index) => `model ${index}`);
    const times = [...models, ...calls].map((effect) => {
      const before = left.effects.get(scenario)?.get(effect) ?? 0;
      const since = (witness.effects(scenario).get(effect) ?? 0) - before;
      if (settled.includes(effect)) expect(since, `${scenario}: ${effect}`).toBe(0);
      return settled.includes(effect) ? 1 : since;
    });
    expect(Math.min(...times), scenario).toBe(1);
    expect(
      times.reduce((total, count) => total + count - 1, 0),
      scenario,
    ).toBeLessThanOrEqual(mostRepeats);
  }
}
