import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefinedPin } from "../../../src/contracts/refined-prompt.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { abortable } from "../../../src/core/abort.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import type { CompiledOnce } from "../../../src/prompt/refine/refine-options.ts";
import type { WebLocks } from "../../../src/prompt/refine/web-lock.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { type VirtualClock, virtualClock } from "../../support/virtual-clock.ts";
import { watchStore } from "../../support/watched-store.ts";
import { PIN_KEY, pinOf, readPin, wantPin } from "./fleet.ts";

const LEASE_MS = 12_000;

/** Members that compile for a while, and count. */
function fleet(clock: VirtualClock, store: Store = memoryStore({ now: clock.now })) {
  const timing = { now: clock.now, wait: clock.wait, locks: null };
  const counted = { compilations: 0 };
  const compile = (milliseconds: number) => async (): Promise<RefinedPin> => {
    counted.compilations += 1;
    const text = `take ${counted.compilations}`;
    await clock.wait(milliseconds);
    return pinOf(text);
  };
  return { store, timing, counted, compile };
}

describe("one pin for all who share an atomic store", () => {
  it("C22: fifty on a cold key compile once and get the same text", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const all = Array.from({ length: 50 }, () => wantPin({ store, timing, compile: compile(40_000) }));
    const done = await clock.run(Promise.all(all));
    expect(new Set(done.map(({ pin }) => pin.text))).toEqual(new Set(["take 1"]));
    expect(done.filter(({ from }) => from === "model")).toHaveLength(1);
    expect(counted.compilations).toBe(1);
    expect((await store.list("")).keys).toEqual([PIN_KEY]);
  });

  it("C22: a holder that dies while it compiles is replaced by one of those who wait", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const holder = mortal(store);
    // Nothing of a dead one goes on, its signs of life neither.
    wantPin({ store: holder.store, timing, compile: compile(1e9) }).catch(() => {});
    await clock.run(clock.wait(20_000));
    holder.die();
    const since = clock.now();
    const others = Array.from({ length: 20 }, () => wantPin({ store, timing, compile: compile(3000) }));
    const done = await clock.run(Promise.all(others));
    expect(new Set(done.map(({ pin }) => pin.text))).toEqual(new Set(["take 2"]));
    expect(counted.compilations).toBe(2);
    expect(clock.now() - since).toBeLessThan(LEASE_MS + 6000);
  });

  it("a holder whose compilation hangs is replaced by one of those who wait", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const hanging = wantPin({ store, timing, compile: compile(3_600_000) });
    await clock.run(clock.wait(100));
    const others = Array.from({ length: 20 }, () => wantPin({ store, timing, compile: compile(3000) }));
    const done = await clock.run(Promise.all([hanging, ...others]));
    expect(new Set(done.map(({ pin }) => pin.text))).toEqual(new Set(["take 2"]));
    expect(counted.compilations).toBe(2);
  });

  it("C22: a holder that slept longer than its lease gets the pin that holds, also where that is still made", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const asleep = { ...timing, wait: (ms: number, signal?: AbortSignal) => clock.wait(ms + 60_000, signal) };
    const late = wantPin({ store, timing: asleep, compile: compile(LEASE_MS + 4000) });
    await clock.run(clock.wait(100));
    const other = wantPin({ store, timing, compile: compile(20_000) });
    const [first, second] = await clock.run(Promise.all([late, other]));
    expect(counted.compilations).toBe(2);
    expect([first.pin.text, second.pin.text]).toEqual(["take 2", "take 2"]);
    expect(first.from).toBe("store");
    expect((await readPin(store)).pin?.text).toBe("take 2");
  });

  it("a holder that compiles for long keeps its lease by signs of life", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const all = [1, 2, 3].map(() => wantPin({ store, timing, compile: compile(10 * LEASE_MS) }));
    await clock.run(Promise.all(all));
    expect(counted.compilations).toBe(1);
  });

  it("a lease whose holder's clock is years ahead, or behind, lasts as long as any other", async () => {
    for (const years of [10, -10]) {
      const clock = virtualClock();
      const { store, timing, counted, compile } = fleet(clock);
      const expiresAt = clock.now() + years * 31_557_600_000;
      await store.set(`${PIN_KEY}/lease`, { owner: "dead", fence: 7, expiresAt });
      const numbers: number[] = [];
      const since = clock.now();
      await clock.run(
        wantPin({
          store,
          timing,
          compile: ({ number }) => {
            numbers.push(number);
            return compile(1000)();
          },
        }),
      );
      expect(clock.now() - since).toBeLessThan(LEASE_MS + 3000);
      expect(numbers).toEqual([8]);
      expect(counted.compilations).toBe(1);
    }
  });

  it("a compilation that fails rejects and frees the lease: the next one tries", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const failing = wantPin({
      store,
      timing,
      compile: async () => {
        await clock.wait(500);
        throw new Error("The refiner is down.");
      },
    });
    const failed = failing.catch((error: Error) => error.message);
    const since = clock.now();
    const next = wantPin({ store, timing, compile: compile(500) });
    const [message, { pin }] = await clock.run(Promise.all([failed, next]));
    expect(message).toBe("The refiner is down.");
    expect(pin.text).toBe("take 1");
    expect(counted.compilations).toBe(1);
    expect(clock.now() - since).toBeLessThan(3000);
  });

  it("C18: who stops waiting stops at once; a holder that is stopped frees the lease", async () => {
    const clock = virtualClock();
    const { store, timing, compile } = fleet(clock);
    const stopHolder = new AbortController();
    const stopWaiter = new AbortController();
    const holder = wantPin({
      store,
      timing,
      signal: stopHolder.signal,
      compile: ({ signal }) => clock.wait(90_000, signal).then(() => pinOf("never")),
    }).catch((reason: unknown) => reason);
    await clock.run(clock.wait(100));
    const waiter = wantPin({ store, timing, signal: stopWaiter.signal, compile: compile(1) }).catch(
      (reason: unknown) => reason,
    );
    await clock.run(clock.wait(500));
    stopWaiter.abort("enough");
    expect(await clock.run(waiter)).toBe("enough");
    stopHolder.abort("stopped");
    expect(await clock.run(holder)).toBe("stopped");
    expect((await store.list("")).keys).toEqual([]);
  });

  it("who waits longer than is sensible compiles beside the others, and one pin holds", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const warnings = new Set<string>();
    const slow = wantPin({ store, timing, compile: compile(600_000) });
    await clock.run(clock.wait(100));
    const quick = wantPin({ store, timing: { ...timing, waitMs: 30_000 }, compile: compile(1000), warnings });
    const [first, second] = await clock.run(Promise.all([slow, quick]));
    expect([first.pin.text, second.pin.text]).toEqual(["take 2", "take 2"]);
    expect([...warnings]).toEqual([expect.stringContaining("60000 ms")]);
    expect(counted.compilations).toBe(2);
  });
});

describe("a store that fails", () => {
  it.each(["get", "set", "delete"] as const)("C6: in %s is no reason to fail", async (method) => {
    const clock = virtualClock();
    const { timing, compile } = fleet(clock);
    const warnings = new Set<string>();
    const broken: Store = {
      ...memoryStore(),
      [method]: async () => {
        throw new StoreError("STORE_UNAVAILABLE", "The store cannot be reached.", { store: "memory" });
      },
    };
    const { pin } = await clock.run(wantPin({ store: broken, timing, compile: compile(10), warnings }));
    expect(pin.text).toBe("take 1");
    expect(warnings.size > 0).toBe(method !== "delete");
  });

  it("C5: that does not answer is not waited for", { timeout: 5000 }, async () => {
    const { set } = memoryStore();
    const hanging: Store = {
      ...memoryStore(),
      set: (key, ...rest) => (key === PIN_KEY ? set(key, ...rest) : new Promise(() => {})),
    };
    const warnings = new Set<string>();
    const { pin } = await wantPin({
      store: hanging,
      timing: { locks: null },
      timeoutMs: 30,
      compile: async () => pinOf("alone"),
      warnings,
    });
    expect(pin.text).toBe("alone");
    expect(warnings.size).toBe(1);
  });

  it("a lease whose writing was confirmed to nobody is the writer's all the same", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const watch = watchStore(store);
    let lost = 0;
    watch.afterSet = (key) => {
      if (!key.endsWith("/lease") || lost > 1) return;
      lost += 1;
      throw new StoreError("STORE_TIMEOUT", "No answer.", { store: "memory" });
    };
    const { pin } = await clock.run(wantPin({ store: watch.store, timing, compile: compile(LEASE_MS) }));
    expect(pin.text).toBe("take 1");
    expect(counted.compilations).toBe(1);
    expect((await store.list("")).keys).toEqual([PIN_KEY]);
  });

  it("what is no lease under the key of the lease is written over", async () => {
    const clock = virtualClock();
    const { store, timing, compile } = fleet(clock);
    for (const value of [null, 42, "", { owner: 1 }]) {
      await store.set(`${PIN_KEY}/lease`, value);
      await store.delete(PIN_KEY);
      const { from } = await clock.run(wantPin({ store, timing, compile: compile(10) }));
      expect(from).toBe("model");
    }
  });
});

describe("Web Locks", () => {
  it("spare the others the looking: each asks the store once it is its turn", async () => {
    const clock = virtualClock();
    const { store, timing, counted, compile } = fleet(clock);
    const watch = watchStore(store);
    const locks = queueing();
    const all = Array.from({ length: 10 }, () =>
      wantPin({ store: watch.store, timing: { ...timing, locks }, compile: compile(30_000) }),
    );
    const done = await clock.run(Promise.all(all));
    expect(new Set(done.map(({ pin }) => pin.text)).size).toBe(1);
    expect(counted.compilations).toBe(1);
    expect(watch.gets).toBeLessThan(15);
  });

  it("that a page may not have, or that one holds for ever, are done without", async () => {
    const refusing: WebLocks = {
      request: async () => Promise.reject(new DOMException("No.", "SecurityError")),
    };
    const stuck: WebLocks = {
      request: (_name, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    };
    for (const locks of [refusing, stuck]) {
      const store = memoryStore();
      const { pin } = await wantPin({
        store,
        timing: { locks, waitMs: 20 },
        compile: async () => pinOf("x"),
      });
      expect(pin.text).toBe("x");
    }
  });

  it("stop waiting with the signal, and pass on what the work fails with", async () => {
    const locks = queueing();
    const store = memoryStore();
    const stopped = wantPin({
      store,
      timing: { locks },
      signal: AbortSignal.abort("enough"),
      compile: async () => pinOf("x"),
    });
    await expect(stopped).rejects.toBe("enough");
    const failing = wantPin({
      store,
      timing: { locks },
      compile: async () => {
        throw new Error("down");
      },
    });
    await expect(failing).rejects.toThrow("down");
  });
});

it("C22: of a thousand random fleets, in which members are slow, fall asleep, die or fail, each has one pin", async () => {
  const member = fc.record({
    starts: fc.integer({ min: 0, max: 30_000 }),
    compiles: fc.integer({ min: 0, max: 40_000 }),
    /** How long each step of the store takes. */
    store: fc.integer({ min: 0, max: 400 }),
    fate: fc.constantFrom("well", "well", "well", "sleeps", "dies", "fails"),
    fateAt: fc.integer({ min: 0, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: 2, maxLength: 6 }), async (members) => {
      const clock = virtualClock();
      const store = memoryStore({ now: clock.now });
      let compilations = 0;
      let written = 0;
      const wanted = members.map(async (one, index) => {
        let steps = 0;
        /** Each await of a member: after it, the member may have slept for long or be dead. */
        const step = async (ms: number): Promise<void> => {
          await clock.wait(ms);
          if (steps++ !== one.fateAt) return;
          if (one.fate === "dies") await new Promise(() => {});
          if (one.fate === "sleeps") await clock.wait(100_000);
        };
        const call = async <Value>(work: () => Promise<Value>): Promise<Value> => {
          await step(one.store);
          const value = await work();
          await step(one.store);
          return value;
        };
        const slow: Store = {
          ...store,
          get: (key) => call(() => store.get(key)),
          delete: (key, options) => call(() => store.delete(key, options)),
          set: (key, value, options) =>
            call(async () => {
              const entry = await store.set(key, value, options);
              if (key === PIN_KEY) written += 1;
              return entry;
            }),
        };
        await clock.wait(one.starts);
        return wantPin({
          store: slow,
          timing: { now: clock.now, wait: (ms, signal) => abortable(step(ms), signal), locks: null },
          compile: async () => {
            compilations += 1;
            await step(one.compiles);
            if (one.fate === "fails") throw new Error("down");
            return pinOf(`of ${index}`);
          },
        }).catch((error: Error) => error.message);
      });
      const living = wanted.filter((_, index) => members[index]?.fate !== "dies");
      if (living.length === 0) return;
      const done = await clock.run(Promise.all(living));
      const texts = done.filter((one): one is CompiledOnce => typeof one !== "string");
      const { pin } = await readPin(store);
      expect(new Set(texts.map((one) => one.pin.text))).toEqual(new Set(texts.length > 0 ? [pin?.text] : []));
      expect(done.filter((one) => one === "down").length).toBe(done.length - texts.length);
      expect(written).toBeLessThanOrEqual(1);
      if (members.every(({ fate }) => fate === "well")) expect(compilations).toBe(1);
    }),
    { numRuns: 1000 },
  );
}, 60_000);

/** A handle of a store whose process can die: whatever waits for the store then waits for ever. */
function mortal(store: Store): { readonly store: Store; die(): void } {
  let isDead = false;
  const alive = <Value>(work: () => Promise<Value>): Promise<Value> =>
    isDead ? new Promise<never>(() => {}) : work();
  return {
    store: {
      ...store,
      get: (key) => alive(() => store.get(key)),
      set: (...given) => alive(() => store.set(...given)),
      delete: (...given) => alive(() => store.delete(...given)),
    },
    die: () => {
      isDead = true;
    },
  };
}

/** Locks as a browser has them, one after the other. */
function queueing(): WebLocks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async request(_name, { signal }, work) {
      const turn = last;
      let end = (): void => {};
      last = new Promise<void>((resolve) => {
        end = resolve;
      });
      await turn;
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        end();
      }
    },
  };
}
