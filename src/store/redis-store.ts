import type { StoreChange, StoreDriver, StoredRecord, StoreFailure } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { corruptEntry } from "./corrupt-entry.ts";
import { defineStore, type StoreOptions } from "./define-store.ts";
import { FULL_TRAITS } from "./full-traits.ts";
import { COMMIT_LUA, LIST_LUA, RECORD_LUA } from "./redis-scripts.ts";
import type { SchemaStore } from "./schema-store.ts";
import { unansweredWrite } from "./unanswered-write.ts";

/** A connected client: of node-redis (also a cluster's), of ioredis (also a cluster's), or of Upstash. */
export type RedisClientLike = NodeRedisClientLike | IoRedisClientLike | UpstashRedisClientLike;

/** As much of node-redis (`redis`, `@redis/client`) as is needed. */
export interface NodeRedisClientLike {
  get(key: string): Promise<unknown>;
  sendCommand(...command: never[]): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** As much of `ioredis` as is needed. */
export interface IoRedisClientLike {
  get(key: string): Promise<unknown>;
  call(command: string, ...parts: (string | number)[]): Promise<unknown>;
}

/** As much of `@upstash/redis` as is needed. */
export interface UpstashRedisClientLike {
  get(key: string): Promise<unknown>;
  eval(script: string, keys: string[], parts: string[]): Promise<unknown>;
}

/** Options of `redisStore`. */
export interface RedisStoreOptions extends StoreOptions {
  /** Your client, connected. */
  readonly client: RedisClientLike;
  /**
   * What the names of all keys begin with, in braces, so that a cluster keeps them in one slot: ASCII letters, digits and
   * `_ . : -`, at most 100. Default `hedgemage`.
   */
  readonly prefix?: string | undefined;
}

/** Redis keeps an entry a little longer than it lives, so that only the clocks of those who read decide. */
const GRACE_MS = 60_000;
/** How many keys one call looks at, at least: a short page may stand behind many entries that have expired. */
const FEWEST_LISTED = 100;
/** The most milliseconds that are asked of Redis; who wants more wants it kept. */
const MAX_KEEP_MS = 1e15;

/**
 * A store in Redis 5 or later, or what speaks its language and runs its scripts, over a client of yours, which it never
 * opens or closes. Atomic over any number of processes: each write is one script. As durable as the server is set up to be
 * (`appendonly yes` for state that must outlive a crash of Redis itself, `maxmemory-policy noeviction`). Expired entries
 * are swept away by later writes, and by Redis a minute after they expired.
 *
 * Errors of its own: `STORE_QUOTA` where Redis has no memory left, `STORE_TIMEOUT` where the connection broke before the
 * answer to a write came.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where `prefix` has other characters.
 *
 * @example
 * const store = redisStore({ client: redisClient, prefix: "app:sessions" });
 * await store.set("thread/1", { title: "Hello" }, { ttlMs: 86_400_000 });
 */
export function redisStore(options: RedisStoreOptions): SchemaStore {
  const { client, prefix = "hedgemage" } = options;
  if (!/^[\w.:-]{1,100}$/.test(prefix)) {
    const message = `The prefix ${JSON.stringify(prefix)} cannot be used. Use 1 to 100 ASCII letters, digits and _ . : -`;
    throw new ConfigError(message);
  }
  return { ...defineStore(redisDriver(client, `{${prefix}}:`), options), schema: () => "" };
}

function redisDriver(client: RedisClientLike, prefix: string): StoreDriver {
  const index = `${prefix}keys`;
  const expiries = `${prefix}expiries`;
  const values = `${prefix}value:`;

  return {
    name: "redis",
    batches: true,
    traits: FULL_TRAITS,
    async read(key) {
      let answer: unknown;
      try {
        answer = await client.get(values + key);
      } catch (cause) {
        if (!messageOf(cause).startsWith("WRONGTYPE")) throw cause;
      }
      // `null` from Redis is no record; a value of another type leaves `undefined`.
      const record = answer === null ? answer : recordOf(answer);
      if (record !== undefined) return record ?? undefined;
      throw corruptEntry("redis", key);
    },
    async commit(changes, now) {
      const names = changes.map(({ key }) => values + key);
      const parts = changes.flatMap((change) => partsOf(change, now));
      const wasClosed = "status" in client && client.status === "end";
      let answer: unknown;
      try {
        answer = await evaluate(client, COMMIT_LUA, [index, expiries, ...names], [String(now), ...parts]);
      } catch (cause) {
        if (wasClosed || isAnswer(cause)) throw cause;
        throw unansweredWrite("redis", changes[0]?.key ?? "", cause);
      }
      const [conflict, ...existed] = Array.isArray(answer) ? answer.map(Number) : [];
      if (conflict !== undefined && conflict >= 0) return { conflict };
      return { existed: existed.map((flag) => flag === 1) };
    },
    async keys(keyPrefix, limit, cursor, now) {
      const keys: string[] = [];
      let from = cursor ?? "";
      do {
        // One more than asked for tells whether more follow. Expired ones may leave gaps to fill by going on.
        const parts = [String(now), keyPrefix, from, String(Math.max(limit + 1, FEWEST_LISTED))];
        const answer = await evaluate(client, LIST_LUA, [index], parts);
        const [last = "", ...found] = Array.isArray(answer) ? answer.map(String) : [];
        keys.push(...found.map((key) => key.slice(1)));
        from = last.slice(1);
      } while (from !== "" && keys.length <= limit);
      const page = keys.slice(0, limit);
      const last = keys.length > limit ? page.at(-1) : undefined;
      return last === undefined ? { keys: page } : { keys: page, cursor: last };
    },
    failure: failureOf,
  };
}

/** Runs a script by the convention of the client. */
function evaluate(client: RedisClientLike, lua: string, keys: string[], parts: string[]): Promise<unknown> {
  const script = RECORD_LUA + lua;
  if ("call" in client) return client.call("EVAL", script, keys.length, ...keys, ...parts);
  if ("sendCommand" in client) return client.eval(script, { keys, arguments: parts });
  return client.eval(script, keys, parts);
}

/** What the commit script is told about a change. */
function partsOf({ key, record, ifVersion }: StoreChange, now: number): string[] {
  const guard = ifVersion === undefined ? "" : ifVersion === null ? "-" : `=${ifVersion}`;
  if (!record) return [key, guard, "", "", ""];
  const { text, version, expiresAt } = record;
  const expires = expiresAt === undefined ? "" : String(expiresAt);
  const keep = expiresAt === undefined ? 0 : Math.max(0, Math.ceil(expiresAt - now)) + GRACE_MS;
  const kept = keep > 0 && keep < MAX_KEEP_MS ? String(keep) : "";
  return [key, guard, `${version} ${expires}\n${text}`, expires, kept];
}

function recordOf(answer: unknown): StoredRecord | undefined {
  if (typeof answer !== "string") return undefined;
  const end = answer.indexOf("\n");
  const [version, expires, ...others] = answer.slice(0, Math.max(end, 0)).split(" ");
  if (!version || expires === undefined || others.length > 0) return undefined;
  return { text: answer.slice(end + 1), version, expiresAt: expires === "" ? undefined : Number(expires) };
}

/** Only the beginning: Upstash puts the whole command behind it, with the value. */
function messageOf(cause: unknown): string {
  const [message = ""] = (cause instanceof Error ? cause.message : String(cause)).split(", command was");
  return message;
}

/** Whether it is known that nothing was written: the server said so, or the client did not send it. */
function isAnswer(cause: unknown): boolean {
  return /^[A-Z]{2,} |^The client is |ECONNREFUSED/.test(messageOf(cause));
}

function failureOf(cause: unknown): StoreFailure {
  const why = messageOf(cause);
  if (/\bOOM\b/.test(why)) {
    const message = "Redis has no memory left (OOM). Remove entries, or raise its maxmemory.";
    return { code: "STORE_QUOTA", message };
  }
  if (why.includes("max request size")) {
    return { code: "STORE_TOO_LARGE", message: `The service takes no request that large: ${why}` };
  }
  const hint = why.startsWith("The client is closed") ? ". Connect it first." : "";
  return { code: "STORE_UNAVAILABLE", message: `Redis did not do it: ${why}${hint}` };
}
