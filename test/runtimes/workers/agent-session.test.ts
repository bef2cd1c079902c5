import { expect, it } from "vitest";
import { agentObject } from "../../../runtimes/workers/index.ts";
import { agent } from "../../../src/agent/agent.ts";
import type { StoreOperation } from "../../../src/contracts/store.ts";
import { ConfigError } from "../../../src/core/errors/config-error.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { mockModel } from "../../../src/testing/mock-model.ts";
import { calling, conversingModel, type Turn } from "../../support/conversing-model.ts";
import { notingTool } from "../../support/noting-tool.ts";
import { instance, platform } from "./played-object.ts";

// What an object does where its platform fails, on every runtime: the platform is played.

it("R16: a message that finds no room is refused, and asks the model nothing", async () => {
  const on = platform();
  const model = mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] });
  const chat = instance(on, () => agent({ model }));
  on.isFull = () => true;
  expect(await chat.send("hello")).toMatchObject({ error: { code: "STORE_QUOTA" } });
  expect(model.callCount).toBe(0);
  on.isFull = () => false;
  expect(await chat.send("hello")).toMatchObject({ status: "completed", text: "Hello." });
});

it("R16: a run whose attempts cannot be counted stops before the model is asked", async () => {
  const on = platform();
  const model = mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] });
  on.isFull = (key) => key.startsWith("runs/");
  const run = await instance(on, () => agent({ model })).send("hello");
  expect(run).toMatchObject({ status: "failed", error: { code: "STORE_QUOTA" } });
  expect(model.callCount).toBe(0);
});

it("an end that finds no room is written when there is some, without asking the model again", async () => {
  const on = platform();
  const model = mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] });
  const chat = instance(on, () => agent({ model }));
  on.isFull = (key) => key.startsWith("session/turn/");
  expect(await chat.send("hello", { runId: "1" })).toMatchObject({ error: { code: "STORE_QUOTA" } });
  expect(await chat.result("1")).toMatchObject({ error: { code: "STORE_QUOTA" } });
  expect(on.alarm).not.toBeNull();
  on.isFull = () => false;
  await chat.alarm();
  expect(await chat.result("1")).toMatchObject({ status: "completed", text: "Hello." });
  expect(await chat.messages()).toHaveLength(2);
  expect(model.callCount).toBe(1);
  expect(on.alarm).toBeNull();
});

it("an agent that cannot be made fails its run, and not the session", async () => {
  const on = platform();
  let isBroken = true;
  const chat = instance(on, () => {
    if (isBroken) throw new ConfigError("The key is missing.");
    return agent({ model: mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] }) });
  });
  const failed = await chat.send("hello");
  expect(failed).toMatchObject({ status: "failed", error: { code: "INVALID_CONFIG" } });
  expect(on.alarm).toBeNull();
  isBroken = false;
  expect(await chat.send("hello")).toMatchObject({ status: "completed" });
});

it("a run that another version of the agent began is not gone on with, and ends", async () => {
  const on = platform();
  const waiting = mockModel({ name: "mock", responses: [{ content: "Hello.", delay: 3_600_000 }] });
  const chat = instance(on, () => agent({ model: waiting }));
  await chat.send("hello", { runId: "1", wait: false });
  await expect.poll(() => waiting.callCount).toBe(1);

  const other = mockModel({ name: "other" });
  const next = instance(on, () => agent({ model: other }));
  await next.alarm();
  expect(await next.result("1")).toMatchObject({ status: "failed", error: { code: "AGENT_DRIFT" } });
  expect(other.callCount).toBe(0);
  expect(on.alarm).toBeNull();
});

it("the alarm is set as long as a run is open, also where one comes as the one before is put away", async () => {
  const on = platform();
  const model = mockModel({ name: "mock", responses: [{ content: "Hello.", delay: 1 }] });
  const chat = instance(on, () => agent({ model }));
  for (let turn = 0; turn < 30; turn += 1) {
    await chat.send(`${turn}`, { runId: `${turn}`, wait: false });
    expect(on.alarm, `turn ${turn}`).not.toBeNull();
    const events = await chat.fetch(new Request(`https://chat/runs/${turn}/events`));
    // Read to its end, behind which the run is put away while the next message comes, a little later each time.
    await events.text();
    for (let step = 0; step < turn; step += 1) await undefined;
    const next = chat.send(`then ${turn}`, { runId: `then-${turn}`, wait: false });
    await next;
    for (let step = 0; step < 100; step += 1) await undefined;
    expect(on.alarm, `turn ${turn}, and then`).not.toBeNull();
    await chat.result(`then-${turn}`);
  }
  expect(await chat.messages()).toHaveLength(120);
  expect(on.alarm).toBeNull();
});

it("events whose end finds no room say so instead of keeping their reader waiting, and end when there is some", async () => {
  const on = platform();
  const chat = instance(on, () =>
    agent({ model: mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] }) }),
  );
  on.isFull = (key) => key.startsWith("stream/");
  expect(await chat.send("hello", { runId: "1" })).toMatchObject({ status: "completed", text: "Hello." });
  const events = async (): Promise<string> =>
    (await chat.fetch(new Request("https://chat/runs/1/events"))).text();
  expect(await events()).toContain("STORE_QUOTA");
  on.isFull = () => false;
  expect(await events()).toContain('"outcome":"completed"');
});

it("a run that cannot be put away does not hold up the next one", async () => {
  const on = platform();
  const model = mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] });
  const make = () => agent({ model });
  const disk = on.store;
  const noDeletes = {
    ...disk,
    traits: disk.traits,
    batch: async (operations: Parameters<NonNullable<typeof disk.batch>>[0]) => {
      if (operations.every(({ type }) => type === "delete")) throw new Error("The disk is ill.");
      await disk.batch?.(operations);
    },
  };
  const ill = { ...on, store: noDeletes };
  expect(await instance(ill, make).send("one", { runId: "1" })).toMatchObject({ status: "completed" });
  const next = instance(ill, make);
  expect(await next.send("two", { runId: "2" })).toMatchObject({ status: "completed" });
  expect(await next.messages()).toHaveLength(4);
  // With the disk well again the alarm finds what is left.
  const well = instance(on, make);
  await well.alarm();
  expect((await disk.list("runs/")).keys.filter((key) => !key.startsWith("runs/ended/"))).toEqual([]);
});

it("the alarm, at which the platform tells no name, takes a run up with the name of the session", async () => {
  const on = platform();
  const seen: string[] = [];
  const waiting = mockModel({ name: "mock", responses: [{ content: "Hello.", delay: 3_600_000 }] });
  await instance(on, () => agent({ model: waiting })).send("hello", { runId: "1", wait: false });
  await expect.poll(() => waiting.callCount).toBe(1);
  const next = instance(
    on,
    (_env, { sessionId }) => {
      seen.push(sessionId);
      return agent({ model: mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] }) });
    },
    { name: "" },
  );
  await next.alarm();
  expect(await next.result("1")).toMatchObject({ status: "completed" });
  expect(seen).toEqual(["session"]);
  const nameless = platform();
  await instance(
    nameless,
    (_env, { sessionId }) => {
      seen.push(sessionId);
      return agent({ model: waiting });
    },
    { name: "" },
  ).send("hello", { wait: false });
  await expect.poll(() => seen).toEqual(["session", "0123abcd"]);
});

it.each([
  { maxSubrequests: 0 },
  { maxAttempts: 0 },
  { maxAttempts: Number.NaN },
  { maxHistory: 0 },
  { keepMs: 0 },
  { wakeMs: 0 },
  { wakeMs: Number.NaN },
  { maxBodyBytes: -1 },
  { heartbeatMs: 0 },
  { queue: -1 },
  { queue: Number.NaN },
])("options that no run could go on with are refused before there is a session: %o", (options) => {
  const model = mockModel({ name: "mock" });
  const name = Object.keys(options)[0] ?? "";
  expect(() => agentObject(agent({ model }), options)).toThrow(name);
});

it("a store that cannot change several keys at once is refused", () => {
  const on = platform();
  const { batch: _batch, ...rest } = on.store;
  const make = () => agent({ model: mockModel({ name: "mock" }) });
  expect(() => instance({ ...on, store: rest }, make)).toThrow(ConfigError);
  expect(() =>
    instance({ ...on, store: { ...on.store, traits: { ...on.store.traits, atomic: false } } }, make),
  ).toThrow(ConfigError);
});

it("R16: attempts that are no number are refused, for they would never be used up", async () => {
  const { store } = platform();
  const model = mockModel({ name: "mock" });
  for (const maxAttempts of [Number.NaN, 0, -1]) {
    const { error } = await agent({ model, durable: { store, maxAttempts } }).execute("hello");
    expect(error).toMatchObject({ code: "INVALID_CONFIG" });
  }
  expect(model.callCount).toBe(0);
});

it("a turn that is larger than what the store takes fails its run once and for all, and not the session", async () => {
  const on = platform();
  const tooLarge = {
    ...on.store,
    traits: on.store.traits,
    batch: async (operations: readonly StoreOperation[]) => {
      const turn = operations.find(({ type, key }) => type === "set" && key.startsWith("session/turn/"));
      if (turn && JSON.stringify(turn).length > 10_000) {
        throw new StoreError("STORE_TOO_LARGE", "The turn is too large.", { store: "test" });
      }
      await on.store.batch?.(operations);
    },
  };
  const model = mockModel({
    name: "mock",
    responses: [{ deltas: ["x".repeat(20_000)] }, { deltas: ["Hello."] }],
  });
  const chat = instance({ ...on, store: tooLarge }, () => agent({ model }));
  const run = await chat.send("hello", { runId: "1" });
  expect(run).toMatchObject({ status: "failed", error: { code: "STORE_TOO_LARGE" } });
  const events = await (await chat.fetch(new Request("https://chat/runs/1/events"))).text();
  expect(events).toContain('"outcome":"failed"');
  expect(await chat.send("again")).toMatchObject({ status: "completed", text: "Hello." });
  expect(model.callCount).toBe(2);
  await expect.poll(() => on.alarm).toBeNull();
});

it("a run keeps the history that it was begun with, also where the next version gives runs another part of it", async () => {
  const on = platform();
  const talker = (last: Turn) => conversingModel([{ content: "Hello." }, { content: "Hello." }, last]);
  const calm = instance(on, () => agent({ model: talker({}) }));
  await calm.send("one");
  await calm.send("two");
  const waiting = talker(() => new Promise<never>(() => {}));
  await instance(on, () => agent({ model: waiting })).send("three", { runId: "3", wait: false });
  await expect.poll(() => waiting.asked.length).toBe(1);
  const model = talker({ content: "Hello." });
  const next = instance(on, () => agent({ model }), { maxHistory: 2 });
  expect(await next.result("3")).toMatchObject({ status: "completed" });
  await next.send("four");
  expect(model.asked.map(({ length }) => length)).toEqual([5, 3]);
});

it("an agent that removes its own completed runs keeps the whole turn in the session", async () => {
  const on = platform();
  const make = (turns: Parameters<typeof conversingModel>[0]) => () =>
    agent({
      model: conversingModel(turns),
      tools: [notingTool("note", [])],
      durable: { store: memoryStore(), deleteOnComplete: true },
    });
  const forEver = (): Promise<never> => new Promise(() => {});
  const first = instance(on, make([calling("note", { value: 1 }), forEver]));
  await first.send("hello", { runId: "1", wait: false });
  const checkpoints = async () => (await on.store.list("runs/log/")).keys.length;
  await expect.poll(checkpoints).toBeGreaterThan(3);
  const next = instance(on, make([calling("note", { value: 1 }), { content: "The end." }]));
  expect(await next.result("1")).toMatchObject({ status: "completed", text: "The end." });
  expect((await next.messages()).map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
});

it("an open run whose record is damaged is given up, and the session goes on", async () => {
  const on = platform();
  const damaged = {
    ...on.store,
    traits: on.store.traits,
    get: (key: string) => {
      if (key !== "session/run/1") return on.store.get(key);
      return Promise.reject(new StoreError("STORE_CORRUPT", "It is damaged.", { store: "test", key }));
    },
  };
  const waiting = mockModel({ name: "mock", responses: [{ content: "Hello.", delay: 3_600_000 }] });
  await instance(on, () => agent({ model: waiting })).send("one", { runId: "1", wait: false });
  await expect.poll(() => waiting.callCount).toBe(1);
  const model = mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] });
  const next = instance({ ...on, store: damaged }, () => agent({ model }));
  await next.alarm();
  expect(await next.result("1")).toMatchObject({ error: { code: "STREAM_NOT_FOUND" } });
  expect(await next.send("two")).toMatchObject({ status: "completed" });
  expect((await on.store.list("runs/log/")).keys).toEqual([]);
});
