import { afterEach, describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { cancelRun } from "../../../src/agent/cancel-run.ts";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { DurableOptions, SnapshotStore } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { config } from "../../../src/core/config.ts";
import { cancelStream } from "../../../src/store/cancel-stream.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { resumableStream } from "../../../src/store/resumable-stream.ts";
import { from } from "../../../src/store/snapshot.ts";
import { keysIn } from "../../store/damaged-store.ts";
import { type ConversingModel, calling, conversingModel } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

afterEach(() => void config({ defaultSnapshotStore: undefined }));

const turns = [calling("note", { value: 1 }, { value: 2 }), { content: "The end." }];

function worker(
  durable: DurableOptions,
  model: ConversingModel = conversingModel(turns),
  work?: () => unknown,
  notes: unknown[] = [],
): AgentContract {
  return agent({
    name: "worker",
    model,
    tools: [notingTool("note", notes, work)],
    toolConcurrency: 1,
    durable,
  });
}

async function deadRun(disk: Store, at = 0): Promise<void> {
  const { store, died } = dyingStore(disk, at, "after");
  void worker({ store }).execute("Go.", { runId: "run" });
  await died;
}

describe("A1: cancelRun", () => {
  it("ends a run that is dead: nobody takes it up, and resume() gives its cancellation", async () => {
    const disk = memoryStore();
    await deadRun(disk);
    expect(await cancelRun({ store: disk, runId: "run", reason: "Not needed." })).toEqual({
      runId: "run",
      status: "cancelled",
    });
    expect(await drainRuns({ agents: [worker({})], store: disk })).toEqual([]);
    const model = conversingModel(turns);
    const { error, report } = await worker({ store: disk }, model).resume("run");
    expect(error).toMatchObject({
      code: "AGENT_CANCELLED",
      category: "cancelled",
      message: "The run was cancelled. Reason: Not needed.",
    });
    expect([report.status, report.runId, model.asked.length]).toEqual(["cancelled", "run", 0]);
  });

  it("is undone by force: the run goes on to its end", async () => {
    const disk = memoryStore();
    await deadRun(disk, 1);
    await cancelRun({ store: disk, runId: "run" });
    expect((await worker({ store: disk }).resume("run", { force: true })).text).toBe("The end.");
    expect((await worker({ store: disk }).resume("run")).text).toBe("The end.");
  });

  it.each(["per-trip", "per-call"] as const)(
    "stops a run that another process works on before its next call, %s",
    async (mode) => {
      const store = memoryStore();
      const notes: unknown[] = [];
      const model = conversingModel(turns);
      const cancelOnce = async (): Promise<string> => {
        if (notes.length === 1) await cancelRun({ store, runId: "run", reason: "stop" });
        return "done";
      };
      const { error, report } = await worker({ store, mode }, model, cancelOnce, notes).execute("Go.", {
        runId: "run",
      });
      expect(error).toMatchObject({
        code: "AGENT_CANCELLED",
        message: "The run was cancelled. Reason: stop",
      });
      expect([report.status, model.asked.length, notes.length]).toEqual([
        "cancelled",
        1,
        mode === "per-call" ? 1 : 2,
      ]);
      expect((await from(store).load("run"))?.status).toBe("cancelled");
      expect((await worker({ store }).resume("run")).error?.code).toBe("AGENT_CANCELLED");
    },
  );

  it("leaves a run as it is that has ended", async () => {
    const store = memoryStore();
    await worker({ store }).execute("Go.", { runId: "run" });
    const before = await keysIn(store);
    expect(await cancelRun({ store, runId: "run" })).toEqual({ runId: "run", status: "completed" });
    expect(await keysIn(store)).toEqual(before);
    expect((await worker({ store }).resume("run")).text).toBe("The end.");
    await worker({ store }, conversingModel([new Error("down")])).execute("Go.", { runId: "failed" });
    expect((await cancelRun({ store, runId: "failed" })).status).toBe("failed");
  });

  it("stops a run that begins later, before the model is asked", async () => {
    const store = memoryStore();
    expect((await cancelRun({ store, runId: "run", reason: "Too late." })).status).toBe("cancelled");
    const model = conversingModel(turns);
    const { error } = await worker({ store }, model).execute("Go.", { runId: "run" });
    expect(error).toMatchObject({
      code: "AGENT_CANCELLED",
      reason: "Too late.",
      cancelledAt: expect.any(String),
    });
    expect(model.asked).toEqual([]);
  });

  it("may be called by several at once, and again", async () => {
    const disk = memoryStore();
    await deadRun(disk);
    const cancelled = await Promise.all([1, 2, 3].map(() => cancelRun({ store: disk, runId: "run" })));
    expect(cancelled.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect((await cancelRun({ store: disk, runId: "run" })).status).toBe("cancelled");
  });

  it("takes the program's store, and rejects without one", async () => {
    const store = memoryStore();
    await deadRun(store);
    await expect(cancelRun({ runId: "run" })).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED" });
    config({ defaultSnapshotStore: store });
    expect((await cancelRun({ runId: "run" })).status).toBe("cancelled");
  });

  it("ends a dead run in a store of one's own, which keeps no wishes", async () => {
    const disk = memoryStore();
    await deadRun(disk);
    const { load, save, delete: remove, schema } = from(disk);
    const store: SnapshotStore = { load, save, delete: remove, schema };
    await expect(cancelRun({ store, runId: "nobody" })).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED" });
    expect((await cancelRun({ store, runId: "run" })).status).toBe("cancelled");
    expect((await worker({ store }).resume("run")).error?.code).toBe("AGENT_CANCELLED");
  });

  it("rejects for a run that is damaged, and harms nothing", async () => {
    const store = memoryStore();
    await deadRun(store);
    await store.set("runs/log/run/000000", 1);
    await expect(cancelRun({ store, runId: "run" })).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  });

  it("does not outlive a run that was removed", async () => {
    const store = memoryStore();
    await cancelRun({ store, runId: "run" });
    await worker({ store }).execute("Go.", { runId: "run" });
    await from(store).delete("run");
    expect((await worker({ store }).execute("Go.", { runId: "run" })).text).toBe("The end.");
  });
});

describe("A1: one wish for a run and its stream", () => {
  it("a stream that was cancelled while its process was dead cancels the run when it is taken up", async () => {
    const disk = memoryStore();
    await deadRun(disk);
    await cancelStream(disk, "run", "The user left.", { timeoutMs: 1 }).catch(() => undefined);
    const model = conversingModel(turns);
    const drained = await drainRuns({ agents: [worker({}, model)], store: disk });
    expect(drained).toMatchObject([{ status: "resumed", result: { error: { code: "AGENT_CANCELLED" } } }]);
    expect(model.asked).toEqual([]);
    expect((await from(disk).load("run"))?.status).toBe("cancelled");
  });

  it("a run that is cancelled ends its stream at once, whatever its model does", async () => {
    const store = memoryStore();
    let isAsked = (): void => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const model = conversingModel([
      () => {
        isAsked();
        return new Promise<never>(() => {});
      },
    ]);
    const run = worker({ store }, model);
    const stream = resumableStream(() => run.stream("Go.", { runId: "run" }), { store, id: "run" });
    await asked;
    expect((await cancelRun({ store, runId: "run", reason: "stop" })).status).toBe("cancelled");
    expect(await stream.ended).toMatchObject({ outcome: "cancelled", reason: "stop" });
    expect((await stream.result).error?.code).toBe("AGENT_CANCELLED");
    expect((await from(store).load("run"))?.status).toBe("cancelled");
  });

  it("costs one read a checkpoint, and no run fails where it cannot be read", async () => {
    const disk = memoryStore();
    let reads = 0;
    const store: Store = {
      ...disk,
      get: () => {
        reads += 1;
        return Promise.reject(new Error("no reads today"));
      },
    };
    expect((await worker({ store, mode: "per-call" }).execute("Go.", { runId: "run" })).text).toBe(
      "The end.",
    );
    expect(reads).toBe(2);
  });
});
