import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { AgentConfig } from "../../../src/agent/agent-config.ts";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { keysIn } from "../../store/damaged-store.ts";
import { type ConversingModel, calling, conversingModel, type Turn } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

const turns = [calling("note", { value: 1 }), calling("note", { value: 2 }), { content: "The end." }];

function racer(
  durable: DurableOptions,
  model: ConversingModel = conversingModel(turns),
  notes: unknown[] = [],
  more: Partial<AgentConfig> = {},
): AgentContract {
  return agent({ name: "racer", model, tools: [notingTool("note", notes)], durable, ...more });
}

/** A turn that is answered only when it is let go. */
function held(turn: Turn): {
  readonly turn: Turn;
  readonly asked: Promise<void>;
  readonly letGo: () => void;
} {
  let tell = (): void => {};
  let letGo = (): void => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const answer = async (): Promise<object> => {
    tell();
    await gate;
    if (turn instanceof Error) throw turn;
    return typeof turn === "function" ? turn() : turn;
  };
  return { turn: answer, asked, letGo: () => letGo() };
}

describe("of two processes", () => {
  it.each(["per-trip", "per-call"] as const)(
    "that resume a run one brings it to its end; the other stops before it calls anything, %s",
    async (mode) => {
      const disk = memoryStore();
      const { store, died } = dyingStore(disk, 1, "after");
      void racer({ store, mode }).execute("Go.", { runId: "run" });
      await died;
      const notes: unknown[] = [];
      const models = [conversingModel(turns), conversingModel(turns)];
      const results = await Promise.all(
        models.map((model) => racer({ store: disk, mode }, model, notes).resume("run")),
      );
      const won = results.filter(({ error }) => !error);
      const lost = results.filter(({ error }) => error);
      expect(won.map(({ text }) => text)).toEqual(["The end."]);
      expect(lost.map(({ error, report }) => [error?.code, report.status])).toEqual([
        ["STORE_CONFLICT", "failed"],
      ]);
      expect(lost[0]?.error?.message).toContain('"run"');
      const idle = models[results.findIndex(({ error }) => error)];
      expect(idle?.asked).toEqual([]);
    },
  );

  it("the one that was thought dead stops at its next checkpoint, and its tools do not run", async () => {
    const store = memoryStore();
    const gate = held(calling("note", { value: 1 }));
    const notes: unknown[] = [];
    const zombie = conversingModel([gate.turn, ...turns.slice(1)]);
    const first = racer({ store, mode: "per-call" }, zombie, notes).execute("Go.", { runId: "run" });
    await gate.asked;
    const others: unknown[] = [];
    expect((await racer({ store }, undefined, others).resume("run")).text).toBe("The end.");
    gate.letGo();
    const { error } = await first;
    expect(error?.code).toBe("STORE_CONFLICT");
    expect([notes.length, zombie.asked.length]).toEqual([0, 1]);
    expect((await from(store).load("run"))?.status).toBe("completed");
    expect((await racer({ store }).resume("run")).text).toBe("The end.");
  });

  it("the one that comes last with its answer does not have the end of the run", async () => {
    const store = memoryStore();
    const gate = held({ content: "Late." });
    const seen: unknown[] = [];
    const first = racer({ store }, conversingModel([gate.turn]), [], {
      on: {
        "agent.error": (event) => void seen.push(event.error.code),
        "agent.completed": () => void seen.push("completed"),
      },
    }).execute("Go.", { runId: "run" });
    await gate.asked;
    expect((await racer({ store }, conversingModel([{ content: "First." }])).resume("run")).text).toBe(
      "First.",
    );
    gate.letGo();
    const { error, report, data } = await first;
    expect([error?.code, report.status, report.error?.code, data]).toEqual([
      "STORE_CONFLICT",
      "failed",
      "STORE_CONFLICT",
      undefined,
    ]);
    expect(seen).toEqual(["STORE_CONFLICT"]);
    expect((await racer({ store }).resume("run")).text).toBe("First.");
  });

  it("the one that fails late leaves the other's end as it is", async () => {
    const store = memoryStore();
    const gate = held(new Error("The provider is down."));
    const first = racer({ store }, conversingModel([gate.turn])).execute("Go.", { runId: "run" });
    await gate.asked;
    await racer({ store }, conversingModel([{ content: "First." }])).resume("run");
    gate.letGo();
    expect((await first).error?.message).toContain("The provider is down.");
    expect((await from(store).load("run"))?.status).toBe("completed");
  });

  it.each(["per-trip", "per-call"] as const)(
    "the one that was thought dead stops where the other completed the run and removed it, and leaves nothing, %s",
    async (mode) => {
      const disk = memoryStore();
      const durable = { store: disk, mode, deleteOnComplete: true };
      const asleep = held(calling("note", { value: 2 }));
      const sleeper = conversingModel([calling("note", { value: 1 }), asleep.turn, { content: "The end." }]);
      const notes: unknown[] = [];
      const first = racer(durable, sleeper, notes, { tools: [notingTool("note", [])] }).execute("Go.", {
        runId: "run",
      });
      await asleep.asked;
      const { text } = await racer(durable, conversingModel(turns), notes).resume("run");
      expect(text).toBe("The end.");
      asleep.letGo();
      const { error } = await first;
      expect(error).toMatchObject({ code: "STORE_CONFLICT" });
      expect(sleeper.asked).toHaveLength(2);
      expect(await keysIn(disk)).toEqual([]);
    },
  );

  it("that begin a run of one id one has it", async () => {
    const store = memoryStore();
    const results = await Promise.all(
      ["A", "B"].map((input) => racer({ store }).execute(input, { runId: "run" })),
    );
    expect(results.map(({ error }) => error?.code).sort()).toEqual(["STORE_CONFLICT", undefined]);
    const winner = results.findIndex(({ error }) => !error);
    expect((await from(store).load("run"))?.input).toBe(["A", "B"][winner]);
  });
});

describe("drainRuns", () => {
  const broken: Turn[] = [new Error("down")];

  async function openRuns(disk: Store, ids: readonly string[], name = "racer"): Promise<void> {
    for (const runId of ids) {
      const { store, died } = dyingStore(disk, 0, "after");
      void racer({ store }, undefined, [], { name }).execute("Go.", { runId });
      await died;
    }
  }

  it("takes up what is open and nothing else", async () => {
    const disk = memoryStore();
    await openRuns(disk, ["a", "b"]);
    await racer({ store: disk }).execute("Go.", { runId: "done" });
    await racer({ store: disk }, conversingModel(broken)).execute("Go.", { runId: "failed" });
    const drained = await drainRuns({ agents: [racer({})], store: disk });
    expect(drained).toMatchObject([
      { runId: "a", status: "resumed", result: { text: "The end." } },
      { runId: "b", status: "resumed", result: { text: "The end." } },
    ]);
    expect(await drainRuns({ agents: [racer({})], store: disk })).toEqual([]);
  });

  it("skips what it cannot take up, says why, and goes on", async () => {
    const disk = memoryStore();
    await openRuns(disk, ["1 fine", "2 corrupt", "3 foreign", "5 no run", "6 fine"]);
    await openRuns(disk, ["4 unknown"], "somebody else");
    await disk.set("runs/log/2%20corrupt/000000", "x");
    const drifted = dyingStore(disk, 0, "after");
    void racer({ store: drifted.store }, undefined, [], { version: "0" }).execute("Go.", {
      runId: "0 drifted",
    });
    await drifted.died;
    await from(disk).save({ runId: "5 no run", status: "running", signature: "s" } as never);
    await disk.delete("runs/log/3%20foreign/000000");
    const drained = await drainRuns({ agents: [racer({})], store: disk });
    expect(
      drained.map((one) => [one.runId, one.status === "skipped" ? one.error.code : one.result.text]),
    ).toEqual([
      ["0 drifted", "AGENT_DRIFT"],
      ["1 fine", "The end."],
      ["2 corrupt", "STORE_CORRUPT"],
      ["3 foreign", "AGENT_EXEC_FAILED"],
      ["4 unknown", "AGENT_EXEC_FAILED"],
      ["5 no run", "AGENT_EXEC_FAILED"],
      ["6 fine", "The end."],
    ]);
    expect(await keysIn(disk), "a mark without a run is removed").not.toContain("runs/open/3%20foreign");
    const forced = await drainRuns({ agents: [racer({})], store: disk, resume: { force: true } });
    expect(forced[0]).toMatchObject({ runId: "0 drifted", status: "resumed", result: { text: "The end." } });
  });

  it("leaves a run to the process that works on it: of two drains each run is resumed once", async () => {
    const disk = memoryStore();
    const ids = ["a", "b", "c", "d", "e"];
    await openRuns(disk, ids);
    const drains = await Promise.all([1, 2].map(() => drainRuns({ agents: [racer({})], store: disk })));
    const resumed = drains.flat().flatMap((one) => (one.status === "resumed" ? [one.runId] : []));
    for (const id of ids) expect(resumed.filter((one) => one === id).length, id).toBeGreaterThanOrEqual(1);
    const skipped = drains.flat().flatMap((one) => (one.status === "skipped" ? [one.error.code] : []));
    expect(skipped.every((code) => code === "STORE_CONFLICT")).toBe(true);
    for (const id of ids) {
      const snapshot = await from(disk).load(id);
      expect([snapshot?.status, snapshot?.trips.length, snapshot?.usage.total]).toEqual([
        "completed",
        3,
        330,
      ]);
    }
  });

  it.each([
    [1, 1],
    [2, 2],
    [Number.NaN, 1],
    [0, 1],
    [99, 6],
  ])("takes up runs side by side as it was told: %d", async (concurrency, most) => {
    const disk = memoryStore();
    await openRuns(disk, ["a", "b", "c", "d", "e", "f"]);
    let now = 0;
    let seen = 0;
    const slow = async (): Promise<object> => {
      now += 1;
      seen = Math.max(seen, now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
      return { content: "The end." };
    };
    const drained = await drainRuns({
      agents: [racer({}, conversingModel([slow]))],
      store: disk,
      concurrency,
    });
    expect(drained).toHaveLength(6);
    expect(seen).toBe(most);
  });

  it("stops when it is told to, and leaves the rest open", async () => {
    const disk = memoryStore();
    await openRuns(disk, ["a", "b", "c"]);
    const stop = new AbortController();
    const model = conversingModel([
      () => {
        stop.abort();
        return { content: "The end." };
      },
    ]);
    const drained = await drainRuns({
      agents: [racer({}, model)],
      store: disk,
      concurrency: 1,
      resume: { signal: stop.signal },
    });
    expect(drained).toHaveLength(1);
    expect(await keysIn(disk)).toEqual(expect.arrayContaining(["runs/open/b", "runs/open/c"]));
  });

  it("rejects without a store, and where the open runs cannot be listed", async () => {
    await expect(drainRuns({ agents: [] })).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED" });
    const store: Store = { ...memoryStore(), list: () => Promise.reject(new Error("no lists")) };
    await expect(drainRuns({ agents: [], store })).rejects.toThrow("no lists");
  });
});
