import type { Store, StoreDriver, StoredRecord } from "../../src/contracts/store.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { StoreError, type StoreErrorCode } from "../../src/core/errors/store-errors.ts";
import {
  defineStore,
  isExpired,
  MAX_KEY_BYTES,
  MAX_VALUE_BYTES,
  type StoreOptions,
} from "../../src/store/define-store.ts";
import { utf8Length } from "../../src/store/utf8.ts";
import { type PacedChange, pacedWrites } from "./paced-writes.ts";

/** As much of a Workers KV binding as the store asks for. */
export interface KVNamespaceLike {
  getWithMetadata(key: string, type: "text"): Promise<{ value: string | null; metadata: unknown }>;
  getWithMetadata(
    key: string,
    type: "stream",
  ): Promise<{ value: { cancel(): Promise<void> } | null; metadata: unknown }>;
  put(key: string, value: string, options: { metadata: unknown; expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; limit: number; cursor?: string | null }): Promise<{
    keys: { name: string; metadata?: unknown }[];
    list_complete: boolean;
    cursor?: string;
  }>;
}

/** Where in the namespace the entries are, and how often one of them is written. */
export interface KVStoreOptions extends StoreOptions {
  /** Stands before every key, such as `agent:`. Give one where the namespace has other keys too. Default none. */
  readonly prefix?: string | undefined;
  /** Milliseconds between two writes of one key; those that come sooner become one, of the last value. Default 1,000. */
  readonly coalesceMs?: number | undefined;
}

/** What is written beside each value. */
interface Metadata {
  readonly version: string;
  readonly expiresAt?: number | undefined;
}

/** KV takes no shorter life; an entry that shall live less is hidden by its metadata until then. */
const SHORTEST_TTL_SECONDS = 60;
/** A longer life than a century is none that KV must know of. */
const LONGEST_TTL_SECONDS = 3_153_600_000;

/**
 * A store in Workers KV: durable, read fast all over the world, with expiry; but eventual and not atomic. A read elsewhere
 * may miss a write for a minute or more; this store itself sees what it wrote. KV takes one write of a key a second: writes
 * that come sooner are merged, and each `set` resolves when its value, or one set later, is accepted. The last writer wins.
 *
 * `ifVersion` and `batch` are refused (`STORE_UNSUPPORTED`): KV compares nothing, and tells a second writer of the first
 * only after a time that has no bound, so a conflict could stay silent. Use `durableObjectStore` for what two may write.
 * Fails with `STORE_UNAVAILABLE` where KV still limits the rate after one more try, `STORE_QUOTA` where the day's operations
 * are used up. Throws `ConfigError` (`INVALID_CONFIG`) for a prefix that leaves no room for keys.
 *
 * @example
 * const store = kvStore(env.SETTINGS, { prefix: "agent:" });
 * await store.set("user/1", { theme: "dark" }, { ttlMs: 86_400_000 });
 */
export function kvStore(namespace: KVNamespaceLike, options: KVStoreOptions = {}): Store {
  const { prefix = "", coalesceMs = 1000 } = options;
  if (utf8Length(prefix) >= MAX_KEY_BYTES || prefix.includes("\0")) {
    throw new ConfigError(
      `The "prefix" of a KV store has at most ${MAX_KEY_BYTES - 1} bytes, without U+0000.`,
    );
  }
  if (!(coalesceMs >= 0)) {
    throw new ConfigError(`The "coalesceMs" of a KV store is ${coalesceMs}. Use 0 or more milliseconds.`);
  }
  return defineStore(kvDriver(namespace, prefix, coalesceMs), options);
}

function kvDriver(namespace: KVNamespaceLike, prefix: string, coalesceMs: number): StoreDriver {
  const name = "kv";
  const fail = (code: StoreErrorCode, message: string, key: string): StoreError =>
    new StoreError(code, message, { store: name, key });
  const nameOf = (key: string): string => {
    const full = prefix + key;
    if (full !== "." && full !== "..") return full;
    throw fail("STORE_INVALID_KEY", `KV takes no key "${full}". Give the store a "prefix".`, key);
  };

  const write = async (full: string, { record, now }: PacedChange): Promise<void> => {
    if (!record) return namespace.delete(full);
    const { text, version, expiresAt } = record;
    const metadata: Metadata = { version, expiresAt };
    const seconds = expiresAt === undefined ? Number.POSITIVE_INFINITY : Math.ceil((expiresAt - now) / 1000);
    const expirationTtl = Math.max(SHORTEST_TTL_SECONDS, seconds);
    return namespace.put(full, text, {
      metadata,
      ...(expirationTtl < LONGEST_TTL_SECONDS ? { expirationTtl } : {}),
    });
  };
  const writes = pacedWrites(write, coalesceMs, isRateLimit);

  const isLive = async (full: string, now: number): Promise<boolean> => {
    const own = writes.seen(full);
    if (own) return own.record !== undefined && !isExpired(own.record, now);
    // As a stream, so that a value which nobody reads is not loaded.
    const { value, metadata } = await namespace.getWithMetadata(full, "stream");
    await value?.cancel();
    return value !== null && !isOver(metadata, now);
  };

  return {
    name,
    batches: false,
    traits: {
      atomic: false,
      durable: true,
      ttl: true,
      eventual: true,
      maxValueBytes: MAX_VALUE_BYTES,
      maxKeyBytes: MAX_KEY_BYTES - utf8Length(prefix),
    },
    async read(key): Promise<StoredRecord | undefined> {
      const full = nameOf(key);
      const own = writes.seen(full);
      if (own) return own.record;
      const { value: text, metadata } = await namespace.getWithMetadata(full, "text");
      if (text === null) return undefined;
      if (!isMetadata(metadata)) {
        const message = `What KV has under "${full}" was not written by this store. Write or delete the key, or use another "prefix".`;
        throw fail("STORE_CORRUPT", message, key);
      }
      return { text, version: metadata.version, expiresAt: metadata.expiresAt };
    },
    async commit([change], now) {
      if (!change) return { existed: [] };
      const { key, record, ifVersion } = change;
      if (ifVersion !== undefined) {
        const message = `KV cannot compare versions, so "ifVersion" of "${key}" would not hold. Use durableObjectStore (or d1Store) for it.`;
        throw fail("STORE_UNSUPPORTED", message, key);
      }
      const full = nameOf(key);
      // Only a removal is asked for it; a write is spared the read.
      const existed = record === undefined && (await isLive(full, now));
      await writes.write(full, { record, now });
      return { existed: [existed] };
    },
    async keys(start, limit, cursor, now) {
      const page = await namespace.list({
        prefix: prefix + start,
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const names = page.keys.filter(({ metadata }) => !isOver(metadata, now));
      const keys = names.map((one) => one.name.slice(prefix.length));
      return page.list_complete || page.cursor === undefined ? { keys } : { keys, cursor: page.cursor };
    },
    failure(cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      if (/limit exceeded for the day|free usage limit/.test(why)) {
        const message = `The account has used up its KV operations of the day (${why}).`;
        return { code: "STORE_QUOTA", message };
      }
      if (!isRateLimit(cause)) return undefined;
      const message = `KV takes one write of a key a second, and somewhere else the same key is written too (${why}). Use durableObjectStore for it.`;
      return { code: "STORE_UNAVAILABLE", message };
    },
  };
}

function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== "object" || value === null || !("version" in value)) return false;
  const expiresAt = "expiresAt" in value ? value.expiresAt : undefined;
  return typeof value.version === "string" && (expiresAt === undefined || typeof expiresAt === "number");
}

function isOver(metadata: unknown, now: number): boolean {
  return isMetadata(metadata) && metadata.expiresAt !== undefined && metadata.expiresAt <= now;
}

function isRateLimit(cause: unknown): boolean {
  return cause instanceof Error && /\b429\b/.test(cause.message);
}
