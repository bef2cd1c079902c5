import type { InterruptStore, PendingInterrupt } from "../contracts/interrupt.ts";
import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { isConflict } from "../store/is-conflict.ts";
import { isNamed } from "../store/is-named.ts";
import { keyPart, partPrefixes, textOfPart } from "../store/key-part.ts";
import { keysOf } from "../store/keys-of.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { PgClientLike } from "../store/postgres-client.ts";
import { postgresStore } from "../store/postgres-store.ts";
import { readRecord, warnOf } from "../store/read-record.ts";
import { type RedisClientLike, redisStore } from "../store/redis-store.ts";
import { type ViewOptions, type ViewPlace, viewPlace } from "../store/view-place.ts";

/** An interrupt store over a `Store`: it can list what is pending, and change it. */
export type StoredInterrupts = InterruptStore & Required<Pick<InterruptStore, "list" | "update">>;

/** Where interrupts are kept in a store that may hold other things. The prefix is `interrupt` by default. */
export interface InterruptOptions extends ViewOptions {
  /**
   * Accepts a store without compare-and-set, where two decisions on one interrupt may both be applied and a decision may
   * miss an interrupt that was raised a moment before. Say so only where that is harmless.
   */
  readonly allowEventual?: boolean | undefined;
}

/**
 * Which Postgres table interrupts are kept in. A client is passed in, never a connection string: this package loads no
 * database driver.
 */
export interface InterruptPgOptions {
  /** A pool or a client of yours, such as `new Pool({ connectionString })` of `pg`; it is neither opened nor closed. */
  readonly client: PgClientLike;
  /** A safe SQL identifier. Default `hedgemage_interrupts`. */
  readonly table?: string | undefined;
  /** How long an interrupt waits for its decision, in seconds. For ever where it is missing. */
  readonly ttl?: number | undefined;
}

/** Which keys of Redis interrupts are kept under. A client is passed in, never a URL: this package loads no driver. */
export interface InterruptRedisOptions {
  /** A connected client of yours; it is neither opened nor closed. */
  readonly client: RedisClientLike;
  /** Default `hedgemage:interrupt`. */
  readonly prefix?: string | undefined;
  /** How long an interrupt waits for its decision, in seconds. For ever where it is missing. */
  readonly ttl?: number | undefined;
}

/**
 * Keeps interrupts in memory: for tests, and for decisions that fall while the process lives.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 *
 * @example
 * const interrupts = ai.human.interrupt.memory();
 * await interrupts.load("never-raised"); // undefined
 */
export function memory(options: InterruptOptions = {}): StoredInterrupts {
  return from(memoryStore(), options);
}

/**
 * Keeps interrupts in a Postgres table, which `schema()` describes and nothing here makes or changes.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a table name that is no safe identifier, or a `ttl` that cannot work.
 *
 * @example
 * const interrupts = ai.human.interrupt.pg({ client: { query: async () => ({ rows: [] }) } });
 * interrupts.schema().includes("hedgemage_interrupts"); // true
 */
export function pg({ client, table, ttl }: InterruptPgOptions): StoredInterrupts {
  const store = postgresStore({ client, table: table ?? "hedgemage_interrupts" });
  return interrupts(viewPlace(store, { ttl }, "interrupt"), store.schema());
}

/**
 * Keeps interrupts in Redis.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 *
 * @example
 * const interrupts = ai.human.interrupt.redis({ client: redisClient });
 */
export function redis({ client, prefix, ttl }: InterruptRedisOptions): StoredInterrupts {
  return from(redisStore({ client, prefix: prefix ?? "hedgemage:interrupt" }), { ttl });
}

/**
 * Keeps interrupts in any store that compares and sets, such as IndexedDB, a Durable Object or Deno KV.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a store without compare-and-set, unless `allowEventual` is set, and for a prefix
 * or a `ttl` that cannot work.
 *
 * @example
 * const interrupts = ai.human.interrupt.from(ai.memoryStore(), { ttl: 86_400 });
 * await interrupts.list(); // []
 */
export function from(store: Store, options: InterruptOptions = {}): StoredInterrupts {
  if (!store.traits.atomic && options.allowEventual !== true) {
    const message = `Approvals need compare-and-set, which the ${store.name} store does not have: a decision could be applied twice. Use memoryStore, indexedDBStore, durableObjectStore, d1Store, denoKvStore, postgresStore or redisStore, or pass { allowEventual: true }.`;
    throw new ConfigError(message);
  }
  return interrupts(viewPlace(store, options, "interrupt"), "");
}

function interrupts({ store, prefix, ttlMs }: ViewPlace, schema: string): StoredInterrupts {
  const keyOf = async (interruptId: string): Promise<string> =>
    `${prefix}/${await keyPart(store.name, "id of an interrupt", interruptId)}`;

  /** A damaged record is an error here, unlike elsewhere: taken for an absent one, it would pass for decided. */
  const find = async (key: string): Promise<{ value: PendingInterrupt; version: string } | undefined> => {
    const found = await readRecord(store, key, isInterrupt);
    if (found?.damage) throw found.damage;
    return found;
  };

  const readId = async (key: string): Promise<string | undefined> => {
    const found = await readRecord(store, key, isInterrupt);
    if (found?.damage) warnOf(store, "interrupt.skipped", found.damage);
    return found?.value?.interruptId;
  };

  return {
    schema: () => schema,

    async save(interrupt) {
      // `args` are the model's; the store refuses what is not JSON.
      await store.set(await keyOf(interrupt.interruptId), { ...interrupt } as unknown as Json, { ttlMs });
    },

    async load(interruptId) {
      return (await find(await keyOf(interruptId)))?.value;
    },

    async take(interruptId) {
      const key = await keyOf(interruptId);
      for (;;) {
        const found = await find(key);
        if (!found) return undefined;
        try {
          const options = store.traits.atomic ? { ifVersion: found.version } : {};
          return (await store.delete(key, options)) ? found.value : undefined;
        } catch (error) {
          // Taken by another, or saved once more: the next look tells.
          if (!isConflict(error)) throw error;
        }
      }
    },

    async update(interruptId, change) {
      const key = await keyOf(interruptId);
      for (;;) {
        const found = await find(key);
        if (!found) return false;
        try {
          const version = store.traits.atomic ? { ifVersion: found.version } : {};
          await store.set(key, { ...change(found.value) } as unknown as Json, { ttlMs, ...version });
          return true;
        } catch (error) {
          if (!isConflict(error)) throw error;
        }
      }
    },

    async delete(interruptId) {
      await store.delete(await keyOf(interruptId));
    },

    async list(beginning = "") {
      const ids: string[] = [];
      for (const part of partPrefixes(beginning)) {
        for await (const key of keysOf(store, `${prefix}/${part}`)) {
          const id = textOfPart(key.slice(prefix.length + 1)) ?? (await readId(key));
          if (id?.startsWith(beginning)) ids.push(id);
        }
      }
      return ids;
    },
  };
}

function isInterrupt(value: unknown): value is PendingInterrupt {
  if (!isNamed(value) || !isNamed(value.request)) return false;
  const { toolName, requestedAt, context } = value.request;
  if (!isNamed(context)) return false;
  const texts = [value.interruptId, value.savedAt, toolName, requestedAt, context.agentName];
  return value.status === "pending" && texts.every((text) => typeof text === "string");
}
