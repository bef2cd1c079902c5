import { describe, expect, it } from "vitest";
import {
  comparePaired,
  detectableEffect,
  deviation,
  isProved,
} from "../../../src/prompt/optimize/compare-paired.ts";
import { seededRandom } from "../../../src/prompt/optimize/seeded-random.ts";

const constant = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

describe("comparePaired", () => {
  it("gives the same interval on every runtime", () => {
    const before = [0, 0.5, 1, 0, 0, 0.5, 1, 1, 0, 0];
    const after = [1, 0.5, 1, 1, 0, 1, 0.5, 1, 1, 0.5];
    const compared = comparePaired(before, after, 0.95, 7);
    expect(compared).toEqual(comparePaired(before, after, 0.95, 7));
    expect(compared).toMatchObject({ cases: 10, before: 0.4, after: 0.75, chance: 4 / 64 });
    expect(compared.gain).toBeCloseTo(0.35);
    expect(compared.interval.map((end) => Number(end.toFixed(3)))).toEqual([0.05, 0.65]);
    expect(compared.minimumDetectableEffect).toBeCloseTo(0.469, 3);
  });

  it("says of equal scores that nothing is proved", () => {
    const compared = comparePaired(constant(0.5, 30), constant(0.5, 30), 0.95, 1);
    expect(compared).toMatchObject({ gain: 0, interval: [0, 0], chance: 1 });
    expect(isProved(compared)).toBe(false);
    expect(comparePaired([], [], 0.95, 1)).toMatchObject({ cases: 0, gain: 0, minimumDetectableEffect: 1 });
  });

  it("takes four better cases of twenty, and none worse, for no proof though the bootstrap does", () => {
    const after = [...constant(1, 4), ...constant(0, 16)];
    const compared = comparePaired(constant(0, 20), after, 0.95, 1);
    expect(compared.interval[0]).toBeGreaterThan(0);
    expect(compared.chance).toBe(1 / 16);
    expect(isProved(compared)).toBe(false);
    const six = comparePaired(constant(0, 20), [...constant(1, 6), ...constant(0, 14)], 0.95, 1);
    expect(isProved(six)).toBe(true);
  });

  it("errs in fewer of a hundred comparisons of equals than it may", () => {
    let wrong = 0;
    for (let attempt = 0; attempt < 150; attempt++) {
      const random = seededRandom("equals", attempt);
      const draw = (): number[] => Array.from({ length: 30 }, () => (random() < 0.6 ? 1 : 0));
      if (isProved(comparePaired(draw(), draw(), 0.9, attempt))) wrong++;
    }
    expect(wrong).toBeLessThanOrEqual(15);
  });

  it("finds an effect of the size that it says it can find in most attempts", () => {
    let found = 0;
    for (let attempt = 0; attempt < 60; attempt++) {
      const random = seededRandom("effect", attempt);
      const before = Array.from({ length: 60 }, () => (random() < 0.4 ? 1 : 0));
      const after = Array.from({ length: 60 }, () => (random() < 0.7 ? 1 : 0));
      if (isProved(comparePaired(before, after, 0.95, attempt))) found++;
    }
    // The gain of 0.3 lies above the effect of 0.24 that four of five attempts show.
    expect(detectableEffect(Math.sqrt(0.24 + 0.21), 60, 0.95)).toBeCloseTo(0.243, 2);
    expect(found).toBeGreaterThanOrEqual(48);
  });

  it("knows no effect that it is sure to see where no gain differs from another", () => {
    const least = (before: number, after: number): number =>
      comparePaired(constant(before, 20), constant(after, 20), 0.95, 1).minimumDetectableEffect;
    expect(least(0.5, 0.5)).toBeGreaterThan(0.3);
    expect(least(0, 1)).toBeGreaterThan(0.3);
  });

  it("can prove a gain however sure it has to be", () => {
    const compared = comparePaired(constant(0, 40), [...constant(1, 39), 0], 0.99999, 1);
    expect(compared.chance).toBeLessThan(0.00001 * 2);
    expect(isProved(comparePaired(constant(0, 40), constant(1, 40), 1 - 0.05 / 15 / 16, 1))).toBe(true);
  });

  it("draws signs by lot where too many cases differ, and agrees with what is exact", () => {
    const before = constant(0, 24);
    const after = [...constant(1, 17), ...constant(-1, 7)];
    // P(X ≥ 17) of 24 throws of a coin.
    expect(comparePaired(before, after, 0.95, 3).chance).toBeCloseTo(0.032, 2);
  });
});

describe("deviation", () => {
  it("is that of a sample", () => {
    expect(deviation([1, 2, 3, 4])).toBeCloseTo(1.291, 3);
    expect(deviation([5])).toBe(0);
  });
});
