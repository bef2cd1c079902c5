import { Ollama } from "ollama/browser";
import { describe, expect, it } from "vitest";
import { type OllamaClient, OllamaSDK } from "../../../src/providers/ollama/index.ts";
import { call, collect, errorOf, last, lines, modelAnswering, piece, question } from "./support.ts";

const counted = { prompt_eval_count: 26, eval_count: 8, total_duration: 500 };
const thought = piece({ role: "assistant", content: "", thinking: "Hm." });

describe("the official client of Ollama", () => {
  it.each([
    ["text", lines(piece({ content: "Hel" }), piece({ content: "lo" }), last(counted))],
    ["thoughts and calls", lines(thought, call("f", { n: 1 }), call("f", { n: 2 }), last(counted))],
    ["an error line", lines(piece({ content: "Hel" }), { error: "boom" })],
    ["a cut end", lines(piece({ content: "Hel" }))],
    ["no end", ""],
  ])("gives the same chunks as our own transport: %s", async (_what, body) => {
    const own = await collect(modelAnswering({ body }).model.stream(question));
    const theirs = await collect(modelOver(() => new Response(body)).stream(question));
    expect(theirs.chunks).toEqual(own.chunks);
    expect(shapeOf(theirs.error)).toEqual(shapeOf(own.error));
  });

  it("gives the same whole answer and the same failures", async () => {
    const message = {
      role: "assistant",
      content: "Hi",
      tool_calls: [{ function: { name: "f", arguments: {} } }],
    };
    const body = last({ message, ...counted });
    const own = await modelAnswering({ body }).model.complete(question);
    expect(await modelOver(() => Response.json(body)).complete(question)).toEqual(own);
    for (const [status, error] of [
      [404, 'model "x" not found, try pulling it first'],
      [401, "unauthorized"],
      [500, "boom"],
    ] as const) {
      const expected = await errorOf(modelAnswering({ status, body: { error } }).model.complete(question));
      const model = modelOver(() => Response.json({ error }, { status }));
      expect(shapeOf(await errorOf(model.complete(question)))).toEqual(shapeOf(expected));
      expect(shapeOf((await collect(model.stream(question))).error)).toEqual(shapeOf(expected));
    }
  });

  it("asks the same", async () => {
    const bodies: unknown[] = [];
    const serve = (init: RequestInit | undefined) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json(last());
    };
    const tools = [{ name: "now", description: "", input: { type: "object", properties: {} } }];
    const options = { tools, seed: 7 };
    await modelOver(serve).complete(question, options);
    const { model, asked } = modelAnswering({ body: last() });
    await model.complete(question, options);
    expect(bodies).toEqual(asked.map(({ body }) => body));
  });

  it("embeds", async () => {
    const client = clientOf(() => Response.json({ embeddings: [[1, 2]], prompt_eval_count: 3 }));
    const embedder = new OllamaSDK({ client }).embedder({ name: "nomic-embed-text" });
    expect(await embedder.embed("tide")).toMatchObject({ vector: [1, 2], usage: { promptTokens: 3 } });
    const failing = new OllamaSDK({
      client: clientOf(() => Response.json({ error: "no" }, { status: 400 })),
    });
    expect(await errorOf(failing.embedder({ name: "x" }).embed("tide"))).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
    });
  });

  it("aborts the client's stream with the signal, and when the loop is left", async () => {
    for (const isLeft of [true, false]) {
      const controller = new AbortController();
      let aborted = 0;
      const model = modelOver((init) => {
        init?.signal?.addEventListener("abort", () => {
          aborted += 1;
        });
        return new Response(neverEnding(lines(piece({ content: "a" }))));
      });
      const reading = (async () => {
        for await (const _ of model.stream(question, { signal: controller.signal })) {
          if (isLeft) break;
          controller.abort();
        }
      })();
      if (isLeft) await reading;
      else await expect(reading).rejects.toMatchObject({ code: "AGENT_CANCELLED" });
      expect(aborted).toBe(1);
    }
  });

  it("aborts a stream that begins when nobody waits for it any more", async () => {
    let isAborted = false;
    let begin: (events: unknown) => void = () => {};
    const client: OllamaClient = {
      chat: () => new Promise((resolve) => (begin = resolve)),
      embed: async () => ({}),
    };
    const controller = new AbortController();
    const model = new OllamaSDK({ client }).model({ name: "m" });
    const failing = collect(model.stream(question, { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect((await failing).error).toMatchObject({ code: "AGENT_CANCELLED" });
    begin({
      abort: () => (isAborted = true),
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isAborted).toBe(true);
  });

  it("tells how to reach a server that does not answer", async () => {
    const model = modelOver(() => Promise.reject(new TypeError("Failed to fetch")));
    const { message } = await errorOf(model.complete(question));
    expect(message).toContain("OLLAMA_ORIGINS");
    expect(message).not.toContain("localhost"); // the client may ask elsewhere
  });
});

function clientOf(serve: (init: RequestInit | undefined) => Response | Promise<Response>): Ollama {
  return new Ollama({ host: "http://localhost:11434", fetch: async (_url, init) => serve(init) });
}

function modelOver(serve: Parameters<typeof clientOf>[0]) {
  return new OllamaSDK({ client: clientOf(serve) }).model({ name: "llama3.2" });
}

function neverEnding(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
}

function shapeOf(error: unknown): unknown {
  const { code, context } = Object(error);
  return { code, status: context?.status, providerMessage: context?.providerMessage };
}
