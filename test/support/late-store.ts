import type { Json } from "../../src/contracts/message.ts";
import type { Store } from "../../src/contracts/store.ts";

/** What was once under a key. */
interface Version {
  readonly at: number;
  readonly value: Json | undefined;
}

/** A place in which each key is seen as it was up to a minute ago, as in Workers KV; who writes sees it at once. */
export function lateStores(now: () => number, random: () => number): { open(): Store; truth(): Store } {
  const history = new Map<string, Version[]>();
  const LATEST_MS = 60_000;

  function open(isLate: boolean): Store {
    const own = new Map<string, number>();
    const seen = (key: string): Json | undefined => {
      const versions = history.get(key) ?? [];
      const until = now() - (isLate ? random() * LATEST_MS : 0);
      return versions.findLast(({ at }) => at <= until || (own.get(key) ?? Number.POSITIVE_INFINITY) <= at)
        ?.value;
    };
    const write = (key: string, value: Json | undefined): void => {
      history.set(key, [...(history.get(key) ?? []), { at: now(), value }]);
      own.set(key, now());
    };
    return {
      name: "late",
      traits: { atomic: false, durable: true, ttl: false, eventual: true },
      async get(key) {
        const value = seen(key);
        return value === undefined ? undefined : { value, version: JSON.stringify(value) };
      },
      async set(key, value) {
        write(key, value);
        return { value, version: JSON.stringify(value) };
      },
      async delete(key) {
        const isThere = seen(key) !== undefined;
        write(key, undefined);
        return isThere;
      },
      async list(prefix, { limit = 100, cursor = "" } = {}) {
        const all = [...history.keys()]
          .filter((key) => key.startsWith(prefix) && key > cursor && seen(key) !== undefined)
          .sort();
        const keys = all.slice(0, limit);
        const last = keys.at(-1);
        return all.length > limit && last !== undefined ? { keys, cursor: last } : { keys };
      },
    };
  }
  return { open: () => open(true), truth: () => open(false) };
}
