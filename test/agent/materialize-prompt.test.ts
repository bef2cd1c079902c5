import { afterEach, describe, expect, it, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { RefinedSystemPromptContract } from "../../src/contracts/refined-prompt.ts";
import { BudgetExceededError } from "../../src/core/errors/agent-errors.ts";
import { systemPrompt } from "../../src/prompt/index.ts";
import { mockModel } from "../../src/testing/index.ts";
import { GOOD, refiner, SOURCE, warnings } from "../prompt/refine/scripted-refiner.ts";

const placeholders = { name: "Ada" };
const ORIGINAL = "please help Ada with orders, be friendly";
const COMPILED = "Help Ada with orders. Be friendly.";

/** Runs an agent with a prompt, and what its model was told. */
async function runWith(prompt: RefinedSystemPromptContract, signal?: AbortSignal) {
  const model = mockModel({ name: "mock", responses: [{ content: "Done." }] });
  const result = await agent({ model, systemPrompt: prompt, placeholders }).execute("Go.", { signal });
  const [first] = model.callHistory[0]?.messages ?? [];
  return { ...result, told: first?.role === "system" ? first.content : undefined };
}

afterEach(() => vi.unstubAllGlobals());

describe("an agent with a refined prompt", () => {
  it("compiles it on its first run, as a part of the run, and serves the pin afterwards", async () => {
    const model = refiner(GOOD);
    const prompt = systemPrompt(SOURCE, { version: "7" }).refined({ model });
    const first = await runWith(prompt);
    expect(first.told).toBe(COMPILED);
    expect(first.report.children).toMatchObject([
      { name: "prompt-refiner", parentRunId: first.report.runId },
    ]);
    const own = first.report.trips[0]?.usage.total ?? 0;
    expect(first.usage.total).toBe(own + (first.report.children[0]?.usage.total ?? 0));
    expect(first.report.promptVersion).toBe("7");
    expect(first.report).not.toHaveProperty("refine");
    const second = await runWith(prompt);
    expect(second.told).toBe(COMPILED);
    expect(second.report.children).toEqual([]);
    expect(model.callCount).toBe(1);
  });

  it("streams with it as well", async () => {
    const model = mockModel({ name: "mock", responses: [{ content: "Done." }] });
    const prompt = systemPrompt(SOURCE).refined({ model: refiner(GOOD) });
    await agent({ model, placeholders }).stream("Go.", { systemPrompt: prompt }).result;
    expect(model.callHistory[0]?.messages[0]?.content).toBe(COMPILED);
  });

  it("C15 serves the original where the refiner rejects, warns once, and works without a process", async () => {
    vi.stubGlobal("process", undefined);
    const logger = warnings();
    const prompt = systemPrompt(SOURCE).refined({ model: refiner(new Error("no line")), logger });
    for (let run = 0; run < 4; run += 1) {
      const { error, told, report } = await runWith(prompt);
      expect(error ?? null).toBeNull();
      expect(told).toBe(ORIGINAL);
      expect(report.refine?.fallback).toBe(true);
      expect(report.annotations?.refine).toEqual(report.refine);
      expect(report.status).toBe("completed");
    }
    expect(logger.told).toHaveLength(1);
    expect(logger.told[0]).not.toContain("orders");
  });

  it("C15 goes on where the logger throws", async () => {
    const warn = (): never => {
      throw new Error("no log");
    };
    const prompt = systemPrompt(SOURCE).refined({ model: refiner(new Error("no line")), logger: { warn } });
    expect((await runWith(prompt)).told).toBe(ORIGINAL);
  });

  it("C16 counts one failure for runs side by side", async () => {
    const model = refiner({ error: new Error("no line"), delay: 5 });
    const prompt = systemPrompt(SOURCE).refined({ model });
    const runs = await Promise.all(Array.from({ length: 5 }, () => runWith(prompt)));
    expect(runs.map(({ told }) => told)).toEqual(new Array(5).fill(ORIGINAL));
    expect(model.callCount).toBe(1);
    await runWith(prompt);
    await runWith(prompt);
    expect(model.callCount).toBe(3);
    await runWith(prompt);
    expect(model.callCount).toBe(3);
  });

  it("C17 tries no more after three failures, until somebody compiles it", async () => {
    const no = new Error("no line");
    const model = refiner(no, no, no, no, GOOD);
    const prompt = systemPrompt(SOURCE).refined({ model });
    for (let run = 0; run < 5; run += 1) expect((await runWith(prompt)).told).toBe(ORIGINAL);
    expect(model.callCount).toBe(3);
    await expect(prompt.refine()).rejects.toThrow("The refiner mock:refiner did not answer");
    expect(model.callCount).toBe(4);
    expect(await prompt.refine()).toBe(GOOD);
    expect((await runWith(prompt)).told).toBe(COMPILED);
    expect(model.callCount).toBe(5);
  });

  it("C17 compiles again on the lazy path after a success of the explicit one for another prompt state", async () => {
    const no = new Error("no line");
    const model = refiner(no, no, GOOD, no);
    const prompt = systemPrompt(SOURCE).refined({ model });
    await runWith(prompt);
    await runWith(prompt);
    expect((await runWith(prompt)).told).toBe(COMPILED);
    await expect(prompt.refine({ fresh: true })).rejects.toThrow();
    expect((await runWith(prompt)).told).toBe(COMPILED);
  });

  it("C18 counts neither what somebody asked for, nor what was stopped, nor what nobody may pay", async () => {
    const over = new BudgetExceededError("Over.", { limit: 1, actual: 2 });
    const no = new Error("no line");
    const hanging = { delay: 60_000, content: GOOD };
    const model = refiner(no, no, no, over, over, over, hanging, hanging, hanging, GOOD);
    const prompt = systemPrompt(SOURCE).refined({ model });
    for (let call = 0; call < 3; call += 1) await expect(prompt.refine()).rejects.toThrow();
    for (let run = 0; run < 3; run += 1) expect((await runWith(prompt)).told).toBe(ORIGINAL);
    for (let run = 0; run < 3; run += 1) {
      const controller = new AbortController();
      const running = runWith(prompt, controller.signal);
      await vi.waitFor(() => expect(model.callCount).toBe(7 + run));
      controller.abort();
      expect((await running).report.status).toBe("cancelled");
    }
    expect((await runWith(prompt)).told).toBe(COMPILED);
    expect(model.callCount).toBe(10);
  });

  it("goes on compiling for the others when one of them is stopped", async () => {
    const model = refiner({ content: GOOD, delay: 300 });
    const prompt = systemPrompt(SOURCE).refined({ model });
    const controller = new AbortController();
    const stopped = runWith(prompt, controller.signal);
    const other = runWith(prompt);
    await vi.waitFor(() => expect(model.callCount).toBe(1));
    controller.abort();
    expect((await stopped).report.status).toBe("cancelled");
    expect((await other).told).toBe(COMPILED);
    expect(model.callCount).toBe(1);
  });

  it("C21 has no system message where the source is blank", async () => {
    const model = refiner(GOOD);
    const { told, error } = await runWith(systemPrompt("  ").refined({ model }));
    expect(error).toBeUndefined();
    expect(told).toBeUndefined();
    expect(model.callCount).toBe(0);
  });

  it("C5 notes in its report that the store does not work, though the prompt was compiled", async () => {
    const store = { get: () => 42, set: () => undefined };
    const { told, report } = await runWith(systemPrompt(SOURCE).refined({ model: refiner(GOOD), store }));
    expect(told).toBe(COMPILED);
    expect(report.refine).toMatchObject({ fallback: false });
    expect(report.refine?.warnings).toHaveLength(1);
    expect(JSON.parse(JSON.stringify(report.annotations))).toEqual({ refine: report.refine });
  });
});
