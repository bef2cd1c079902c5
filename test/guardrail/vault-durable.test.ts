import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentContract, AgentEvent } from "../../src/contracts/agent.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import type { Store } from "../../src/contracts/store.ts";
import { type Vault, vault } from "../../src/guardrail/vault.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { keysIn } from "../store/damaged-store.ts";
import { calling, conversingModel, type Turn } from "../support/conversing-model.ts";
import { dyingStore } from "../support/dying-store.ts";
import { notingTool } from "../support/noting-tool.ts";
import { hiding, leaksIn } from "./vault-support.ts";

const INPUT = "I am ada@x.io";
const TURNS: readonly Turn[] = [calling("mail", { value: "[EMAIL_1]" }), { content: "Wrote to [EMAIL_1]." }];
const ANSWER = "Wrote to ada@x.io.";

function writer(
  durable: DurableOptions,
  values: Vault,
  { turns = TURNS, notes = [] }: { turns?: readonly Turn[]; notes?: unknown[] } = {},
): AgentContract {
  return agent({
    name: "writer",
    model: conversingModel(turns),
    tools: [notingTool("mail", notes, () => "sent to ada@x.io")],
    middleware: [hiding(values)],
    captureMessages: true,
    durable,
  });
}

async function everythingIn(store: Store): Promise<unknown[]> {
  return Promise.all((await keysIn(store)).map(async (key) => [key, (await store.get(key))?.value]));
}

const tools = { restoreInTools: true };

describe("a durable run with a vault", () => {
  test.each(["per-trip", "per-call"] as const)("saves no value, %s", async (mode) => {
    const store = memoryStore();
    const result = await writer({ store, mode } as DurableOptions, vault(tools)).execute(INPUT, {
      runId: "run",
    });
    expect(result.text).toBe(ANSWER);
    const saved = await everythingIn(store);
    expect(JSON.stringify(saved)).toContain("[EMAIL_1]");
    expect(leaksIn(saved)).toEqual([]);
  });

  test("gives its result again with values, as a stream too", async () => {
    const store = memoryStore();
    const writes = writer({ store }, vault(tools));
    await writes.execute(INPUT, { runId: "run", sessionId: "s" });
    const again = await writes.resume("run");
    expect(again.text).toBe(ANSWER);
    expect(leaksIn(again.report)).toEqual([]);
    const stream = writes.resumeStream("run");
    const events: AgentEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events).toMatchObject([{ type: "agent.completed", result: { text: ANSWER } }]);
    expect((await stream.result).text).toBe(ANSWER);
  });

  test("gives its data again with values", async () => {
    const store = memoryStore();
    const output = { type: "object", properties: { to: { type: "string" } } } as const;
    const writes = writer({ store }, vault(tools), { turns: [{ content: '{"to":"[EMAIL_1]"}' }] });
    const first = await writes.execute(INPUT, { runId: "run", responseSchema: output });
    expect(first.data).toEqual({ to: "ada@x.io" });
    expect((await writes.resume("run", { responseSchema: output })).data).toEqual({ to: "ada@x.io" });
    expect(leaksIn(await everythingIn(store))).toEqual([]);
  });

  test("gives its result again with placeholders where the values are gone", async () => {
    const store = memoryStore();
    const values = vault(tools);
    await writer({ store }, values).execute(INPUT, { runId: "run" });
    expect((await writer({ store }, vault(tools)).resume("run")).text).toBe("Wrote to [EMAIL_1].");
    values.forget("run");
    expect((await writer({ store }, values).resume("run")).text).toBe("Wrote to [EMAIL_1].");
  });

  test("goes on after a crash at any write, and shows values again", async () => {
    for (let at = 1; at <= 4; at++) {
      const disk = memoryStore();
      const values = vault(tools);
      const { store, died } = dyingStore(disk, at, "after");
      const running = writer({ store, mode: "per-call" }, values).execute(INPUT, {
        runId: "run",
        sessionId: "s",
      });
      await Promise.race([died, running]);
      expect(leaksIn(await everythingIn(disk)), `write ${at}`).toEqual([]);
      const notes: unknown[] = [];
      const result = await writer({ store: disk, mode: "per-call" }, values, { notes }).resume("run");
      expect(result.text, `write ${at}`).toBe(ANSWER);
      expect(notes.every((note) => JSON.stringify(note) === '{"value":"ada@x.io"}')).toBe(true);
      expect(leaksIn(await everythingIn(disk), result.report), `write ${at}`).toEqual([]);
    }
  });

  test("that fails in the middle of a stream saves what was written as the model wrote it", async () => {
    const store = memoryStore();
    const broken = writer({ store }, vault(), {
      turns: [{ content: "Wrote to [EMAIL_1] and", finishReason: "content_filter" }],
    });
    const result = await broken.stream(INPUT, { runId: "run" }).result;
    expect(result.error).toBeDefined();
    expect(result.text).toBe("Wrote to ada@x.io and");
    const saved = await everythingIn(store);
    expect(JSON.stringify(saved)).toContain("Wrote to [EMAIL_1] and");
    expect(leaksIn(saved)).toEqual([]);
  });

  test("that is stopped in the middle of a stream saves no value either", async () => {
    const store = memoryStore();
    const stop = new AbortController();
    const writes = writer({ store }, vault(), {
      turns: [{ content: "Wrote to [EMAIL_1] and then some more words " }],
    });
    const stream = writes.stream(INPUT, { runId: "run", signal: stop.signal });
    for await (const event of stream) {
      if (event.type === "agent.trip.streaming" && event.delta.includes("ada@x.io")) stop.abort();
    }
    const result = await stream.result;
    expect(result.error?.code).toBe("AGENT_CANCELLED");
    expect(result.text).toContain("ada@x.io");
    const saved = await everythingIn(store);
    expect(JSON.stringify(saved)).toContain("Wrote to [EMAIL_1]");
    expect(leaksIn(saved)).toEqual([]);
    expect((await writes.resume("run")).text).toContain("ada@x.io");
  });
});

describe("a durable run that does not save its history", () => {
  const history = [
    { role: "user", content: "I am bob@y.io" },
    { role: "assistant", content: "Hello bob@y.io." },
  ] as const;

  test.each([
    [1, true],
    [1, false],
    [3, false],
    [9, true],
  ])("hides it when it is resumed after write %i, also in another process: %s", async (at, isOther) => {
    const disk = memoryStore();
    const values = vault(tools);
    const { store, died } = dyingStore(disk, at, "after");
    const options = { saveHistory: false } as const;
    const turns: readonly Turn[] = [
      {},
      calling("mail", { value: "[EMAIL_1]" }),
      { content: "Wrote to [EMAIL_1], [EMAIL_2]." },
    ];
    const running = writer({ store, ...options }, values, { turns }).execute(INPUT, {
      runId: "run",
      history,
    });
    await Promise.race([died, running]);
    const model = conversingModel(turns);
    const later = agent({
      name: "writer",
      model: Object.assign(model, { name: "talker" }),
      tools: [notingTool("mail", [])],
      middleware: [hiding(isOther ? vault() : values)],
      captureMessages: true,
      durable: { store: disk, ...options },
    });
    const result = await later.resume("run", { history });
    expect(result.error).toBeUndefined();
    expect(leaksIn(await everythingIn(disk)), "saved").toEqual([]);
    expect(model.asked.length > 0).toBe(at === 1);
    expect(leaksIn(model.asked), "asked").toEqual([]);
    expect(leaksIn(result.report), "report").toEqual([]);
    expect(JSON.stringify(result.report.messages)).toContain("I am [EMAIL_");
    if (!isOther) expect(result.text).toBe("Wrote to bob@y.io, ada@x.io.");
  });
});
