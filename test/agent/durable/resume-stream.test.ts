import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { AgentContract, AgentEvent, AgentStream } from "../../../src/contracts/agent.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { calling, conversingModel } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

const turns = [calling("note", { value: 1 }), { content: "The very end." }];

function teller(durable: DurableOptions, version = "1"): AgentContract {
  const tools = [notingTool("note", [])];
  return agent({ name: "teller", version, model: conversingModel(turns), tools, durable });
}

async function eventsOf(stream: AgentStream<unknown>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const typesOf = (events: readonly AgentEvent[]): string[] => events.map(({ type }) => type);
const textOf = (events: readonly AgentEvent[]): string =>
  events.map((event) => (event.type === "agent.trip.streaming" ? event.delta : "")).join("");

describe("stream() with a runId", () => {
  it("saves the run as execute() does", async () => {
    const store = memoryStore();
    const stream = teller({ store }).stream("Go.", { runId: "run" });
    expect(textOf(await eventsOf(stream))).toBe("The very end.");
    expect((await stream.result).report.runId).toBe("run");
    expect(await from(store).load("run")).toMatchObject({ status: "completed", text: "The very end." });
  });

  it("that is left is cancelled, and saved as such", async () => {
    const store = memoryStore();
    const stream = teller({ store }).stream("Go.", { runId: "run" });
    for await (const event of stream) if (event.type === "agent.tool.called") break;
    await stream.result;
    expect((await from(store).load("run"))?.status).toBe("cancelled");
  });
});

describe("resumeStream()", () => {
  async function deadRun(disk: Store, at: number): Promise<void> {
    const { store, died } = dyingStore(disk, at, "after");
    void teller({ store }).stream("Go.", { runId: "run" }).result;
    await died;
  }

  it("streams what still runs", async () => {
    const disk = memoryStore();
    await deadRun(disk, 1);
    const stream = teller({ store: disk }).resumeStream("run");
    const events = await eventsOf(stream);
    expect(typesOf(events)).toEqual([
      "agent.starting",
      "agent.trip.started",
      ...Array(3).fill("agent.trip.streaming"),
      "agent.trip.completed",
      "agent.completed",
    ]);
    expect(events.every(({ runId }) => runId === "run")).toBe(true);
    const { text, usage, report } = await stream.result;
    expect([text, usage.total, report.trips.length]).toEqual(["The very end.", 220, 2]);
  });

  it("of a completed run is its result, told by the last event", async () => {
    const store = memoryStore();
    await teller({ store }).execute("Go.", { runId: "run" });
    const stream = teller({ store }).resumeStream("run");
    const events = await eventsOf(stream);
    expect(events).toMatchObject([
      { type: "agent.completed", runId: "run", result: { text: "The very end." } },
    ]);
    expect((await stream.result).text).toBe("The very end.");
  });

  it.each<[string, string, string, (store: Store) => Promise<unknown>]>([
    ["another definition", "AGENT_DRIFT", "2", async () => {}],
    ["a run that nobody saved", "AGENT_EXEC_FAILED", "1", (store) => from(store).delete("run")],
    ["a damaged run", "STORE_CORRUPT", "1", (store) => store.set("runs/log/run/000000", 0)],
  ])("of %s never rejects: why is its last event and its result", async (_what, code, version, harm) => {
    const disk = memoryStore();
    await deadRun(disk, 1);
    await harm(disk);
    const stream = teller({ store: disk }, version).resumeStream("run");
    const events = await eventsOf(stream);
    expect(events).toMatchObject([{ type: "agent.error", runId: "run", error: { code } }]);
    const { error, report } = await stream.result;
    expect([error?.code, report.status, report.runId]).toEqual([code, "failed", "run"]);
  });
});
