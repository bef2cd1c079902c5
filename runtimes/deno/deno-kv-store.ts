import type { Store, StoreDriver, StoreFailure } from "../../src/contracts/store.ts";
import { corruptEntry } from "../../src/store/corrupt-entry.ts";
import { defineStore, type StoreOptions } from "../../src/store/define-store.ts";
import { FULL_TRAITS } from "../../src/store/full-traits.ts";
import type { DenoKv, DenoKvKey } from "./deno-kv.ts";
import { readContent, sweepChunks } from "./deno-kv-chunks.ts";
import { commitToDenoKv } from "./deno-kv-commit.ts";
import { headKey, isExpiredHead, isHead } from "./deno-kv-head.ts";
import { whileBusy } from "./deno-kv-retry.ts";

/** What a store in Deno KV can be told. */
export interface DenoKvStoreOptions extends StoreOptions {
  /** The first parts of all its keys in the database. Default `["hedgemage"]`. */
  readonly prefix?: readonly string[] | undefined;
}

/** Every how many commits what others left behind is looked for, where none of our own was replaced. */
const SWEEP_EVERY = 16;

/**
 * A store in Deno KV: a file, memory, or the database of Deno Deploy. Atomic across processes, durable, with expiry;
 * values over 60,000 bytes are split into cells. Deno needs `--unstable-kv` (or `"unstable": ["kv"]` in `deno.json`) for it.
 *
 * Hand in the database, which stays yours to close, or how to open it: then the first use opens it, and one after
 * `close()` opens it again.
 *
 * @example
 * const store = denoKvStore(() => Deno.openKv("agent.sqlite"));
 * await store.set("greeting", { text: "hello" });
 */
export function denoKvStore(kv: DenoKv | (() => Promise<DenoKv>), options: DenoKvStoreOptions = {}): Store {
  return defineStore(denoKvDriver(kv, options.prefix ?? ["hedgemage"]), options);
}

function denoKvDriver(source: DenoKv | (() => Promise<DenoKv>), root: DenoKvKey): StoreDriver {
  let opened: Promise<DenoKv> | undefined;
  let commits = 0;

  /** Opens the database once more where the connection was gone before anything was done. */
  const withKv = async <Value>(work: (kv: DenoKv) => Promise<Value>, isAgain = false): Promise<Value> => {
    opened ??= typeof source === "function" ? whileBusy(source) : Promise.resolve(source);
    const opening = opened;
    let kv: DenoKv | undefined;
    try {
      kv = await opening;
      return await work(kv);
    } catch (cause) {
      if (kv && !isClosed(cause)) throw cause;
      if (opened === opening) opened = undefined;
      if (!kv || isAgain || typeof source !== "function") throw cause;
      return withKv(work, true);
    }
  };

  return {
    name: "denoKv",
    batches: true,
    traits: FULL_TRAITS,
    read: (key) =>
      withKv(async (kv) => {
        let before: string | undefined;
        for (;;) {
          const { value, versionstamp } = await kv.get(headKey(root, key));
          if (versionstamp === null) return undefined;
          if (!isHead(value) || versionstamp === before) throw corruptEntry("denoKv", key);
          const { content, version, expiresAt } = value;
          const text = await readContent(kv, root, content);
          if (text !== undefined) return { text, version, expiresAt };
          // Overwritten while it was read, unless the head is still the same: then cells are missing for good.
          before = versionstamp;
        }
      }),
    commit: (changes, now) =>
      withKv(async (kv) => {
        const { result, hasGarbage } = await commitToDenoKv(kv, root, changes, now);
        if (hasGarbage || commits % SWEEP_EVERY === 0) await sweepChunks(kv, root, now).catch(() => {});
        commits += 1;
        return result;
      }),
    keys: (prefix, limit, cursor, now) =>
      withKv(async (kv) => {
        const keys: string[] = [];
        const selector = { prefix: [...root, "head"], start: headKey(root, cursor ?? prefix) };
        for await (const { key, value } of kv.list(selector, { batchSize: Math.min(limit + 1, 100) })) {
          const name = key[root.length + 1];
          if (typeof name !== "string" || !name.startsWith(prefix)) break;
          if (name === cursor || isExpiredHead(value, now)) continue;
          const last = keys[limit - 1];
          if (last !== undefined) return { keys, cursor: last };
          keys.push(name);
        }
        return { keys };
      }),
    failure: failureOf,
    ...(typeof source === "function" && {
      async close() {
        const closing = opened;
        opened = undefined;
        (await closing)?.close();
      },
    }),
  };
}

function isClosed(cause: unknown): boolean {
  return String(cause).startsWith("BadResource");
}

function failureOf(cause: unknown): StoreFailure | undefined {
  const why = String(cause);
  if (isClosed(cause)) {
    const message = "Deno KV was closed. Give () => Deno.openKv(path): it opens again.";
    return { code: "STORE_UNAVAILABLE", message, retryable: false };
  }
  // Deno names the limit: 2 KiB of a key, 800 KiB of keys and small values in a batch.
  const isLarge = why.includes("too large");
  if (!isLarge && !why.includes("disk is full")) return undefined;
  return { code: isLarge ? "STORE_TOO_LARGE" : "STORE_QUOTA", message: `Deno KV has no room: ${why}` };
}
