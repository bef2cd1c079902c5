import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { isNamed } from "./is-named.ts";
import { keyPart } from "./key-part.ts";
import { type KeyValueStore, storeFrom } from "./key-value-store.ts";
import { allKeysOf } from "./keys-of.ts";
import { checkPositive } from "./positive-options.ts";
import { readRecord, warnOf } from "./read-record.ts";
import { viewPlace } from "./view-place.ts";

/** Options of `cache`. */
export interface CacheOptions<Value extends Json = Json> {
  /** What all keys begin with. Default `cache`. */
  readonly prefix?: string | undefined;
  /** Milliseconds that a value is good for. For ever where it is missing. */
  readonly ttlMs?: number | undefined;
  /** How many values are kept at most, as far as this process knows; those that were not used for longest go first. */
  readonly maxEntries?: number | undefined;
  /** Tells whether what is stored is still of use, such as a schema's check. By default everything is. */
  readonly accepts?: ((value: Json) => value is Value) | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Whether a value was stored, or why not. */
export type CacheWrite =
  | { readonly stored: true; readonly error?: undefined }
  | { readonly stored: false; readonly error: AIError };

/** Values that can be made again. */
export interface Cache<Value extends Json = Json> {
  /** The value of a key. What cannot be read, is damaged or too old is a miss, with a warning in the log where it is odd. */
  get(key: string): Promise<Value | undefined>;
  /** Keeps a value. Never rejects: a full store (`STORE_QUOTA`) or any other failure of it is in the answer. */
  set(key: string, value: Value): Promise<CacheWrite>;
  /** Forgets a value, also one that is being made. Rejects with `StoreError`, because it may still be there then. */
  delete(key: string): Promise<boolean>;
  /**
   * The value of a key, made where there is none; callers that ask at once share one making. Rejects as `make` does, which is
   * not remembered; a store that fails costs the reuse only.
   */
  remember(key: string, make: () => Value | Promise<Value>): Promise<Value>;
}

/**
 * Keeps values that are costly to make, in any store or plain object with `get` and `set`. The cache never breaks its caller:
 * where the store fails, the values are made again.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix, `ttlMs` or `maxEntries` that cannot work.
 *
 * @example
 * const answers = cache<string>(memoryStore(), { ttlMs: 60_000 });
 * await answers.remember("greeting", async () => "hello"); // "hello"
 * await answers.remember("greeting", async () => "made again"); // "hello"
 */
export function cache<Value extends Json = Json>(
  target: Store | KeyValueStore,
  options: CacheOptions<Value> = {},
): Cache<Value> {
  const { ttlMs, maxEntries, accepts = isAny, now = Date.now } = options;
  const { store, prefix } = viewPlace(storeFrom(target), { prefix: options.prefix }, "cache");
  checkPositive("a cache", { ttlMs, maxEntries });
  const making = new Map<string, Making<Value>>();
  const bound = maxEntries === undefined ? undefined : bounded(store, `${prefix}/`, maxEntries);
  const keyOf = async (key: string): Promise<string> =>
    `${prefix}/${await keyPart(store.name, "key of a cache", key)}`;
  const isFresh = (value: unknown): value is Kept<Value> =>
    isNamed(value) && isPresent(value.value) && accepts(value.value);

  const get = async (key: string): Promise<Value | undefined> => {
    try {
      const at = await keyOf(key);
      const found = await readRecord(store, at, isFresh);
      if (found?.damage) throw found.damage;
      // The store's own clock may be another one, and a plain object has none.
      if (!found || Number(found.value.expiresAt ?? Number.POSITIVE_INFINITY) <= now()) return undefined;
      bound?.used(at);
      return found.value.value;
    } catch (error) {
      warnOf(store, "cache.missed", error);
      return undefined;
    }
  };

  const keep = async (key: string, value: Value): Promise<CacheWrite> => {
    try {
      if (!isPresent(value)) {
        const message = "A cache keeps no undefined. Use null for what is known to be nothing.";
        throw new StoreError("STORE_INVALID_VALUE", message, { store: store.name });
      }
      const at = await keyOf(key);
      const kept = Number.isFinite(ttlMs) ? { value, expiresAt: now() + (ttlMs ?? 0) } : { value };
      await store.set(at, kept, store.traits.ttl ? { ttlMs } : {});
      await bound?.added(at);
      return { stored: true };
    } catch (error) {
      warnOf(store, "cache.not-stored", error);
      return { stored: false, error: AIError.is(error) ? error : unavailable(store, error) };
    }
  };

  return {
    get,
    set(key, value) {
      making.delete(key);
      return keep(key, value);
    },
    async delete(key) {
      making.delete(key);
      const at = await keyOf(key);
      bound?.removed(at);
      return store.delete(at);
    },
    async remember(key, make) {
      const running = making.get(key)?.value;
      // Each caller gets a copy of its own, as from the store.
      if (running) return structuredClone(await running);
      const mine: Making<Value> = {};
      making.set(key, mine);
      mine.value = (async () => {
        const known = await get(key);
        if (known !== undefined) return known;
        const value = await make();
        // Forgotten or replaced meanwhile: what was made is out of date for those to come.
        if (making.get(key) === mine) await keep(key, value);
        return value;
      })();
      try {
        return await mine.value;
      } finally {
        if (making.get(key) === mine) making.delete(key);
      }
    },
  };
}

/** A value on its way into the cache. */
interface Making<Value> {
  value?: Promise<Value>;
}

type Kept<Value> = { readonly value: Value; readonly expiresAt?: unknown };

/** Keeps count of the keys that are there, and removes those that were not used for longest. */
interface Bound {
  used(key: string): void;
  added(key: string): Promise<void>;
  removed(key: string): void;
}

function bounded(store: Store, prefix: string, limit: number): Bound {
  /** In the order of their last use. */
  const known = new Set<string>();
  let counted: Promise<void> | undefined;

  const used = (key: string): void => {
    known.delete(key);
    known.add(key);
  };
  /** What was there before this process counts as used before all that it uses. */
  const count = async (): Promise<void> => {
    const before = await allKeysOf(store, prefix);
    const since = [...known];
    known.clear();
    for (const key of [...before, ...since]) used(key);
  };

  return {
    used,
    removed: (key) => void known.delete(key),
    async added(key) {
      used(key);
      try {
        // A store that lists nothing is bounded by what this process writes.
        counted ??= count().catch((error: unknown) => warnOf(store, "cache.not-counted", error));
        await counted;
        for (const oldest of known) {
          if (known.size <= limit) return;
          known.delete(oldest);
          await store.delete(oldest);
        }
      } catch (error) {
        // The value is stored all the same.
        warnOf(store, "cache.not-bounded", error);
      }
    },
  };
}

function isAny<Value extends Json>(_value: Json): _value is Value {
  return true;
}

/** What comes out of a store is JSON. */
function isPresent(value: unknown): value is Json {
  return value !== undefined;
}

function unavailable(store: Store, cause: unknown): StoreError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const message = `The ${store.name} store failed: ${why}`;
  return new StoreError("STORE_UNAVAILABLE", message, { store: store.name, cause });
}
