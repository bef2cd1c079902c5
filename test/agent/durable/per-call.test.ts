import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { AgentConfig } from "../../../src/agent/agent-config.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { ToolExecutionError } from "../../../src/core/errors/agent-errors.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { calling, conversingModel, type Turn } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

type More = Partial<AgentConfig>;

function perCall(store: Store, turns: readonly Turn[], more: More = {}): AgentContract {
  return agent({
    name: "worker",
    model: conversingModel(turns),
    ...more,
    durable: { store, mode: "per-call" },
  });
}

/** Runs until the process dies right after its write with a number: 0 is the checkpoint, 1 the answer, then come the tools. */
async function dieAfter(at: number, disk: Store, run: (store: Store) => Promise<unknown>): Promise<void> {
  const { store, died } = dyingStore(disk, at, "after");
  void run(store);
  await died;
}

const toText = [calling("note", { value: 1 }, { value: 2 }, { value: 3 }), { content: "The end." }];

describe("R13: saved per call, a run whose process dies in a trip", () => {
  it("repeats neither the answer nor the tools that have settled", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const more: More = { tools: [notingTool("note", notes)], toolConcurrency: 1 };
    await dieAfter(3, disk, (store) => perCall(store, toText, more).execute("Go.", { runId: "run" }));
    expect(notes).toEqual([{ value: 1 }, { value: 2 }]);
    const model = conversingModel(toText);
    const { text, report } = await perCall(disk, [], { ...more, model }).resume("run");
    expect(text).toBe("The end.");
    expect(notes).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
    expect(model.asked).toHaveLength(1);
    expect(report.trips.map(({ usage }) => usage.total)).toEqual([110, 110]);
  });

  it("keeps the order of the calls, in whichever order they settle", async () => {
    const disk = memoryStore();
    let letGo = (): void => {};
    const first = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const work = async (input: unknown): Promise<unknown> => {
      if (JSON.stringify(input) === '{"value":1}') await first;
      return input;
    };
    const dying = dyingStore(disk, 2, "after");
    void perCall(dying.store, toText, { tools: [notingTool("note", [], work)] }).execute("Go.", {
      runId: "run",
    });
    await dying.died;
    letGo();
    const model = conversingModel(toText);
    const { report } = await perCall(disk, [], { model, tools: [notingTool("note", [], work)] }).resume(
      "run",
    );
    const heard = model.asked[0]?.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(heard).toEqual(['{"value":1}', '{"value":2}', '{"value":3}']);
    expect(report.children.map((child) => (child as { input?: unknown }).input)).toEqual([
      { value: 1 },
      { value: 2 },
      { value: 3 },
    ]);
  });

  it("S15: tells calls of the same id apart, in several trips and in one", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const one = { toolCalls: [1, 2].map((value) => ({ id: "call", name: "note", input: { value } })) };
    const two = { toolCalls: [3, 4].map((value) => ({ id: "call", name: "note", input: { value } })) };
    const turns = [one, two, { content: "The end." }];
    const more: More = { tools: [notingTool("note", notes, (input) => input)], toolConcurrency: 1 };
    await dieAfter(6, disk, (store) => perCall(store, turns, more).execute("Go.", { runId: "run" }));
    expect(notes).toHaveLength(3);
    const model = conversingModel(turns);
    await perCall(disk, [], { ...more, model }).resume("run");
    expect(notes).toEqual([1, 2, 3, 4].map((value) => ({ value })));
    const heard = model.asked[0]?.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(heard).toEqual([1, 2, 3, 4].map((value) => JSON.stringify({ value })));
  });

  it("S15: has calls that are alike in all in the order of the model", async () => {
    const store = memoryStore();
    const toolCalls = [1, 2, 1].map((value) => ({ id: "call", name: "note", input: { value } }));
    const run = perCall(store, [{ toolCalls }, { content: "The end." }], {
      tools: [notingTool("note", [], (input) => input)],
      captureMessages: true,
    });
    const calm = await run.execute("Go.", { runId: "run" });
    const { report } = await run.resume("run");
    expect(report.messages).toEqual(calm.report.messages);
    expect(report.children.map(({ runId }) => runId)).toEqual(calm.report.children.map(({ runId }) => runId));
  });

  it("gives the last answer again where only its end was not saved", async () => {
    const disk = memoryStore();
    await dieAfter(1, disk, (store) =>
      perCall(store, [{ content: "The end." }]).execute("Go.", { runId: "run" }),
    );
    const model = conversingModel([{ content: "Another." }]);
    const { text, usage } = await perCall(disk, [], { model }).resume("run");
    expect([text, usage.total, model.asked.length]).toEqual(["The end.", 110, 0]);
  });

  it("keeps the thoughts of an answer, and what its provider wants back", async () => {
    const disk = memoryStore();
    const thought = {
      type: "reasoning" as const,
      text: "Hm.",
      providerMetadata: { a: { signature: "x==" } },
    };
    const answer = {
      ...calling("note", {}),
      content: "Look.",
      reasoning: [thought],
      providerMetadata: { b: { c: 1 } },
    };
    const more: More = { tools: [notingTool("note", [])] };
    await dieAfter(1, disk, (store) => perCall(store, [answer], more).execute("Go.", { runId: "run" }));
    const model = conversingModel([answer, { content: "The end." }]);
    await perCall(disk, [], { ...more, model }).resume("run");
    expect(model.asked[0]?.[1]).toEqual({
      role: "assistant",
      content: [thought, { type: "text", text: "Look." }],
      toolCalls: answer.toolCalls,
      providerMetadata: { b: { c: 1 } },
    });
  });

  it("ends with tools that say nothing, without asking the model again", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const more: More = { tools: [notingTool("show", notes, () => "shown", "silent")] };
    const turns = [{ ...calling("show", {}), content: "Here." }];
    await dieAfter(2, disk, (store) => perCall(store, turns, more).execute("Go.", { runId: "run" }));
    const model = conversingModel([new Error("never asked")]);
    const { text, report } = await perCall(disk, [], { ...more, model }).resume("run");
    expect([text, report.children.length, notes.length]).toEqual(["Here.", 1, 1]);
  });

  it("keeps what failed and what was refused as it was told to the model", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const broken = notingTool("broken", notes, () => {
      throw new Error("out of paper");
    });
    const unreadable = {
      id: "u",
      name: "broken",
      input: {},
      unreadable: { text: "{", reason: "truncated" as const },
    };
    const turn = {
      toolCalls: [
        ...(calling("broken", {}).toolCalls ?? []),
        ...(calling("nowhere", {}).toolCalls ?? []),
        unreadable,
      ],
    };
    const turns = [turn, { content: "The end." }];
    const calm = conversingModel(turns);
    await perCall(memoryStore(), [], { model: calm, tools: [broken] }).execute("Go.");
    notes.length = 0;
    await dieAfter(4, disk, (store) =>
      perCall(store, turns, { tools: [broken], toolConcurrency: 1 }).execute("Go.", { runId: "run" }),
    );
    const model = conversingModel(turns);
    const { report } = await perCall(disk, [], { model, tools: [broken] }).resume("run");
    expect(model.asked[0]).toEqual(calm.asked[1]);
    expect(notes).toHaveLength(1);
    expect(report.children.map(({ error, status }) => [error?.code, status])).toEqual([
      ["TOOL_EXEC_FAILED", "failed"],
      ["TOOL_EXEC_FAILED", "failed"],
      ["SCHEMA_VALIDATION_FAILED", "failed"],
    ]);
  });

  it("runs a tool again that a hook had stopped the run at, and no other", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    let isStrict = true;
    const guard = {
      name: "guard",
      tool: {
        after: (context: { readonly toolArgs: unknown }) => {
          const isBad = JSON.stringify(context.toolArgs) === '{"value":2}';
          if (isStrict && isBad) throw new ToolExecutionError("Not this one.", { toolName: "note" });
        },
      },
    };
    const more: More = { tools: [notingTool("note", notes)], toolConcurrency: 1, middleware: [guard] };
    const { error } = await perCall(disk, toText, more).execute("Go.", { runId: "run" });
    expect(error?.message).toBe("Not this one.");
    isStrict = false;
    expect((await perCall(disk, toText, more).resume("run")).text).toBe("The end.");
    expect(notes).toEqual([{ value: 1 }, { value: 2 }, { value: 2 }, { value: 3 }]);
  });

  it("runs a tool again that was stopped with its run, and not one that had done its work", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const stop = new AbortController();
    const work = (input: unknown, signal: AbortSignal): unknown => {
      if (JSON.stringify(input) !== '{"value":3}') return input;
      if (stop.signal.aborted) return input;
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        stop.abort();
      });
    };
    const more: More = { tools: [notingTool("note", notes, work)], toolConcurrency: 1 };
    const { error } = await perCall(disk, toText, more).execute("Go.", { runId: "run", signal: stop.signal });
    expect(error?.code).toBe("AGENT_CANCELLED");
    const { text } = await perCall(disk, toText, more).resume("run", { force: true });
    expect(text).toBe("The end.");
    expect(notes).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }, { value: 3 }]);
  });

  it("counts what agents in its tools used once", async () => {
    const disk = memoryStore();
    const helper = agent({ name: "helper", model: conversingModel([{ content: "Helped." }], "small") });
    const turns = [calling("helper", { input: "Help." }), { content: "The end." }];
    const more: More = { tools: [helper] };
    const calm = await perCall(memoryStore(), turns, more).execute("Go.");
    await dieAfter(2, disk, (store) => perCall(store, turns, more).execute("Go.", { runId: "run" }));
    const { usage, report } = await perCall(disk, turns, more).resume("run");
    expect(calm.usage.total).toBe(330);
    expect(usage).toEqual(calm.usage);
    expect(report.children[0]?.children).toMatchObject([
      { type: "agent", name: "helper", usage: { total: 110 } },
    ]);
  });

  it("keeps results that have no JSON beside others, and results of a megabyte", async () => {
    const disk = memoryStore();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const results = new Map<string, unknown>([
      ['{"value":1}', circle],
      ['{"value":2}', 10n],
      ['{"value":3}', "ä".repeat(500_000)],
    ]);
    const notes: unknown[] = [];
    const tools = [notingTool("note", notes, (input) => results.get(JSON.stringify(input)))];
    const more: More = { tools, toolConcurrency: 1 };
    const calm = conversingModel(toText);
    await perCall(memoryStore(), [], { ...more, model: calm }).execute("Go.");
    notes.length = 0;
    await dieAfter(4, disk, (store) => perCall(store, toText, more).execute("Go.", { runId: "run" }));
    const model = conversingModel(toText);
    const { text } = await perCall(disk, [], { ...more, model }).resume("run");
    expect(text).toBe("The end.");
    expect(notes).toHaveLength(3);
    expect(JSON.stringify(model.asked[0]) === JSON.stringify(calm.asked[1])).toBe(true);
  });

  it("counts attempts from the last call that settled: a run that comes further is not given up", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const six = [calling("note", ...[1, 2, 3, 4, 5, 6].map((value) => ({ value }))), { content: "The end." }];
    const more: More = { tools: [notingTool("note", notes)], toolConcurrency: 1 };
    await dieAfter(2, disk, (store) => perCall(store, six, more).execute("Go.", { runId: "run" }));
    // Each life has its checkpoint and one tool.
    for (let life = 0; life < 4; life += 1) {
      await dieAfter(1, disk, (store) => perCall(store, six, more).resume("run"));
    }
    expect((await perCall(disk, six, more).resume("run")).text).toBe("The end.");
    expect(notes).toHaveLength(6);
  });

  it("ends as it was begun where it is resumed with per-trip, and goes on per trip", async () => {
    const disk = memoryStore();
    const notes: unknown[] = [];
    const turns = [
      calling("note", { value: 1 }, { value: 2 }),
      calling("note", { value: 3 }),
      { content: "The end." },
    ];
    const more: More = { tools: [notingTool("note", notes)], toolConcurrency: 1 };
    await dieAfter(2, disk, (store) => perCall(store, turns, more).execute("Go.", { runId: "run" }));
    const counted = dyingStore(disk, -1, "after");
    const durable = { store: counted.store, mode: "per-trip" as const };
    const { text } = await perCall(disk, turns, more).resume("run", { durable });
    expect(text).toBe("The end.");
    expect(notes).toHaveLength(3);
    expect(counted.writes(), "a checkpoint, a tool, two checkpoints, the end").toBe(5);
  });
});

describe("a structured answer", () => {
  const output = {
    type: "object",
    properties: { done: { type: "boolean" } },
    required: ["done"],
  } as const;
  const turns = [calling("note", {}), { content: '{"done":"no"}' }, { content: '{"done":true}' }];
  const more: More = { tools: [notingTool("note", [])], repair: { maxAttempts: 1 } };

  it.each(["per-trip", "per-call"] as const)(
    "is repaired across a crash as often as without, %s",
    async (mode) => {
      for (let at = 0; at < 6; at += 1) {
        const disk = memoryStore();
        const dying = dyingStore(disk, at, "after");
        const structured = (store: Store): AgentContract =>
          agent({ name: "s", model: conversingModel(turns), ...more, durable: { store, mode } });
        const first = structured(dying.store).execute("Go.", { runId: "run", responseSchema: output });
        const done = await Promise.race([first, dying.died]);
        const { data, report } = done ?? (await structured(disk).resume("run"));
        expect(data).toEqual({ done: true });
        expect(report.trips.map(({ input }) => input.slice(0, 10))).toEqual([
          "Go.",
          "[tool resu",
          "Your last ",
        ]);
      }
    },
  );

  it("that stayed broken is asked for anew when the failed run is resumed", async () => {
    const disk = memoryStore();
    const broken = [{ content: '{"done":"no"}' }];
    const run = (turn: readonly Turn[]): AgentContract => perCall(disk, turn, { output: output as never });
    const first = await run(broken).execute("Go.", { runId: "run" });
    expect(first.error?.code).toBe("SCHEMA_VALIDATION_FAILED");
    const { data, report } = await run([{ content: '{"done":true}' }]).resume("run");
    expect(data).toEqual({ done: true });
    expect(report.trips).toHaveLength(1);
    const { messages, lost } = (await from(disk).load("run")) ?? {};
    expect(messages?.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
    expect(lost?.usage.total).toBe(110);
  });

  it("of a completed run is read again by the schema of the call", async () => {
    const disk = memoryStore();
    const dated = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: (value: unknown) => ({ value: { at: new Date((value as { at: string }).at) } }),
      },
    };
    const run = perCall(disk, [{ content: '{"at":"2026-01-02"}' }]);
    const first = await run.execute("When?", { runId: "run", output: dated });
    const again = await run.resume("run", { output: dated });
    expect(again.data).toEqual(first.data);
    expect(again.data).toEqual({ at: new Date("2026-01-02") });
  });
});
