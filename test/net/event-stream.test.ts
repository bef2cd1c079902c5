import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { LoggedEvent, ReadEvents, StreamEnd } from "../../src/contracts/event-log.ts";
import { ConfigError, ProviderError, StoreError, StreamError } from "../../src/core/errors/index.ts";
import type { RunEvent } from "../../src/core/events.ts";
import { type EventStreamResponseOptions, eventStreamResponse } from "../../src/net/event-stream-response.ts";
import { type FetchEvents, readEventStream } from "../../src/net/read-event-stream.ts";
import { readStream } from "../../src/store/cancel-stream.ts";
import { eventLog } from "../../src/store/event-log.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { resumableStream } from "../../src/store/resumable-stream.ts";
import { mockModel } from "../../src/testing/index.ts";
import { leavesNothing } from "../support/leaves-nothing.ts";
import { settle, watchSignal } from "../support/watch-leaks.ts";

interface Said extends RunEvent {
  readonly text: string;
}

const said = (text: string, type = "said"): Said => ({ type, runId: "r", rootRunId: "r", text });
const url = "https://example.com/chats/1";

leavesNothing();

/** A reading of a log with these events and an end. */
async function logOf(texts: readonly string[]): Promise<ReadEvents<Said>> {
  const log = eventLog<Said>(memoryStore(), "id");
  log.append(texts.map((text) => said(text)));
  await log.end({ outcome: "completed" });
  return (after, options) => log.read(after, options);
}

function answer<Event extends RunEvent>(
  read: ReadEvents<Event>,
  lastEventId?: string,
  options: Partial<EventStreamResponseOptions<Event>> = {},
): Response {
  const headers = new Headers(lastEventId === undefined ? {} : { "last-event-id": lastEventId });
  return eventStreamResponse(read, { request: new Request(url, { headers }), ...options });
}

/** A server that answers as `eventStreamResponse` does, and breaks each connection off after so many bytes. */
function brittle<Event extends RunEvent>(
  read: ReadEvents<Event>,
  bytes: readonly number[],
): FetchEvents & { asked: string[] } {
  const asked: string[] = [];
  const serve: FetchEvents = async (after) => {
    asked.push(after ?? "");
    const limit = bytes[asked.length - 1];
    const response = answer(read, after);
    if (limit === undefined || !response.body) return response;
    const whole = new Uint8Array(await response.arrayBuffer());
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(whole.slice(0, limit));
        if (limit % 2 === 0) controller.close();
      },
      pull: (controller) => controller.error(new TypeError("network error")),
    });
    return new Response(body, { headers: response.headers });
  };
  return Object.assign(serve, { asked });
}

async function readAll(
  reading: AsyncGenerator<LoggedEvent<Said>, StreamEnd>,
): Promise<{ ids: string[]; texts: unknown[]; end: StreamEnd }> {
  const ids: string[] = [];
  const texts: unknown[] = [];
  for (;;) {
    const step = await reading.next();
    if (step.done) return { ids, texts, end: step.value };
    ids.push(step.value.id);
    if ("text" in step.value.event) texts.push(step.value.event.text);
  }
}

describe("eventStreamResponse", () => {
  it("answers with one server-sent event for each, and the end", async () => {
    const read = await logOf(["one", "two\n\ndata: x"]);
    const response = answer(read, undefined, { headers: { "access-control-allow-origin": "*" } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "access-control-allow-origin": "*",
    });
    const data = JSON.stringify(said("two\n\ndata: x"));
    expect(await response.text()).toBe(
      `id: 1\nevent: said\ndata: ${JSON.stringify(said("one"))}\n\nid: 2\nevent: said\ndata: ${data}\n\n` +
        `id: end\nevent: end\ndata: {"outcome":"completed"}\n\n`,
    );
  });

  it("goes on behind Last-Event-ID, which wins over `after`, and answers 204 to who has seen the end", async () => {
    const read = await logOf(["one", "two", "three"]);
    const idsOf = async (response: Response): Promise<string[]> =>
      Array.from((await response.text()).matchAll(/^id: (.*)$/gm), (match) => match[1] ?? "");
    expect(await idsOf(answer(read, "2", { after: "1" }))).toEqual(["3", "end"]);
    expect(await idsOf(answer(read, undefined, { after: "1" }))).toEqual(["2", "3", "end"]);
    expect(await idsOf(answer(read, ""))).toEqual(["1", "2", "3", "end"]);
    const over = answer(read, "end");
    expect([over.status, await over.text()]).toEqual([204, ""]);
    // A 204 may be cached, and then stand in the way of who asks from the beginning.
    expect(over.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("tells a client that comes with something that is no id", async () => {
    const text = await answer(await logOf(["one"]), "1; drop").text();
    // With that id browsers come back once, get 204, and stop asking.
    expect(text).toMatch(/^id: end\nevent: failure\ndata: \{"name":"AIError","code":"INVALID_INPUT"/);
  });

  it.each(["7", "9007199254740990"])(
    "gives who comes with an id of the future nothing but the end: %s",
    async (id) => {
      expect(await answer(await logOf(["one"]), id).text()).toBe(
        'id: end\nevent: end\ndata: {"outcome":"completed"}\n\n',
      );
    },
  );

  it("lets browsers ask again where trying again can help", async () => {
    const failing: ReadEvents<Said> = async function* () {
      yield { id: "1", event: said("one") };
      throw new StoreError("STORE_UNAVAILABLE", "Down.", { store: "memory" });
    };
    expect(await answer(failing).text()).toContain("\n\nevent: failure\n");
  });

  it.each([0, -1, Number.NaN])("refuses a heartbeat of %d", async (heartbeatMs) => {
    const read = await logOf(["one"]);
    expect(() => answer(read, undefined, { heartbeatMs })).toThrow(ConfigError);
  });

  it("keeps its own names apart from those of events", async () => {
    const log = eventLog<Said>(memoryStore(), "id");
    log.append([said("one", "end"), said("two", "failure"), said("three")]);
    await log.end({ outcome: "completed" });
    const read: ReadEvents<Said> = (after, options) => log.read(after, options);
    const text = await answer(read).text();
    expect(Array.from(text.matchAll(/^event: (.*)$/gm), (match) => match[1])).toEqual(["said", "end"]);
    const seen = await readAll(readEventStream<Said>(async (after) => answer(read, after)));
    expect(seen).toEqual({
      ids: ["1", "2", "3"],
      texts: ["one", "two", "three"],
      end: { outcome: "completed" },
    });
  });

  it("sends what it is told to send, and never a line end in a name", async () => {
    const log = eventLog<Said>(memoryStore(), "id");
    log.append([said("secret"), said("open", "sa\nid: 9\rid")]);
    await log.end({ outcome: "failed" });
    const send = (event: { readonly type: string }): string | undefined =>
      event.type === "said" ? undefined : "only this";
    const text = await answer((after, options) => log.read(after, options), undefined, { send }).text();
    expect(text).toBe(
      'id: 2\nevent: sa id: 9 id\ndata: "only this"\n\nid: end\nevent: end\ndata: {"outcome":"failed"}\n\n',
    );
  });

  it("A9: says that a stream cannot be read, and nothing of an error that is not ours", async () => {
    const failing = (error: unknown): ReadEvents<Said> =>
      async function* () {
        yield { id: "1", event: said("one") };
        throw error;
      };
    const lost = new StreamError("STREAM_NOT_FOUND", "It was deleted.", { stream: "id" });
    expect(await answer(failing(lost)).text()).toContain('event: failure\ndata: {"name":"StreamError"');
    const text = await answer(failing(new Error("connect db.internal"))).text();
    expect(text).toContain('event: failure\ndata: {"name":"AIError","code":"AI_ERROR"');
    expect(text).not.toContain("db.internal");
    const wrapped = new ProviderError("failed: 10.0.0.1", { cause: new Error("10.0.0.1") });
    expect(await answer(failing(wrapped)).text()).not.toContain("10.0.0.1");
  });

  it("A1: a client that leaves is disconnected: the reading stops, the log goes on", async () => {
    const log = eventLog<Said>(memoryStore(), "id");
    log.append([said("one")]);
    await log.flushed();
    let over = false;
    const read: ReadEvents<Said> = async function* (after, options) {
      try {
        return yield* log.read(after, options);
      } finally {
        over = true;
      }
    };
    const reader = answer(read).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("id: 1\n");
    void reader?.read();
    await settle(5);
    await reader?.cancel();
    await settle(5);
    expect(over).toBe(true);
    log.append([said("two")]);
    await log.end({ outcome: "completed" });
    expect((await readAll(log.read())).texts).toEqual(["one", "two"]);
  });

  it("a client that leaves between two events ends the reading as well", async () => {
    let over = false;
    const read: ReadEvents<Said> = async function* () {
      try {
        yield { id: "1", event: said("one") };
        yield { id: "2", event: said("two") };
        return { outcome: "completed" };
      } finally {
        over = true;
      }
    };
    const reader = answer(read).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await settle(5);
    expect(over).toBe(true);
  });

  it("heaps up no comments for a client that does not read", async () => {
    const log = eventLog<Said>(memoryStore(), "id");
    const read: ReadEvents<Said> = (after, options) => log.read(after, options);
    const { setInterval } = globalThis;
    let beat = (): void => undefined;
    Reflect.set(globalThis, "setInterval", (callback: () => void) => {
      beat = callback;
      return 0;
    });
    const reader = answer(read, undefined, { heartbeatMs: 15_000 }).body?.getReader();
    const first = reader?.read();
    await settle(5);
    globalThis.setInterval = setInterval;
    for (let beats = 0; beats < 20; beats += 1) beat();
    expect(new TextDecoder().decode((await first)?.value)).toBe(":\n\n");
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(":\n\n");
    const more = reader?.read();
    expect(await Promise.race([more, settle(5).then(() => "nothing")])).toBe("nothing");
    await reader?.cancel();
    await log.end({ outcome: "completed" });
  });

  it("sends comments while it is quiet, where asked, and leaves no timer and no listener", async () => {
    const log = eventLog<Said>(memoryStore(), "id");
    log.append([said("one")]);
    const watch = watchSignal();
    const request = new Request(url);
    Object.defineProperty(request, "signal", { value: watch.signal });
    const read: ReadEvents<Said> = (after, options) => log.read(after, options);
    const response = eventStreamResponse(read, { request, heartbeatMs: 5 });
    const text = response.text();
    await settle(40);
    await log.end({ outcome: "completed" });
    expect(await text).toContain("\n\n:\n\n");
    expect(watch.added()).toBe(1);
    expect(watch.left()).toBe(0);
  });
});

describe("readEventStream", () => {
  it("A1: gives every event once and in order, wherever the connection breaks", async () => {
    const texts = fc.array(fc.constantFrom("a", "ü水", "two\nlines", ""), { maxLength: 6 });
    const law = fc.asyncProperty(texts, fc.array(fc.nat(400), { maxLength: 5 }), async (words, breaks) => {
      const server = brittle(await logOf(words), breaks);
      const seen = await readAll(readEventStream<Said>(server, { retryMs: 0 }));
      expect(seen.texts).toEqual(words);
      expect(seen.ids).toEqual(words.map((_, index) => String(index + 1)));
      expect(seen.end).toEqual({ outcome: "completed" });
    });
    await fc.assert(law, { numRuns: 60 });
  });

  it("A1: carries a run to a client that is cut off again and again, and again by id from the store", async () => {
    const store = memoryStore();
    const deltas = ["The ", "tide ", "turns ", "twice."];
    const helper = agent({ model: mockModel({ name: "m", responses: [{ deltas }] }) });
    const stream = resumableStream(() => helper.stream("q"), { store, id: "chat" });
    const sources: ReadEvents<AgentEvent>[] = [
      stream.read,
      (after, options) => readStream<AgentEvent>(store, "chat", { after, ...options }),
    ];
    for (const read of sources) {
      let text = "";
      const types: string[] = [];
      const server = brittle(read, [300, 301, 900, 0, 1501]);
      for await (const { event } of readEventStream<AgentEvent>(server, { retryMs: 0 })) {
        types.push(event.type);
        if (event.type === "agent.trip.streaming") text += event.delta;
      }
      expect(text).toBe(deltas.join(""));
      expect(types).toEqual([
        "agent.starting",
        "agent.trip.started",
        ...deltas.map(() => "agent.trip.streaming"),
        "agent.trip.completed",
        "agent.completed",
      ]);
      expect(server.asked.length).toBeGreaterThan(3);
    }
    expect((await stream.result).text).toBe(deltas.join(""));
  });

  it("begins after an id, and asks again with the last one", async () => {
    const server = brittle(await logOf(["one", "two", "three"]), [120]);
    const seen = await readAll(readEventStream<Said>(server, { after: "1", retryMs: 0 }));
    expect(seen.texts).toEqual(["two", "three"]);
    expect(server.asked).toEqual(["1", "2"]);
  });

  it("is not confused by a server that begins anew each time", async () => {
    const read = await logOf(["one", "two", "three"]);
    const server = brittle((_after, options) => read(undefined, options), [120, 150]);
    expect((await readAll(readEventStream<Said>(server, { retryMs: 0 }))).texts).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  it("gives up where there is no such stream, or no access, at once", async () => {
    for (const [status, code] of [
      [404, "STREAM_NOT_FOUND"],
      [410, "STREAM_NOT_FOUND"],
      [401, "STREAM_DISCONNECTED"],
      [403, "STREAM_DISCONNECTED"],
    ] as const) {
      let asked = 0;
      const reading = readEventStream(async () => {
        asked += 1;
        return new Response("no", { status });
      });
      await expect(reading.next()).rejects.toMatchObject({ name: "StreamError", code });
      expect(asked).toBe(1);
    }
    const page = readEventStream(
      async () => new Response("<p>Log in</p>", { headers: { "content-type": "text/html" } }),
    );
    await expect(page.next()).rejects.toMatchObject({ code: "STREAM_DISCONNECTED", retryable: false });
    const lost = new StreamError("STREAM_NOT_FOUND", "It was deleted.", { stream: "id" });
    const told = readEventStream(async () =>
      // biome-ignore lint/correctness/useYield: it fails before it gives anything.
      answer(async function* () {
        throw lost;
      }),
    );
    await expect(told.next()).rejects.toMatchObject({ code: "STREAM_NOT_FOUND" });
  });

  it("asks again so often without an event, and counts anew after each event", async () => {
    let asked = 0;
    const down: FetchEvents = async () => {
      asked += 1;
      if (asked % 2 === 1) throw new TypeError("network error");
      return new Response("busy", { status: 503 });
    };
    const reading = readEventStream(down, { maxRetries: 3, retryMs: 0 });
    await expect(reading.next()).rejects.toMatchObject({ code: "STREAM_DISCONNECTED", retryable: true });
    expect(asked).toBe(4);
    const words = Array.from({ length: 8 }, (_, index) => String(index));
    const server = brittle(
      await logOf(words),
      Array.from({ length: 8 }, () => 110),
    );
    expect((await readAll(readEventStream<Said>(server, { maxRetries: 1, retryMs: 0 }))).texts).toEqual(
      words,
    );
  });

  it("stops when its signal aborts, while it reads and while it waits, and leaves nothing behind", async () => {
    const log = eventLog<Said>(memoryStore(), "id");
    log.append([said("one")]);
    await log.flushed();
    const quiet: FetchEvents = async () => answer((after, options) => log.read(after, options));
    const down: FetchEvents = async () => new Response("busy", { status: 503 });
    for (const server of [quiet, down]) {
      const watch = watchSignal();
      const reading = readEventStream<Said>(server, { signal: watch.signal, retryMs: 60_000 });
      if (server === quiet) await reading.next();
      const waiting = reading.next();
      await settle(10);
      watch.abort("left");
      await expect(waiting).rejects.toBe("left");
      expect(watch.left()).toBe(0);
    }
    await log.end({ outcome: "completed" });
  });

  it("asks anew where the connection, or the answer, stays quiet for too long", async () => {
    const read = await logOf(["one", "two"]);
    let asked = 0;
    let cancelled = 0;
    const signals: (AbortSignal | undefined)[] = [];
    const server: FetchEvents = async (after, signal) => {
      asked += 1;
      signals.push(signal);
      if (asked === 1) return new Promise<never>(() => {});
      if (asked > 2) return answer(read, after);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(said("one"))}\n\n`)),
        cancel() {
          cancelled += 1;
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const seen = await readAll(readEventStream<Said>(server, { quietMs: 20, retryMs: 0 }));
    expect(seen.texts).toEqual(["one", "two"]);
    expect([asked, cancelled]).toEqual([3, 1]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it("names the address without what it may hold of secrets", async () => {
    const { fetch } = globalThis;
    globalThis.fetch = async () => new Response("no", { status: 403 });
    try {
      for (const address of [
        "/chats/1?session=abc123",
        new URL("https://me:abc123@example.com/chats/1#abc123"),
      ]) {
        const error = await readEventStream(address)
          .next()
          .catch((cause: unknown) => cause);
        expect(error).toMatchObject({
          code: "STREAM_DISCONNECTED",
          stream: expect.stringContaining("/chats/1"),
        });
        expect(`${error} ${JSON.stringify({ ...Object(error) })}`).not.toContain("abc123");
      }
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it("leaving the loop ends the connection", async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(said("one"))}\n\n`)),
      cancel() {
        cancelled = true;
      },
    });
    const headers = { "content-type": "text/event-stream; charset=utf-8" };
    for await (const { id } of readEventStream(async () => new Response(body, { headers }))) {
      expect(id).toBe("1");
      break;
    }
    await settle(5);
    expect(cancelled).toBe(true);
  });

  it("asks an address for an event stream, with the id", async () => {
    const { fetch } = globalThis;
    const read = await logOf(["one", "two"]);
    let headers = new Headers();
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init ?? {});
      headers = request.headers;
      return eventStreamResponse(read, { request });
    };
    try {
      expect((await readAll(readEventStream<Said>(url, { after: "1" }))).texts).toEqual(["two"]);
    } finally {
      globalThis.fetch = fetch;
    }
    expect(Object.fromEntries(headers)).toMatchObject({ accept: "text/event-stream", "last-event-id": "1" });
  });
});
