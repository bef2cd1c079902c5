import type { Json } from "../contracts/message.ts";
import type {
  Store,
  StoreChange,
  StoreDriver,
  StoredRecord,
  StoreEntry,
  StoreFailure,
  StoreListOptions,
  StoreOperation,
  StorePage,
} from "../contracts/store.ts";
import { abortable, linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { StoreConflictError, StoreError, type StoreErrorCode } from "../core/errors/store-errors.ts";
import { randomId } from "../core/ids.ts";
import { jsonText } from "./json-text.ts";
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
 */
export function defineStore(driver: StoreDriver, options: StoreOptions = {}): Store {
  const { timeoutMs = 30_000, now = Date.now } = options;
  if (!(timeoutMs > 0)) {
    throw new ConfigError(`The "timeoutMs" of a store is ${timeoutMs}. Use more than 0 milliseconds.`);
  }
  const { name } = driver;
  const fail = (code: StoreErrorCode, message: string, key?: string, limit?: number): StoreError =>
    new StoreError(code, message, { store: name, key, limit });

  const guarded = async <Value>(what: string, key: string, work: () => Promise<Value>): Promise<Value> => {
    // A driver that cannot hang, such as the one in memory, is spared the timer.
    const linked = timeoutMs === Number.POSITIVE_INFINITY ? undefined : linkSignal(undefined, timeoutMs);
    try {
      return await abortable(work(), linked?.signal);
    } catch (cause) {
      if (AIError.is(cause)) throw cause;
      if (linked?.signal.aborted) {
        const message = `The ${name} store did not ${what} "${key}" within ${timeoutMs} ms. It may still do it: read before you try again.`;
        throw fail("STORE_TIMEOUT", message, key, timeoutMs);
      }
      const known = driver.failure?.(cause) ?? commonFailure(cause);
      const why = cause instanceof Error ? cause.message : String(cause);
      const message = known?.message ?? `The ${name} store could not ${what} "${key}": ${why}`;
      const { code = "STORE_UNAVAILABLE", retryable } = known ?? {};
      throw new StoreError(code, message, { store: name, key, cause, retryable });
    } finally {
      linked?.release();
    }
  };

  const checkKey = (key: string, isPrefix = false): void => {
    const limit = driver.traits.maxKeyBytes ?? MAX_KEY_BYTES;
    if (typeof key !== "string" || (key === "" && !isPrefix)) {
      throw fail("STORE_INVALID_KEY", `A key is a text that is not empty; this one is ${describe(key)}.`);
    }
    if (key.includes("\0") || !isWellFormed(key)) {
      throw fail("STORE_INVALID_KEY", "A key must be well-formed Unicode without U+0000.");
    }
    const bytes = utf8Length(key);
    if (bytes > limit) {
      const message = `The key "${key.slice(0, 40)}…" has ${bytes} bytes; the ${name} store takes ${limit}. Shorten it or hash it.`;
      throw fail("STORE_INVALID_KEY", message, undefined, limit);
    }
  };

  const textOf = (key: string, value: Json): string => {
    const { text, problem } = jsonText(value);
    if (problem !== undefined) {
      const message = `What was to be stored under "${key}" is not JSON: ${problem}.`;
      throw fail("STORE_INVALID_VALUE", message, key);
    }
    const limit = driver.traits.maxValueBytes ?? MAX_VALUE_BYTES;
    // Only a text that could be too long is measured.
    const bytes = text.length * 3 > limit ? utf8Length(text) : 0;
    if (bytes > limit) {
      const message = `The value for "${key}" has ${bytes} bytes as JSON; the ${name} store takes ${limit}. Split it into several keys.`;
      throw fail("STORE_TOO_LARGE", message, key, limit);
    }
    return text;
  };

  const changeOf = (operation: StoreOperation, at: number): StoreChange => {
    const { key, ifVersion } = operation;
    checkKey(key);
    if (operation.type === "delete") return { key, ifVersion };
    const { ttlMs } = operation;
    if (ttlMs !== undefined && !(ttlMs > 0)) {
      throw fail("STORE_INVALID_VALUE", `The "ttlMs" of "${key}" is ${ttlMs}. Use more than 0.`, key);
    }
    const end = Math.ceil(at + (ttlMs ?? Number.POSITIVE_INFINITY));
    const expiresAt = end <= LAST_TIME ? end : undefined;
    return { key, ifVersion, record: { text: textOf(key, operation.value), version: randomId(), expiresAt } };
  };

  const commit = async (changes: readonly StoreChange[], at: number): Promise<readonly boolean[]> => {
    const first = changes[0]?.key ?? "";
    const outcome = await guarded("write", first, () => driver.commit(changes, at));
    if (outcome.conflict === undefined) return outcome.existed;
    const lost = changes[outcome.conflict];
    const expected = lost?.ifVersion === null ? "no entry" : `version ${lost?.ifVersion}`;
    const message = `"${lost?.key}" was changed by somebody else: ${expected} was expected. Read it again, then decide.`;
    throw new StoreConflictError(message, { store: name, key: lost?.key });
  };

  const entryOf = (key: string, { text, version }: StoredRecord): StoreEntry => {
    try {
      return { value: JSON.parse(text) as Json, version };
    } catch {
      const message = `What the ${name} store has under "${key}" is no JSON text: it was damaged, or written by something else.`;
      throw fail("STORE_CORRUPT", message, key);
    }
  };

  return {
    name,
    get traits() {
      return driver.traits;
    },
    async get(key) {
      checkKey(key);
      const record = await guarded("read", key, () => driver.read(key));
      return record && !isExpired(record, now()) ? entryOf(key, record) : undefined;
    },
    async set(key, value, setOptions = {}) {
      const at = now();
      const change = changeOf({ type: "set", key, value, ...setOptions }, at);
      await commit([change], at);
      return { value, version: change.record?.version ?? "" };
    },
    async delete(key, deleteOptions = {}) {
      const at = now();
      const [existed = false] = await commit([changeOf({ type: "delete", key, ...deleteOptions }, at)], at);
      return existed;
    },
    async list(prefix, { limit = 100, cursor }: StoreListOptions = {}): Promise<StorePage> {
      checkKey(prefix, true);
      if (!(limit >= 1)) {
        throw fail("STORE_INVALID_VALUE", `The "limit" of a listing is ${limit}. Use 1 to ${MAX_PAGE}.`);
      }
      const size = Math.min(Math.floor(limit), MAX_PAGE);
      return guarded("list", prefix, () => driver.keys(prefix, size, cursor, now()));
    },
    ...(driver.batches
      ? {
          async batch(operations: readonly StoreOperation[]): Promise<void> {
            const keys = operations.map(({ key }) => key);
            const twice = keys.find((key, index) => keys.indexOf(key) !== index);
            if (twice !== undefined || keys.length > MAX_BATCH) {
              const what = twice === undefined ? `has ${keys.length} operations` : `names "${twice}" twice`;
              const message = `The batch ${what}. Pass at most ${MAX_BATCH}, each with a key of its own.`;
              throw fail("STORE_UNSUPPORTED", message, twice, MAX_BATCH);
            }
            if (keys.length === 0) return;
            const at = now();
            await commit(
              operations.map((operation) => changeOf(operation, at)),
              at,
            );
          },
        }
      : {}),
    ...(driver.close ? { close: () => guarded("close", "", async () => driver.close?.()) } : {}),
  };
}

/** Whether a record is gone by now. */
export function isExpired({ expiresAt }: StoredRecord, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Whether a change may be made over what is there. */
export function mayChange(
  { ifVersion }: StoreChange,
  present: StoredRecord | undefined,
  now: number,
): boolean {
  if (ifVersion === undefined) return true;
  const live = present && !isExpired(present, now) ? present : undefined;
  return ifVersion === null ? live === undefined : live?.version === ifVersion;
}

/** What the platforms have in common: the web's own error for a full disk. */
function commonFailure(cause: unknown): StoreFailure | undefined {
  if (!(cause instanceof Error) || cause.name !== "QuotaExceededError") return undefined;
  const message =
    "There is no room left for this site's data. Remove entries, or ask for persistent storage.";
  return { code: "STORE_QUOTA", message };
}

function describe(key: unknown): string {
  return key === "" ? "empty" : key === null ? "null" : `of type ${typeof key}`;
}

/** Whether a text has no half of a surrogate pair alone: such a text has no UTF-8. */
function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
