import type { Store } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";

/** Where a view keeps its records in a store that may hold other things. */
export interface ViewOptions {
  /** What all keys begin with: a letter or `_`, then letters, digits, `_`, `-`, `.` and `:`, at most 64. */
  readonly prefix?: string | undefined;
  /** How long a record is kept after it was written, in seconds. For ever where it is missing. */
  readonly ttl?: number | undefined;
}

/** A view's own part of a store. */
export interface ViewPlace {
  readonly store: Store;
  readonly prefix: string;
  readonly ttlMs: number | undefined;
}

/** Checks where a view shall keep its records. Throws `ConfigError` (`INVALID_CONFIG`) for options that cannot work. */
export function viewPlace(store: Store, { prefix, ttl }: ViewOptions, defaultPrefix: string): ViewPlace {
  const place = prefix ?? defaultPrefix;
  if (!/^[A-Za-z_][\w.:-]{0,63}$/.test(place)) {
    const message = `The "prefix" of a store is ${JSON.stringify(place)}. Use a letter or _, then letters, digits, _ - . and :, at most 64.`;
    throw new ConfigError(message);
  }
  if (ttl !== undefined && !(ttl > 0)) {
    throw new ConfigError(`The "ttl" of a store is ${ttl}. Use more than 0 seconds, or leave it out.`);
  }
  if (ttl !== undefined && !store.traits.ttl) {
    const message = `The ${store.name} store lets no entry expire. Leave "ttl" out, or use a store with "traits.ttl".`;
    throw new ConfigError(message);
  }
  return { store, prefix: place, ttlMs: ttl === undefined ? undefined : ttl * 1000 };
}
