import { expect, it } from "vitest";
import { type AgentObject, agentObject, type SessionAgent } from "../../../runtimes/workers/index.ts";
import { agent } from "../../../src/agent/agent.ts";
import type { Store, StoreOperation } from "../../../src/contracts/store.ts";
import { ConfigError } from "../../../src/core/errors/config-error.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { mockModel } from "../../../src/testing/mock-model.ts";

// What an object does where its platform fails, on every runtime: the platform is played.

/** The disk and the clock of an object, which its instances share. */
interface Platform {
  readonly store: Store;
  /** Whether a write of a key finds no room. */
  isFull: (key: string) => boolean;
  alarm: number | null;
}

function platform(): Platform {
  const inner = memoryStore();
  const check = (keys: readonly string[]): void => {
    const key = keys.find((one) => own.isFull(one));
    if (key) throw new StoreError("STORE_QUOTA", "The disk is full.", { store: "test", key });
  };
  const store: Store = {
    ...inner,
    traits: inner.traits,
    async set(key, value, options) {
      check([key]);
      return inner.set(key, value, options);
    },
    async batch(operations: readonly StoreOperation[]) {
      check(operations.map(({ key }) => key));
      await inner.batch?.(operations);
    },
  };
  const own: Platform = { store, isFull: () => false, alarm: null };
  return own;
}

/** A new instance of the object. */
function instance(on: Platform, make: () => SessionAgent): AgentObject {
  const Chat = agentObject(make, { store: () => on.store });
  const storage = {
    sql: { exec: () => ({ toArray: () => [] }) },
    transactionSync: <Value>(work: () => Value): Value => work(),
    async setAlarm(time: number) {
      on.alarm = time;
    },
    async deleteAlarm() {
      on.alarm = null;
    },
    sync: async () => undefined,
  };
  const state = {
    id: { name: "session" },
    storage,
    acceptWebSocket: () => undefined,
    getWebSockets: () => [],
  };
  return new Chat(state, undefined);
}

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
