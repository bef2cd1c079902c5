import type { Store, StoreDriver, StoredRecord } from "../../src/contracts/store.ts";
import { StoreError, type StoreErrorCode } from "../../src/core/errors/store-errors.ts";
import { defineStore, type StoreOptions } from "../../src/store/define-store.ts";
import { FULL_TRAITS } from "../../src/store/full-traits.ts";
import { settleLostAnswer } from "./lost-answer.ts";
import {
  decodeMessage,
  encodeMessage,
  encodeRecord,
  type WireAnswer,
  type WireRequest,
} from "./object-wire.ts";

/** As much of a Durable Object namespace binding as the store asks for. */
export interface ObjectNamespace {
  getByName(name: string): {
    fetch(
      url: string,
      init: { method: string; body: string },
    ): Promise<{ readonly status: number; text(): Promise<string> }>;
  };
}

/** Which objects keep the entries. */
export interface DurableObjectStoreOptions extends StoreOptions {
  /** The name of the object that keeps all entries. Default `store`. */
  readonly object?: string | undefined;
  /**
   * Spreads entries over objects: names the object of a key, such as `(key) => key.split("/", 1)[0]` for one object per
   * session. A `batch` whose keys are in two objects fails with `STORE_UNSUPPORTED`.
   */
  readonly shard?: ((key: string) => string) | undefined;
  /**
   * Names the object that has all keys of a prefix, or `undefined` where several may have some. Without it, and for such a
   * prefix, `list` of a store that is spread fails with `STORE_UNSUPPORTED`.
   */
  readonly shardOfPrefix?: ((prefix: string) => string | undefined) | undefined;
}

/** One commit's texts: the isolate of the object holds a few copies of them in its 128 MB. */
const MAX_COMMIT_UNITS = 33_554_432;

/**
 * A store in Durable Objects, used from a Worker: atomic, durable, and the same from everywhere. The entries are in one
 * object, or in one per key range (`shard`), of the class `HedgemageStore`, which the Worker exports. An object serves about
 * 1,000 small requests a second and keeps 10 GB: shard what grows over that.
 *
 * A read whose object was reset is asked again once. A write is never sent twice: where its answer was lost the store looks
 * whether it was done, and where that does not tell fails with `STORE_TIMEOUT`. An object that is overloaded fails with
 * `STORE_UNAVAILABLE`, a full one with `STORE_QUOTA`.
 *
 * @example
 * const store = durableObjectStore(env.STORE, { object: "sessions" });
 * await store.set("session/1", { turns: 3 }, { ifVersion: null });
 */
export function durableObjectStore(
  namespace: ObjectNamespace,
  options: DurableObjectStoreOptions = {},
): Store {
  return defineStore(durableObjectDriver(namespace, options), options);
}

function durableObjectDriver(namespace: ObjectNamespace, options: DurableObjectStoreOptions): StoreDriver {
  const { object = "store", shard = () => object, shardOfPrefix } = options;
  const name = "durableObject";
  const fail = (code: StoreErrorCode, message: string, key: string, limit?: number): StoreError =>
    new StoreError(code, message, { store: name, key, limit });

  const ask = async (where: string, key: string, head: WireRequest, texts?: readonly string[]) => {
    // Each question has a stub of its own: one that failed stays broken. The body is always read to its end.
    const stub = namespace.getByName(where);
    const response = await stub.fetch("https://hedgemage.store/", {
      method: "POST",
      body: encodeMessage(head, texts),
    });
    const message = decodeMessage<WireAnswer>(await response.text());
    if (!message || response.status !== 200) {
      const what = `What answered with status ${response.status} is no HedgemageStore. Check the class_name of the binding.`;
      throw fail("STORE_UNSUPPORTED", what, key);
    }
    if ("error" in message.head) throw fail(message.head.error.code, message.head.error.message, key);
    return { answer: message.head, texts: message.texts };
  };

  const askTwice = async (where: string, key: string, head: WireRequest) => {
    try {
      return await ask(where, key, head);
    } catch (cause) {
      if (cause instanceof StoreError || isOverloaded(cause)) throw cause;
      return ask(where, key, head);
    }
  };

  const read = async (key: string): Promise<StoredRecord | undefined> => {
    const { answer, texts } = await askTwice(shard(key), key, { do: "read", key });
    if (!("record" in answer) || !answer.record) return undefined;
    const { version, expiresAt } = answer.record;
    return { text: texts, version, expiresAt };
  };

  return {
    name,
    batches: true,
    traits: FULL_TRAITS,
    read,
    async commit(changes, now) {
      const key = changes[0]?.key ?? "";
      const where = shard(key);
      const elsewhere = changes.find((change) => shard(change.key) !== where);
      if (elsewhere) {
        const message = `The batch has keys of two objects ("${key}" and "${elsewhere.key}"), which nothing can change in one step. Let "shard" name one object for both.`;
        throw fail("STORE_UNSUPPORTED", message, elsewhere.key);
      }
      const texts = changes.map(({ record }) => record?.text ?? "");
      const units = texts.reduce((sum, { length }) => sum + length, 0);
      if (units > MAX_COMMIT_UNITS) {
        const message = `The batch has ${units} characters of JSON; a Durable Object takes ${MAX_COMMIT_UNITS} at once. Split it.`;
        throw fail("STORE_TOO_LARGE", message, key, MAX_COMMIT_UNITS);
      }
      const head: WireRequest = {
        do: "commit",
        now,
        changes: changes.map(({ record, ...change }) =>
          record ? { ...change, record: encodeRecord(record) } : change,
        ),
      };
      try {
        const { answer } = await ask(where, key, head, texts);
        return "commit" in answer ? answer.commit : { existed: [] };
      } catch (cause) {
        if (cause instanceof StoreError || isOverloaded(cause)) throw cause;
        return settleLostAnswer({ name, read }, changes, cause);
      }
    },
    async keys(prefix, limit, cursor, now) {
      const where = options.shard ? shardOfPrefix?.(prefix) : object;
      if (where === undefined) {
        const message = `The keys that start with "${prefix}" may be in several objects. Name theirs with "shardOfPrefix", or list a longer prefix.`;
        throw fail("STORE_UNSUPPORTED", message, prefix);
      }
      const { answer } = await askTwice(where, prefix, { do: "keys", prefix, limit, cursor, now });
      return "page" in answer ? answer.page : { keys: [] };
    },
  };
}

/** What is overloaded has not begun; asking again makes it worse. */
function isOverloaded(cause: unknown): boolean {
  return typeof cause === "object" && cause !== null && "overloaded" in cause && cause.overloaded === true;
}
