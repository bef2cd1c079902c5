import type { StoreChange, StoreCommit, StoreDriver } from "../contracts/store.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { corruptEntry } from "./corrupt-entry.ts";
import { defineStore, type StoreOptions } from "./define-store.ts";
import { FULL_TRAITS } from "./full-traits.ts";
import {
  isAnswer,
  isRace,
  likeBeginning,
  type PgClientLike,
  type PgRow,
  postgresFailure,
  postgresTable,
} from "./postgres-client.ts";
import type { SchemaStore } from "./schema-store.ts";
import { unansweredWrite } from "./unanswered-write.ts";

/** Options of `postgresStore`. */
export interface PostgresStoreOptions extends StoreOptions {
  /** Your client. Best a pool: on a single client that has a transaction open, writes become a part of it. */
  readonly client: PgClientLike;
  /**
   * The table, with or without a schema: `name` or `schema.name`, each of ASCII letters, digits and `_`, at most 52, in
   * the case that is written. Default `hedgemage_store`.
   */
  readonly table?: string | undefined;
}

/** How often a write starts again because others were faster. */
const MAX_TRIES = 10;

/**
 * A store in a table of Postgres 11 or later (UTF-8), over a client of yours, which it never opens or closes. Atomic over
 * any number of processes: each write is one statement, so that a pool may give each another connection. Entries expire
 * by the clock of the process that reads them; later writes sweep them away. The table is yours to make: `schema()`.
 *
 * Errors of its own: `STORE_UNSUPPORTED` where the table is missing or another one, `STORE_QUOTA` where the disk is full,
 * `STORE_TIMEOUT` where the connection broke before the answer to a write came.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where `table` is no safe name, or `client` no client.
 *
 * @example
 * const store = postgresStore({ client: pool });
 * await pool.query(store.schema()); // once, or in a migration
 * await store.set("thread/1", { title: "Hello" }, { ifVersion: null });
 */
export function postgresStore(options: PostgresStoreOptions): SchemaStore {
  const { client, table = "hedgemage_store" } = options;
  const name = postgresTable(client, table);
  return {
    ...defineStore(postgresDriver(client, name, table), options),
    schema: () => schemaOf(name, table),
  };
}

/** One statement, because some clients take only one at a time. */
function schemaOf(name: string, table: string): string {
  const index = `"${table.split(".").at(-1)}_expires_at"`;
  return `DO $$ BEGIN
  CREATE TABLE IF NOT EXISTS ${name} (
    key text COLLATE "C" PRIMARY KEY,
    value text NOT NULL,
    version text NOT NULL,
    expires_at double precision
  );
  CREATE INDEX IF NOT EXISTS ${index} ON ${name} (expires_at) WHERE expires_at IS NOT NULL;
END $$`;
}

function postgresDriver(client: PgClientLike, name: string, table: string): StoreDriver {
  return {
    name: "postgres",
    batches: true,
    traits: FULL_TRAITS,
    async read(key) {
      const text = `SELECT value, version, expires_at FROM ${name} WHERE key = $1`;
      const [row] = (await client.query(text, [key])).rows;
      if (!row) return undefined;
      const { value, version, expires_at } = row;
      if (typeof value === "string" && typeof version === "string") {
        return { text: value, version, expiresAt: expires_at === null ? undefined : Number(expires_at) };
      }
      throw corruptEntry("postgres", key);
    },
    async commit(changes, now) {
      const { text, values } = commitStatement(name, changes, now);
      for (let tries = 1; ; tries += 1) {
        try {
          const [row] = (await client.query(text, values)).rows;
          if (row) return outcomeOf(row, changes.length);
          const message = "The client of the postgres store gave no row: is it one of Postgres?";
          throw new StoreError("STORE_UNSUPPORTED", message, { store: "postgres" });
        } catch (cause) {
          if (cause instanceof StoreError) throw cause;
          if (!isAnswer(cause)) throw unansweredWrite("postgres", changes[0]?.key ?? "", cause);
          if (!isRace(cause) || tries === MAX_TRIES) throw cause;
        }
      }
    },
    async keys(prefix, limit, cursor, now) {
      const text = `SELECT key FROM ${name} WHERE key LIKE $1 AND key > $2
        AND (expires_at IS NULL OR expires_at > $3::float8) ORDER BY key LIMIT $4::int`;
      const { rows } = await client.query(text, [likeBeginning(prefix), cursor ?? "", now, limit + 1]);
      const keys = rows.map(({ key }) => String(key)).slice(0, limit);
      const last = rows.length > limit ? keys.at(-1) : undefined;
      return last === undefined ? { keys } : { keys, cursor: last };
    },
    failure: (cause) => postgresFailure(cause, table),
  };
}

/**
 * The whole commit as one statement. It locks the rows that are there, compares them, and writes only where nothing was
 * lost. A row that appeared after the statement began cannot be seen, only run into: an upsert therefore writes over no
 * row but the one that was locked, and where one was not written the statement fails (it divides by zero) as a whole, to
 * be tried again. Rows are locked and inserted in the order of their keys, which makes deadlocks rare.
 */
function commitStatement(
  name: string,
  changes: readonly StoreChange[],
  now: number,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [now];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const keys: string[] = [];
  const asked: string[] = [];
  const sets: string[] = [];
  const deletes: string[] = [];
  const indexed = changes.map((change, index) => ({ ...change, index }));
  for (const { index, key, record, ifVersion } of indexed.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const bound = bind(key, "text");
    keys.push(bound);
    asked.push(`(${index}, ${bound}, ${ifVersion !== undefined}, ${bind(ifVersion ?? null, "text")})`);
    if (record) {
      const { text, version, expiresAt = null } = record;
      sets.push(`(${bound}, ${bind(text, "text")}, ${bind(version, "text")}, ${bind(expiresAt, "float8")})`);
    } else deletes.push(bound);
  }
  const written = `, written AS (
  INSERT INTO ${name} AS t (key, value, version, expires_at)
  SELECT * FROM (VALUES ${sets.join()}) AS s (key, value, version, expires_at)
  WHERE NOT EXISTS (SELECT FROM lost)
  ON CONFLICT (key) DO UPDATE
  SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at
  WHERE t.version = (SELECT p.version FROM present p WHERE p.key = t.key)
  RETURNING 1)`;
  const removed = `, removed AS (
  DELETE FROM ${name} WHERE key IN (${deletes.join()}) AND NOT EXISTS (SELECT FROM lost))`;
  const text = `WITH present AS (
  SELECT key, version, expires_at IS NULL OR expires_at > $1::float8 AS live FROM ${name}
  WHERE key IN (${keys.join()}) ORDER BY key FOR UPDATE),
state AS (
  SELECT a.i, a.guarded, a.expected, CASE WHEN p.live THEN p.version END AS version
  FROM (VALUES ${asked.join()}) AS a (i, key, guarded, expected) LEFT JOIN present p ON p.key = a.key),
lost AS (SELECT i FROM state WHERE guarded AND version IS DISTINCT FROM expected),
swept AS (
  DELETE FROM ${name} WHERE key = ANY (ARRAY(
    SELECT key FROM ${name} WHERE expires_at <= $1::float8 AND key NOT IN (${keys.join()})
    LIMIT 100 FOR UPDATE SKIP LOCKED)))${sets.length > 0 ? written : ""}${deletes.length > 0 ? removed : ""}
SELECT (SELECT min(i) FROM lost) AS conflict,
  (SELECT string_agg(i::text, ',') FROM state WHERE version IS NOT NULL) AS existed${
    sets.length > 0
      ? `,
  1 / (EXISTS (SELECT FROM lost) OR (SELECT count(*) FROM written) = ${sets.length})::int AS done`
      : ""
  }`;
  return { text, values };
}

function outcomeOf(row: PgRow, size: number): StoreCommit {
  // Some clients are set up to give numbers as texts or as bigints.
  if (row.conflict !== null) return { conflict: Number(row.conflict) };
  const existed = String(row.existed ?? "").split(",");
  return { existed: Array.from({ length: size }, (_, index) => existed.includes(String(index))) };
}
