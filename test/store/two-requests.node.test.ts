import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorkerd } from "../support/workerd.ts";

// workerd ends a request that waits for another request alone: what one request runs and another one reads or cancels needs
// two real requests. The run of this Worker speaks every 50 milliseconds, or waits for a slow server.
const worker = `
import { agent } from "./src/agent/agent.ts";
import { eventStreamResponse } from "./src/net/event-stream-response.ts";
import { cancelStream, readStream } from "./src/store/cancel-stream.ts";
import { memoryStore } from "./src/store/memory-store.ts";
import { resumableStream } from "./src/store/resumable-stream.ts";

let store;
const model = {
  name: "m",
  provider: "p",
  complete: () => Promise.reject(new Error("not used")),
  async *stream(messages, { signal }) {
    for (let number = 0; number < 10; number += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      yield { type: "delta", content: number + " " };
    }
    if (messages.at(-1).content === "slow") await fetch("https://example.com/", { signal });
    yield { type: "done", finishReason: "stop" };
  },
};
export default {
  async fetch(request, env, context) {
    store ??= memoryStore();
    const [, verb, id] = new URL(request.url).pathname.split("/");
    if (verb === "cancel") return Response.json(await cancelStream(store, id, "stop"));
    if (verb === "read") {
      return eventStreamResponse((after, { signal }) => readStream(store, id, { after, signal }), { request });
    }
    const stream = resumableStream(() => agent({ model }).stream(id), { store, id });
    context.waitUntil(stream.ended);
    return new Response("begun");
  },
};`;

let miniflare: Miniflare;
let slowServerLeft: () => void;
const slowServer = new Promise<void>((resolve) => {
  slowServerLeft = resolve;
});

beforeAll(async () => {
  const outbound = async (): Promise<Response> => {
    await slowServer;
    return new Response("late");
  };
  miniflare = await startWorkerd(worker, { outbound });
}, 30_000);

afterAll(async () => {
  slowServerLeft();
  await miniflare.dispose();
});

async function ask(path: string): Promise<string> {
  return (await miniflare.dispatchFetch(`http://localhost/${path}`)).text();
}

describe("A1: two requests of one Worker", () => {
  it("one reads to the end what the other one runs", async () => {
    await ask("run/quick");
    const text = await ask("read/quick");
    expect(text.match(/"delta"/g)).toHaveLength(10);
    expect(text).toContain('event: end\ndata: {"outcome":"completed"}');
  });

  it("one cancels what the other one waits for", async () => {
    await ask("run/slow");
    const reading = ask("read/slow");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await ask("cancel/slow")).toBe('{"outcome":"cancelled","reason":"stop"}');
    expect(await reading).toContain('event: end\ndata: {"outcome":"cancelled","reason":"stop"}');
  });
});
