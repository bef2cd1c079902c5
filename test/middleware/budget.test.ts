import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { budget } from "../../src/middleware/budget.ts";
import { mockModel } from "../../src/testing/index.ts";

describe("tokens", () => {
  test("are those in and out where the provider reports no total", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "x", usage: { input: 60, output: 40 } }] });
    const { error } = await agent({ model, middleware: [budget({ maxTokens: 99 })] }).execute("x");
    expect(error).toMatchObject({ code: "BUDGET_EXCEEDED", unit: "tokens", actual: 100 });
  });
});

describe("costs by prices of one's own", () => {
  test.each([
    [
      "with all parts inside",
      { input: 1000, output: 500, total: 1500, cachedTokens: 900, reasoningTokens: 400 },
      0.002,
    ],
    [
      "with thoughts beside the output",
      { input: 1000, output: 100, total: 1500, reasoningTokens: 400 },
      0.002,
    ],
    [
      "with cached tokens beside the input",
      { input: 100, output: 500, total: 1500, cachedTokens: 900 },
      0.002,
    ],
    [
      "with both beside",
      { input: 100, output: 100, total: 1500, cachedTokens: 900, reasoningTokens: 400 },
      0.002,
    ],
    ["without a total", { input: 1000, output: 500 }, 0.002],
  ])("count every token once, %s", async (_name, usage, cost) => {
    const model = mockModel({ name: "m", responses: [{ content: "x", usage }] });
    const pricing = { m: { inputPer1K: 0.001, outputPer1K: 0.002 } };
    const middleware = [budget({ pricing, maxCostUSD: 0.0019 })];
    const { error } = await agent({ model, middleware }).execute("x");
    expect(error).toMatchObject({ code: "BUDGET_EXCEEDED", unit: "usd" });
    expect(error).toHaveProperty("actual", expect.closeTo(cost, 10));
  });
});

describe("a contract", () => {
  test("whose fallback rejects lets the run go on, and the log says so", async () => {
    const warned: unknown[] = [];
    const logger = { warn: (_module: string, _action: string, message: string) => warned.push(message) };
    const contract = {
      maxTokens: 1,
      onViolation: "fallback" as const,
      fallback: () => Promise.reject(new Error("no other model")),
    };
    const model = mockModel({ name: "m", responses: [{ content: "ok" }] });
    const { text } = await agent({ model, logger, middleware: [budget({ contract })] }).execute("x");
    expect(text).toBe("ok");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(warned).toEqual(["the budget's fallback threw"]);
  });

  test("with a cap that is no number is refused, also beside one that is", () => {
    expect(() => budget({ maxTokens: 5, contract: { maxTokens: Number.NaN } })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });
});
