import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { agentObject, objectStorageStore, type RunState } from "../../../runtimes/workers/index.ts";
import { agent } from "../../../src/agent/agent.ts";
import type { Message } from "../../../src/contracts/message.ts";
import { readEventStream } from "../../../src/net/read-event-stream.ts";
import { readStream } from "../../../src/store/cancel-stream.ts";
import { mockModel } from "../../../src/testing/mock-model.ts";
import { objectLife } from "../../support/object-life.ts";
import { eventually, home, post } from "./chat.ts";

describe("over fetch", () => {
  it("keeps the conversation of its turns, also when it is evicted in between", async () => {
    const chat = env.TEST_CHAT.getByName("conversation");
    const first = await post(chat, { input: "hello" });
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({
      status: "completed",
      text: "You said: hello",
      usage: { total: 110 },
    });
    await evictDurableObject(chat);
    expect(await (await post(chat, { input: "add 1 2" })).json()).toMatchObject({
      text: "You said: hello, add 1 2",
      usage: { total: 220 },
    });
    await evictDurableObject(chat);
    await post(chat, { input: "bye" });
    const { messages } = await (await chat.fetch(`${home}/messages`)).json<{
      messages: { role: string }[];
    }>();
    const roles = messages.map(({ role }) => role).join(" ");
    expect(roles).toBe("user assistant user assistant tool tool assistant user assistant");
    expect(messages.at(-1)).toMatchObject({ content: "You said: hello, add 1 2, bye" });
    // Each turn is written once, and of its way there is nothing left.
    const kept = await runInDurableObject(chat, async (_, { storage }) => {
      const store = objectStorageStore(storage);
      const { keys } = await store.list("session/turn/");
      const turns = await Promise.all(keys.map(async (key) => (await store.get(key))?.value));
      return {
        turns: turns.map((turn) => (turn as unknown[]).length),
        runs: (await store.list("runs/")).keys,
      };
    });
    expect(kept).toEqual({ turns: [2, 5, 2], runs: [] });
  });

  it("answers with events that have ids, and A1: a client that leaves stops nothing and goes on after an id", async () => {
    const chat = env.TEST_CHAT.getByName("events");
    const life = objectLife("events");
    const response = await post(chat, { input: "wait", runId: "run-1" }, { accept: "text/event-stream" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-run-id")).toBe("run-1");
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^id: 1\nevent: agent.starting\n/);
    await reader?.cancel();
    expect(await stateOf(chat, "run-1")).toMatchObject({ status: "running" });
    life.open();
    const seen: string[] = [];
    const events = readEventStream(() =>
      chat.fetch(`${home}/runs/run-1/events`, { headers: { "last-event-id": "1" } }),
    );
    let step = await events.next();
    for (; !step.done; step = await events.next()) seen.push(`${step.value.id} ${step.value.event.type}`);
    expect(seen[0]).toBe("2 agent.trip.started");
    expect(seen.at(-1)).toMatch(/agent\.completed$/);
    expect(step.value).toEqual({ outcome: "completed" });
    expect(await stateOf(chat, "run-1")).toMatchObject({ status: "completed", text: "You said: wait" });
    expect(life.effects.get("model wait")).toBe(1);
  });

  it("joins a run that is known instead of running it twice", async () => {
    const chat = env.TEST_CHAT.getByName("joined");
    const life = objectLife("joined");
    const order = { input: "wait", runId: "run-1" };
    const both = [post(chat, order), post(chat, order)];
    await eventually(() => life.effects.has("model wait"));
    life.open();
    const states = await Promise.all(both.map(async (one) => (await one).json<RunState>()));
    expect(states[0]).toEqual(states[1]);
    expect(await (await post(chat, order)).json()).toEqual(states[0]);
    expect(life.effects.get("model wait")).toBe(1);
    const other = await post(chat, { input: "other", runId: "run-1" });
    expect(other.status).toBe(400);
    expect(await chat.messages()).toHaveLength(2);
  });

  it("takes JSON however its type is written", async () => {
    const response = await post(
      env.TEST_CHAT.getByName("typed"),
      { input: "hello" },
      {
        "content-type": "Application/JSON; charset=utf-8",
      },
    );
    expect(await response.json()).toMatchObject({ status: "completed" });
  });

  it("is asked by the end of the path, however long the path is", async () => {
    const chat = env.TEST_CHAT.getByName("paths");
    await post(chat, { input: "hello", runId: "1" });
    for (const start of ["https://chat", "https://chat/a", "https://chat/a/b/c/runs/d"]) {
      expect(await (await chat.fetch(`${start}/messages?x=1`)).json()).toMatchObject({ messages: [{}, {}] });
      expect(await (await chat.fetch(`${start}/runs/1`)).json()).toMatchObject({ status: "completed" });
      expect(await (await chat.fetch(`${start}/runs/1/events`)).text()).toContain("event: end");
    }
  });

  it("takes one run at a time: the second one is refused with SESSION_BUSY", async () => {
    const chat = env.TEST_CHAT.getByName("busy");
    const running = post(chat, { input: "wait", runId: "run-1" });
    await eventually(() => objectLife("busy").effects.has("model wait"));
    const refused = await post(chat, { input: "hello" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { code: "SESSION_BUSY", retryable: true, context: { runId: "run-1" } },
    });
    objectLife("busy").open();
    await running;
    expect((await post(chat, { input: "hello" })).status).toBe(200);
  });

  it("A1: cancels for good, and answers when the run has settled", async () => {
    const chat = env.TEST_CHAT.getByName("cancelled");
    const running = post(chat, { input: "wait", runId: "run-1" });
    await eventually(() => objectLife("cancelled").effects.has("model wait"));
    const response = await chat.fetch(`${home}/runs/run-1?reason=stop`, { method: "DELETE" });
    expect(await response.json()).toEqual({ outcome: "cancelled", reason: "stop" });
    expect(await (await running).json()).toMatchObject({
      status: "cancelled",
      error: { code: "AGENT_CANCELLED" },
    });
    const again = await chat.fetch(`${home}/runs/run-1`, { method: "DELETE" });
    expect(await again.json()).toEqual({ outcome: "cancelled" });
    expect(await chat.messages()).toEqual([]);
    expect(await (await post(chat, { input: "hello" })).json()).toMatchObject({ text: "You said: hello" });
  });

  it("A9: tells of a run that failed without what the provider said, and goes on", async () => {
    const chat = env.TEST_CHAT.getByName("failed");
    const failed = await (await post(chat, { input: "fail" })).text();
    expect(JSON.parse(failed)).toMatchObject({ status: "failed", error: { code: expect.any(String) } });
    expect(failed).not.toContain("10.0.0.5");
    const { runId } = JSON.parse(failed) as { runId: string };
    const events = await (await chat.fetch(`${home}/runs/${runId}/events`)).text();
    expect(events).toContain("agent.error");
    expect(events).not.toContain("10.0.0.5");
    expect(await (await post(chat, { input: "hello" })).json()).toMatchObject({ text: "You said: hello" });
  });

  it.each<[string, RequestInit & { path?: string }, number]>([
    ["no JSON", { body: "hello" }, 400],
    ["a list", { body: "[]" }, 400],
    ["no input", { body: "{}" }, 400],
    ["an empty input", { body: '{"input":""}' }, 400],
    ["an input that is no text", { body: '{"input":{}}' }, 400],
    ["a field that is not known", { body: '{"input":"hello","history":[]}' }, 400],
    ["a run id that is no name", { body: '{"input":"hello","runId":"../1"}' }, 400],
    ["a run id that is a part of other paths", { body: '{"input":"hello","runId":"runs"}' }, 400],
    ["a run id of dots", { body: '{"input":"hello","runId":".."}' }, 400],
    ["a run id that is no text", { body: '{"input":"hello","runId":5}' }, 400],
    ["a body that is too large", { body: JSON.stringify({ input: "x".repeat(2000) }) }, 413],
    ["a form of another site", { body: '{"input":"hello"}', headers: { "content-type": "text/plain" } }, 415],
    ["another method", { method: "PUT", body: "{}" }, 405],
    ["a run that is not known", { path: "/runs/none", method: "GET" }, 404],
    ["the events of a run that is not known", { path: "/runs/none/events", method: "GET" }, 404],
    ["the end of a run that is not known", { path: "/runs/none", method: "DELETE" }, 404],
    ["a run that is written over", { path: "/runs/none", body: "{}" }, 405],
    ["a run whose id is longer than a key", { path: `/runs/${"x".repeat(5000)}`, method: "GET" }, 404],
    ["a run whose id is a key", { path: "/runs/..%2Fhead", method: "GET" }, 404],
    ["a page of no number", { path: "/messages?limit=-1", method: "GET" }, 400],
    ["another address", { path: "/settings", method: "GET" }, 404],
  ])("refuses %s", async (_, { path = "/messages", ...init }, status) => {
    const headers = { "content-type": "application/json" };
    const chat = env.TEST_CHAT.getByName("refusing");
    const response = await chat.fetch(home + path, { method: "POST", headers, ...init });
    expect(response.status).toBe(status);
    const { error } = await response.json<{ error: { code: string; message: string } }>();
    expect(error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) });
    expect(await alarmOf(chat)).toBeNull();
  });
});

describe("with other options", () => {
  it("lets runs wait in line, and cancels one that waits", async () => {
    const chat = env.TEST_CHAT_WITH_LIMITS.getByName("line");
    const order = (runId: string) => post(chat, { input: runId === "1" ? "wait" : `say ${runId}`, runId });
    const first = order("1");
    await eventually(() => objectLife("line").effects.has("model wait"));
    const others = [order("2"), order("3")];
    await eventually(async () => (await chat.fetch(`${home}/runs/3`)).ok);
    expect(await stateOf(chat, "3")).toMatchObject({ status: "queued" });
    expect((await order("4")).status).toBe(409);
    const cancelled = await chat.fetch(`${home}/runs/2?reason=late`, { method: "DELETE" });
    expect(await cancelled.json()).toEqual({ outcome: "cancelled", reason: "late" });
    objectLife("line").open();
    const ended = await Promise.all([first, ...others].map(async (one) => (await one).json<RunState>()));
    expect(ended.map(({ status }) => status)).toEqual(["completed", "cancelled", "completed"]);
    expect(ended[2]?.text).toBe("You said: wait, say 3");
    expect(objectLife("line").effects.has("model say 2")).toBe(false);
    await eventually(async () => (await alarmOf(chat)) === null);
  });

  it("R17: a run that has used up the requests of its invocation goes on in the next one, which the alarm brings", async () => {
    const chat = env.TEST_CHAT_WITH_LIMITS.getByName("requests");
    const ended = await (await post(chat, { input: "fetch 8", runId: "1" })).json<RunState>();
    expect(ended).toMatchObject({ status: "completed", text: "You said: fetch 8", usage: { total: 990 } });
    expect(objectLife("requests").effects.get("ask")).toBe(8);
    const types = await runInDurableObject(chat, async (_, { storage }) => {
      const seen: string[] = [];
      for await (const { event } of readStream(objectStorageStore(storage), "1")) seen.push(event.type);
      return seen;
    });
    // Three requests in each of the first two invocations; a reader hears of no end but the last.
    expect(types.filter((type) => type === "agent.starting")).toHaveLength(3);
    expect(types.filter((type) => type === "agent.error" || type === "agent.completed")).toHaveLength(1);
  });

  it("sends of an event what it is told to", async () => {
    const chat = env.TEST_CHAT_WITH_LIMITS.getByName("shown");
    const response = await post(chat, { input: "hello" }, { accept: "text/event-stream" });
    const data = (await response.text()).match(/(?<=data: ).*/g);
    expect(
      data
        ?.slice(0, -1)
        .map((one) => JSON.parse(one).delta)
        .join(""),
    ).toBe("You said: hello");
  });

  it("refuses a budget that no run could go on with", () => {
    const model = mockModel({ name: "mock" });
    expect(() => agentObject(agent({ model }), { maxSubrequests: 0 })).toThrow(/maxSubrequests/);
  });
});

describe("called from another Worker", () => {
  it("R19: gives plain data, with nothing to dispose of", async () => {
    const chat = env.TEST_CHAT.getByName("called");
    const run = await chat.send("add 1", { runId: "run-1" });
    expect(run).toMatchObject({ status: "completed", text: "You said: add 1" });
    expect(structuredClone({ ...run })).toEqual({ ...run });
    expect(await chat.result("run-1")).toMatchObject({ status: "completed" });
    // The types of Cloudflare's stubs get through what the methods give.
    const { text }: { readonly text?: string | undefined } = run;
    const messages: readonly Message[] = await chat.messages();
    expect(text).toBe("You said: add 1");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(await chat.cancel("run-1")).toMatchObject({ outcome: "completed" });
    expect(await chat.cancel("none")).toMatchObject({ error: { code: "STREAM_NOT_FOUND" } });
    expect(await chat.send("")).toMatchObject({ error: { code: "INVALID_INPUT" } });
  });

  it("does not wait where it is told so", async () => {
    const chat = env.TEST_CHAT.getByName("not waiting");
    expect(await chat.send("wait", { runId: "run-1", wait: false })).toMatchObject({ status: "queued" });
    expect(await chat.send("hello")).toMatchObject({ error: { code: "SESSION_BUSY" } });
    objectLife("not waiting").open();
    expect(await chat.result("run-1")).toMatchObject({ status: "completed" });
  });
});

describe("an object that dies", () => {
  it("A1: in a run that is cancelled then asks the model no more", async () => {
    const chat = () => env.TEST_CHAT.getByName("dead and cancelled");
    const { effects } = objectLife("dead and cancelled");
    await post(chat(), { input: "die", runId: "1" }).catch(() => undefined);
    await eventually(async () => {
      const asked = chat().fetch(`${home}/runs/1?reason=stop`, { method: "DELETE" });
      return asked.then(async (response) => {
        expect(await response.json()).toEqual({ outcome: "cancelled", reason: "stop" });
        return true;
      });
    });
    expect(await stateOf(chat(), "1")).toMatchObject({ status: "cancelled" });
    expect(effects.get("model die")).toBe(1);
    await eventually(async () => (await alarmOf(chat())) === null);
  });

  it.each([
    ["die", 3, "the attempts of its trip are counted before each call"],
    ["crash", 5, "its beginnings are counted where not even a checkpoint is safe"],
  ])(
    "R16: again and again in one call (%s) is not billed for ever: %i times, as %s",
    async (input, times) => {
      // A stub that failed once stays broken.
      const chat = () => env.TEST_CHAT.getByName(`dying of ${input}`);
      const { effects } = objectLife(`dying of ${input}`);
      await post(chat(), { input, runId: "1" }).catch(() => undefined);
      const isFailed = async () => {
        await runDurableObjectAlarm(chat());
        return (await stateOf(chat(), "1")).status === "failed";
      };
      await eventually(() => isFailed().catch(() => false));
      expect(await stateOf(chat(), "1")).toMatchObject({
        error: { code: "BUDGET_EXCEEDED", context: { dimension: "attempts" } },
      });
      expect(effects.get(`model ${input}`)).toBe(times);
      expect(await (await post(chat(), { input: "hello" })).json()).toMatchObject({
        text: "You said: hello",
      });
      await eventually(async () => (await alarmOf(chat())) === null);
    },
  );
});

async function stateOf(chat: DurableObjectStub, runId: string): Promise<RunState> {
  return (await chat.fetch(`${home}/runs/${runId}`)).json<RunState>();
}

function alarmOf(chat: DurableObjectStub): Promise<number | null> {
  return runInDurableObject(chat, (_, state) => state.storage.getAlarm());
}
