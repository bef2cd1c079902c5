import { expect, it } from "vitest";
import type { AgentObject } from "../../../runtimes/workers/index.ts";
import { agent } from "../../../src/agent/agent.ts";
import type { Json, Message } from "../../../src/contracts/message.ts";
import { mockModel } from "../../../src/testing/mock-model.ts";
import { calling, conversingModel } from "../../support/conversing-model.ts";
import { notingTool } from "../../support/noting-tool.ts";
import { instance, platform } from "./played-object.ts";

// What an object keeps of a conversation, on every runtime: the platform is played.

const talker = () => agent({ model: mockModel({ name: "mock", responses: [{ deltas: ["Hello."] }] }) });

async function turns(chat: AgentObject, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await chat.send(`message ${turn}`);
}

async function read(chat: AgentObject, query: string): Promise<Record<string, unknown>> {
  return (await chat.fetch(new Request(`https://chat/messages${query}`))).json() as Promise<
    Record<string, unknown>
  >;
}

it("is read page by page, the newest first", async () => {
  const chat = instance(platform(), talker);
  await turns(chat, 3);
  const whole = await read(chat, "");
  expect(whole).toMatchObject({ first: 0, total: 6, runs: [] });
  const all = whole.messages as readonly Message[];
  expect(all).toHaveLength(6);
  expect(await read(chat, "?limit=4")).toEqual({ messages: all.slice(2), first: 2, total: 6, runs: [] });
  expect(await read(chat, "?limit=4&before=2")).toEqual({
    messages: all.slice(0, 2),
    first: 0,
    total: 6,
    runs: [],
  });
  expect(await read(chat, "?limit=0&before=99")).toMatchObject({ messages: [], first: 6 });
  expect(await chat.messages({ limit: 1 })).toEqual(all.slice(5));
  for (const query of ["?limit=-1", "?limit=x", "?before=1e3", "?limit="]) {
    expect((await chat.fetch(new Request(`https://chat/messages${query}`))).status, query).toBe(400);
  }
});

it("shows of a message what it is told to; the pages count all of them", async () => {
  const turns = [calling("note", { value: 1 }), { content: "Noted." }];
  const make = () => agent({ model: conversingModel(turns), tools: [notingTool("note", [])] });
  const sendMessage = ({ role, content, toolCalls }: Message): Json | undefined =>
    role === "tool" || toolCalls ? undefined : { role, content: String(content) };
  const chat = instance(platform(), make, { sendMessage });
  await chat.send("hello");
  expect(await read(chat, "")).toEqual({
    messages: [
      { role: "user", content: "hello" },
      { role: "assistant", content: "Noted." },
    ],
    first: 0,
    total: 4,
    runs: [],
  });
  expect(await chat.messages()).toHaveLength(4);
});

it("tells a page that was loaded anew of the run that is at work", async () => {
  const model = mockModel({ name: "mock", responses: [{ content: "Hello.", delay: 3_600_000 }] });
  const chat = instance(platform(), () => agent({ model }));
  await chat.send("hello", { runId: "1", wait: false });
  expect(await read(chat, "")).toMatchObject({ messages: [], runs: [{ runId: "1", input: "hello" }] });
  await chat.cancel("1");
  expect(await read(chat, "")).toMatchObject({ runs: [] });
});

it("is removed when nobody is at work on it, also for the next instance", async () => {
  const on = platform();
  const model = mockModel({
    name: "mock",
    responses: [
      { content: "One." },
      { content: "Two." },
      { content: "Late.", delay: 3_600_000 },
      { deltas: ["New."] },
    ],
  });
  const chat = instance(on, () => agent({ model }));
  const remove = (): Promise<Response> =>
    chat.fetch(new Request("https://chat/messages", { method: "DELETE" }));
  await turns(chat, 2);
  await chat.send("wait", { runId: "1", wait: false });
  await expect.poll(() => model.callCount).toBe(3);
  const refused = await remove();
  expect(refused.status).toBe(409);
  expect(await chat.clear()).toMatchObject({ error: { code: "SESSION_BUSY" } });
  expect(await chat.messages()).toHaveLength(4);
  await chat.cancel("1");
  expect((await remove()).status).toBe(204);
  expect(await chat.messages()).toEqual([]);
  expect(await instance(on, talker).messages()).toEqual([]);
  expect(await chat.clear()).toBeUndefined();
  expect(await chat.send("anew")).toMatchObject({ text: "New." });
  expect(await instance(on, talker).messages()).toMatchObject([{ content: "anew" }, { content: "New." }]);
});

it("goes to the model as far as it was said, from a message of the user on", async () => {
  const model = conversingModel([{ content: "Hello." }]);
  const chat = instance(platform(), () => agent({ model, systemPrompt: "Be brief." }), { maxHistory: 3 });
  await turns(chat, 4);
  expect(model.asked.map((messages) => messages.map(({ content }) => content))).toEqual([
    ["Be brief.", "message 0"],
    ["Be brief.", "message 0", "Hello.", "message 1"],
    ["Be brief.", "message 1", "Hello.", "message 2"],
    ["Be brief.", "message 2", "Hello.", "message 3"],
  ]);
  expect(await chat.messages()).toHaveLength(8);
});

it("keeps the turns of a model that says nothing, and what comes after them", async () => {
  const model = conversingModel([{ content: "" }]);
  const chat = instance(platform(), () => agent({ model }));
  await turns(chat, 3);
  const contents = (await chat.messages()).map(({ role, content }) => `${role} ${content}`);
  expect(contents).toEqual(["user message 0", "user message 1", "user message 2"]);
});

it("is not written again with each run: the bytes of a turn stay the same", async () => {
  const on = platform();
  const chat = instance(on, talker);
  const bytes: number[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const before = sum(on.written);
    await chat.send(`message ${String(turn).padStart(3, "0")} ${"x".repeat(500)}`);
    bytes.push(sum(on.written) - before);
  }
  expect((bytes.at(-1) ?? 0) / (bytes[1] ?? 1)).toBeLessThan(1.05);
});

it("a reason to cancel is kept as far as it can be read", async () => {
  const on = platform();
  const model = mockModel({ name: "mock", responses: [{ content: "Hello.", delay: 3_600_000 }] });
  const chat = instance(on, () => agent({ model }));
  await chat.send("hello", { runId: "1", wait: false });
  expect(await chat.cancel("1", "x".repeat(100_000))).toEqual({
    outcome: "cancelled",
    reason: "x".repeat(1000),
  });
  expect(sum(on.written)).toBeLessThan(20_000);
});

function sum(numbers: ReadonlyMap<string, number>): number {
  return [...numbers.values()].reduce((all, one) => all + one, 0);
}
