import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoggedEvent, StreamEnd } from "../../src/contracts/event-log.ts";
import { AgentExecutionError, StoreError, type StoreErrorCode } from "../../src/core/errors/index.ts";
import type { RunEvent } from "../../src/core/events.ts";
import { eventLog } from "../../src/store/event-log.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { settle, watchRejections, watchSignal, watchTimers } from "../support/watch-leaks.ts";
import { watchStore } from "../support/watched-store.ts";

interface Numbered extends RunEvent {
  readonly number: number;
  readonly text?: string;
}

const end: StreamEnd = { outcome: "completed" };

const numbered = (from: number, to: number): Numbered[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    type: "numbered",
    runId: "r",
    rootRunId: "r",
    number: from + index,
  }));

/** The ids of a reading, which must be those of its events too. */
async function idsOf(reading: AsyncIterable<LoggedEvent<Numbered>>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id, event } of reading) {
    expect(event).toMatchObject({ number: Number(id) });
    ids.push(Number(id));
  }
  return ids;
}

const oneTo = (last: number, from = 1): number[] => numbered(from, last).map(({ number }) => number);

let rejections: ReturnType<typeof watchRejections>;
beforeEach(() => {
  rejections = watchRejections();
});
afterEach(async () => {
  await settle();
  rejections.restore();
  expect(rejections.seen).toEqual([]);
});

describe("eventLog", () => {
  it("gives what was stored, with ids from 1, and returns how the log ended", async () => {
    const store = memoryStore();
    const log = eventLog<Numbered>(store, "a/b ü");
    log.append(numbered(1, 3));
    await log.flushed();
    log.append(numbered(4, 5));
    await log.end({ outcome: "cancelled", reason: "enough" });
    const elsewhere = eventLog<Numbered>(watchStore(store).store, "a/b ü");
    for (const reader of [log, elsewhere]) {
      expect(await idsOf(reader.read())).toEqual([1, 2, 3, 4, 5]);
      expect(await idsOf(reader.read("0"))).toEqual([1, 2, 3, 4, 5]);
      expect(await idsOf(reader.read("5"))).toEqual([]);
      expect(await idsOf(reader.read("99"))).toEqual([]);
    }
    const reading = log.read("5");
    expect(await reading.next()).toEqual({ done: true, value: { outcome: "cancelled", reason: "enough" } });
    await expect(log.read("two").next()).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(log.read("-1").next()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("A1: gives every event once and in order at every cut, however events come and writes fall", async () => {
    const bursts = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(bursts, fc.boolean(), async (sizes, here) => {
        const store = memoryStore();
        const log = eventLog<Numbered>(store, "id");
        let last = 0;
        for (const size of sizes) {
          log.append(numbered(last + 1, last + size));
          last += size;
          if (size % 2 === 0) await log.flushed();
        }
        await log.end(end);
        const reader = here ? log : eventLog<Numbered>(watchStore(store).store, "id");
        for (let cut = 0; cut <= last; cut += 1) {
          const seen: number[] = [];
          for await (const { id } of reader.read()) {
            if (seen.length === cut) break;
            seen.push(Number(id));
          }
          expect([...seen, ...(await idsOf(reader.read(String(cut))))]).toEqual(oneTo(last));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("goes from what is stored to what comes, here and in another process", async () => {
    const store = memoryStore();
    const log = eventLog<Numbered>(store, "id");
    log.append(numbered(1, 2));
    const readings = [store, watchStore(store).store].map((one) =>
      idsOf(eventLog<Numbered>(one, "id", { pollMs: 5 }).read()),
    );
    for (let last = 2; last < 20; last += 2) {
      log.append(numbered(last + 1, last + 2));
      await settle(3);
    }
    await log.end(end);
    expect(await Promise.all(readings)).toEqual([oneTo(20), oneTo(20)]);
  });

  it("goes on where another process died, without a gap and without an id twice", async () => {
    const store = memoryStore();
    const first = eventLog<Numbered>(store, "id");
    first.append(numbered(1, 7));
    await first.flushed();
    const second = eventLog<Numbered>(watchStore(store).store, "id");
    second.append(numbered(8, 9));
    await second.end(end);
    expect(await idsOf(second.read())).toEqual(oneTo(9));
    // The first one was only believed dead: it must not write into what the second one wrote.
    first.append(numbered(8, 8));
    await expect(first.flushed()).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    expect(await idsOf(second.read())).toEqual(oneTo(9));
  });

  it("R13: goes on behind what was stored, at whichever write the process was killed", async () => {
    for (let kill = 0; kill < 6; kill += 1) {
      for (const landed of [false, true]) {
        const store = memoryStore();
        const watch = watchStore(store);
        let writes = 0;
        const die = (): void => {
          if (writes++ >= kill) throw failure("STORE_QUOTA");
        };
        if (landed) watch.afterSet = die;
        else watch.beforeSet = die;
        const first = eventLog<Numbered>(watch.store, "id");
        for (let from = 1; from <= 10; from += 2) {
          first.append(numbered(from, from + 1));
          await first.flushed().catch(() => undefined);
        }
        const stored = Math.min(10, 2 * (kill + (landed ? 1 : 0)));
        const next = eventLog<Numbered>(store, "id");
        next.append(numbered(stored + 1, stored + 3));
        await next.end(end);
        expect(await idsOf(next.read())).toEqual(oneTo(stored + 3));
      }
    }
  });

  it("R13: a reader is not left alone with a writer that died, and goes on with the next one", async () => {
    const store = memoryStore();
    const dead = eventLog<Numbered>(store, "id");
    dead.append(numbered(1, 2));
    await dead.flushed();
    const reading = idsOf(eventLog<Numbered>(store, "id", { pollMs: 5 }).read());
    const next = eventLog<Numbered>(watchStore(store).store, "id");
    next.append(numbered(3, 4));
    await next.end(end);
    expect(await reading).toEqual(oneTo(4));
  });

  it("refuses to go on behind an end", async () => {
    const store = memoryStore();
    await eventLog(store, "id").end(end);
    const again = eventLog<Numbered>(store, "id");
    again.append(numbered(1, 1));
    await expect(again.flushed()).rejects.toMatchObject({ name: "StreamError", code: "STREAM_ENDED" });
    await again.delete();
    expect((await store.list("")).keys).toEqual([]);
  });

  it("R15: writes each key once, few of them while the store is slow, and no timer runs here", async () => {
    const timers = watchTimers();
    const watch = watchStore(memoryStore());
    const log = eventLog<Numbered>(watch.store, "id");
    for (let number = 1; number <= 500; number += 1) {
      log.append(numbered(number, number));
      await undefined;
    }
    await log.end(end);
    expect(await idsOf(log.read())).toEqual(oneTo(500));
    expect(timers.started()).toBe(0);
    timers.restore();
    expect(new Set(watch.written).size).toBe(watch.written.length);
    expect(watch.written.length).toBeLessThan(10);
  });

  it("keeps no part above a mebibyte, unless one event is larger", async () => {
    const watch = watchStore(memoryStore());
    const log = eventLog<Numbered>(watch.store, "id");
    const text = "x".repeat(100_000);
    log.append(numbered(1, 30).map((event) => ({ ...event, text })));
    log.append([{ type: "numbered", runId: "r", rootRunId: "r", number: 31, text: "y".repeat(2_000_000) }]);
    await log.end(end);
    expect(watch.written.length).toBeGreaterThan(9);
    expect(await idsOf(log.read())).toEqual(oneTo(31));
  });

  it("stores errors as records, cuts circles, and says what it had to leave out", async () => {
    interface Odd extends RunEvent {
      readonly value: unknown;
    }
    const circle: Record<string, unknown> = { name: "circle" };
    circle.self = { circle };
    const shared = { a: 1 };
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const secret = new AgentExecutionError("key sk-abcdefghijklmnop", { cause: new Error("db.internal") });
    const values = [secret, circle, [shared, shared], 1n, () => 1, new Date(0), deep, "x".repeat(27_000_000)];
    const log = eventLog<Odd>(memoryStore(), "id");
    log.append(values.map((value) => ({ type: "odd", runId: "r", rootRunId: "r", value })));
    await log.end(end);
    const events: unknown[] = [];
    for await (const { event } of log.read()) events.push(event);
    const ids = { runId: "r", rootRunId: "r" };
    const odd = { type: "odd", ...ids };
    const omitted = { type: "stream.omitted", ...ids, omitted: "odd" };
    const error = { name: "AgentExecutionError", code: "AGENT_EXEC_FAILED", message: "key [redacted]" };
    expect(events).toMatchObject([
      { ...odd, value: error },
      { ...odd, value: { name: "circle", self: { circle: null } } },
      { ...odd, value: [{ a: 1 }, { a: 1 }] },
      { ...odd, value: "1" },
      odd,
      { ...odd, value: "1970-01-01T00:00:00.000Z" },
      omitted,
      omitted,
    ]);
    expect(JSON.stringify(events)).not.toContain("db.internal");
  });
});

describe("a log and its readers when the store fails", () => {
  it("tries again, and stores the same part once where a write was late", async () => {
    const watch = watchStore(memoryStore());
    let failures = 1;
    watch.beforeSet = () => {
      if (failures > 0 && failures--) throw failure("STORE_UNAVAILABLE");
    };
    watch.afterSet = (key) => {
      watch.afterSet = undefined;
      // Done, but told as if it were not.
      if (key) throw failure("STORE_UNAVAILABLE");
    };
    const log = eventLog<Numbered>(watch.store, "id");
    log.append(numbered(1, 3));
    await log.flushed();
    log.append(numbered(4, 4));
    await log.end(end);
    expect(await idsOf(log.read())).toEqual(oneTo(4));
  });

  it("a full store is the readers' and the caller's to know, and later events cost nothing", async () => {
    const watch = watchStore(memoryStore());
    const log = eventLog<Numbered>(watch.store, "id");
    log.append(numbered(1, 2));
    const reading = idsOf(log.read());
    await log.flushed();
    watch.beforeSet = () => {
      throw failure("STORE_QUOTA");
    };
    log.append(numbered(3, 3));
    await expect(log.flushed()).rejects.toMatchObject({ code: "STORE_QUOTA" });
    await expect(reading).rejects.toMatchObject({ code: "STORE_QUOTA" });
    log.append(numbered(4, 4));
    await expect(log.end(end)).rejects.toMatchObject({ code: "STORE_QUOTA" });
    const later = log.read("1");
    expect((await later.next()).value).toMatchObject({ id: "2" });
    await expect(later.next()).rejects.toMatchObject({ code: "STORE_QUOTA" });
  });

  it("R16: a damaged part and a lost part are typed errors, after what stands before them", async () => {
    const store = memoryStore();
    const log = eventLog<Numbered>(store, "id");
    for (const from of [1, 3, 5]) {
      log.append(numbered(from, from + 1));
      await log.flushed();
    }
    await log.end(end);
    const { keys } = await store.list("");
    const third = keys[1] ?? "";
    const second = (): Promise<number[]> =>
      idsOf(eventLog<Numbered>(watchStore(store).store, "id", { waitMs: 20, pollMs: 5 }).read("1"));
    for (const damage of [
      7,
      null,
      {},
      { from: 3, by: "x", events: [{}] },
      { from: 4, by: "x", events: [] },
    ]) {
      await store.set(third, damage);
      await expect(second()).rejects.toMatchObject({ code: "STORE_CORRUPT", key: third });
    }
    await store.delete(third);
    await expect(second()).rejects.toMatchObject({ code: "STORE_CORRUPT", key: third });
  });

  it("a log that is not there, or is deleted under its reader, is told", async () => {
    const store = memoryStore();
    const options = { waitMs: 20, pollMs: 5 };
    const notFound = { name: "StreamError", code: "STREAM_NOT_FOUND", stream: "id" };
    await expect(eventLog(store, "id", options).read().next()).rejects.toMatchObject(notFound);
    await expect(eventLog(store, "id", { waitMs: 0 }).read("5").next()).rejects.toMatchObject(notFound);
    const log = eventLog<Numbered>(store, "id");
    log.append(numbered(1, 1));
    await log.flushed();
    const reading = idsOf(eventLog<Numbered>(watchStore(store).store, "id", options).read());
    await settle();
    await log.delete();
    await expect(reading).rejects.toMatchObject(notFound);
    await expect(eventLog(store, "").read().next()).rejects.toMatchObject({ code: "STORE_INVALID_KEY" });
    await expect(eventLog(store, "").end(end)).rejects.toMatchObject({ code: "STORE_INVALID_KEY" });
  });

  it("a reader that aborts leaves no listener and no timer, here and elsewhere", async () => {
    const store = memoryStore();
    const log = eventLog<Numbered>(store, "id");
    log.append(numbered(1, 2));
    await log.flushed();
    const timers = watchTimers();
    for (const one of [store, watchStore(store).store]) {
      const watch = watchSignal();
      const reading = eventLog<Numbered>(one, "id").read("1", { signal: watch.signal });
      expect((await reading.next()).value).toMatchObject({ id: "2" });
      const waiting = reading.next();
      await new Promise((resolve) => setTimeout(resolve, 40));
      watch.abort("left");
      await expect(waiting).rejects.toBe("left");
      expect(watch.added()).toBeGreaterThan(0);
      expect(watch.left()).toBe(0);
      expect(await reading.next()).toEqual({ done: true, value: undefined });
    }
    expect(timers.left()).toBe(0);
    timers.restore();
    await log.end(end);
  });
});

function failure(code: StoreErrorCode): StoreError {
  return new StoreError(code, "It failed.", { store: "test" });
}
