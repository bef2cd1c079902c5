import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { objectStorageStore } from "../../../runtimes/workers/index.ts";
import { eventLog } from "../../../src/store/event-log.ts";
import { objectLife } from "../../support/object-life.ts";
import { eventually, home } from "./chat.ts";

/** What an object says on a socket. */
interface Said {
  readonly type: string;
  readonly runId?: string;
  readonly id?: string;
  readonly event?: { readonly type: string };
  readonly outcome?: string;
  readonly error?: { readonly code: string };
}

async function connect(
  name: string,
): Promise<{ socket: WebSocket; heard: Said[]; say: (message: unknown) => void }> {
  const response = await env.TEST_CHAT.getByName(name).fetch(`${home}/socket`, {
    headers: { upgrade: "websocket" },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error(`There is no socket, but status ${response.status}.`);
  const heard: Said[] = [];
  socket.addEventListener("message", ({ data }) => {
    heard.push(JSON.parse(String(data)));
  });
  socket.accept();
  return {
    socket,
    heard,
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
  };
}

const typesOf = (heard: readonly Said[]): string[] => heard.map(({ type, event }) => event?.type ?? type);
const idsOf = (heard: readonly Said[]): string[] => heard.flatMap(({ id }) => (id === undefined ? [] : [id]));
const ended =
  (heard: readonly Said[], runs = 1) =>
  () =>
    heard.filter(({ type }) => type === "end").length === runs;

it("a message is answered with the events of its run, each with its id", async () => {
  const { heard, say } = await connect("socket talk");
  say({ type: "send", input: "hello", runId: "1" });
  await eventually(ended(heard));
  expect(typesOf(heard)).toEqual([
    "run",
    "agent.starting",
    "agent.trip.started",
    "agent.trip.streaming",
    "agent.trip.streaming",
    "agent.trip.streaming",
    "agent.trip.completed",
    "agent.completed",
    "end",
  ]);
  expect(idsOf(heard)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect(heard.at(-1)).toEqual({ type: "end", runId: "1", outcome: "completed" });
  say({ type: "send", input: "again" });
  await eventually(ended(heard, 2));
  expect(await env.TEST_CHAT.getByName("socket talk").messages()).toHaveLength(4);
});

it("A1: a socket that closes stops nothing, and another one gets the rest after an id", async () => {
  const first = await connect("socket left");
  first.say({ type: "send", input: "wait", runId: "1" });
  await eventually(() => first.heard.length === 3);
  first.socket.close();
  const second = await connect("socket left");
  second.say({ type: "resume", runId: "1", after: "1" });
  await eventually(() => second.heard.length === 1);
  objectLife("socket left").open();
  await eventually(ended(second.heard));
  expect(idsOf(second.heard)).toEqual(["2", "3", "4", "5", "6", "7"]);
  expect(first.heard).toHaveLength(3);
});

it("A1: a run is cancelled for good over a socket, whichever began it", async () => {
  const first = await connect("socket cancel");
  const second = await connect("socket cancel");
  first.say({ type: "send", input: "wait", runId: "1" });
  await eventually(() => first.heard.length === 3);
  second.say({ type: "cancel", runId: "1", reason: "enough" });
  await eventually(() => second.heard.length === 1 && ended(first.heard)());
  expect(second.heard).toEqual([{ type: "cancelled", runId: "1", outcome: "cancelled", reason: "enough" }]);
  expect(first.heard.at(-1)).toMatchObject({ type: "end", outcome: "cancelled", reason: "enough" });
});

it("a socket that hibernated while its run had lost its object gets the rest, and no event twice", async () => {
  const name = "socket hibernation";
  const chat = env.TEST_CHAT.getByName(name);
  const { heard } = await connect(name);
  await runInDurableObject(chat, async (_, state) => {
    const store = objectStorageStore(state.storage);
    const log = eventLog(store, "1");
    log.append(
      ["agent.starting", "agent.trip.started"].map((type) => ({ type, runId: "1", rootRunId: "1" })),
    );
    await log.flushed();
    await store.set("session/head", { open: ["1"], ended: [], turns: 0 });
    const run = { runId: "1", input: "hello", status: "running", createdAt: "", begun: 1, checkpoints: 0 };
    await store.set("session/run/1", run);
    for (const socket of state.getWebSockets()) socket.serializeAttachment({ 1: "1" });
    await state.storage.setAlarm(Date.now() + 60_000);
  });
  await evictDurableObject(chat);
  await runDurableObjectAlarm(chat);
  await eventually(ended(heard));
  expect(idsOf(heard)).toEqual(["2", "3", "4", "5", "6", "7", "8", "9"]);
  // The trip that was lost begins with its start again.
  expect(typesOf(heard).filter((type) => type === "agent.trip.started")).toHaveLength(2);
  expect(typesOf(heard).slice(-2)).toEqual(["agent.completed", "end"]);
});

it("a socket that hibernated between two turns goes on", async () => {
  const name = "socket idle";
  const { heard, say } = await connect(name);
  say({ type: "send", input: "hello" });
  await eventually(ended(heard));
  await evictDurableObject(env.TEST_CHAT.getByName(name));
  say({ type: "send", input: "again" });
  await eventually(ended(heard, 2));
  const chat = env.TEST_CHAT.getByName(name);
  expect((await chat.messages()).at(-1)?.content).toBe("You said: hello, again");
});

it.each<[string, unknown, string]>([
  ["no JSON", "hello", "INVALID_INPUT"],
  ["another type", { type: "delete" }, "INVALID_INPUT"],
  ["a field that is not known", { type: "send", input: "hello", history: [] }, "INVALID_INPUT"],
  ["no input", { type: "send" }, "INVALID_INPUT"],
  ["no run", { type: "resume" }, "INVALID_INPUT"],
  ["an id that is none", { type: "resume", runId: "known", after: "x" }, "INVALID_INPUT"],
  ["a run that is not known", { type: "resume", runId: "none" }, "STREAM_NOT_FOUND"],
  ["the end of a run that is not known", { type: "cancel", runId: "none" }, "STREAM_NOT_FOUND"],
  ["a message that is too large", "x".repeat(2001), "INVALID_INPUT"],
])("a socket is told why it is refused: %s", async (_, message, code) => {
  await env.TEST_CHAT.getByName("socket refused").send("hello", { runId: "known" });
  const { heard, say } = await connect("socket refused");
  say(message);
  await eventually(() => heard.length === 1);
  expect(heard[0]).toMatchObject({ type: "error", error: { code } });
});

it("a socket follows a few runs at once, as much as it can remember", async () => {
  const name = "socket follows";
  const { heard, say } = await connect(name);
  say({ type: "send", input: "wait", runId: "r".repeat(120) });
  await eventually(() => heard.length === 3);
  const kept = await runInDurableObject(env.TEST_CHAT.getByName(name), (_, state) =>
    state.getWebSockets().map((socket) => socket.deserializeAttachment()),
  );
  expect(kept).toEqual([{ ["r".repeat(120)]: "2" }]);
  objectLife(name).open();
  await eventually(ended(heard));
});

it("a page of another site opens no socket, whatever cookies its user has", async () => {
  const open = (chat: DurableObjectStub, origin?: string): Promise<Response> =>
    chat.fetch(`${home}/socket`, { headers: { upgrade: "websocket", ...(origin ? { origin } : {}) } });
  const chat = env.TEST_CHAT.getByName("origins");
  for (const origin of [undefined, "https://chat.example.com", "https://app.example.com"]) {
    const { status, webSocket } = await open(chat, origin);
    expect(status, origin).toBe(101);
    webSocket?.accept();
    webSocket?.close();
  }
  const others = ["https://evil.example", "https://chat.example.com.evil.example", "null", "https://evil@"];
  for (const origin of [...others, "http://chat.example.com:81", "https://app.example.com.evil.example"]) {
    const response = await chat.fetch(`${home}/socket`, { headers: { upgrade: "websocket", origin } });
    expect(response.status, origin).toBe(403);
    expect(await response.json(), origin).toMatchObject({ error: { code: "INVALID_INPUT" } });
  }
});

it.each(["__proto__", "constructor"])("a run called %s is one like any other", async (runId) => {
  const { heard, say } = await connect(`socket ${runId}`);
  say({ type: "send", input: "hello", runId });
  await eventually(ended(heard));
  expect(heard.at(-1)).toEqual({ type: "end", runId, outcome: "completed" });
  say({ type: "resume", runId, after: "6" });
  await eventually(ended(heard, 2));
  expect(idsOf(heard)).toEqual(["1", "2", "3", "4", "5", "6", "7", "7"]);
  say('{"type":"send","input":"hello","__proto__":{"runId":"x"}}');
  await eventually(() => heard.at(-1)?.error?.code === "INVALID_INPUT");
});
