import { describe, expect, it } from "vitest";
import type { AgentSnapshot } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import {
  expected,
  type ScenarioName,
  scenarioAgent,
  scenarioNames,
  tokensPerCall,
} from "../../support/durable-scenarios.ts";
import { dyingStore } from "../../support/dying-store.ts";

const modes = ["per-trip", "per-call"] as const;

describe.each(scenarioNames)("R13 R16: an agent %s whose process dies at a checkpoint", (name) => {
  describe.each(modes)("saved %s", (mode) => {
    it("is resumed to the same result, repeats no settled call, and counts its usage once", async () => {
      const writes = await writesOf(name, mode);
      expect(writes).toBeGreaterThan(1);
      for (let at = 0; at < writes; at += 1) {
        for (const when of ["before", "after"] as const) await dieAndResume(name, mode, at, when);
      }
    });
  });
});

async function writesOf(name: ScenarioName, mode: (typeof modes)[number]): Promise<number> {
  const { store, writes } = dyingStore(memoryStore(), -1, "after");
  const result = await scenarioAgent(name, { store, mode }, async () => {}).execute("Add.", { runId: "run" });
  expect(result.text).toBe(expected[name].text);
  return writes();
}

async function dieAndResume(
  name: ScenarioName,
  mode: (typeof modes)[number],
  at: number,
  when: "before" | "after",
): Promise<void> {
  const where = `${name}, ${mode}, ${when} write ${at}`;
  const disk: Store = memoryStore();
  const effects = new Map<string, number>();
  const count = async (effect: string): Promise<void> => {
    effects.set(effect, (effects.get(effect) ?? 0) + 1);
  };
  const dying = dyingStore(disk, at, when);
  void scenarioAgent(name, { store: dying.store, mode }, count).execute("Add.", { runId: "run" });
  await dying.died;

  const snapshot = await from(disk).load("run");
  const settled = snapshot ? settledIn(snapshot) : [];
  const before = new Map(settled.map((effect) => [effect, effects.get(effect)]));
  const second = scenarioAgent(name, { store: disk, mode }, count);
  const result = snapshot ? await second.resume("run") : await second.execute("Add.", { runId: "run" });

  const { text, trips, calls } = expected[name];
  expect(result.error, where).toBeUndefined();
  expect(result.text, where).toBe(text);
  expect(result.report.status, where).toBe("completed");
  expect(result.report.runId, where).toBe("run");
  expect(result.report.trips.length, where).toBe(trips);
  expect(result.usage, where).toMatchObject({
    input: trips * tokensPerCall.input,
    output: trips * tokensPerCall.output,
  });
  expect(
    result.report.children.map((child) => `add ${(child as { input: { value: number } }).input.value}`),
  ).toEqual(calls);
  for (const effect of settled) expect(effects.get(effect), `${where}: ${effect}`).toBe(before.get(effect));
  for (const [effect, times] of effects) expect(times, `${where}: ${effect}`).toBeLessThanOrEqual(2);
  const again = await second.resume("run");
  expect(again.text, where).toBe(text);
  expect(again.usage, where).toMatchObject(result.usage);
}

/** The effects that the saved run says are settled. */
function settledIn({ trips, toolCalls, answer, next }: AgentSnapshot): string[] {
  const models = trips.map((_, index) => `model ${index}`);
  const tools = toolCalls.map((call) => `add ${(call as { input: { value: number } }).input.value}`);
  return [...models, ...(answer ? [`model ${next.trip}`] : []), ...tools];
}
