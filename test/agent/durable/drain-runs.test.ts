import { afterEach, describe, expect, it } from "vitest";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import { config } from "../../../src/core/config.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { scenarioAgent } from "../../support/durable-scenarios.ts";
import { dyingStore } from "../../support/dying-store.ts";

afterEach(() => void config({ defaultSnapshotStore: undefined }));

describe("drainRuns", () => {
  it("lets the agent save its runs as it was told to: a second crash repeats no settled call (R16)", async () => {
    const disk = memoryStore();
    const effects: string[] = [];
    const count = async (effect: string): Promise<void> => void effects.push(effect);
    const first = dyingStore(disk, 0, "after");
    void scenarioAgent("five trips", { store: first.store, mode: "per-call" }, count).execute("Add.", {
      runId: "run",
    });
    await first.died;
    // The checkpoint, the answer, the result of its tool.
    const second = dyingStore(disk, 2, "after");
    const agent = scenarioAgent("five trips", { store: second.store, mode: "per-call" }, count);
    void drainRuns({ agents: [agent], store: second.store });
    await second.died;
    expect(effects).toEqual(["model 0", "add 1"]);
    await drainRuns({ agents: [scenarioAgent("five trips", { mode: "per-call" }, count)], store: disk });
    expect(effects.slice(2, 4)).toEqual(["model 1", "add 2"]);
  });

  it("drains the program's store, whatever store the agent has", async () => {
    const disk = memoryStore();
    const dying = dyingStore(disk, 0, "after");
    void scenarioAgent("without tools", { store: dying.store }, async () => {}).execute("Add.", {
      runId: "run",
    });
    await dying.died;
    config({ defaultSnapshotStore: disk });
    const agent = scenarioAgent("without tools", { store: memoryStore() }, async () => {});
    expect(await drainRuns({ agents: [agent] })).toMatchObject([{ runId: "run", status: "resumed" }]);
  });
});

describe("the reports of a run that is read from its store", () => {
  it("are in the order of the calls, in whichever order these ended", async () => {
    const store = memoryStore();
    const ends: Array<() => void> = [];
    const agent = scenarioAgent("parallel tools", { store, mode: "per-call" }, async (effect) => {
      if (!effect.startsWith("add")) return;
      await new Promise<void>((resolve) => {
        ends.push(resolve);
        if (ends.length === 4) void endBackwards(ends);
      });
    });
    const live = await agent.execute("Add.", { runId: "run" });
    const { report } = await agent.resume("run");
    const ids = report.children.map(({ runId }) => runId);
    expect(ids).toEqual(live.report.children.map(({ runId }) => runId));
    expect(ids).toHaveLength(4);
  });

  async function endBackwards(ends: readonly (() => void)[]): Promise<void> {
    for (const end of ends.toReversed()) {
      end();
      // Each is saved before the next ends.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    }
  }
});
