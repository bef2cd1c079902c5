import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { totalCost } from "../../src/core/total-cost.ts";
import { addUsage, costOf, type Usage } from "../../src/core/usage.ts";
import { mockModel } from "../../src/testing/index.ts";

const pricing = { input: 2, output: 8, cachedInput: 1, cachedOutput: 10, reasoning: 4 };
const MILLION = 1_000_000;

describe("costOf", () => {
  test("prices each channel once: cached, written and reasoning tokens are parts of their whole", () => {
    const usage = {
      input: 3 * MILLION,
      output: 2 * MILLION,
      cachedTokens: MILLION,
      cacheWriteTokens: MILLION,
      reasoningTokens: MILLION,
    };
    expect(costOf(usage, pricing)).toEqual({
      input: 2,
      output: 8,
      cachedInput: 1,
      cachedOutput: 10,
      reasoning: 4,
    });
  });

  test("missing rates fall back, reasoning stays in the output", () => {
    const usage = {
      input: 2 * MILLION,
      output: MILLION,
      cachedTokens: MILLION,
      cacheWriteTokens: 0,
      reasoningTokens: MILLION,
    };
    expect(costOf(usage, { input: 2, output: 8 })).toEqual({ input: 2, output: 8, cachedInput: 2 });
  });

  test("S5: a part larger than its whole is never a negative price", () => {
    expect(costOf({ input: 1, output: 1, cachedTokens: 5, reasoningTokens: 9 }, pricing)?.input).toBe(0);
    expect(costOf({ input: 1, output: 1, reasoningTokens: 9 }, pricing)?.output).toBe(0);
  });

  test("S4: unknown tokens or prices have no cost, not a cost of zero", () => {
    expect(costOf({ input: 1, output: 1 }, undefined)).toBeUndefined();
    expect(costOf({ input: 1 }, pricing)).toBeUndefined();
  });
});

describe("addUsage", () => {
  test("adds what is known and keeps what only one side knows", () => {
    const total: Usage = { input: 1, total: 1, cost: { input: 1, output: 1 } };
    addUsage(total, { input: 2, output: 3, reasoningTokens: 4 });
    addUsage(total, { cost: { input: 1, output: 0, cachedInput: 5 } });
    expect(total).toEqual({
      input: 3,
      output: 3,
      total: 1,
      reasoningTokens: 4,
      cost: { input: 2, output: 1, cachedInput: 5 },
    });
    expect(totalCost({ input: 2, output: 1, cachedInput: 5 })).toBe(8);
  });
});

describe("the usage of a run", () => {
  test("is priced per trip and summed", async () => {
    const usage = { input: MILLION, output: MILLION, total: 2 * MILLION };
    const model = mockModel({
      name: "m",
      pricing: { input: 1, output: 2 },
      responses: [
        { toolCalls: [{ name: "nope", input: {} }], usage },
        { content: "ok", usage },
      ],
    });
    const result = await agent({ model }).execute("x");
    expect(result.report.trips.map((trip) => trip.usage.cost)).toEqual([
      { input: 1, output: 2 },
      { input: 1, output: 2 },
    ]);
    expect(result.usage).toEqual({
      input: 2 * MILLION,
      output: 2 * MILLION,
      total: 4 * MILLION,
      cost: { input: 2, output: 4 },
    });
  });

  test("S4: stays unknown where the provider reports none", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "ok", usage: null }] });
    expect((await agent({ model }).execute("x")).usage).toEqual({});
  });
});
