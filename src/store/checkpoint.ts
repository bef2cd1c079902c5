import type { CheckpointRecord, CheckpointStore } from "../contracts/checkpoint.ts";
import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { StoreConflictError, StoreError } from "../core/errors/store-errors.ts";
import { isNamed } from "./is-named.ts";
import { keyPart, partPrefixes, textOfPart } from "./key-part.ts";
import { allKeysOf, deleteFromEnd, keysOf } from "./keys-of.ts";
import { memoryStore } from "./memory-store.ts";
import type { PgClientLike } from "./postgres-client.ts";
import { postgresStore } from "./postgres-store.ts";
import { readRecord, warnOf } from "./read-record.ts";
import { type RedisClientLike, redisStore } from "./redis-store.ts";
import { type ViewOptions, type ViewPlace, viewPlace } from "./view-place.ts";

/** A checkpoint store over a `Store`: it can list its sessions and remove old turns. */
export type StoredCheckpoints = CheckpointStore & Required<Pick<CheckpointStore, "list" | "prune">>;

/** Where checkpoints are kept in a store that may hold other things. The prefix is `checkpoint` by default. */
export type CheckpointOptions = ViewOptions;

/** Which Postgres table checkpoints are kept in. */
export interface CheckpointPgOptions {
  /** A pool or a client of yours, such as `new Pool()` of `pg`; it is neither opened nor closed. */
  readonly client: PgClientLike;
  /** A safe SQL identifier. Default `hedgemage_orchestrator_sessions`. */
  readonly table?: string | undefined;
  /** How long a row is kept, in seconds. For ever where it is missing. */
  readonly ttl?: number | undefined;
}

/** Which keys of Redis checkpoints are kept under. */
export interface CheckpointRedisOptions {
  /** A connected client of yours; it is neither opened nor closed. */
  readonly client: RedisClientLike;
  /** Default `hedgemage:orchestrator`. */
  readonly prefix?: string | undefined;
  /** How long a row is kept, in seconds. For ever where it is missing. */
  readonly ttl?: number | undefined;
}

/**
 * Keeps checkpoints in memory: for tests, and for sessions that may be lost with the process.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 *
 * @example
 * const sessions = ai.checkpoint.memory();
 * await sessions.load("support", "session-1"); // undefined
 */
export function memory(options: CheckpointOptions = {}): StoredCheckpoints {
  return from(memoryStore(), options);
}

/**
 * Keeps checkpoints in a Postgres table, which `schema()` describes and nothing here makes or changes.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a table name that is no safe identifier, or a `ttl` that cannot work.
 *
 * @example
 * const sessions = ai.checkpoint.pg({ client: { query: async () => ({ rows: [] }) }, ttl: 86_400 });
 * sessions.schema().includes("hedgemage_orchestrator_sessions"); // true
 */
export function pg({ client, table, ttl }: CheckpointPgOptions): StoredCheckpoints {
  const store = postgresStore({ client, table: table ?? "hedgemage_orchestrator_sessions" });
  return checkpoints(viewPlace(store, { ttl }, "checkpoint"), store.schema());
}

/**
 * Keeps checkpoints in Redis.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 *
 * @example
 * const sessions = ai.checkpoint.redis({ client: redisClient, ttl: 86_400 });
 */
export function redis({ client, prefix, ttl }: CheckpointRedisOptions): StoredCheckpoints {
  return from(redisStore({ client, prefix: prefix ?? "hedgemage:orchestrator" }), { ttl });
}

/**
 * Keeps checkpoints in any store, such as IndexedDB, a Durable Object or Deno KV. On a store without compare-and-set, such as
 * Workers KV, two writers of one turn may both believe to have saved it.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 *
 * @example
 * const sessions = ai.checkpoint.from(ai.memoryStore(), { ttl: 86_400 });
 * await sessions.list("support"); // []
 */
export function from(store: Store, options: CheckpointOptions = {}): StoredCheckpoints {
  return checkpoints(viewPlace(store, options, "checkpoint"), "");
}

const HIGHEST_TURN = 999_999_999_999;

type Row = CheckpointRecord<Json>;

function checkpoints({ store, prefix, ttlMs }: ViewPlace, schema: string): StoredCheckpoints {
  const namePrefix = async (name: string): Promise<string> =>
    `${prefix}/${await keyPart(store.name, "name of an orchestrator", name)}/`;
  const sessionPrefix = async (name: string, sessionId: string): Promise<string> =>
    `${await namePrefix(name)}${await keyPart(store.name, "id of a session", sessionId)}/`;

  const readRow = async (key: string, name: string, sessionId?: string): Promise<Row | undefined> => {
    const found = await readRecord(store, key, isCheckpoint);
    const row = found?.value;
    const isOurs =
      row?.orchestrator_name === name && (sessionId === undefined || row.session_id === sessionId);
    if (row && isOurs) return row;
    if (found) warnOf(store, "checkpoint.skipped", found.damage ?? `The row "${key}" is of another session.`);
    return undefined;
  };

  /** Adds a row where there is none; gives the conflict where there is one. */
  const add = async (key: string, row: Row): Promise<unknown> => {
    try {
      // Without compare-and-set looking first is the best there is.
      if (!store.traits.atomic && (await store.get(key))) return "present";
      await store.set(key, row, store.traits.atomic ? { ttlMs, ifVersion: null } : { ttlMs });
      return undefined;
    } catch (error) {
      if (AIError.is(error) && /^STORE_(?:CONFLICT|CORRUPT)$/.test(error.code)) return error;
      throw error;
    }
  };

  return {
    schema: () => schema,

    async load(name, sessionId) {
      for await (const key of keysOf(store, await sessionPrefix(name, sessionId), 4)) {
        const row = await readRow(key, name, sessionId);
        if (row) return row;
      }
      return undefined;
    },

    async save(record) {
      const { orchestrator_name: name, session_id: sessionId, turn_index: turn } = record;
      if (!isCheckpoint(record) || turn > HIGHEST_TURN) {
        const message = `This is no checkpoint of a turn: fields are missing or of the wrong type ("turn_index" is ${turn}; count from 0).`;
        throw new StoreError("STORE_INVALID_VALUE", message, { store: store.name });
      }
      const first = (await sessionPrefix(name, sessionId)) + keyOfTurn(turn);
      // A damaged row must not end the session: `load` passes over it, so its turn comes again and is kept beside it.
      for (let copy = 0; copy < 10; copy += 1) {
        const key = copy === 0 ? first : `${first}.${copy}`;
        const conflict = await add(key, record);
        if (conflict === undefined) return;
        if (!(await readRow(key, name, sessionId))) continue;
        const message = `Turn ${turn} of the session "${sessionId}" is saved already: something else went on with it. Load it again.`;
        throw new StoreConflictError(message, { store: store.name, key, cause: conflict });
      }
      const message = `The rows of turn ${turn} of the session "${sessionId}" are all damaged. Delete the session.`;
      throw new StoreError("STORE_CORRUPT", message, { store: store.name, key: first });
    },

    async delete(name, sessionId) {
      // The oldest turn goes first: what a crash leaves is the session as it was.
      await deleteFromEnd(store, await allKeysOf(store, await sessionPrefix(name, sessionId)));
    },

    async list(name, beginning = "") {
      const start = await namePrefix(name);
      const sessions = new Map<string, string>();
      for (const part of partPrefixes(beginning)) {
        for await (const key of keysOf(store, start + part)) {
          const [session = ""] = key.slice(start.length).split("/", 1);
          if (sessions.has(session)) continue;
          const id = textOfPart(session) ?? (await readRow(key, name))?.session_id;
          if (id !== undefined) sessions.set(session, id);
        }
      }
      return [...sessions.values()].filter((id) => id.startsWith(beginning));
    },

    async prune(name, sessionId, keep) {
      if (!(keep >= 1)) throw new ConfigError(`A session cannot keep ${keep} turns. Keep 1 or more.`);
      const start = await sessionPrefix(name, sessionId);
      const turns = new Set<string>();
      const old: string[] = [];
      for await (const key of keysOf(store, start)) {
        turns.add(key.slice(start.length).split(".", 1)[0] ?? "");
        if (turns.size > keep) old.push(key);
      }
      await deleteFromEnd(store, old);
      return old.length;
    },
  };
}

/** Counts down, because listings go up and the newest turn is the one that is wanted. */
function keyOfTurn(turn: number): string {
  return String(HIGHEST_TURN - turn).padStart(12, "0");
}

/** Whether a value has the shape of a row. That its state is JSON, the store knows. */
function isCheckpoint(value: unknown): value is Row {
  if (!isNamed(value)) return false;
  const { last_route: route, turn_index: turn, summarized_through: summarized } = value;
  const isText = (name: string): boolean => typeof value[name] === "string";
  return (
    ["orchestrator_name", "session_id", "signature", "saved_at"].every(isText) &&
    ["version", "lock_acquired_at", "lock_expires_at"].every(
      (name) => value[name] === null || isText(name),
    ) &&
    (route === null ||
      isText("last_route") ||
      (Array.isArray(route) && route.every((part) => typeof part === "string"))) &&
    (summarized === null || typeof summarized === "number") &&
    Number.isInteger(turn) &&
    Number(turn) >= 0
  );
}
