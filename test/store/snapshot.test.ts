import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentSnapshot, RunSnapshot } from "../../src/contracts/snapshot.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { plainJson } from "../../src/store/plain-json.ts";
import { from, memory, pg, redis } from "../../src/store/snapshot.ts";
import { mockModel } from "../../src/testing/index.ts";
import { keysIn, plainStore } from "./damaged-store.ts";

const saved: AgentSnapshot = {
  runId: "run-1",
  agentName: "writer",
  signature: "s",
  status: "running",
  startedAt: "2026-01-01T00:00:00.000Z",
  savedAt: "2026-01-01T00:00:01.000Z",
  input: "Go.",
  messages: [{ role: "user", content: "Go." }],
  trips: [],
  toolCalls: [],
  children: [],
  usage: { input: 1, output: 2, total: 3 },
  next: { trip: 0, input: "Go.", repairs: 0, attempts: 1 },
  lost: { attempts: 0, usage: {} },
};

describe.each([
  ["memory", () => memory()],
  ["from", () => from(memoryStore())],
  ["from a store without compare-and-set", () => from(plainStore())],
])("ai.snapshot.%s", (_name, open) => {
  it("loads what was saved, lists it, and removes it", async () => {
    const runs = open();
    expect(await runs.load("run-1")).toBeUndefined();
    await runs.save(saved);
    await runs.save({ ...saved, runId: "other" });
    expect(await runs.load("run-1")).toEqual(saved);
    expect(await runs.list()).toEqual(["other", "run-1"]);
    expect(await runs.list("run")).toEqual(["run-1"]);
    await runs.delete("run-1");
    await runs.delete("run-1");
    expect(await runs.load("run-1")).toBeUndefined();
    expect(await runs.list()).toEqual(["other"]);
  });

  it("writes a snapshot over the one that is there, and lists each run once", async () => {
    const runs = open();
    await runs.save(saved);
    await runs.save({ ...saved, status: "completed", text: "Done.", messages: [] });
    expect(await runs.load("run-1")).toMatchObject({ status: "completed", text: "Done.", messages: [] });
    expect(await runs.list()).toEqual(["run-1"]);
  });
});

describe("ai.snapshot", () => {
  it("keeps snapshots of other kinds of run", async () => {
    interface Plan extends RunSnapshot {
      readonly plan: readonly string[];
    }
    const plans = memory<Plan>();
    const { runId, signature, startedAt, savedAt } = saved;
    const plan: Plan = { runId, signature, startedAt, savedAt, status: "running", plan: ["search", "write"] };
    await plans.save(plan);
    expect(await plans.load(runId)).toEqual(plan);
  });

  it("keeps one entry of a run, however often it is saved whole", async () => {
    const store = memoryStore();
    const runs = from(store, { prefix: "mine" });
    for (let count = 0; count < 5; count += 1) await runs.save(saved);
    expect(await keysIn(store)).toEqual(["mine/log/run-1/000000", "mine/open/run-1"]);
  });

  it("replaces what is damaged by a whole snapshot", async () => {
    const store = memoryStore();
    const runs = from(store);
    await runs.save(saved);
    await store.set("runs/log/run-1/000000", "nonsense");
    await expect(runs.load("run-1")).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    await runs.save(saved);
    expect(await runs.load("run-1")).toEqual(saved);
  });

  it("lets runs go when their time is over", async () => {
    let now = 0;
    const runs = from(memoryStore({ now: () => now }), { ttl: 60 });
    await runs.save(saved);
    now = 59_000;
    expect(await runs.load("run-1")).toEqual(saved);
    now = 61_000;
    expect(await runs.load("run-1")).toBeUndefined();
    expect(await runs.list()).toEqual([]);
  });

  it.each([{ prefix: "a/b" }, { prefix: "" }, { ttl: 0 }, { ttl: -1 }])("refuses %o", (options) => {
    expect(() => memory(options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });

  it("has a statement for the table where there is one, and never runs it", () => {
    const asked: string[] = [];
    const client = {
      query: async (text: string) => {
        asked.push(text);
        return { rows: [] };
      },
    };
    expect(pg({ client }).schema()).toMatch(/CREATE TABLE IF NOT EXISTS "?hedgemage_snapshots/);
    expect(pg({ client, table: "my_runs" }).schema()).toContain("my_runs");
    expect(asked).toEqual([]);
    expect(memory().schema()).toBe("");
    expect(from(memoryStore()).schema()).toBe("");
    expect(() => pg({ client, table: "a; drop" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });

  it("has Redis under keys of its own", () => {
    expect(redis({ client: {} as never }).journal.store.name).toBe("redis");
  });

  it("loads as a snapshot what a durable run has appended", async () => {
    const runs = memory();
    const model = mockModel({ name: "m", responses: [{ content: "Done." }] });
    await agent({ model, durable: { store: runs } }).execute("Go.", { runId: "run-1" });
    const snapshot = await runs.load("run-1");
    expect(snapshot).toMatchObject({ runId: "run-1", status: "completed", text: "Done.", input: "Go." });
    expect(plainJson(snapshot)).toEqual(snapshot);
  });
});
