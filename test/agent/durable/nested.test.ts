import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { tool } from "../../../src/tool/tool.ts";
import { calling, conversingModel } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

const toNote = [calling("note", { value: 1 }), { content: "Noted." }];

function helper(store: Store, notes: unknown[]): AgentContract {
  return agent({
    name: "helper",
    model: conversingModel(toNote),
    tools: [notingTool("note", notes)],
    durable: { store, mode: "per-call" },
  });
}

function leader(store: Store, notes: unknown[]): AgentContract {
  return agent({
    name: "leader",
    model: conversingModel([calling("helper", { input: "Help." }), { content: "The end." }]),
    tools: [helper(store, notes)],
    durable: { store, mode: "per-call" },
  });
}

describe("a durable agent that is a tool of a durable agent", () => {
  it("is saved with its caller alone: only one run is open, and its tools run once", async () => {
    const disk = memoryStore();
    const runs = from(disk);
    const notes: unknown[] = [];
    // The checkpoint and the answer of the leader are written; the process dies before it knows what the helper said.
    const dying = dyingStore(disk, 2, "before");
    void leader(dying.store, notes).execute("Go.", { runId: "run" });
    await dying.died;
    expect(await runs.list()).toEqual(["run"]);
    expect(notes).toHaveLength(1);
    const { text } = await leader(disk, notes).resume("run");
    expect(text).toBe("The end.");
    expect(notes).toHaveLength(2);
    expect(await runs.list()).toEqual(["run"]);
  });

  it("is saved by itself where its call gives it an id, or says so", async () => {
    const disk = memoryStore();
    const runs = from(disk);
    const notes: unknown[] = [];
    const inner = helper(disk, notes);
    const ask = (name: string, options: object): ReturnType<typeof tool> =>
      tool({
        name,
        description: "Asks the helper.",
        input: { type: "object", properties: {} } as const,
        execute: async (_input, context) => (await context.run(inner, "Help.", options)).text,
      });
    const turns = [
      calling("by_id", {}),
      calling("by_options", {}),
      calling("by_nothing", {}),
      { content: "End." },
    ];
    const outer = agent({
      model: conversingModel(turns),
      tools: [
        ask("by_id", { runId: "own" }),
        ask("by_options", { durable: { store: disk } }),
        ask("by_nothing", {}),
      ],
    });
    const { text, report } = await outer.execute("Go.");
    expect(text).toBe("End.");
    const [first, second, third] = report.children.map(({ children }) => children[0]?.runId ?? "");
    expect(first).toBe("own");
    expect((await runs.list()).toSorted()).toEqual(["own", second].toSorted());
    expect(await runs.load(third ?? "")).toBeUndefined();
  });
});
