import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { indexedDBStore } from "../../../runtimes/browser/indexed-db-store.ts";
import { config } from "../../../src/core/config.ts";
import type { StoreError } from "../../../src/core/errors/store-errors.ts";

let name = "";
beforeEach(() => {
  name = `trouble-${crypto.randomUUID()}`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "storage");
  config({ logger: undefined });
  await deleteDB(name);
});

const refusal = (operation: Promise<unknown>): Promise<unknown> =>
  operation.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Lets every opening fail as a private window or a page without an origin does. */
function refuseToOpen(error: string): void {
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", error);
  });
}

/** Lets openings begin and never end. */
function neverOpen(): void {
  const { open } = IDBFactory.prototype;
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (this: IDBFactory, database) {
    const request = open.call(this, database);
    vi.spyOn(request, "addEventListener").mockImplementation(() => undefined);
    request.onsuccess = () => request.result.close();
    return request;
  });
}

describe("R23: a browser that gives no database", () => {
  const ways: Record<string, () => void> = {
    "there is none": () => vi.stubGlobal("indexedDB", undefined),
    "access is denied": () => refuseToOpen("SecurityError"),
    "a private window allows no changes": () => refuseToOpen("InvalidStateError"),
    "opening never ends": neverOpen,
  };
  for (const [way, refuse] of Object.entries(ways)) {
    it(`the store goes on in memory and says so once: ${way}`, async () => {
      refuse();
      const warn = vi.fn();
      const onFallback = vi.fn<(error: StoreError) => void>();
      config({ logger: { warn } });
      const store = indexedDBStore(name, { onFallback, openTimeoutMs: 20 });
      expect(store.traits.durable).toBe(true);
      const [first] = await Promise.all([store.set("a", 1), store.set("b", 2), store.get("c")]);
      expect(await store.get("a")).toEqual({ value: 1, version: first.version });
      expect((await store.list("")).keys).toEqual(["a", "b"]);
      expect(store.traits).toMatchObject({ durable: false, atomic: true });
      expect(onFallback).toHaveBeenCalledOnce();
      expect(onFallback.mock.calls[0]?.[0]).toMatchObject({ code: "STORE_UNAVAILABLE", store: "indexedDB" });
      expect(warn).toHaveBeenCalledOnce();
      expect(warn.mock.calls[0]?.[2]).toContain(name);
      await store.close?.();
      expect((await store.get("a"))?.value).toBe(1);
    });

    it(`every operation ends with STORE_UNAVAILABLE where no fallback is wanted: ${way}`, async () => {
      refuse();
      const onFallback = vi.fn();
      const store = indexedDBStore(name, { fallback: false, onFallback, openTimeoutMs: 20 });
      for (const operation of [store.get("a"), store.set("a", 1), store.list("")]) {
        expect(await refusal(operation)).toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
      }
      expect(onFallback).not.toHaveBeenCalled();
      expect(store.traits.durable).toBe(true);
    });
  }

  it("the first operation is done also where who is told of the fallback throws", async () => {
    refuseToOpen("SecurityError");
    const onFallback = vi.fn(() => {
      throw new Error("of the application");
    });
    const store = indexedDBStore(name, { onFallback });
    await store.set("a", 1);
    expect((await store.get("a"))?.value).toBe(1);
    expect(onFallback).toHaveBeenCalledOnce();
  });

  it("no memory takes the place of a database that was open before", async () => {
    const store = indexedDBStore(name);
    await store.set("a", 1);
    await store.close?.();
    refuseToOpen("SecurityError");
    expect(await refusal(store.get("a"))).toMatchObject({ code: "STORE_UNAVAILABLE" });
    vi.restoreAllMocks();
    expect((await store.get("a"))?.value).toBe(1);
    expect(store.traits.durable).toBe(true);
  });

  it("an error that may pass is told, and the next use opens anew", async () => {
    refuseToOpen("UnknownError");
    const store = indexedDBStore(name);
    expect(await refusal(store.get("a"))).toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
    vi.restoreAllMocks();
    expect(await store.get("a")).toBeUndefined();
    expect(store.traits.durable).toBe(true);
  });
});

describe("R23: another tab", () => {
  it("that upgrades the database is not blocked, and older code is told to reload", async () => {
    const store = indexedDBStore(name);
    await store.set("a", 1);
    const newer = await openDB(name, 7, { blocked: () => expect.unreachable("the store blocks an upgrade") });
    const error = await refusal(store.get("a"));
    expect(error).toMatchObject({ code: "STORE_UNSUPPORTED", retryable: false });
    expect(String(error)).toMatch(/newer code.*Reload/);
    expect(store.traits.durable).toBe(true);
    expect(await newer.get("entries", "a")).toMatchObject({ text: "1" });
    newer.close();
  });

  it("that deletes the database is not blocked, and the store begins anew", async () => {
    const store = indexedDBStore(name);
    await store.set("a", 1);
    await deleteDB(name, { blocked: () => expect.unreachable("the store blocks a removal") });
    expect(await store.get("a")).toBeUndefined();
    await store.set("a", 2);
    expect((await store.get("a"))?.value).toBe(2);
    await store.close?.();
  });

  it("that holds an old version open ends in a timeout that says so, and opening goes on when it is closed", async () => {
    await indexedDBStore(name).close?.();
    const old = await openDB(name, 1, {
      upgrade(database) {
        database.createObjectStore("entries", { keyPath: "key" }).createIndex("expiresAt", "expiresAt");
      },
    });
    // As code with the next schema would open it.
    const { open } = IDBFactory.prototype;
    vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (this: IDBFactory, database) {
      const request = open.call(this, database, 2);
      request.addEventListener("upgradeneeded", (event) => event.stopImmediatePropagation());
      return request;
    });
    const store = indexedDBStore(name, { openTimeoutMs: 500 });
    const error = await refusal(store.set("a", 1));
    expect(error).toMatchObject({ code: "STORE_TIMEOUT", limit: 500 });
    expect(String(error)).toContain("another tab");
    expect(store.traits.durable).toBe(true);
    old.close();
    await vi.waitFor(() => store.set("a", 2), { timeout: 20_000 });
    expect((await store.get("a"))?.value).toBe(2);
    await store.close?.();
  });

  it("of newer code leaves a database that is not opened any more", async () => {
    (await openDB(name, 3)).close();
    const store = indexedDBStore(name);
    expect(await refusal(store.set("a", 1))).toMatchObject({ code: "STORE_UNSUPPORTED" });
    expect(store.traits.durable).toBe(true);
  });

  it.each<[string, (name: string) => Promise<{ close(): void }>]>([
    [
      "other rows",
      (other) => openDB(other, 1, { upgrade: (database) => void database.createObjectStore("notes") }),
    ],
    [
      "the same name for other rows",
      (other) => openDB(other, 1, { upgrade: (database) => void database.createObjectStore("entries") }),
    ],
  ])("of another program has a database of the same name with %s: refused, untouched", async (_, make) => {
    (await make(name)).close();
    const store = indexedDBStore(name);
    const error = await refusal(store.set("a", 1));
    expect(error).toMatchObject({ code: "STORE_UNSUPPORTED" });
    expect(String(error)).toContain(name);
    expect(await refusal(store.get("a"))).toMatchObject({ code: "STORE_UNSUPPORTED" });
    const other = await openDB(name);
    for (const each of other.objectStoreNames) expect(await other.count(each)).toBe(0);
    other.close();
  });
});

describe("a connection that is lost", () => {
  it("is opened again where the browser says that it closed it", async () => {
    const opened = vi.spyOn(IDBFactory.prototype, "open");
    const store = indexedDBStore(name);
    await store.set("a", 1);
    const request: IDBOpenDBRequest = opened.mock.results[0]?.value;
    request.result.dispatchEvent(new Event("close"));
    await store.set("a", 2);
    expect((await store.get("a"))?.value).toBe(2);
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it.each(["InvalidStateError", "UnknownError", "AbortError"])("is opened again after %s", async (error) => {
    const store = indexedDBStore(name);
    await store.set("a", 1);
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException(
        "Connection to Indexed Database server lost. Refresh the page to try again",
        error,
      );
    });
    expect((await store.get("a"))?.value).toBe(1);
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("The database connection is closing.", error);
    });
    await store.set("a", 2);
    expect((await store.get("a"))?.value).toBe(2);
  });

  it("ends with STORE_UNAVAILABLE where it is lost again at once", async () => {
    const store = indexedDBStore(name);
    await store.set("a", 1);
    const lost = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    });
    expect(await refusal(store.get("a"))).toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
    lost.mockRestore();
    expect((await store.get("a"))?.value).toBe(1);
    expect(store.traits.durable).toBe(true);
  });

  /** Turns the news that the next transaction was written into the news that it was not. */
  function loseAnswer(): void {
    const { addEventListener } = IDBTransaction.prototype;
    let lost = 0;
    vi.spyOn(IDBTransaction.prototype, "addEventListener").mockImplementation(function (
      this: IDBTransaction,
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      const turns = type === "complete" && this.mode === "readwrite" && lost === 0;
      if (turns) lost += 1;
      const tell = turns ? () => void this.dispatchEvent(new Event("abort")) : listener;
      addEventListener.call(this, type, tell);
    });
  }

  it("after a write that was done is no reason to write it again, nor to call it a lost race", async () => {
    const store = indexedDBStore(name);
    await store.get("a");
    loseAnswer();
    const { version } = await store.set("a", 1, { ifVersion: null });
    expect(await store.get("a")).toEqual({ value: 1, version });
  });

  it("after a removal of a version leaves open whether it was done", async () => {
    const store = indexedDBStore(name);
    const { version } = await store.set("a", 1);
    loseAnswer();
    expect(await refusal(store.delete("a", { ifVersion: version }))).toMatchObject({
      code: "STORE_TIMEOUT",
      key: "a",
    });
    expect(await store.get("a")).toBeUndefined();
  });
});

describe("R23: a full disk", () => {
  it.each(["QuotaExceededError", "NS_ERROR_DOM_INDEXEDDB_QUOTA_ERR", "NS_ERROR_FILE_NO_DEVICE_SPACE"])(
    "is STORE_QUOTA where a put ends with %s, and the old value stays",
    async (error) => {
      const store = indexedDBStore(name);
      const { version } = await store.set("a", "old");
      vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
        throw new DOMException("", error);
      });
      const refused = store.batch?.([
        { type: "set", key: "a", value: "new" },
        { type: "delete", key: "b" },
      ]);
      expect(await refusal(Promise.resolve(refused))).toMatchObject({
        code: "STORE_QUOTA",
        category: "quota",
      });
      expect(await refusal(store.set("a", "new"))).toMatchObject({ code: "STORE_QUOTA", category: "quota" });
      vi.restoreAllMocks();
      expect(await store.get("a")).toEqual({ value: "old", version });
    },
  );

  it.each([
    ["STORE_QUOTA", "there is no room", { usage: 990, quota: 1000 }],
    ["STORE_UNAVAILABLE", "there is room", { usage: 10, quota: 1000 }],
  ])("is %s where a transaction is given up without a reason and %s", async (code, _, estimate) => {
    const store = indexedDBStore(name);
    await store.set("a", "old");
    // Not every engine has it; what is set on the object itself hides it and is taken away afterwards.
    const storage = { estimate: async () => estimate };
    Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, row) {
      const request = put.call(this, row);
      this.transaction.abort();
      return request;
    });
    expect(await refusal(store.set("a", "new"))).toMatchObject({ code });
    vi.restoreAllMocks();
    expect((await store.get("a"))?.value).toBe("old");
  });

  // Only Chromium lets a page have a share of the disk that is small enough to be filled.
  it.runIf("storageBuckets" in navigator)(
    "is STORE_QUOTA where the browser's own limit is reached",
    async () => {
      const bucket = await storageBuckets().open(name, { quota: 3_000_000 });
      vi.stubGlobal("indexedDB", bucket.indexedDB);
      try {
        const store = indexedDBStore(name);
        const { version } = await store.set("a", "old");
        const large = randomText(4_000_000);
        const error = await refusal(store.set("a", large));
        expect(error).toMatchObject({ code: "STORE_QUOTA", category: "quota", key: "a" });
        const batch = store.batch?.([
          { type: "set", key: "b", value: 1 },
          { type: "set", key: "c", value: large },
        ]);
        expect(await refusal(Promise.resolve(batch))).toMatchObject({ code: "STORE_QUOTA" });
        expect((await store.list("")).keys).toEqual(["a"]);
        expect(await store.get("a")).toEqual({ value: "old", version });
        expect(await store.delete("a")).toBe(true); // what the message advises
        await store.close?.();
      } finally {
        await storageBuckets().delete(name);
      }
    },
  );
});

interface StorageBuckets {
  open(name: string, options: { quota: number }): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

/** The Storage Buckets API, which is in no library of TypeScript yet. */
function storageBuckets(): StorageBuckets {
  return Reflect.get(navigator, "storageBuckets");
}

/** Text that cannot be made shorter by packing. */
function randomText(length: number): string {
  const bytes = new Uint8Array(length);
  for (let start = 0; start < length; start += 65_536)
    crypto.getRandomValues(bytes.subarray(start, start + 65_536));
  return Array.from(bytes, (byte) => String.fromCharCode(48 + (byte & 63))).join("");
}

it("a worker and its page share a store, and neither loses a step of a counter", async () => {
  const worker = new Worker(new URL("./store-in-worker.ts", import.meta.url), { type: "module" });
  const store = indexedDBStore(name);
  await store.set("count", 0);
  const done = new Promise<unknown>((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", reject);
  });
  worker.postMessage({ name, times: 30 });
  for (let steps = 0; steps < 30; ) {
    const entry = await store.get("count");
    const raised = await refusal(
      store.set("count", Number(entry?.value) + 1, { ifVersion: entry?.version ?? null }),
    );
    if (raised === undefined) steps += 1;
  }
  expect(await done).toMatchObject({ durable: true });
  expect((await store.get("count"))?.value).toBe(60);
  worker.terminate();
});

it.each(["relaxed", "strict"] as const)("the durability %s is asked of the browser", async (durability) => {
  const transaction = vi.spyOn(IDBDatabase.prototype, "transaction");
  const store = indexedDBStore(name, { durability });
  await store.set("a", 1);
  expect(transaction.mock.calls.at(-1)).toEqual(["entries", "readwrite", { durability }]);
});
