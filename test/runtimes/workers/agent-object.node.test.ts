import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorkerd } from "../../support/workerd.ts";

// The tool that tests in workerd gives every object a class of its own, which the runtime treats better than others. Here the
// classes are exported as a user exports them.
const worker = `
import { DurableObject } from "cloudflare:workers";
import { agentObject } from "./runtimes/workers/index.ts";
import { agent } from "./src/agent/agent.ts";
import { tool } from "./src/tool/tool.ts";

const model = {
  name: "echo",
  provider: "test",
  complete: () => Promise.reject(new Error("not used")),
  async *stream(messages) {
    const order = messages.findLast(({ role }) => role === "user").content;
    const asked = messages.filter(({ role }) => role === "tool").length;
    if (order.startsWith("ask") && asked < Number(order.split(" ")[1])) {
      yield { type: "tool-call", id: "call-" + asked, name: "ask", input: {} };
      yield { type: "done", finishReason: "tool_calls" };
      return;
    }
    yield { type: "delta", content: "You said: " + order };
    yield { type: "done", finishReason: "stop" };
  },
};
const make = (env, { fetch }) => agent({
  model,
  tools: [tool({
    name: "ask",
    description: "Asks a server.",
    input: { type: "object", properties: {} },
    execute: async () => (await fetch("https://example.com/")).text(),
  })],
});
export const Plain = agentObject(make, { maxSubrequests: 2 });
export const Called = agentObject(make, { base: DurableObject });

const verbs = {
  async socket(env) {
    const response = await env.PLAIN.getByName("socket").fetch("https://chat/", { headers: { upgrade: "websocket" } });
    const socket = response.webSocket;
    const heard = [];
    const ended = new Promise((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const { type, event } = JSON.parse(data);
        heard.push(event ? event.type : type);
        if (type === "end" || type === "error") resolve();
      });
    });
    socket.accept();
    socket.send(JSON.stringify({ type: "send", input: "hello" }));
    await ended;
    socket.close();
    return heard;
  },
  async alarm(env) {
    const response = await env.PLAIN.getByName("alarm").fetch("https://chat/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ input: "ask 5" }),
    });
    return response.json();
  },
  async call(env) {
    const chat = env.CALLED.getByName("call");
    using run = await chat.send("hello", { runId: "1" });
    using end = await chat.cancel("1");
    using refusal = await chat.result("none");
    using messages = await chat.messages();
    return [run.text, end.outcome, refusal.error.code, messages.length];
  },
  callPlain: (env) => env.PLAIN.getByName("call").messages().catch(({ message }) => message),
};
export default {
  async fetch(request, env) {
    return Response.json(await verbs[new URL(request.url).pathname.slice(1)](env));
  },
};`;

let miniflare: Miniflare;

beforeAll(async () => {
  const objects = { PLAIN: "Plain", CALLED: "Called" };
  miniflare = await startWorkerd(worker, { objects, outbound: () => new Response("hello") });
}, 30_000);

afterAll(() => miniflare.dispose());

async function ask(verb: string): Promise<unknown> {
  return (await miniflare.dispatchFetch(`http://localhost/${verb}`)).json();
}

it("a class without a base takes WebSockets that may hibernate", async () => {
  const heard = await ask("socket");
  expect(heard).toEqual(expect.arrayContaining(["run", "agent.starting", "agent.completed"]));
  expect((heard as string[]).at(-1)).toBe("end");
});

it("R17: a class without a base is woken by its alarm when the requests of an invocation are used up", async () => {
  expect(await ask("alarm")).toMatchObject({ status: "completed", text: "You said: ask 5" });
});

it("R19: a class with a base is called from a Worker, and what it gives can be disposed of or left alone", async () => {
  expect(await ask("call")).toEqual(["You said: hello", "completed", "STREAM_NOT_FOUND", 2]);
});

it("a class without a base cannot be called, and says so", async () => {
  expect(await ask("callPlain")).toContain("RPC");
});
