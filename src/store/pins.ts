import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { isConflict } from "./is-conflict.ts";
import { isNamed } from "./is-named.ts";
import { keyPart, partPrefixes, textOfPart } from "./key-part.ts";
import { type KeyValueStore, storeFrom } from "./key-value-store.ts";
import { allKeysOf } from "./keys-of.ts";
import { type FoundRecord, readRecord, warnOf } from "./read-record.ts";
import { type ViewOptions, viewPlace } from "./view-place.ts";

/** A value that was decided once. */
export type Pin = {
  /** What the value was pinned under. */
  readonly key: string;
  readonly value: Json;
  /** ISO text. */
  readonly pinnedAt: string;
};

/** Options of one pin. */
export interface PinOptions {
  /** Replaces the pin that is there, on purpose. Default false: the first one stays. */
  readonly replace?: boolean | undefined;
}

/** Values that are decided once and then stay, like the versions in a lockfile. */
export interface Pins {
  /** The pin of a key. A damaged one counts as absent, with a warning in the log. */
  get(key: string): Promise<Pin | undefined>;
  /** Pins a value and returns the pin that holds from now on: where somebody was first, theirs. */
  set(key: string, value: Json, options?: PinOptions): Promise<Pin>;
  /** Removes a pin. Resolves to whether there was one. */
  delete(key: string): Promise<boolean>;
  /** The keys that are pinned, optionally those that begin with a text. */
  list(beginning?: string): Promise<readonly string[]>;
}

/**
 * Keeps decisions in a store: written once per key and never changed by accident, so that all processes use the same one. Of
 * several that pin one key at once the first wins, and the others get its value; on a store without compare-and-set, such as a
 * plain object with `get` and `set`, the last one may. Methods reject with `StoreError` where the store does.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 *
 * @example
 * const decisions = pins(memoryStore());
 * await decisions.set("prompt", "Answer in one sentence.");
 * (await decisions.set("prompt", "Answer at length.")).value; // "Answer in one sentence."
 */
export function pins(target: Store | KeyValueStore, options: ViewOptions = {}): Pins {
  const { store, prefix, ttlMs } = viewPlace(storeFrom(target), options, "pin");
  const keyOf = async (key: string): Promise<string> =>
    `${prefix}/${await keyPart(store.name, "key of a pin", key)}`;

  const read = async (at: string): Promise<FoundRecord<Pin> | undefined> => {
    const found = await readRecord(store, at, isPin);
    if (found?.damage) warnOf(store, "pin.skipped", found.damage);
    return found;
  };

  return {
    async get(key) {
      return (await read(await keyOf(key)))?.value;
    },

    async set(key, value, { replace = false } = {}) {
      if (value === undefined) {
        const message = "What shall be pinned is undefined. Pass JSON, such as null.";
        throw new StoreError("STORE_INVALID_VALUE", message, { store: store.name });
      }
      const at = await keyOf(key);
      const pin: Pin = { key, value, pinnedAt: new Date().toISOString() };
      const known = replace ? undefined : await read(at);
      if (known?.value) return known.value;
      // A damaged pin is written over; its version, where it has one, still tells who is first.
      const ifVersion = known ? known.version : null;
      try {
        await store.set(at, pin, store.traits.atomic && !replace ? { ttlMs, ifVersion } : { ttlMs });
        return pin;
      } catch (error) {
        const first = isConflict(error) ? await read(at) : undefined;
        if (first?.value) return first.value;
        throw error;
      }
    },

    async delete(key) {
      return store.delete(await keyOf(key));
    },

    async list(beginning = "") {
      const keys: string[] = [];
      for (const part of partPrefixes(beginning)) {
        for (const at of await allKeysOf(store, `${prefix}/${part}`)) {
          const key = textOfPart(at.slice(prefix.length + 1)) ?? (await read(at))?.value?.key;
          if (key?.startsWith(beginning)) keys.push(key);
        }
      }
      return keys;
    },
  };
}

function isPin(value: unknown): value is Pin {
  return (
    isNamed(value) &&
    typeof value.key === "string" &&
    typeof value.pinnedAt === "string" &&
    value.value !== undefined
  );
}
