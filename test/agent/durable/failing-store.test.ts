import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { AgentSnapshot, DurableOptions, SnapshotStore } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { plainJson } from "../../../src/store/plain-json.ts";
import { from } from "../../../src/store/snapshot.ts";
import { plainStore } from "../../store/damaged-store.ts";
import { type ConversingModel, calling, conversingModel } from "../../support/conversing-model.ts";
import { type Fate, faultyStore } from "../../support/faulty-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

const turns = [calling("note", { value: 1 }), calling("note", { value: 2 }), { content: "The end." }];

interface Watched {
  readonly run: AgentContract;
  readonly model: ConversingModel;
  readonly warned: unknown[];
}

function watched(durable: DurableOptions, notes: unknown[] = []): Watched {
  const warned: unknown[] = [];
  const model = conversingModel(turns);
  const logger = { warn: (_module: string, _action: string, message: string) => void warned.push(message) };
  return {
    run: agent({ name: "a", model, tools: [notingTool("note", notes)], logger, durable }),
    model,
    warned,
  };
}

/** A store that an application made: the three methods, whole snapshots. */
function ownStore(): SnapshotStore & { readonly saved: AgentSnapshot[] } {
  const runs = new Map<string, string>();
  const saved: AgentSnapshot[] = [];
  return {
    saved,
    load: async (runId) => {
      const text = runs.get(runId);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async save(snapshot) {
      saved.push(snapshot);
      runs.set(snapshot.runId, JSON.stringify(snapshot));
    },
    delete: async (runId) => void runs.delete(runId),
    schema: () => "",
  };
}

describe("a checkpoint that cannot be written", () => {
  it.each<Fate>(["fails", "unanswered"])(
    "is told to the log, the run goes on, and the next one carries it (%s)",
    async (fate) => {
      const disk = memoryStore();
      const { run, warned } = watched({ store: faultyStore(disk, ["done", fate, fate, "done"]) });
      const { text } = await run.execute("Go.", { runId: "run" });
      expect(text).toBe("The end.");
      // What was written without an answer is found when the next one is written.
      const times = fate === "fails" ? 2 : 1;
      expect(warned).toEqual(Array(times).fill("a checkpoint was not written; the run goes on"));
      const snapshot = await from(disk).load("run");
      expect(snapshot).toMatchObject({ status: "completed", text: "The end." });
      expect(snapshot?.trips).toHaveLength(3);
      expect(snapshot?.toolCalls).toHaveLength(2);
      expect(snapshot?.messages).toHaveLength(6);
      expect(snapshot?.usage.total).toBe(330);
    },
  );

  it("may be the first one, and every one: the run has its answer", async () => {
    const disk = memoryStore();
    const { run, warned } = watched({ store: faultyStore(disk, Array<Fate>(99).fill("fails")) });
    expect((await run.execute("Go.", { runId: "run" })).text).toBe("The end.");
    expect(warned).toHaveLength(4);
    expect(await from(disk).load("run")).toBeUndefined();
  });

  it("ends a run that said so, before the model is asked; what is there is resumed", async () => {
    const disk = memoryStore();
    const stop = { onCheckpointError: "stop" } as const;
    const first = watched({ store: faultyStore(disk, ["done", "fails", "fails"]), ...stop });
    const { error, report } = await first.run.execute("Go.", { runId: "run" });
    expect(error?.code).toBe("STORE_UNAVAILABLE");
    expect([report.status, first.model.asked.length]).toEqual(["failed", 1]);
    const { text } = await watched({ store: disk, ...stop }).run.resume("run");
    expect(text).toBe("The end.");
  });

  it("keeps no answer from its caller where only the end cannot be written", async () => {
    const disk = memoryStore();
    const { run, warned } = watched({
      store: faultyStore(disk, ["done", "done", "done", "fails"]),
      onCheckpointError: "stop",
    });
    const { text, error } = await run.execute("Go.", { runId: "run" });
    expect([text, error]).toEqual(["The end.", undefined]);
    expect(warned).toHaveLength(1);
    expect((await watched({ store: disk }).run.resume("run")).text).toBe("The end.");
  });

  it("does not make a run that fails reject", async () => {
    const disk = memoryStore();
    const store = faultyStore(disk, ["done", "fails"]);
    const broken = conversingModel([new Error("The provider is down.")]);
    const run = agent({ name: "a", model: broken, durable: { store, onCheckpointError: "stop" } });
    expect((await run.execute("Go.")).error?.message).toContain("The provider is down.");
  });

  it("with an id that no store takes leaves the run alone", async () => {
    const { run, warned } = watched({ store: memoryStore() });
    expect((await run.execute("Go.", { runId: "\ud800" })).text).toBe("The end.");
    expect(warned.length).toBeGreaterThan(0);
  });
});

describe("a store that keeps no two processes apart", () => {
  it("is refused before the model is asked, and taken where something else keeps them apart", async () => {
    const store = plainStore();
    const refused = watched({ store });
    const { error } = await refused.run.execute("Go.");
    expect(error).toMatchObject({ code: "INVALID_CONFIG", message: expect.stringContaining("singleWriter") });
    expect(refused.model.asked).toEqual([]);
    await expect(refused.run.resume("run")).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    await expect(drainRuns({ agents: [refused.run], store })).rejects.toMatchObject({
      code: "INVALID_CONFIG",
    });

    const taken = watched({ store, singleWriter: true });
    expect((await taken.run.execute("Go.", { runId: "run" })).text).toBe("The end.");
    expect((await taken.run.resume("run")).text).toBe("The end.");
  });

  it("is refused by what it promises: one that is eventual, too", async () => {
    const disk = memoryStore();
    const store: Store = { ...disk, traits: { ...disk.traits, eventual: true } };
    expect((await watched({ store }).run.execute("Go.")).error?.code).toBe("INVALID_CONFIG");
  });

  it("begins a run of an id that was used anew, without what the old one left", async () => {
    const store = plainStore();
    const durable = { store, singleWriter: true };
    await watched(durable).run.execute("First.", { runId: "run" });
    await watched(durable).run.execute("Second.", { runId: "run" });
    const snapshot = await from(store).load("run");
    expect(snapshot).toMatchObject({ input: "Second.", status: "completed" });
    expect(snapshot?.trips).toHaveLength(3);
  });
});

describe("a snapshot store of one's own", () => {
  it("gets whole snapshots of JSON, and resumes from the last", async () => {
    const store = ownStore();
    const notes: unknown[] = [];
    await watched({ store }, notes).run.execute("Go.", { runId: "run" });
    expect(store.saved.map(({ trips, status }) => [trips.length, status])).toEqual([
      [0, "running"],
      [1, "running"],
      [2, "running"],
      [3, "completed"],
    ]);
    for (const snapshot of store.saved) expect(plainJson(snapshot)).toEqual(snapshot);
    for (const snapshot of [...store.saved]) {
      await store.save(snapshot);
      const { text, report } = await watched({ store }).run.resume("run");
      expect([text, report.trips.length, report.children.length]).toEqual(["The end.", 3, 2]);
      const { messages, input, signature } = (await store.load("run")) ?? {};
      expect([messages?.length, input, typeof signature]).toEqual([6, "Go.", "string"]);
    }
  });

  it("is drained by its list; a run that cannot be loaded is told of, and the others go on", async () => {
    const store = ownStore();
    const { run } = watched({ store });
    await run.execute("Go.", { runId: "done" });
    await store.save({ ...(store.saved[1] as AgentSnapshot), runId: "open" });
    const listed: SnapshotStore = {
      ...store,
      list: async () => ["broken", "done", "open"],
      load: (runId) => (runId === "broken" ? Promise.reject(new Error("damaged")) : store.load(runId)),
    };
    const drained = await drainRuns({ agents: [run], store: listed });
    expect(drained.map(({ runId, status }) => [runId, status])).toEqual([
      ["broken", "skipped"],
      ["open", "resumed"],
    ]);
  });

  it("misses nothing of a save that failed", async () => {
    const store = ownStore();
    let saves = 0;
    const flaky: SnapshotStore = {
      ...store,
      async save(snapshot) {
        saves += 1;
        if (saves === 2) throw new Error("full");
        return store.save(snapshot);
      },
    };
    await watched({ store: flaky }).run.execute("Go.", { runId: "run" });
    expect(store.saved.map(({ trips }) => trips.length)).toEqual([0, 2, 3]);
  });

  it("loses a removed run with deleteOnComplete", async () => {
    const store = ownStore();
    await watched({ store, deleteOnComplete: true }).run.execute("Go.", { runId: "run" });
    expect(await store.load("run")).toBeUndefined();
  });
});

describe("what a checkpoint writes", () => {
  it("grows with the run, not with its square: fifty messages", async () => {
    const bytesOf = async (trips: number): Promise<number> => {
      let bytes = 0;
      const disk = memoryStore();
      const store: Store = {
        ...disk,
        set: (key, value, options) => {
          bytes += JSON.stringify(value).length;
          return disk.set(key, value, options);
        },
        batch: async (operations) => {
          for (const operation of operations) {
            if (operation.type === "set") bytes += JSON.stringify(operation.value).length;
          }
          await disk.batch?.(operations);
        },
      };
      const script = Array.from({ length: trips }, (_, trip) =>
        calling("note", { value: "x".repeat(200), trip }),
      );
      const run = agent({
        model: conversingModel([...script, { content: "The end." }]),
        tools: [notingTool("note", [], () => "y".repeat(500))],
        maxTrips: 100,
        durable: { store },
      });
      expect((await run.execute("Go.")).text).toBe("The end.");
      return bytes;
    };
    const short = await bytesOf(6);
    const long = await bytesOf(24);
    expect(long / short).toBeLessThan(24 / 6);
    expect(await bytesOf(48)).toBeLessThan(2.1 * long);
    expect(long / 24, "bytes of one trip with 700 characters of payload").toBeLessThan(4000);
  });
});
