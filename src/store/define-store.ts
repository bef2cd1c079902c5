import type {
  Store,
  StoreChange,
  StoreCommit,
  StoreDriver,
  StoredRecord,
  StoreEntry,
  StoreListOptions,
  StoreOperation,
  StorePage,
} from "../contracts/store.ts";
import { abortable, linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { StoreConflictError, StoreError, type StoreErrorCode } from "../core/errors/store-errors.ts";
import { randomId } from "../core/ids.ts";
import { corruptEntry } from "./corrupt-entry.ts";
import { jsonProblem } from "./json-problem.ts";
import { utf8Length } from "./utf8.ts";

/** What every store can be told, whatever its driver. */
export interface StoreOptions {
  /** How long an operation may take, in milliseconds; then it fails with `STORE_TIMEOUT`. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The clock that entries expire by, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The largest value of any store: 25 MiB, what one cell of Workers KV holds. */
export const MAX_VALUE_BYTES = 26_214_400;
/** The longest key of any store: what Workers KV takes. */
export const MAX_KEY_BYTES = 512;

/** What the first of some writes found and made. */
interface Written {
  readonly existed: boolean;
  readonly version: string;
}

const MAX_BATCH = 100;
/** The last time that a `Date` holds, and databases with it; what would expire later does not expire. */
const LAST_TIME = 8_640_000_000_000_000;
const MAX_PAGE = 1000;

/**
 * Makes a store of a driver: checks keys, values and options, keeps versions and expiry, ends operations that hang, and
 * turns errors of the platform into `StoreError`s. Write a driver of your own with it, and prove it with
 * `storeConformance` of `hedgemage/testing`.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where `timeoutMs` is no positive number.
 *
 * @example
 * const rows = new Map<string, StoredRecord>();
 * const store = defineStore({
 *   name: "map",
 *   batches: false,
 *   traits: { atomic: true, durable: false, ttl: true, eventual: false },
 *   read: async (key) => rows.get(key),
 *   async commit(changes, now) {
 *     for (const change of changes) {
 *       if (!mayChange(change, rows.get(change.key), now)) return { conflict: 0 };
 *     }
 *     const existed = changes.map(({ key }) => rows.has(key));
 *     for (const { key, record } of changes) record ? rows.set(key, record) : rows.delete(key);
 *     return { existed };
 *   },
 *   keys: async (prefix, limit) => ({
 *     keys: [...rows.keys()].filter((key) => key.startsWith(prefix)).sort().slice(0, limit),
 *   }),
 * });
 * await store.set("greeting", "hello");
 * (await store.get("greeting"))?.value; // "hello"
 */
export function defineStore(driver: StoreDriver, options: StoreOptions = {}): Store {
  const { timeoutMs = 30_000, now = Date.now } = options;
  if (!(timeoutMs > 0)) throw new ConfigError(tooSmall("timeoutMs", timeoutMs));
  const { name: store } = driver;
  const fail = (code: StoreErrorCode, message: string, key: string, limit?: number): StoreError =>
    new StoreError(code, message, { store, key, limit });

  const guarded = async <Value>(what: string, key: string, work: () => Promise<Value>): Promise<Value> => {
    // A driver that cannot hang, such as the one in memory, is spared the timer.
    const linked = timeoutMs === Number.POSITIVE_INFINITY ? undefined : linkSignal(undefined, timeoutMs);
    try {
      return await abortable(work(), linked?.signal);
    } catch (cause) {
      if (AIError.is(cause)) throw cause;
      const message = `The ${store} store did not ${what} "${key}"`;
      if (linked?.signal.aborted) {
        const advice = "It may still do it: read before you try again.";
        throw fail("STORE_TIMEOUT", `${message} within ${timeoutMs} ms. ${advice}`, key, timeoutMs);
      }
      const why = String(cause);
      // The web's own name for a full disk.
      const usual = why.startsWith("Quota") ? "STORE_QUOTA" : "STORE_UNAVAILABLE";
      const known = driver.failure?.(cause);
      throw new StoreError(known?.code ?? usual, known?.message ?? `${message}: ${why}`, {
        store,
        key,
        cause,
        retryable: known?.retryable,
      });
    } finally {
      linked?.release();
    }
  };

  const checkSize = (code: StoreErrorCode, what: string, text: string, limit: number, key: string): void => {
    // Only a text that could be too long is measured.
    const bytes = text.length * 3 > limit ? utf8Length(text) : 0;
    if (bytes <= limit) return;
    const message = `The ${what} "${key.slice(0, 40)}" has ${bytes} bytes; the ${store} store takes ${limit}.`;
    throw fail(code, message, key, limit);
  };

  const checkKey = (key: string, isPrefix = false): void => {
    // Half of a surrogate pair alone has no UTF-8.
    if (typeof key !== "string" || !(key || isPrefix) || /[\0\p{Cs}]/u.test(key)) {
      const shown = typeof key === "string" ? JSON.stringify(key.slice(0, 40)) : typeof key;
      const message = `A key is text, not empty, well-formed, without U+0000: not ${shown}.`;
      throw fail("STORE_INVALID_KEY", message, key);
    }
    checkSize("STORE_INVALID_KEY", "key", key, driver.traits.maxKeyBytes ?? MAX_KEY_BYTES, key);
  };

  const changeOf = (operation: StoreOperation, at: number): StoreChange => {
    const { key, ifVersion } = operation;
    checkKey(key);
    if (operation.type === "delete") return { key, ifVersion };
    const { ttlMs = Number.POSITIVE_INFINITY } = operation;
    if (!(ttlMs > 0)) throw fail("STORE_INVALID_VALUE", tooSmall("ttlMs", ttlMs), key);
    const problem = jsonProblem(operation.value);
    if (problem) throw fail("STORE_INVALID_VALUE", `What is for "${key}" is not JSON: ${problem}.`, key);
    const text = JSON.stringify(operation.value);
    checkSize("STORE_TOO_LARGE", "value of", text, driver.traits.maxValueBytes ?? MAX_VALUE_BYTES, key);
    const end = Math.ceil(at + ttlMs);
    const expiresAt = end <= LAST_TIME ? end : undefined;
    return { key, ifVersion, record: { text, version: randomId(), expiresAt } };
  };

  const write = async (operations: readonly StoreOperation[]): Promise<Written> => {
    const at = now();
    const changes = operations.map((operation) => changeOf(operation, at));
    const first = changes[0]?.key ?? "";
    const { conflict, existed } = await guarded("write", first, () => driver.commit(changes, at));
    if (conflict === undefined)
      return { existed: existed[0] ?? false, version: changes[0]?.record?.version ?? "" };
    const { key = first, ifVersion } = changes[conflict] ?? {};
    const message = `"${key}" was changed: version ${ifVersion ?? "none"} was expected. Read it again.`;
    throw new StoreConflictError(message, { store, key });
  };

  return {
    name: store,
    get traits() {
      return driver.traits;
    },
    async get(key): Promise<StoreEntry | undefined> {
      checkKey(key);
      const record = await guarded("read", key, () => driver.read(key));
      if (!isLive(record, now())) return undefined;
      const { text, version } = record;
      try {
        return { value: JSON.parse(text), version };
      } catch {
        throw corruptEntry(store, key);
      }
    },
    async set(key, value, setOptions) {
      const { version } = await write([{ ...setOptions, type: "set", key, value }]);
      return { value, version };
    },
    async delete(key, deleteOptions) {
      return (await write([{ ...deleteOptions, type: "delete", key }])).existed;
    },
    async list(prefix, { limit = 100, cursor }: StoreListOptions = {}): Promise<StorePage> {
      checkKey(prefix, true);
      if (!(limit >= 1)) throw fail("STORE_INVALID_VALUE", tooSmall("limit", limit), prefix);
      const size = Math.min(Math.floor(limit), MAX_PAGE);
      return guarded("list", prefix, () => driver.keys(prefix, size, cursor, now()));
    },
    ...(driver.batches && {
      async batch(operations: readonly StoreOperation[]): Promise<void> {
        const keys = operations.map(({ key }) => key);
        const twice = keys.find((key, index) => keys.indexOf(key) !== index);
        if (twice !== undefined || keys.length > MAX_BATCH) {
          const message = `The batch has ${keys.length} operations${twice ? `, two on "${twice}"` : ""}. Pass at most ${MAX_BATCH}, each with a key of its own.`;
          throw fail("STORE_UNSUPPORTED", message, twice ?? "", MAX_BATCH);
        }
        if (keys.length > 0) await write(operations);
      },
    }),
    ...(driver.close && { close: () => guarded("close", "", async () => driver.close?.()) }),
  };
}

/** What of a record decides whether it may be changed. */
export type RecordHead = Pick<StoredRecord, "version" | "expiresAt">;

/** Whether a record is gone by now. */
export function isExpired({ expiresAt }: Pick<RecordHead, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Whether there is a record, and it is not gone by now. */
export function isLive<Head extends RecordHead>(record: Head | undefined, now: number): record is Head {
  return record !== undefined && !isExpired(record, now);
}

/**
 * Whether a change may be made over what is there: the one rule of `ifVersion`, for drivers to ask before they write.
 *
 * @example
 * mayChange({ key: "a", ifVersion: null }, undefined, Date.now()); // true
 * mayChange({ key: "a", ifVersion: "1" }, { version: "2" }, Date.now()); // false
 */
export function mayChange({ ifVersion }: StoreChange, present: RecordHead | undefined, now: number): boolean {
  if (ifVersion === undefined) return true;
  return isLive(present, now) ? present.version === ifVersion : ifVersion === null;
}

/** How a commit ends over what is there: which change may not be made, or which keys have a live record. */
export function commitOver(
  changes: readonly StoreChange[],
  present: readonly (RecordHead | undefined)[],
  now: number,
): StoreCommit {
  const conflict = changes.findIndex((change, index) => !mayChange(change, present[index], now));
  return conflict === -1 ? { existed: present.map((record) => isLive(record, now)) } : { conflict };
}

function tooSmall(option: string, value: number): string {
  return `The option "${option}" is ${value}. Use 1 or more.`;
}
