import type { DenoKv, DenoKvAtomic, DenoKvKey } from "../../../runtimes/deno/index.ts";

/** What one `set` of an atomic operation asked for. */
export interface SpiedSet {
  readonly key: DenoKvKey;
  readonly expireIn: number | undefined;
}

/** What a test wants to know of a database, or do to it. */
export interface KvSpy {
  /** Before an atomic operation is committed; what it throws or waits for, the store meets. */
  beforeCommit?(sets: readonly SpiedSet[]): unknown;
  /** Before a row is read. */
  beforeGet?(key: DenoKvKey): unknown;
}

/** A database that tells of everything that is done to it before it does it. */
export function spiedKv(kv: DenoKv, { beforeCommit, beforeGet }: KvSpy): DenoKv {
  return {
    async get(key) {
      await beforeGet?.(key);
      return kv.get(key);
    },
    list: (selector, options) => kv.list(selector, options),
    atomic: () => spiedAtomic(kv.atomic(), beforeCommit),
    close: () => kv.close(),
  };
}

function spiedAtomic(atomic: DenoKvAtomic, beforeCommit: KvSpy["beforeCommit"]): DenoKvAtomic {
  const sets: SpiedSet[] = [];
  const spied: DenoKvAtomic = {
    check(...checks) {
      atomic.check(...checks);
      return spied;
    },
    set(key, value, options) {
      sets.push({ key, expireIn: options?.expireIn });
      atomic.set(key, value, options);
      return spied;
    },
    delete(key) {
      atomic.delete(key);
      return spied;
    },
    async commit() {
      await beforeCommit?.(sets);
      return atomic.commit();
    },
  };
  return spied;
}
