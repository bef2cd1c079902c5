import type { Json } from "../contracts/message.ts";
import type { Store, StoreDriver, StoredRecord, StorePage } from "../contracts/store.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { defineStore, isExpired, MAX_KEY_BYTES, MAX_VALUE_BYTES, type StoreOptions } from "./define-store.ts";
import { isNamed } from "./is-named.ts";
import { jsonProblem } from "./json-problem.ts";

/** An object that keeps values under keys, such as a cache client or a `Map`. Each method may return a promise. */
export interface KeyValueStore {
  /** The value of a key; `undefined` or `null` where there is none. */
  get(key: string): unknown;
  set(key: string, value: string): unknown;
  delete?(key: string): unknown;
  /** Another name of `delete`. */
  remove?(key: string): unknown;
  /** The keys that start with a prefix, at least those. */
  list?(prefix: string): readonly string[] | Promise<readonly string[]>;
  /** What a `Store` has and a plain object has not. */
  readonly traits?: undefined;
}

/** Options of `storeFrom`. */
export interface StoreFromOptions extends StoreOptions {
  /** How the store is called in errors. Default `keyValue`. */
  readonly name?: string | undefined;
  /** Whether the entries outlive the process. Default false. */
  readonly durable?: boolean | undefined;
}

/**
 * Makes a `Store` of any object with `get` and `set`. Values are written as JSON text, so that every such object can keep them.
 * What others wrote is read as it is: an object as itself, a text as the JSON that it holds, or else as a text.
 *
 * There is no compare-and-set: `ifVersion` rejects with `STORE_UNSUPPORTED`, and so does `list` where the object has none. An
 * object that cannot delete gets an empty entry instead. What has expired is not given out any more, and stays in the object
 * until it is written over or deleted. A `Store` is returned as it is.
 *
 * @example
 * const map = new Map([["greeting", "hello"]]);
 * const store = storeFrom(map);
 * (await store.get("greeting"))?.value; // "hello"
 * await store.set("count", 1);
 * (await store.get("count"))?.value; // 1
 */
export function storeFrom(target: KeyValueStore | Store, options: StoreFromOptions = {}): Store {
  return target.traits ? target : defineStore(keyValueDriver(target, options), options);
}

function keyValueDriver(
  target: KeyValueStore,
  { name = "keyValue", durable = false }: StoreFromOptions,
): StoreDriver {
  const unsupported = (message: string, key: string): StoreError =>
    new StoreError("STORE_UNSUPPORTED", message, { store: name, key });
  const read = async (key: string): Promise<StoredRecord | undefined> =>
    recordOf(await target.get(key), name, key);
  const isLive = async (key: string, now: number): Promise<boolean> => {
    const record = await read(key);
    return record !== undefined && !isExpired(record, now);
  };
  const write = async (key: string, { text, version, expiresAt }: StoredRecord): Promise<void> => {
    const expiry = expiresAt === undefined ? "" : `"expiresAt":${expiresAt},`;
    await target.set(key, `{"~version":"${version}",${expiry}"value":${text}}`);
  };
  return {
    name,
    batches: false,
    traits: {
      atomic: false,
      durable,
      ttl: true,
      eventual: false,
      maxValueBytes: MAX_VALUE_BYTES,
      maxKeyBytes: MAX_KEY_BYTES,
    },
    read,
    async commit([change], now) {
      if (!change) return { existed: [] };
      const { key, record, ifVersion } = change;
      if (ifVersion !== undefined) {
        const message = `The ${name} store cannot compare and set. Leave "ifVersion" out, or use a store with "traits.atomic".`;
        throw unsupported(message, key);
      }
      // A foreign entry is there as well, whatever it holds.
      const existed = record === undefined && (await isLive(key, now).catch(() => true));
      if (record) await write(key, record);
      else if (target.delete) await target.delete(key);
      else if (target.remove) await target.remove(key);
      else if (existed) await write(key, { text: "null", version: "", expiresAt: 0 });
      return { existed: [existed] };
    },
    async keys(prefix, limit, cursor, now): Promise<StorePage> {
      if (!target.list) {
        const message = `The ${name} store cannot list its keys, because the object that it was made of has no "list".`;
        throw unsupported(message, prefix);
      }
      const listed = new Set(await target.list(prefix));
      const later = [...listed].filter(
        (key) => key.startsWith(prefix) && (cursor === undefined || key > cursor),
      );
      const keys: string[] = [];
      for (const key of later.sort()) {
        if (!(await isLive(key, now).catch(() => true))) continue;
        if (keys.length === limit) return { keys, cursor: keys.at(-1) ?? "" };
        keys.push(key);
      }
      return { keys };
    },
  };
}

function recordOf(found: unknown, store: string, key: string): StoredRecord | undefined {
  if (found === undefined || found === null) return undefined;
  const value = typeof found === "string" ? parsed(found) : found;
  const isOurs = isNamed(value) && typeof value["~version"] === "string";
  const content = isOurs ? value.value : value;
  if (jsonProblem(content)) {
    const message = `What the ${store} store has under "${key}" is not JSON: something else wrote it.`;
    throw new StoreError("STORE_CORRUPT", message, { store, key });
  }
  const text = JSON.stringify(content);
  // Entries of others have no version; nothing can be compared with it here anyway.
  if (!isOurs) return { text, version: "foreign" };
  const expiresAt = typeof value.expiresAt === "number" ? value.expiresAt : undefined;
  return { text, version: String(value["~version"]), expiresAt };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
