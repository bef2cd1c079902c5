import { describe, expect, it } from "vitest";
import type { StoreDriver, StoreFailure } from "../../src/contracts/store.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { defineStore } from "../../src/store/define-store.ts";

/** A driver whose platform does what a test says; the rest of it works. */
function driver(parts: Partial<StoreDriver> = {}): StoreDriver {
  return {
    name: "probe",
    batches: true,
    traits: { atomic: true, durable: false, ttl: true, eventual: false },
    read: async () => undefined,
    commit: async (changes) => ({ existed: changes.map(() => false) }),
    keys: async () => ({ keys: [] }),
    ...parts,
  };
}

const never = (): Promise<never> => new Promise(() => undefined);
const quotaError = (): DOMException => new DOMException("full", "QuotaExceededError");

describe("a platform that hangs", () => {
  const store = defineStore(driver({ read: never, commit: never, keys: never, close: never }), {
    timeoutMs: 5,
  });
  it.each([
    ["get", () => store.get("key")],
    ["set", () => store.set("key", 1)],
    ["delete", () => store.delete("key")],
    ["list", () => store.list("key")],
    ["batch", () => store.batch?.([{ type: "set", key: "key", value: 1 }])],
    ["close", () => store.close?.()],
  ])("ends %s with STORE_TIMEOUT, which names the limit", async (_, operation) => {
    const error = await operation()?.then(undefined, (cause: unknown) => cause);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: "STORE_TIMEOUT", limit: 5, retryable: true, store: "probe" });
    expect(String(error)).toContain("5 ms");
  });

  it("leaves no unhandled rejection when its answer comes late", async () => {
    let reject: (error: Error) => void = () => undefined;
    const late = new Promise<never>((_, fail) => {
      reject = fail;
    });
    await expect(
      defineStore(driver({ read: () => late }), { timeoutMs: 5 }).get("key"),
    ).rejects.toMatchObject({
      code: "STORE_TIMEOUT",
    });
    reject(new Error("late"));
    await Promise.resolve();
  });
});

describe("errors of a platform", () => {
  const failing = (cause: unknown, failure?: StoreDriver["failure"]): StoreDriver => {
    const fail = async (): Promise<never> => {
      throw cause;
    };
    return driver({ read: fail, commit: fail, keys: fail, ...(failure ? { failure } : {}) });
  };

  it("are STORE_UNAVAILABLE where nothing more is known, with their cause", async () => {
    const cause = new Error("the wire was cut");
    const store = defineStore(failing(cause));
    for (const operation of [store.get("key"), store.set("key", 1), store.delete("key"), store.list("key")]) {
      const error = await operation.then(undefined, (thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "STORE_UNAVAILABLE", cause, key: "key", retryable: true });
      expect(String(error)).toContain("the wire was cut");
    }
  });

  it("are STORE_QUOTA where the web says that there is no room", async () => {
    await expect(defineStore(failing(quotaError())).set("key", 1)).rejects.toMatchObject({
      code: "STORE_QUOTA",
      category: "quota",
    });
  });

  it("are what the driver says", async () => {
    const failure = (cause: unknown): StoreFailure => ({ code: "STORE_UNSUPPORTED", message: `no ${cause}` });
    await expect(defineStore(failing("luck", failure)).get("key")).rejects.toMatchObject({
      code: "STORE_UNSUPPORTED",
      message: "no luck",
      retryable: false,
    });
  });

  it("go through as they are where a driver threw a StoreError", async () => {
    const error = new StoreError("STORE_CORRUPT", "not ours", { store: "probe", key: "key" });
    await expect(defineStore(failing(error)).get("key")).rejects.toBe(error);
  });

  it("are told of platforms that throw at once, or throw what is no error", async () => {
    const store = defineStore(
      driver({
        read: () => {
          throw new TypeError("not a function");
        },
        commit: () => Promise.reject(undefined),
      }),
    );
    await expect(store.get("key")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.set("key", 1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
});

describe("what a driver is given and what it gives", () => {
  it.each(["", "{", "undefined", "{'a':1}"])(
    "the text %j is STORE_CORRUPT, and the message names the key",
    async (text) => {
      const store = defineStore(driver({ read: async () => ({ text, version: "1" }) }));
      const error = await store.get("some key").then(undefined, (thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "STORE_CORRUPT", key: "some key" });
      expect(String(error)).toContain("some key");
    },
  );

  it("an expired record is absent whatever the driver reads", async () => {
    const record = { text: "1", version: "1", expiresAt: 1000 };
    let time = 999;
    const store = defineStore(driver({ read: async () => record }), { now: () => time });
    expect(await store.get("key")).toEqual({ value: 1, version: "1" });
    time = 1000;
    expect(await store.get("key")).toBeUndefined();
  });

  it("the end of an entry is a whole millisecond, and what is endless has none", async () => {
    const ends: (number | undefined)[] = [];
    const commit: StoreDriver["commit"] = async (changes) => {
      ends.push(...changes.map(({ record }) => record?.expiresAt));
      return { existed: [false] };
    };
    const store = defineStore(driver({ commit }), { now: () => 10.25 });
    for (const ttlMs of [1, 0.1, undefined, Number.POSITIVE_INFINITY, 1e300])
      await store.set("key", 1, { ttlMs });
    expect(ends).toEqual([12, 11, undefined, undefined, undefined]);
  });

  it("a driver that cannot do several things at once makes a store without batch", () => {
    expect(defineStore(driver({ batches: false })).batch).toBeUndefined();
    expect(defineStore(driver()).batch).toBeTypeOf("function");
  });

  it("a driver without close makes a store without it; errors of closing are told", async () => {
    expect(defineStore(driver()).close).toBeUndefined();
    let closed = 0;
    const close = async (): Promise<void> => {
      closed += 1;
      if (closed > 1) throw new Error("closed already");
    };
    const store = defineStore(driver({ close }));
    await store.close?.();
    await expect(store.close?.()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("traits may change, as where a store falls back to another home", () => {
    let durable = true;
    const store = defineStore({
      ...driver(),
      get traits() {
        return { atomic: true, durable, ttl: true, eventual: false };
      },
    });
    expect(store.traits.durable).toBe(true);
    durable = false;
    expect(store.traits.durable).toBe(false);
  });
});

it.each([0, -1, Number.NaN])("a timeout of %d is a wrong configuration", (timeoutMs) => {
  expect(() => defineStore(driver(), { timeoutMs })).toThrow(ConfigError);
});
