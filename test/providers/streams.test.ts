import { describe, expect, it, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { Model, ModelChunk, ModelTool } from "../../src/contracts/model.ts";
import { joinBytes } from "../../src/core/join-bytes.ts";
import { tool } from "../../src/tool/tool.ts";
import { services } from "./services/index.ts";
import { bytesOf, eventOf, type Said, type ServiceUnderTest } from "./services/service.ts";
import { callsOf, collect, doneOf, errorOf, hangingBody, streamOf, textOf } from "./support.ts";

const QUESTION: readonly Message[] = [{ role: "user", content: "?" }];
const USAGE = { input: 3, output: 2, total: 5 };
const object = { type: "object", properties: { n: { type: "number" } } };
const tools: readonly ModelTool[] = ["f", "now"].map((name) => ({ name, description: name, input: object }));

// A busy machine may need long for it.
describe.each(services)("$name", { timeout: 60_000 }, (service) => {
  const isSSE = service.streamType === "text/event-stream";

  it("gives a text as it comes, then done with the usage", async () => {
    const { chunks, error } = await read(service, service.events({ texts: ["Hel", "lo"] }));
    expect(error).toBeUndefined();
    expect(chunks).toMatchObject([
      { type: "delta", content: "Hel" },
      { type: "delta", content: "lo" },
      { type: "done", finishReason: "stop", usage: USAGE },
    ]);
  });

  it("S1: puts characters together that the network cuts", async () => {
    const text = "Grüße aus 北京 🌍👩‍👩‍👧";
    const bytes = joinBytes(service.events({ texts: ["Grüße aus ", "北京 🌍👩‍👩‍👧"] }));
    const single = await read(
      service,
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
    );
    expect(textOf(single.chunks)).toBe(text);
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const { chunks, error } = await read(service, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(error).toBeUndefined();
      expect(textOf(chunks)).toBe(text);
    }
  });

  it("S2: takes events that come together, and no end behind the last one", async () => {
    const events = service.events({
      texts: ["Hel", "lo"],
      calls: [{ id: "c1", name: "f", input: { n: 1 } }],
    });
    const whole = await read(service, events);
    expect(whole.error).toBeUndefined();
    expect(callsOf(whole.chunks)).toMatchObject([{ id: "c1", name: "f", input: { n: 1 } }]);
    expect(await read(service, [joinBytes(events)])).toEqual(whole);
    if (service.name === "BedrockSDK") return;
    const text = new TextDecoder().decode(joinBytes(events));
    const variants = [
      text.trimEnd(),
      text.replaceAll("\n", "\r\n"),
      ...(isSSE
        ? [
            text.replaceAll("\n", "\r"),
            `: connected\n\n${text.replaceAll("\n\n", "\n\n: ping\n\n")}`,
            text.replaceAll("data: ", "data:"),
            text.replace("data: [DONE]\n\n", ""),
            `\uFEFF${text}`,
          ]
        : [text.replaceAll("\n", "\n\n")]),
    ];
    for (const variant of variants) expect(await read(service, [bytesOf(variant)])).toEqual(whole);
  });

  it("S7: makes identifiers where there are none, each its own", async () => {
    const calls = [
      { name: "f", input: { n: 1 } },
      { name: "f", input: { n: 2 } },
      { name: "now", input: {} },
    ];
    const whole = await service
      .modelOver(async () => Response.json(service.whole({ calls })))
      .complete(QUESTION, { tools });
    const { chunks } = await read(service, service.events({ calls }));
    for (const found of [callsOf(chunks), whole.toolCalls ?? []]) {
      expect(found.map(({ name, input }) => ({ name, input }))).toEqual(calls);
      expect(found.every(({ id }) => typeof id === "string" && id.length > 0)).toBe(true);
      expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    }
  });

  it("S8: takes no arguments for those of a tool that takes none", async () => {
    const calls = [
      { id: "c1", name: "now" },
      { id: "c2", name: "f", input: {} },
    ];
    const whole = await service
      .modelOver(async () => Response.json(service.whole({ calls })))
      .complete(QUESTION, { tools });
    const { chunks } = await read(service, service.events({ calls }));
    for (const found of [callsOf(chunks), whole.toolCalls ?? []]) {
      expect(found.map(({ name, input, unreadable }) => [name, input, unreadable])).toEqual([
        ["now", {}, undefined],
        ["f", {}, undefined],
      ]);
    }
  });

  it("S11: an answer of nothing that was long enough is no success", async () => {
    const { chunks, error } = await read(service, service.events({ isLong: true }));
    expect(doneOf(chunks)?.finishReason ?? "length").toBe("length");
    if (!doneOf(chunks)) expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    const long = await read(service, service.events({ texts: ["Hel"], isLong: true }));
    expect(doneOf(long.chunks)).toMatchObject({ finishReason: "length", usage: USAGE });
  });

  it("S11: a stream that ends anywhere before its reason is a failure, and never a success", async () => {
    const said: Said = { texts: ["Hel", "lo"], calls: [{ id: "c1", name: "f", input: { n: 1 } }] };
    const open = service.events(said, true);
    for (let count = 0; count <= open.length; count++) {
      const { chunks, error } = await read(service, open.slice(0, count));
      expect(doneOf(chunks)).toBeUndefined();
      expect(callsOf(chunks)).toEqual([]);
      expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
    }
  });

  it("S12: tools do not run where the answer was cut", async () => {
    const said: Said = { calls: [{ id: "c1", name: "f", input: { n: 1 } }], isLong: true };
    const ran: unknown[] = [];
    const f = tool({ name: "f", description: "f", input: object, execute: async (input) => ran.push(input) });
    const headers = { "content-type": service.streamType };
    const whole = agent({
      name: "a",
      model: service.modelOver(async () => Response.json(service.whole(said))),
      tools: [f],
    });
    const streamed = agent({
      name: "a",
      model: service.modelOver(async () => new Response(streamOf(service.events(said)), { headers })),
      tools: [f],
    });
    const results = [await whole.execute("?"), await streamed.stream("?").result];
    for (const { report } of results) {
      expect(report.trips).toHaveLength(1);
      expect(report.trips[0]?.finishReason).toBe("length");
    }
    expect(ran).toEqual([]);
  });

  it("S15: calls of one identifier in two turns are two calls", async () => {
    const call = { id: "c1", name: "f", input: { n: 1 } };
    const answers: Said[] = [
      { calls: [call] },
      { calls: [{ ...call, input: { n: 2 } }] },
      { texts: ["Done."] },
    ];
    const inputs: unknown[] = [];
    const f = tool({
      name: "f",
      description: "f",
      input: object,
      execute: async (input) => inputs.push(input),
    });
    const headers = { "content-type": service.streamType };
    const asked: unknown[] = [];
    const model = service.modelOver(async (_url, { body }) => {
      const said = answers[asked.push(body) - 1] ?? {};
      return new Response(streamOf(service.events(said)), { headers });
    });
    const run = agent({ name: "a", model, tools: [f], captureMessages: true }).stream("?");
    const { text, error, report } = await run.result;
    expect(error).toBeUndefined();
    expect(text).toBe("Done.");
    expect(inputs).toEqual([{ n: 1 }, { n: 2 }]);
    const ids = report.messages?.flatMap(({ toolCalls }) => toolCalls?.map(({ id }) => id) ?? []) ?? [];
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    const results = report.messages?.flatMap(({ toolCallId }) => toolCallId ?? []);
    expect(results).toEqual(ids);
  });

  it("S18: a reader that throws does not break the stream of a run", async () => {
    const headers = { "content-type": service.streamType };
    const events = service.events({ texts: ["Hel", "lo"] });
    const model = service.modelOver(async () => new Response(streamOf(events), { headers }));
    const on = {
      "agent.trip.streaming": () => {
        throw new Error("a bug of the page");
      },
    };
    const { text, error } = await agent({ name: "a", model }).stream("?", { on }).result;
    expect([text, error]).toEqual(["Hello", undefined]);
  });

  it("S19: copies nothing for each chunk, and keeps no second stream", async () => {
    const clone = vi.spyOn(globalThis, "structuredClone");
    const tee = vi.spyOn(ReadableStream.prototype, "tee");
    const stringify = vi.spyOn(JSON, "stringify");
    const texts = Array.from({ length: 500 }, (_, index) => `word ${index} `);
    const events = service.events({ texts });
    stringify.mockClear();
    try {
      const { chunks } = await read(service, events);
      expect(textOf(chunks)).toBe(texts.join(""));
      expect(chunks.filter(({ type }) => type === "delta")).toHaveLength(500);
      expect(clone).not.toHaveBeenCalled();
      expect(tee).not.toHaveBeenCalled();
      // The request alone.
      expect(stringify.mock.calls.length).toBeLessThan(10);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it("S20: leaves no listener on the signal, however a call ends", async () => {
    const { signal } = new AbortController();
    const open = listenersOn(signal);
    const good = service.events({ texts: ["Hel", "lo"] });
    const cut = service.events({ texts: ["Hel"] }, true);
    for (let round = 0; round < 10; round++) {
      await read(service, good, signal);
      await read(service, cut, signal);
      for await (const _chunk of modelOf(service, good).stream(QUESTION, { signal })) break;
      const refusing = service.modelOver(async () => new Response("{}", { status: 500 }));
      await errorOf(refusing.complete(QUESTION, { signal }));
      await collect(refusing.stream(QUESTION, { signal }));
      await service
        .modelOver(async () => Response.json(service.whole({ texts: ["Hi"] })))
        .complete(QUESTION, { signal });
    }
    expect(open.added).toBeGreaterThan(0);
    expect(open.count).toBe(0);
  });

  it("S21: an abort while a read waits cancels the body once and lets go of it", async () => {
    const server = waitingServer(service, service.events({ texts: ["Hel", "lo"] }, true));
    const controller = new AbortController();
    const iterator = server.model.stream(QUESTION, { signal: controller.signal })[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { content: "Hel" } });
    expect(await iterator.next()).toMatchObject({ value: { content: "lo" } });
    const waiting = errorOf(iterator.next());
    await expect.poll(() => server.isIdle).toBe(true);
    controller.abort();
    expect(await waiting).toMatchObject({ code: "AGENT_CANCELLED" });
    expect([server.cancelled, server.isLocked()]).toEqual([1, false]);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it("S20, S21: leaving the loop cancels the body once, and pulls no more", async () => {
    const server = waitingServer(service, service.events({ texts: ["Hel", "lo"] }, true));
    for await (const _chunk of server.model.stream(QUESTION)) break;
    expect([server.cancelled, server.isLocked(), server.isIdle]).toEqual([1, false, false]);
  });

  it("S21: a body that breaks in the middle gives what came, and a failure", async () => {
    const pieces = service.events({ texts: ["Hel", "lo"] }, true);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces.shift();
          if (piece) controller.enqueue(piece);
          else controller.error(new TypeError("the connection was lost"));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": service.streamType };
    const { chunks, error } = await collect(
      service.modelOver(async () => new Response(body, { headers })).stream(QUESTION),
    );
    expect(textOf(chunks)).toBe("Hello");
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
    expect(body.locked).toBe(false);
  });

  it("R22: hands on the first chunk before the last is there, and asks once, whatever comes", async () => {
    let calls = 0;
    const server = waitingServer(service, service.events({ texts: ["Hel"] }, true));
    for await (const chunk of server.model.stream(QUESTION)) {
      expect(chunk).toMatchObject({ type: "delta", content: "Hel" });
      break;
    }
    for (const status of [429, 500, 503]) {
      const model = service.modelOver(async () => {
        calls += 1;
        return new Response("{}", { status, headers: { "retry-after": "0" } });
      });
      await collect(model.stream(QUESTION));
    }
    expect(calls).toBe(3);
  });

  it("R24: reads an answer whose body cannot be streamed", async () => {
    const said: Said = { texts: ["Grü", "ße"], calls: [{ id: "c1", name: "f", input: { n: 1 } }] };
    const { chunks, error } = await collect(
      service
        .modelOver(async () => bodiless(joinBytes(service.events(said)), service.streamType))
        .stream(QUESTION, { tools }),
    );
    expect(error).toBeUndefined();
    expect(chunks).toEqual((await read(service, service.events(said))).chunks);
    const whole = bytesOf(JSON.stringify(service.whole(said)));
    const response = await service
      .modelOver(async () => bodiless(whole, "application/json"))
      .complete(QUESTION, { tools });
    expect(response).toMatchObject({ content: "Grüße", toolCalls: [{ name: "f", input: { n: 1 } }] });
    const refusing = service.modelOver(async () => bodiless(bytesOf("{}"), "application/json", 401));
    expect(await errorOf(refusing.complete(QUESTION))).toMatchObject({ code: "PROVIDER_AUTH" });
  });
});

describe("S4: usage in a stream", () => {
  const named = (name: string): ServiceUnderTest => {
    const found = services.find((service) => service.name === name);
    if (!found) throw new Error(`There is no service "${name}".`);
    return found;
  };
  const chat = (fields: object, usage?: unknown) =>
    eventOf({
      choices: [{ index: 0, delta: fields, finish_reason: null }],
      ...(usage !== undefined && { usage }),
    });
  const chatEnd = eventOf({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  const wire = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  const zero = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const gemini = (parts: readonly object[], usageMetadata: unknown, finishReason?: string) =>
    eventOf({ candidates: [{ content: { parts }, finishReason }], usageMetadata });
  const google = { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 };

  it.each<[string, string, Uint8Array[], unknown]>([
    ["early, then absent", "OpenAISDK, chat completions", [chat({ content: "a" }, wire), chatEnd], USAGE],
    [
      "then null",
      "OpenAISDK, chat completions",
      [chat({ content: "a" }, wire), chat({}, null), chatEnd],
      USAGE,
    ],
    [
      "then of nothing",
      "OpenAISDK, chat completions",
      [chat({ content: "a" }, wire), chatEnd, chat({}, zero)],
      USAGE,
    ],
    ["an empty object", "OpenAISDK, chat completions", [chat({ content: "a" }, {}), chatEnd], undefined],
    [
      "in the choice",
      "OpenAISDK, chat completions",
      [
        chat({ content: "a" }),
        eventOf({ choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: wire }] }),
      ],
      USAGE,
    ],
    ["nowhere", "OpenAISDK, chat completions", [chat({ content: "a" }), chatEnd], undefined],
    ["empty at first", "GoogleSDK", [gemini([{ text: "a" }], {}), gemini([], google, "STOP")], USAGE],
    ["early, then empty", "GoogleSDK", [gemini([{ text: "a" }], google), gemini([], {}, "STOP")], USAGE],
    ["nowhere", "GoogleSDK", [gemini([{ text: "a" }], undefined, "STOP")], undefined],
    ["early, then null", "WorkersAISDK", [chat({ content: "a" }, wire), chat({}, null), chatEnd], USAGE],
  ])("%s (%s)", async (_what, name, events, usage) => {
    const { chunks, error } = await read(named(name), events);
    expect(error).toBeUndefined();
    const told = doneOf(chunks)?.usage;
    expect(told).toEqual(usage);
    expect(JSON.stringify(told) ?? "").not.toContain("null");
  });
});

function modelOf(service: ServiceUnderTest, pieces: readonly Uint8Array[]): Model {
  const headers = { "content-type": service.streamType };
  return service.modelOver(async () => new Response(streamOf(pieces), { headers }));
}

function read(
  service: ServiceUnderTest,
  pieces: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  return collect(modelOf(service, pieces).stream(QUESTION, { tools, ...(signal && { signal }) }));
}

/** A server that sends its pieces, then keeps the connection open. */
function waitingServer(service: ServiceUnderTest, events: readonly Uint8Array[]) {
  const { body, state } = hangingBody(events);
  const headers = { "content-type": service.streamType };
  return Object.assign(state, {
    isLocked: () => body.locked,
    model: service.modelOver(async () => new Response(body, { headers })),
  });
}

/** A response as React Native gives it. */
function bodiless(bytes: Uint8Array, type: string, status = 200): Response {
  const response = new Response(Uint8Array.from(bytes), { status, headers: { "content-type": type } });
  return new Proxy(response, {
    get(target, name) {
      if (name === "body") return null;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function listenersOn(signal: AbortSignal): { count: number; added: number } {
  const open = { count: 0, added: 0 };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = ((...listener: Parameters<typeof add>) => {
    open.count += 1;
    open.added += 1;
    add(...listener);
  }) as typeof add;
  signal.removeEventListener = ((...listener: Parameters<typeof remove>) => {
    open.count -= 1;
    remove(...listener);
  }) as typeof remove;
  return open;
}
