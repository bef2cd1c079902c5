import { afterEach, describe, expect, it, vi } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { collect, delta, end, errorOf, modelAnswering, sse } from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("stopping a stream", () => {
  it("asks nothing before the first next", async () => {
    const { model, asked } = modelAnswering({ body: sse(delta({ content: "x" }), end()) });
    const chunks = model.stream(question);
    await Promise.resolve();
    expect(asked).toHaveLength(0);
    await collect(chunks);
    expect(asked).toHaveLength(1);
  });

  it("S21: an abort cancels the body once, at once, though fetch ignores the signal and a read waits", async () => {
    const server = endless();
    const controller = new AbortController();
    const iterator = iterate(server.model.stream(question, { signal: controller.signal }));
    expect(await iterator.next()).toMatchObject({ value: { content: "0" } });
    const waiting = iterator.next();
    await server.isIdle();
    let isTold = false;
    waiting.catch(() => {
      isTold = true;
    });
    controller.abort(new Error("enough"));
    expect(server.log.cancelled).toBe(1);
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    expect(isTold).toBe(true);
    expect(await errorOf(waiting)).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(server.log).toEqual({ pulled: 1, cancelled: 1 });
    expect(server.isLocked()).toBe(false);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it("gives out nothing more after an abort, though more was there", async () => {
    const body = sse(delta({ content: "a" }), delta({ content: "b" }), end());
    const controller = new AbortController();
    const { model } = modelAnswering({ body });
    const seen: ModelChunk[] = [];
    const reading = (async () => {
      for await (const chunk of model.stream(question, { signal: controller.signal })) {
        seen.push(chunk);
        controller.abort();
      }
    })();
    expect(await errorOf(reading)).toMatchObject({ code: "AGENT_CANCELLED", category: "cancelled" });
    expect(seen).toHaveLength(1);
  });

  it("leaving the loop cancels the body once and pulls nothing after", async () => {
    const server = endless({ pieces: 3 });
    for await (const _chunk of server.model.stream(question)) break;
    expect(server.log).toEqual({ pulled: 1, cancelled: 1 });
    expect(server.isLocked()).toBe(false);
  });

  it("return() takes effect while a next() waits for a piece", async () => {
    const server = endless();
    const iterator = iterate(server.model.stream(question));
    await iterator.next();
    const waiting = iterator.next();
    await server.isIdle();
    const left = iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await left).toEqual({ done: true, value: undefined });
    expect(server.log).toEqual({ pulled: 1, cancelled: 1 });
  });

  it("return() takes effect while a next() waits for the response, and cancels what comes late", async () => {
    const server = endless();
    let answer: (response: Response) => void = () => {};
    const { model, asked } = modelAnswering(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const iterator = iterate(model.stream(question));
    const waiting = iterator.next();
    await expect.poll(() => asked.length).toBe(1);
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(asked[0]?.signal.aborted).toBe(true);
    answer(server.response());
    await expect.poll(() => server.log.cancelled).toBe(1);
  });

  it("stops at [DONE], though the connection stays open", async () => {
    const server = endless({ text: sse(delta({ content: "x" }), end(), "[DONE]") });
    const { chunks } = await collect(server.model.stream(question));
    expect(chunks.map(({ type }) => type)).toEqual(["delta", "done"]);
    expect(server.log).toEqual({ pulled: 1, cancelled: 1 });
    expect(server.isLocked()).toBe(false);
  });

  it("does not abort what has ended by itself", async () => {
    const { model, asked } = modelAnswering({ body: sse(delta({ content: "x" }), end()) });
    await collect(model.stream(question));
    expect(asked[0]?.signal.aborted).toBe(false);
    const whole = { choices: [{ message: { content: "x" }, finish_reason: "stop" }] };
    const plain = modelAnswering({ body: whole });
    await plain.model.complete(question);
    expect(plain.asked[0]?.signal.aborted).toBe(false);
  });

  it("S20: leaves no listener on the signal, however a call ends", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const { signal } = controller;
    const good = modelAnswering({ body: sse(delta({ content: "x" }), end(), "[DONE]") }).model;
    const cut = modelAnswering({ body: sse(delta({ content: "x" })) }).model;
    const bad = modelAnswering({ body: {}, status: 500 }).model;
    for (let round = 0; round < 50; round++) {
      await collect(good.stream(question, { signal }));
      await collect(cut.stream(question, { signal }));
      await collect(bad.stream(question, { signal }));
      for await (const _chunk of good.stream(question, { signal })) break;
      await errorOf(cut.complete(question, { signal }));
      await errorOf(bad.complete(question, { signal }));
      good.stream(question, { signal });
    }
    expect(listeners.open).toBe(0);
    expect(listeners.added).toBeGreaterThan(0);
  });

  it("cancels a whole answer in the middle of its body", async () => {
    const server = endless({ text: '{"choices":' });
    const controller = new AbortController();
    const completing = server.model.complete(question, { signal: controller.signal });
    await server.isIdle();
    controller.abort();
    expect(await errorOf(completing)).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(server.log.cancelled).toBe(1);
  });

  it("breaks off where the response or a piece takes longer than timeoutMs", async () => {
    const { model } = modelAnswering(() => new Promise(() => {}), { timeoutMs: 10 });
    expect(await errorOf(model.complete(question))).toMatchObject({ code: "PROVIDER_TIMEOUT" });
    const server = endless({ options: { timeoutMs: 30 } });
    const { chunks, error } = await collect(server.model.stream(question));
    expect(chunks).toHaveLength(1);
    expect(error).toMatchObject({ code: "PROVIDER_TIMEOUT" });
    expect(server.log.cancelled).toBe(1);
  });
});

describe("the request", () => {
  it("R11: carries no headers but authorization, content-type and accept", async () => {
    for (const stream of [true, false]) {
      const { model, asked } = modelAnswering({ body: sse(delta({ content: "x" }), end()) });
      if (stream) await collect(model.stream(question));
      else await errorOf(model.complete(question));
      const names = Object.keys(asked[0]?.headers ?? {}).map((name) => name.toLowerCase());
      expect(names.sort()).toEqual(["accept", "authorization", "content-type"]);
      expect(asked[0]?.headers.authorization).toBe("Bearer sk-test-key-of-no-account");
    }
  });

  it("carries no authorization without a key, and the caller's own headers once each", async () => {
    const { model, asked } = modelAnswering(
      { body: {} },
      { apiKey: "", organization: "org_1", headers: { "X-One": "1", Accept: "*/*" } },
    );
    await errorOf(model.complete(question, { headers: { "x-one": "2", "X-Two": "3" } }));
    expect(asked[0]?.headers).toEqual({
      accept: "*/*",
      "content-type": "application/json",
      "openai-organization": "org_1",
      "x-one": "2",
      "x-two": "3",
    });
  });

  it.each([
    ["https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"],
    ["http://localhost:11434/v1/", "http://localhost:11434/v1/chat/completions"],
    [
      "https://x.openai.azure.com/openai/v1?api-version=1",
      "https://x.openai.azure.com/openai/v1/chat/completions?api-version=1",
    ],
    ["/api/openai", "/api/openai/chat/completions"],
  ])("goes from %s to %s", async (baseURL, url) => {
    const { model, asked } = modelAnswering({ body: {} }, { baseURL });
    await errorOf(model.complete(question));
    expect(asked[0]?.url).toBe(url);
  });

  it("refuses a key that no header can carry, without telling it", () => {
    expect(() => new OpenAISDK({ apiKey: "sk-se\u00e9cret" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
    expect(() => new OpenAISDK({ apiKey: "sk-a\nb" })).not.toThrow("sk-a");
    expect(() => new OpenAISDK({ apiKey: " sk-abc\n" })).not.toThrow();
  });

  it("goes through the global fetch of the moment, called as it wants to be called", async () => {
    const model = new OpenAISDK({ apiKey: "k" }).model({ name: "gpt-4o" });
    const seen: unknown[] = [];
    vi.stubGlobal("fetch", function (this: unknown, url: string): Promise<Response> {
      seen.push(this === undefined || this === globalThis, url);
      return Promise.resolve(new Response(sse(delta({ content: "Hi" }), end())));
    });
    const { chunks } = await collect(model.stream(question));
    expect(chunks[0]).toEqual({ type: "delta", content: "Hi" });
    expect(seen).toEqual([true, "https://api.openai.com/v1/chat/completions"]);
  });
});

function iterate(chunks: AsyncIterable<ModelChunk>): AsyncIterator<ModelChunk, unknown> {
  return chunks[Symbol.asyncIterator]();
}

/** A server that sends its pieces, then keeps the connection open, and whose `fetch` ignores the signal. */
function endless({ pieces = 1, text = sse(delta({ content: "0" })), options = {} } = {}) {
  const log = { pulled: 0, cancelled: 0 };
  const bytes = new TextEncoder().encode(text);
  let isIdle = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (log.pulled < pieces) {
          log.pulled++;
          controller.enqueue(bytes);
          return undefined;
        }
        isIdle = true;
        return new Promise(() => {});
      },
      cancel() {
        log.cancelled++;
      },
    },
    { highWaterMark: 0 },
  );
  const response = (): Response => new Response(body, { headers: { "content-type": "text/event-stream" } });
  return {
    log,
    response,
    model: modelAnswering(response, options).model,
    isLocked: () => body.locked,
    /** Resolves when a read waits for a piece that never comes. */
    isIdle: () => expect.poll(() => isIdle).toBe(true),
  };
}

function countListeners(signal: AbortSignal): { open: number; added: number } {
  const count = { open: 0, added: 0 };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    count.open++;
    count.added++;
    add(...args);
  }) as typeof add;
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    count.open--;
    remove(...args);
  }) as typeof remove;
  return count;
}
