import { afterEach, describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { AgentConfig } from "../../../src/agent/agent-config.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { Message } from "../../../src/contracts/message.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { config } from "../../../src/core/config.ts";
import { AgentExecutionError } from "../../../src/core/errors/agent-errors.ts";
import type { BaseReport } from "../../../src/core/report.ts";
import { systemPrompt } from "../../../src/prompt/system-prompt.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from, memory } from "../../../src/store/snapshot.ts";
import { keysIn } from "../../store/damaged-store.ts";
import { calling, conversingModel, type Turn } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

afterEach(() => void config({ defaultSnapshotStore: undefined }));

const twoTrips = [calling("note", { value: 1 }), { content: "The end." }];

function writer(
  durable: DurableOptions | undefined,
  turns: readonly Turn[] = twoTrips,
  notes: unknown[] = [],
  more: Partial<AgentConfig> = {},
): AgentContract {
  return agent({
    name: "writer",
    model: conversingModel(turns),
    tools: [notingTool("note", notes)],
    ...(durable ? { durable } : {}),
    ...more,
  });
}

/** Runs until the process dies right after its write with a number. */
async function dieAfter(at: number, disk: Store, run: (store: Store) => Promise<unknown>): Promise<void> {
  const { store, died } = dyingStore(disk, at, "after");
  void run(store);
  await died;
}

describe("runId", () => {
  it("is the id of the run, also where nothing is saved", async () => {
    const { report } = await writer(undefined).execute("Go.", { runId: "mine" });
    expect([report.runId, report.rootRunId]).toEqual(["mine", "mine"]);
  });

  it("is a random one that the report tells where it is missing, and the run is resumed by it", async () => {
    const durable = { store: memoryStore() };
    const { report } = await writer(durable).execute("Go.");
    expect(report.runId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await writer(durable).resume(report.runId)).text).toBe("The end.");
  });

  it("that is in use is refused before anything is called, and harms nothing", async () => {
    const store = memoryStore();
    await writer({ store }).execute("Go.", { runId: "run" });
    const model = conversingModel(twoTrips);
    const { error } = await writer({ store }, [], [], { model }).execute("Other.", { runId: "run" });
    expect(error).toMatchObject({ code: "STORE_CONFLICT" });
    expect(error?.message).toContain("Resume it");
    expect(model.asked).toEqual([]);
    expect((await writer({ store }).resume("run")).text).toBe("The end.");
  });
});

describe("without durable", () => {
  it("nothing is saved", async () => {
    const store = memoryStore();
    config({ defaultSnapshotStore: store });
    await writer(undefined).execute("Go.", { runId: "run" });
    expect(await keysIn(store)).toEqual([]);
  });
});

describe("without a store", () => {
  it("a durable run goes its way, and resume() rejects", async () => {
    const run = writer({});
    expect((await run.execute("Go.", { runId: "run" })).text).toBe("The end.");
    const resumed = run.resume("run");
    await expect(resumed).rejects.toBeInstanceOf(AgentExecutionError);
    await expect(resumed).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED" });
  });
});

describe("resume()", () => {
  it("of a run that nobody saved rejects", async () => {
    await expect(writer({ store: memoryStore() }).resume("nobody")).rejects.toMatchObject({
      code: "AGENT_EXEC_FAILED",
      message: expect.stringContaining('"nobody"'),
    });
  });

  it("of what is no run of an agent rejects", async () => {
    const store = memory();
    await store.save({ runId: "plan", status: "running", signature: "x" } as never);
    await expect(writer({ store }).resume("plan")).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED" });
  });

  it("of a damaged run rejects with the key of what is damaged", async () => {
    const store = memoryStore();
    await writer({ store }).execute("Go.", { runId: "run" });
    await store.set("runs/log/run/000001", 7);
    await expect(writer({ store }).resume("run")).rejects.toMatchObject({
      code: "STORE_CORRUPT",
      key: "runs/log/run/000001",
    });
  });

  it("goes on from the program's store where the agent names none", async () => {
    config({ defaultSnapshotStore: memory() });
    const run = writer({});
    await run.execute("Go.", { runId: "run" });
    expect((await run.resume("run")).text).toBe("The end.");
  });

  it("takes the store of a call, with what else the agent says of its runs", async () => {
    const store = memoryStore();
    const run = writer({ deleteOnComplete: true });
    await dieAfter(1, store, (home) => run.execute("Go.", { runId: "run", durable: { store: home } }));
    expect((await run.resume("run", { durable: { store } })).text).toBe("The end.");
    expect(await keysIn(store)).toEqual([]);
  });

  it("of a completed run gives its result again and calls nothing", async () => {
    const store = memoryStore();
    const notes: unknown[] = [];
    const first = await writer({ store }, twoTrips, notes).execute("Go.", { runId: "run", sessionId: "s-1" });
    const model = conversingModel(twoTrips);
    const again = await writer({ store }, [], notes, { model }).resume("run");
    expect(again).toMatchObject({ type: "agent", text: "The end.", usage: first.usage });
    const { report } = again;
    expect(report).toMatchObject({
      status: "completed",
      runId: "run",
      sessionId: "s-1",
      name: "writer",
      type: "agent",
    });
    expect(report.trips).toEqual(first.report.trips);
    expect(report.children).toMatchObject([{ type: "tool", name: "note", output: "done" }]);
    expect(Date.parse(report.endedAt)).toBeGreaterThanOrEqual(Date.parse(report.startedAt));
    expect(report.duration).toBeGreaterThanOrEqual(0);
    expect(model.asked).toEqual([]);
    expect(notes).toHaveLength(1);
  });

  it("of a failed run asks its last trip again, with the tools of the others left alone", async () => {
    const store = memoryStore();
    const notes: unknown[] = [];
    const flaky = [twoTrips[0] ?? {}, new Error("The provider is down.")];
    const first = await writer({ store }, flaky, notes).execute("Go.", { runId: "run" });
    expect(first.error?.code).toBe("AGENT_EXEC_FAILED");
    const { text, usage, report } = await writer({ store }, twoTrips, notes).resume("run");
    expect([text, report.status, report.trips.length]).toEqual(["The end.", "completed", 2]);
    expect(notes).toHaveLength(1);
    expect(usage.total).toBe(220);
  });

  it("of a failed run is open again until it has ended", async () => {
    const disk = memoryStore();
    await writer({ store: disk }, [new Error("down")]).execute("Go.", { runId: "run" });
    expect(await keysIn(disk)).not.toContain("runs/open/run");
    await dieAfter(0, disk, (store) => writer({ store }).resume("run"));
    expect(await keysIn(disk)).toContain("runs/open/run");
    await writer({ store: disk }).resume("run");
    expect(await keysIn(disk)).not.toContain("runs/open/run");
  });

  it("of a cancelled run gives its cancellation, and with force goes on", async () => {
    const store = memoryStore();
    const stop = new AbortController();
    const notes: unknown[] = [];
    const late = (): { content: string } => {
      stop.abort("enough");
      return { content: "Too late." };
    };
    const stopping = [calling("note", { value: 1 }), late];
    const first = await writer({ store }, stopping, notes).execute("Go.", {
      runId: "run",
      signal: stop.signal,
    });
    expect(first.error?.code).toBe("AGENT_CANCELLED");
    const again = await writer({ store }, twoTrips, notes).resume("run");
    expect(again.error).toMatchObject({ code: "AGENT_CANCELLED", message: first.error?.message });
    expect(again.report.status).toBe("cancelled");
    const forced = await writer({ store }, twoTrips, notes).resume("run", { force: true });
    expect(forced.text).toBe("The end.");
    expect(notes).toHaveLength(1);
  });

  it("of an aborted call stops before the model is asked", async () => {
    const disk = memoryStore();
    await dieAfter(0, disk, (store) => writer({ store }).execute("Go.", { runId: "run" }));
    const model = conversingModel(twoTrips);
    const run = writer({ store: disk }, [], [], { model });
    const { error } = await run.resume("run", { signal: AbortSignal.abort() });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(model.asked).toEqual([]);
  });
});

describe("deleteOnComplete", () => {
  it("removes all of a completed run", async () => {
    const store = memoryStore();
    await writer({ store, deleteOnComplete: true }).execute("Go.", { runId: "run" });
    expect(await keysIn(store)).toEqual([]);
    await expect(writer({ store }).resume("run")).rejects.toMatchObject({ code: "AGENT_EXEC_FAILED" });
    expect((await writer({ store }).execute("Anew.", { runId: "run" })).text).toBe("The end.");
  });

  it("keeps a run that failed", async () => {
    const store = memory();
    await writer({ store, deleteOnComplete: true }, [new Error("down")]).execute("Go.", { runId: "run" });
    expect((await store.load("run"))?.status).toBe("failed");
  });

  it("keeps a completed run as completed where it cannot be removed", async () => {
    const disk = memoryStore();
    const store: Store = { ...disk, list: () => Promise.reject(new Error("no lists today")) };
    const { text } = await writer({ store, deleteOnComplete: true }).execute("Go.", { runId: "run" });
    expect(text).toBe("The end.");
    expect((await from(disk).load("run"))?.status).toBe("completed");
    expect(await keysIn(disk)).not.toContain("runs/open/run");
  });
});

describe("a resumed run", () => {
  it("has the conversation byte for byte: prompt, history, attachments, thoughts, what providers want back", async () => {
    const disk = memoryStore();
    const thought = {
      type: "reasoning" as const,
      text: "Hm 🤔",
      providerMetadata: { anthropic: { signature: "EqQBCg==", nested: [1, { deep: null }] } },
    };
    const first = {
      ...calling("note", { value: "ü\u2028" }),
      content: "Let me see.",
      reasoning: [thought],
      providerMetadata: { google: { thoughtSignature: "abc=" } },
    };
    const history: Message[] = [
      { role: "user", content: "Before?", metadata: { a: 1 } },
      {
        role: "assistant",
        content: [thought, { type: "text", text: "Before." }],
        providerMetadata: { x: { y: 1 } },
      },
    ];
    const attachments = [
      { type: "image" as const, source: { base64: "iVBORw0KGgo=", mediaType: "image/png" } },
    ];
    const capabilities = { vision: true };
    const options = { systemPrompt: "You are {{who}}.", placeholders: { who: "Al" }, history, attachments };
    const models = [0, 1].map(() => ({
      ...conversingModel([first, { content: "Seen." }], "m", 1),
      capabilities,
    }));
    const [calm, resumed] = models;
    if (!calm || !resumed) throw new Error("There are two models.");
    await writer({ store: memoryStore() }, [], [], { model: calm }).execute("Look.", {
      ...options,
      runId: "run",
    });
    await dieAfter(1, disk, (store) =>
      writer({ store }, [], [], { model: { ...conversingModel([first], "m", 1), capabilities } }).execute(
        "Look.",
        {
          ...options,
          runId: "run",
        },
      ),
    );
    await writer({ store: disk }, [], [], { model: resumed }).resume("run");
    expect(resumed.asked).toHaveLength(1);
    expect(JSON.stringify(resumed.asked[0])).toContain("iVBORw0KGgo=");
    expect(JSON.stringify(resumed.asked[0])).toBe(JSON.stringify(calm.asked[1]));
  });

  it("tells its prompt, its session and its conversation on the report", async () => {
    const disk = memoryStore();
    const prompt = systemPrompt("Be brief.", { name: "durable-resume-test", version: "7" });
    const more = { systemPrompt: prompt, captureMessages: true };
    const calm = await writer({ store: memoryStore() }, twoTrips, [], more).execute("Go.", {
      sessionId: "s",
    });
    await dieAfter(1, disk, (store) =>
      writer({ store }, twoTrips, [], more).execute("Go.", { runId: "run", sessionId: "s" }),
    );
    const run = writer({ store: disk }, twoTrips, [], more);
    for (const { report } of [await run.resume("run"), await run.resume("run")]) {
      const { promptName, promptVersion, systemPrompt: text, sessionId, messages } = report;
      expect([promptName, promptVersion, text, sessionId]).toEqual([
        "durable-resume-test",
        "7",
        "Be brief.",
        "s",
      ]);
      expect(messages).toEqual(calm.report.messages);
    }
  });

  it("nests under the run that resumes it, and takes the session of the call", async () => {
    const disk = memoryStore();
    await dieAfter(0, disk, (store) => writer({ store }).execute("Go.", { runId: "run", sessionId: "old" }));
    const inner = writer({ store: disk });
    const { report } = await inner.resume("run", {
      sessionId: "new",
      parent: { runId: "p", rootRunId: "root", adopt: () => {}, spend: () => {} },
    });
    expect(report).toMatchObject({ runId: "run", parentRunId: "p", rootRunId: "root", sessionId: "new" });
  });

  it("is handed to the observers once, whole", async () => {
    const disk = memoryStore();
    const seen: BaseReport[] = [];
    const observe = { collect: (report: BaseReport) => void seen.push(report) };
    await dieAfter(1, disk, (store) =>
      writer({ store }, twoTrips, [], { observe }).execute("Go.", { runId: "run" }),
    );
    await writer({ store: disk }, twoTrips, [], { observe }).resume("run");
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ runId: "run", status: "completed", usage: { total: 220 } });
  });

  it("stops a model that calls unknown tools as soon as one that never died", async () => {
    const disk = memoryStore();
    const turns = [calling("a", {}), calling("b", {}), calling("c", {}), { content: "Never." }];
    const calm = await writer({ store: memoryStore() }, turns).execute("Go.");
    await dieAfter(2, disk, (store) => writer({ store }, turns).execute("Go.", { runId: "run" }));
    const { error, report } = await writer({ store: disk }, turns).resume("run");
    expect(error?.message).toBe(calm.error?.message);
    expect(report.trips).toHaveLength(3);
  });
});

describe("signature", () => {
  const model = conversingModel(twoTrips);
  const base: AgentConfig = { name: "writer", model, tools: [notingTool("a", []), notingTool("b", [])] };
  const output = { type: "object" } as never;
  const signatureOf = (changes: Partial<AgentConfig>): string => agent({ ...base, ...changes }).signature;

  it.each<[string, Partial<AgentConfig>]>([
    ["the name of the model", { model: conversingModel(twoTrips, "other") }],
    ["its provider", { model: { ...model, provider: "other" } }],
    ["a tool that is added", { tools: [...(base.tools ?? []), notingTool("c", [])] }],
    ["a tool that is removed", { tools: [notingTool("a", [])] }],
    ["maxTrips", { maxTrips: 3 }],
    ["an output schema", { output }],
    ["the version", { version: "2" }],
  ])(
    "covers %s: such a run is refused before anything is called, and resumed by force",
    async (_what, changes) => {
      expect(signatureOf(changes)).not.toBe(signatureOf({}));
      const disk = memoryStore();
      await dieAfter(0, disk, (store) =>
        agent({ ...base, durable: { store } }).execute("Go.", { runId: "run" }),
      );
      const changed = conversingModel([{ content: '{"a":1}' }], changes.model?.name ?? model.name);
      const provider = changes.model?.provider ?? model.provider;
      const run = agent({ ...base, ...changes, model: { ...changed, provider }, durable: { store: disk } });
      await expect(run.resume("run")).rejects.toMatchObject({
        name: "AgentDriftError",
        code: "AGENT_DRIFT",
        category: "drift",
        runId: "run",
        currentSignature: run.signature,
        savedSignature: signatureOf({}),
      });
      expect(changed.asked).toEqual([]);
      expect((await run.resume("run", { force: true })).text).toBe('{"a":1}');
      expect((await run.resume("run")).text, "from now on it is a run of this definition").toBe('{"a":1}');
    },
  );

  it.each<[string, Partial<AgentConfig>]>([
    ["the order of tools", { tools: [notingTool("b", []), notingTool("a", [])] }],
    ["the system prompt", { systemPrompt: "Other." }],
    ["middleware", { middleware: [{ name: "m" }] }],
    ["handlers", { on: { "agent.starting": () => {} } }],
    ["placeholders", { placeholders: { a: 1 } }],
    ["options of the model", { modelOptions: { temperature: 1 } }],
    ["the name", { name: "other" }],
  ])("does not cover %s", (_what, changes) => {
    expect(signatureOf(changes)).toBe(signatureOf({}));
  });
});
