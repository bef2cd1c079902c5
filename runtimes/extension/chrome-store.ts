import type {
  Store,
  StoreChange,
  StoreCommit,
  StoreDriver,
  StoredRecord,
} from "../../src/contracts/store.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { corruptEntry } from "../../src/store/corrupt-entry.ts";
import {
  commitOver,
  defineStore,
  isExpired,
  MAX_KEY_BYTES,
  MAX_VALUE_BYTES,
  type StoreOptions,
} from "../../src/store/define-store.ts";
import { chromeFailure } from "./chrome-failure.ts";
import { type ExtensionLocks, extensionArea, extensionLocks } from "./extension-context.ts";

/** The part of a storage area of an extension that the store uses. */
export interface ChromeStorageArea {
  get(keys: string[] | null): Promise<Record<string, unknown>>;
  /** Missing before Chrome 130. */
  getKeys?(): Promise<string[]>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** The storage areas of an extension that can be written. */
export type ChromeAreaName = "local" | "session" | "sync";

/** What a store in an extension's storage can be told. */
export interface ChromeStoreOptions extends StoreOptions {
  /**
   * `local` stays on the machine, `session` until the browser is closed, `sync` follows the user in small pieces; or an
   * area handed in. Default `local`.
   */
  readonly area?: ChromeAreaName | ChromeStorageArea | undefined;
  /** What the names of its items begin with, without `:` and `!`. Default `hedgemage`. */
  readonly prefix?: string | undefined;
  /** What writers lock each other out with; `null` for nothing. Default the Web Locks of the extension's own contexts. */
  readonly locks?: ExtensionLocks | null | undefined;
}

/** The first write of a worker's life sweeps, and then every sixteenth. */
const SWEEP_EVERY = 16;
const SWEPT_AT_ONCE = 20;
/** What stands for an entry that a batch removes, until it is removed: an entry that has expired. */
const REMOVED = { text: "", version: "", expiresAt: 0 };

/**
 * A store in `chrome.storage`, shared by the service worker, the pages and panels of an extension. Needs the permission
 * `storage`, and `unlimitedStorage` for more than 10 MB. An entry is one item, a batch one call, with expiry.
 *
 * Atomic where the extension's own contexts write to `local` and `session`: Web Locks keep them apart. Content scripts
 * cannot see those locks, and other devices write to `sync`: there `traits.atomic` is false, and `ifVersion` is refused
 * with `STORE_UNSUPPORTED`. Let a content script write only what nobody else compares, or send it to the worker.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix with `:` or `!`.
 *
 * @example
 * const store = chromeStore({ area: chrome.storage.local }); // the same as "local"
 * await store.set("draft", { text: "hello" });
 * (await store.get("draft"))?.value; // { text: "hello" }
 */
export function chromeStore(options: ChromeStoreOptions = {}): Store {
  const { prefix = "hedgemage" } = options;
  if (/[:!]/.test(prefix)) {
    throw new ConfigError(`The "prefix" of a chromeStore is "${prefix}". Use one without ":" and "!".`);
  }
  return defineStore(chromeDriver(options, prefix), options);
}

function chromeDriver(options: ChromeStoreOptions, prefix: string): StoreDriver {
  const { area: home = "local", locks = extensionLocks() } = options;
  const isAtomic = locks !== null && home !== "sync";
  const itemKey = (key: string): string => `${prefix}:${key}`;
  /** Beside an entry that expires lies its end alone, so that entries need not be read to be swept and listed. */
  const endKey = (key: string): string => `${prefix}!${key}`;
  let area: ChromeStorageArea | undefined;
  let commits = 0;

  const open = (): ChromeStorageArea => {
    // Kept: an extension that was updated under a page has no storage to be asked for any more, but says so when used.
    area ??= typeof home === "string" ? extensionArea(home) : home;
    return area;
  };

  const namesOf = async (): Promise<{ keys: string[]; ends: string[] }> => {
    const all = (await open().getKeys?.()) ?? Object.keys(await open().get(null));
    const below = (start: string): string[] =>
      all.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
    return { keys: below(itemKey("")), ends: below(endKey("")) };
  };

  /** Those of some keys whose end has come. */
  const endedOf = async (keys: readonly string[], now: number): Promise<string[]> => {
    if (keys.length === 0) return [];
    const ends = await open().get(keys.map(endKey));
    return keys.filter((key) => !(Number(ends[endKey(key)]) > now));
  };

  const sweep = async (now: number): Promise<void> => {
    const due = (await endedOf((await namesOf()).ends, now)).slice(0, SWEPT_AT_ONCE);
    if (due.length === 0) return;
    const items = await open().get(due.map(itemKey));
    // The entry decides: its end may be left over from one that was overwritten.
    const gone = due.filter((key) => isGone(items[itemKey(key)], now));
    await open().remove([...gone.map(itemKey), ...due.map(endKey)]);
  };

  const commit = async (changes: readonly StoreChange[], now: number): Promise<StoreCommit> => {
    const found = await open().get(changes.map(({ key }) => itemKey(key)));
    const present = changes.map(({ key }) => presentOf(found[itemKey(key)]));
    const outcome = commitOver(changes, present, now);
    if (outcome.conflict !== undefined) return outcome;

    const { items, leftOver } = planOf(changes, present, itemKey, endKey);
    // One call for everything that is written: Chrome and Firefox make such a call one transaction of their database.
    const isWriting = Object.keys(items).length > 0;
    if (isWriting) await open().set(items);
    if (leftOver.length > 0) {
      const removal = open().remove(leftOver);
      // What is already written as gone, the next sweep removes.
      await (isWriting ? removal.catch(() => {}) : removal);
    }
    if (locks && commits % SWEEP_EVERY === 0) await sweep(now).catch(() => {});
    commits += 1;
    return outcome;
  };

  return {
    name: "chrome",
    batches: true,
    traits: {
      atomic: isAtomic,
      durable: home !== "session",
      ttl: true,
      eventual: home === "sync",
      maxValueBytes: home === "sync" ? 7_500 : home === "session" ? 10_000_000 : MAX_VALUE_BYTES,
      maxKeyBytes: MAX_KEY_BYTES,
    },
    async read(key) {
      const name = itemKey(key);
      const item = (await open().get([name]))[name];
      if (item === undefined || isRecord(item)) return item;
      throw corruptEntry("chrome", key);
    },
    async commit(changes, now) {
      const comparing = changes.find(({ ifVersion }) => ifVersion !== undefined);
      if (comparing && !isAtomic) throw cannotCompare(comparing.key, home === "sync");
      const work = (): Promise<StoreCommit> => commit(changes, now);
      return locks ? locks.request(`hedgemage:${prefix}`, work) : work();
    },
    async keys(start, limit, cursor, now) {
      const { keys, ends } = await namesOf();
      const wanted = keys.filter(
        (key) => key !== "" && key.startsWith(start) && (cursor === undefined || key > cursor),
      );
      const expiring = new Set(ends);
      const ended = await endedOf(
        wanted.filter((key) => expiring.has(key)),
        now,
      );
      const items = ended.length > 0 ? await open().get(ended.map(itemKey)) : {};
      const gone = new Set(ended.filter((key) => isGone(items[itemKey(key)], now)));
      const live = wanted.filter((key) => !gone.has(key)).sort();
      const page = live.slice(0, limit);
      const last = page.at(-1);
      return live.length > limit && last !== undefined ? { keys: page, cursor: last } : { keys: page };
    },
    failure: chromeFailure,
  };
}

/** What to write in one call, and what to remove afterwards. */
function planOf(
  changes: readonly StoreChange[],
  present: readonly (StoredRecord | undefined)[],
  itemKey: (key: string) => string,
  endKey: (key: string) => string,
): { readonly items: Record<string, unknown>; readonly leftOver: string[] } {
  const items: Record<string, unknown> = {};
  const leftOver: string[] = [];
  const isWriting = changes.some(({ record }) => record);
  for (const [index, { key, record }] of changes.entries()) {
    if (!record) {
      leftOver.push(itemKey(key), endKey(key));
      // Beside writes, a removal has to be one too: a removing call of its own could be missed by a crash.
      if (isWriting) Object.assign(items, { [itemKey(key)]: REMOVED, [endKey(key)]: REMOVED.expiresAt });
      continue;
    }
    items[itemKey(key)] = record;
    if (record.expiresAt !== undefined) items[endKey(key)] = record.expiresAt;
    else if (present[index]?.expiresAt !== undefined) leftOver.push(endKey(key));
  }
  return { items, leftOver };
}

/** An item that is not ours is there, under a version that nobody can ask for. */
function presentOf(item: unknown): StoredRecord | undefined {
  return item === undefined || isRecord(item) ? item : { text: "", version: "\0", expiresAt: undefined };
}

function isGone(item: unknown, now: number): boolean {
  return item === undefined || (isRecord(item) && isExpired(item, now));
}

function isRecord(item: unknown): item is StoredRecord {
  if (typeof item !== "object" || item === null || !("text" in item) || !("version" in item)) return false;
  const expiresAt = "expiresAt" in item ? item.expiresAt : undefined;
  return (
    typeof item.text === "string" &&
    typeof item.version === "string" &&
    (expiresAt === undefined || typeof expiresAt === "number")
  );
}

function cannotCompare(key: string, isSynced: boolean): StoreError {
  const message = isSynced
    ? `"ifVersion" cannot be kept for "${key}": other devices write to chrome.storage.sync at the same time. Use the area "local".`
    : `"ifVersion" cannot be kept for "${key}": this context has no lock that the extension's other contexts see. Send the change to the service worker.`;
  return new StoreError("STORE_UNSUPPORTED", message, { store: "chrome", key });
}
