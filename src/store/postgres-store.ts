import type { StoreChange, StoreCommit, StoreDriver, StoreFailure } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { corruptEntry } from "./corrupt-entry.ts";
import { defineStore, type StoreOptions } from "./define-store.ts";
import { FULL_TRAITS } from "./full-traits.ts";
import type { SchemaStore } from "./schema-store.ts";
import { unansweredWrite } from "./unanswered-write.ts";

/** As much of a Postgres client as is needed: `pg`'s `Pool` and `Client`, Neon's and PGlite have it. */
export interface PgClientLike {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly PgRow[] }>;
}

/** A row of an answer, by column. */
export interface PgRow {
  readonly [column: string]: unknown;
}

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
  if (!/^([A-Za-z_]\w{0,51}\.)?[A-Za-z_]\w{0,51}$/.test(table)) {
    const message = `The table ${JSON.stringify(table)} is no safe name. Use ASCII letters, digits and _, at most 52, or schema.table.`;
    throw new ConfigError(message);
  }
  if (typeof client?.query !== "function") {
    throw new ConfigError(
      'The "client" of a postgresStore has no query(). Pass a Pool or a Client of pg, or a PGlite.',
    );
  }
  const name = `"${table.replace(".", '"."')}"`;
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
      const pattern = `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
      const { rows } = await client.query(text, [pattern, cursor ?? "", now, limit + 1]);
      const keys = rows.map(({ key }) => String(key)).slice(0, limit);
      const last = rows.length > limit ? keys.at(-1) : undefined;
      return last === undefined ? { keys } : { keys, cursor: last };
    },
    failure: (cause) => failureOf(cause, table),
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

/** The SQLSTATE of what Postgres said, or the code of a system error. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** What pg and PGlite say, without a code, of a client that took nothing. */
const NOT_SENT = /after calling end on the pool|not queryable|when trying to connect|PGlite is clos/;

/** Whether it is known that nothing was written: the server said so, or was never reached. */
function isAnswer(cause: unknown): boolean {
  const code = codeOf(cause);
  if (code === "") return cause instanceof Error && NOT_SENT.test(cause.message);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return true;
  // Of what has the form of a SQLSTATE, these speak of the connection, such as a pooler's.
  return code.length === 5 && !/^(?:EPIPE|08...|40003)$/.test(code);
}

/** Serialization failure, deadlock, and the division by zero of a commit. */
function isRace(cause: unknown): boolean {
  return ["40001", "40P01", "22012"].includes(codeOf(cause));
}

function failureOf(cause: unknown, table: string): StoreFailure | undefined {
  const code = codeOf(cause);
  if (isRace(cause)) {
    const message = `Too many others write to the same keys of ${table}. Try again in a while.`;
    return { code: "STORE_UNAVAILABLE", message };
  }
  if (code === "53100") {
    return { code: "STORE_QUOTA", message: "The disk of the Postgres server is full. Remove entries." };
  }
  // At the end of a message, where it is left out of what clients are told.
  const why = cause instanceof Error ? cause.message : "";
  if (/^(?:28|3D)/.test(code)) {
    const message = `Postgres refuses the user or the database that the client names: ${why}`;
    return { code: "STORE_UNAVAILABLE", message, retryable: false };
  }
  if (!code.startsWith("42") && code !== "3F000") return undefined;
  const message = `Postgres cannot use the table ${table}. Run what the store's schema() gives, or look at the rights of the user: ${why}`;
  return { code: "STORE_UNSUPPORTED", message };
}
