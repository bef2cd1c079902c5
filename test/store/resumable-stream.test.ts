import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent, AgentStream } from "../../src/contracts/agent.ts";
import type { LoggedEvent, StreamEnd } from "../../src/contracts/event-log.ts";
import type { Model, ModelChunk } from "../../src/contracts/model.ts";
import type { Store } from "../../src/contracts/store.ts";
import { ConfigError, StoreError } from "../../src/core/errors/index.ts";
import { cancelRequested, cancelStream, readStream } from "../../src/store/cancel-stream.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { resumableStream } from "../../src/store/resumable-stream.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { leavesNothing } from "../support/leaves-nothing.ts";
import { settle } from "../support/watch-leaks.ts";
import { watchStore } from "../support/watched-store.ts";

type Logged = LoggedEvent<AgentEvent>;

const timers = leavesNothing();

/** An agent that answers with these words. */
function speaker(words: readonly string[], delay?: number): (input?: string) => AgentStream<undefined> {
  const response = { deltas: words, ...(delay === undefined ? {} : { delay }) };
  const helper = agent({ model: mockModel({ name: "m", responses: [response] }) });
  return (input = "q") => helper.stream(input);
}

/** A model whose stream is fed by the test. It stops when its signal says so. */
function fedModel(): { readonly model: Model; readonly feed: (chunk: ModelChunk) => void } {
  const chunks: ModelChunk[] = [];
  let wake = (): void => undefined;
  return {
    feed(chunk) {
      chunks.push(chunk);
      wake();
    },
    model: {
      name: "fed",
      provider: "test",
      complete: () => Promise.reject(new Error("not used")),
      async *stream(_messages, options) {
        const { signal } = options ?? {};
        for (;;) {
          signal?.throwIfAborted();
          const chunk = chunks.shift();
          if (chunk) yield chunk;
          if (chunk?.type === "done") return;
          if (chunk) continue;
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal?.addEventListener("abort", () => resolve(), { once: true });
          });
        }
      },
    },
  };
}

async function allOf(reading: AsyncIterable<Logged>): Promise<Logged[]> {
  const events: Logged[] = [];
  for await (const logged of reading) events.push(logged);
  return events;
}

const textOf = (events: readonly Logged[]): string =>
  events.map(({ event }) => (event.type === "agent.trip.streaming" ? event.delta : "")).join("");

async function endOf(reading: AsyncGenerator<Logged, StreamEnd>): Promise<StreamEnd> {
  for (;;) {
    const step = await reading.next();
    if (step.done) return step.value;
  }
}

describe("A1: a resumable stream", () => {
  it("has the events of the run, as JSON, and the run's own result", async () => {
    const store = memoryStore();
    const stream = resumableStream(speaker(["It ", "is ", "Cairo."])(), { store, id: "chat" });
    const events = await allOf(stream.read());
    const { text, report } = await stream.result;
    expect(text).toBe("It is Cairo.");
    expect(await stream.ended).toEqual({ outcome: "completed" });
    expect(textOf(events)).toBe("It is Cairo.");
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => String(index + 1)));
    const last = events.at(-1)?.event;
    expect(last).toMatchObject({
      type: "agent.completed",
      result: { text, report: { runId: report.runId } },
    });
    expect(await allOf(readStream<AgentEvent>(watchStore(store).store, "chat"))).toEqual(events);
  });

  it("disconnect: the run goes on; resumed by id at every cut, each event comes once and in order", async () => {
    const words = fc.array(fc.constantFrom("a", "bc ", "ü", "水", "\n"), { minLength: 1, maxLength: 12 });
    const cuts = fc.array(fc.nat(6), { minLength: 1, maxLength: 6 });
    const law = fc.asyncProperty(words, cuts, fc.boolean(), async (deltas, sizes, elsewhere) => {
      const store = memoryStore();
      const stream = resumableStream(speaker(deltas)(), { store, id: "chat" });
      const other = watchStore(store).store;
      const seen: Logged[] = [];
      for (const size of sizes) {
        const after = seen.at(-1)?.id;
        const reading = elsewhere
          ? readStream<AgentEvent>(other, "chat", { after, pollMs: 1 })
          : stream.read(after);
        let count = 0;
        if (size > 0) {
          for await (const logged of reading) {
            seen.push(logged);
            count += 1;
            if (count === size) break;
          }
        }
      }
      seen.push(...(await allOf(stream.read(seen.at(-1)?.id))));
      expect((await stream.result).text).toBe(deltas.join(""));
      expect(seen).toEqual(await allOf(readStream<AgentEvent>(other, "chat")));
      expect(textOf(seen)).toBe(deltas.join(""));
    });
    await fc.assert(law, { numRuns: 25 });
  });

  it("stop during the stream: the run is stopped, the last events and the reason are there", async () => {
    const { model, feed } = fedModel();
    const store = memoryStore();
    const stream = resumableStream(agent({ model }).stream("q"), { store, id: "chat" });
    feed({ type: "delta", content: "half " });
    const seen: Logged[] = [];
    for await (const logged of stream.read()) {
      seen.push(logged);
      if (logged.event.type === "agent.trip.streaming") break;
    }
    const end = { outcome: "cancelled", reason: "The user pressed stop." } as const;
    expect(await stream.cancel(end.reason)).toEqual(end);
    const { error, text } = await stream.result;
    expect(error).toMatchObject({ code: "AGENT_CANCELLED", reason: end.reason });
    expect(text).toBe("half ");
    const rest = await allOf(stream.read(seen.at(-1)?.id));
    expect(rest.at(-1)?.event).toMatchObject({ type: "agent.error", error: { code: "AGENT_CANCELLED" } });
    expect(await endOf(readStream<AgentEvent>(store, "chat"))).toEqual(end);
    // Once more changes nothing, by id neither.
    expect(await stream.cancel("again")).toEqual(end);
    expect(await cancelStream(store, "chat", "again")).toEqual(end);
  });

  it("cancel while a tool runs: its signal aborts, from another process too", async () => {
    for (const elsewhere of [false, true]) {
      const store = memoryStore();
      const { promise: running, resolve: runs } = Promise.withResolvers<void>();
      let stopped: unknown;
      const slow = tool({
        name: "slow",
        description: "never comes back by itself",
        input: { type: "object" },
        execute: (_input, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener("abort", () => {
              stopped = signal.reason;
              reject(signal.reason);
            });
            runs();
          }),
      });
      const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "slow", input: {} }] }] });
      const helper = agent({ model, tools: [slow] });
      const stream = resumableStream(helper.stream("q"), { store, id: "chat", pollMs: 20 });
      await running;
      const handle = elsewhere ? watchStore(store).store : store;
      expect(await cancelStream(handle, "chat", "enough")).toEqual({
        outcome: "cancelled",
        reason: "enough",
      });
      expect(stopped).toBe("enough");
      expect((await stream.result).error?.code).toBe("AGENT_CANCELLED");
      expect(model.callCount).toBe(1);
    }
  });

  it("a cancel from another process is noticed at the next write, without waiting for the clock", async () => {
    const { model, feed } = fedModel();
    const store = memoryStore();
    const stream = resumableStream(agent({ model }).stream("q"), { store, id: "chat", pollMs: 3_600_000 });
    for await (const { event } of stream.read()) if (event.type === "agent.trip.started") break;
    const cancelled = cancelStream(watchStore(store).store, "chat", "enough");
    await settle();
    feed({ type: "delta", content: "more" });
    expect(await cancelled).toEqual({ outcome: "cancelled", reason: "enough" });
    expect((await stream.result).error?.code).toBe("AGENT_CANCELLED");
  });

  it("a cancel that was stored before the run begins is honoured, and costs no call", async () => {
    const store = memoryStore();
    const cancelled = cancelStream(store, "chat", "not needed", { timeoutMs: 30 });
    await expect(cancelled).rejects.toMatchObject({ name: "StreamError", code: "STREAM_TIMEOUT" });
    expect(await cancelRequested(store, "chat")).toMatchObject({ reason: "not needed" });
    expect(await cancelRequested(store, "another")).toBeUndefined();
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const stream = resumableStream(() => agent({ model }).stream("q"), { store, id: "chat" });
    expect(await stream.ended).toEqual({ outcome: "cancelled", reason: "not needed" });
    expect((await stream.result).error).toMatchObject({ code: "AGENT_CANCELLED", reason: "not needed" });
    expect(model.callCount).toBe(0);
  });

  it("R13: a cancel while the run is dead is honoured when it is taken up, and the ids go on", async () => {
    const store = memoryStore();
    // A process that dies: what it writes from some time on never arrives.
    const dying = watchStore(store);
    const { model, feed } = fedModel();
    const dead = resumableStream(agent({ model }).stream("q"), { store: dying.store, id: "chat" });
    feed({ type: "delta", content: "half" });
    for await (const { event } of dead.read()) if (event.type === "agent.trip.streaming") break;
    dying.beforeSet = () => {
      throw new StoreError("STORE_QUOTA", "The process is dead.", { store: "test" });
    };
    await dead.cancel();
    const before = await allOf(takeUntil(readStream<AgentEvent>(watchStore(store).store, "chat"), "half"));
    const late = cancelStream(watchStore(store).store, "chat", "late", { timeoutMs: 30 });
    await expect(late).rejects.toMatchObject({ code: "STREAM_TIMEOUT" });
    const revived = watchStore(store).store;
    const stream = resumableStream(() => speaker(["never"])(), { store: revived, id: "chat" });
    expect(await stream.ended).toEqual({ outcome: "cancelled", reason: "late" });
    const ids = (await allOf(stream.read())).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(ids.length).toBeGreaterThan(before.length);
  });

  it("leaves the reason of one's own signal to whoever waits for a cancel", async () => {
    const controller = new AbortController();
    const cancelled = cancelStream(memoryStore(), "chat", "x", { signal: controller.signal });
    await settle(5);
    controller.abort("left");
    await expect(cancelled).rejects.toBe("left");
  });

  it("stores what it is told to keep, with ids of its own", async () => {
    const keep = (event: AgentEvent): boolean => event.type === "agent.trip.streaming";
    const stream = resumableStream(speaker(["a", "b"])(), { store: memoryStore(), id: "chat", keep });
    const events = await allOf(stream.read());
    expect(events.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(textOf(events)).toBe("ab");
    expect((await stream.result).text).toBe("ab");
    const broken = (): boolean => {
      throw new Error("a mistake");
    };
    const whole = resumableStream(speaker(["a"])(), { store: memoryStore(), id: "chat", keep: broken });
    expect(textOf(await allOf(whole.read()))).toBe("a");
    expect((await whole.result).text).toBe("a");
  });

  it("a stream that cannot be made is told by the result, and ends", async () => {
    const make = (): AgentStream<undefined> => {
      throw new TypeError("no model");
    };
    const stream = resumableStream(make, { store: memoryStore(), id: "chat" });
    expect(await stream.ended).toEqual({ outcome: "failed" });
    await expect(stream.result).rejects.toThrow("no model");
    expect(await allOf(stream.read())).toEqual([]);
  });

  it("a run that fails says so", async () => {
    const model = mockModel({ name: "m", responses: [{ error: new Error("connect 10.0.0.1") }] });
    const stream = resumableStream(agent({ model }).stream("q"), { store: memoryStore(), id: "chat" });
    expect(await endOf(stream.read())).toEqual({ outcome: "failed" });
    const last = (await allOf(stream.read())).at(-1);
    expect(last?.event).toMatchObject({ type: "agent.error", error: { code: "AGENT_EXEC_FAILED" } });
    expect(JSON.stringify(last)).not.toContain("10.0.0.1");
  });

  it("an id that was used before is told to readers, and the run has its result all the same", async () => {
    const store = memoryStore();
    await resumableStream(speaker(["old"])(), { store, id: "chat" }).ended;
    const stream = resumableStream(speaker(["new"])(), { store, id: "chat" });
    await expect(stream.read().next()).rejects.toMatchObject({ code: "STREAM_ENDED", stream: "chat" });
    expect((await stream.result).text).toBe("new");
    expect(await stream.ended).toEqual({ outcome: "completed" });
    expect(textOf(await allOf(readStream<AgentEvent>(store, "chat")))).toBe("old");
  });
});

describe("a store that fails never harms the run", () => {
  it.each(["get", "set", "list"] as const)("%s", async (method) => {
    const inner = memoryStore();
    const fails = (): Promise<never> =>
      Promise.reject(new StoreError("STORE_QUOTA", "Full.", { store: "test" }));
    const failing = { ...inner, traits: inner.traits, [method]: fails };
    const stream = resumableStream(() => speaker(["fine"])(), { store: failing, id: "chat" });
    await expect(allOf(stream.read())).rejects.toMatchObject({ code: "STORE_QUOTA" });
    expect((await stream.result).text).toBe("fine");
    expect(await stream.ended).toEqual({ outcome: "completed" });
  });

  it("nor does one that hangs, or a reader that never reads", async () => {
    const inner = memoryStore();
    const store = { ...inner, traits: inner.traits, set: () => new Promise<never>(() => undefined) };
    const words = Array.from({ length: 1000 }, (_, index) => `${index} `);
    const stream = resumableStream(speaker(words)(), { store, id: "chat" });
    const reading = stream.read();
    void reading.next();
    expect((await stream.result).text).toBe(words.join(""));
  });

  it("S19: what waits for a store that is far too slow is bounded: the run waits for it", async () => {
    const watch = watchStore(memoryStore());
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    watch.beforeSet = () => opened;
    let made = 0;
    const model: Model = {
      name: "flood",
      provider: "test",
      complete: () => Promise.reject(new Error("not used")),
      async *stream() {
        for (; made < 400; made += 1) yield { type: "delta", content: "x".repeat(100_000) };
        yield { type: "done", finishReason: "stop" };
      },
    };
    const stream = resumableStream(agent({ model }).stream("q"), { store: watch.store, id: "chat" });
    await settle(300);
    const held = made;
    open();
    expect((await stream.result).text?.length).toBe(40_000_000);
    // 16 MiB, at three bytes a character, are 56 of them; the queue of the run holds 128 more.
    expect(held).toBeGreaterThan(56);
    expect(held).toBeLessThan(250);
    let length = 0;
    for await (const { event } of stream.read()) {
      if (event.type === "agent.trip.streaming") length += event.delta.length;
    }
    expect(length).toBe(40_000_000);
  }, 20_000);
});

describe("R20: 10,000 deltas", () => {
  it("go through in a hidden tab, where timers hardly fire", async () => {
    const { setTimeout } = globalThis;
    // Every timer comes a minute late: whoever needs one on the way will not be done.
    Object.assign(globalThis, {
      setTimeout: (callback: () => void, delay = 0) => setTimeout(callback, delay + 60_000),
    });
    try {
      const words = Array.from({ length: 10_000 }, (_, index) => `${index} `);
      const stream = resumableStream(speaker(words)(), { store: memoryStore(), id: "chat" });
      expect(textOf(await allOf(stream.read()))).toBe(words.join(""));
    } finally {
      Object.assign(globalThis, { setTimeout });
    }
  }, 20_000);

  it("take few writes, each under a key of its own, and bytes that grow with the deltas", async () => {
    const measure = async (count: number): Promise<{ bytes: number; writes: number; timers: number }> => {
      const watch = watchStore(memoryStore());
      const before = timers().started();
      const words = Array.from({ length: count }, () => "word ");
      const stream = resumableStream(speaker(words)(), { store: watch.store, id: "chat" });
      await stream.ended;
      expect(new Set(watch.written).size).toBe(watch.written.length);
      return { bytes: watch.bytes, writes: watch.written.length, timers: timers().started() - before };
    };
    const small = await measure(1000);
    const large = await measure(10_000);
    console.log(
      `10,000 deltas: ${large.writes} writes, ${large.bytes} bytes; 1,000: ${small.writes} writes, ${small.bytes} bytes`,
    );
    expect(large.bytes / small.bytes).toBeLessThan(10.5);
    expect(large.writes).toBeLessThan(100);
    expect(large.timers).toBeLessThanOrEqual(2);
  }, 20_000);
});

async function* takeUntil(reading: AsyncIterable<Logged>, delta: string): AsyncGenerator<Logged> {
  for await (const logged of reading) {
    yield logged;
    if (logged.event.type === "agent.trip.streaming" && logged.event.delta === delta) return;
  }
}

it("R16: a wish to cancel is stored also where the last part of the stream is damaged", async () => {
  const store = memoryStore();
  const stream = resumableStream(speaker(["a"])(), { store, id: "chat" });
  await stream.ended;
  const { keys } = await store.list("");
  await store.set(keys.at(-1) ?? "", "damaged");
  await expect(cancelStream(store, "chat", "enough")).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  expect((await cancelRequested(store, "chat"))?.reason).toBe("enough");
});

describe("times that cannot work are refused before anything is begun", () => {
  const store = memoryStore();

  it.each([{ pollMs: 0 }, { pollMs: Number.NaN }, { ttlMs: 0 }, { waitMs: -1 }])("%o", (options) => {
    let begun = 0;
    const begin = (): AgentStream<undefined> => {
      begun += 1;
      return speaker(["a"])();
    };
    expect(() => resumableStream(begin, { store, id: "chat", ...options })).toThrow(ConfigError);
    expect(begun).toBe(0);
    if (!("ttlMs" in options)) expect(() => readStream(store, "chat", options)).toThrow(ConfigError);
  });

  it("of cancelling too, and no wish is stored", async () => {
    for (const options of [{ timeoutMs: Number.NaN }, { timeoutMs: 0 }, { ttlMs: -1 }]) {
      await expect(cancelStream(store, "chat", "x", options)).rejects.toThrow(ConfigError);
    }
    expect((await store.list("")).keys).toEqual([]);
  });

  it("a pause without end is no pause of nothing", async () => {
    const watch = watchStore(memoryStore());
    let looks = 0;
    const { get } = watch.store;
    const counted = {
      ...watch.store,
      get(key: string) {
        if (key.endsWith("cancel")) looks += 1;
        return get(key);
      },
    };
    const stream = resumableStream(speaker(["a", "b"], 30)(), {
      store: counted,
      id: "chat",
      pollMs: Number.POSITIVE_INFINITY,
    });
    await stream.ended;
    expect(looks).toBeLessThan(10);
  });
});

it("R16: a wish to cancel that is damaged is a wish all the same", async () => {
  const store = memoryStore();
  await cancelStream(store, "chat", "enough", { timeoutMs: 1 }).catch(() => undefined);
  const [key = ""] = (await store.list("")).keys;
  for (const damage of [7, null, [], { at: 7, reason: {} }]) {
    await store.set(key, damage);
    expect(await cancelRequested(store, "chat")).toEqual({ at: "" });
  }
  const corrupt: Store = {
    ...store,
    async get() {
      throw new StoreError("STORE_CORRUPT", "Damaged.", { store: "memory", key });
    },
  };
  expect(await cancelRequested(corrupt, "chat")).toEqual({ at: "" });
});
