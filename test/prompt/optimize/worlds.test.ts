import { describe, expect, it } from "vitest";
import { type ArmName, type ArmResult, arms } from "../../support/prompt-worlds/arms.ts";
import { shownBy } from "../../support/prompt-worlds/rules.ts";
import { makeWorld, type WorldName } from "../../support/prompt-worlds/worlds.ts";

// What `npm run bench:refine` measures at length.

const SEEDS = [1, 2, 3];

async function runsOf(
  arm: ArmName,
  world: WorldName,
): Promise<{ gain: number; harm: number; runs: ArmResult[] }> {
  const runs: ArmResult[] = [];
  for (const seed of SEEDS)
    runs.push(await arms[arm](makeWorld(world, seed, 90), { rounds: 4, candidates: 2, seed }));
  return {
    gain: runs.reduce((sum, { gain }) => sum + gain, 0) / runs.length,
    harm: runs.filter(({ harmed }) => harmed).length,
    runs,
  };
}

describe("worlds in which the worth of every prompt is known", () => {
  it.each(["headroom", "no-headroom"] as const)(
    "%s: worth is that of messages that were never seen",
    (name) => {
      const [few, many] = [makeWorld(name, 1, 5), makeWorld(name, 1, 5000)];
      for (const prompt of [few.source, few.best]) {
        expect(few.worth(prompt)).toBe(many.worth(prompt));
        const shown = shownBy(prompt);
        const scores = many.cases.map(({ expected }) => {
          const needed = expected as readonly string[];
          return needed.filter((one) => shown.has(one)).length / needed.length;
        });
        const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
        expect(Math.abs(mean - many.worth(prompt))).toBeLessThan(0.02);
      }
    },
  );

  it.each(["headroom", "defective", "poisoned"] as const)(
    "%s: the cascade gains and harms none where taking each proposal as it comes harms",
    async (world) => {
      const [cascade, ungated] = [await runsOf("cascade", world), await runsOf("ungated", world)];
      expect(ungated.harm).toBeGreaterThan(0);
      expect(cascade.harm).toBe(0);
      expect(cascade.gain).toBeGreaterThan(0.05);
      expect(cascade.gain).toBeGreaterThan(ungated.gain);
    },
  );

  it("noisy: neither strategy harms, whatever the labels say", async () => {
    expect((await runsOf("ungated", "noisy")).harm).toBeGreaterThan(0);
    expect((await runsOf("cascade", "noisy")).harm).toBe(0);
    expect((await runsOf("pareto", "noisy")).harm).toBe(0);
  });

  it.each(["saturated", "no-headroom"] as const)("%s: the source comes back", async (world) => {
    for (const arm of ["cascade", "pareto"] as const) {
      const { runs } = await runsOf(arm, world);
      expect(runs.map(({ changed }) => changed)).toEqual([false, false, false]);
    }
    // Its proposals would have done harm, if there was anything to propose.
    expect((await runsOf("ungated", "no-headroom")).harm).toBe(SEEDS.length);
  });

  it("pareto gains as well", async () => {
    const { gain, harm } = await runsOf("pareto", "headroom");
    expect(gain).toBeGreaterThan(0.05);
    expect(harm).toBe(0);
  });
});
