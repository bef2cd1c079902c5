import type { StoreChange, StoreDriver } from "../../src/contracts/store.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { defineStore, type StoreOptions } from "../../src/store/define-store.ts";
import { FULL_TRAITS } from "../../src/store/full-traits.ts";
import type { SchemaStore } from "../../src/store/schema-store.ts";
import {
  type EntrySql,
  entrySql,
  listValues,
  outcomeOf,
  pageOf,
  partsOf,
  recordOf,
  type SqlRow,
  type SqlValue,
  sqlFailure,
} from "./entry-sql.ts";
import { settleLostAnswer } from "./lost-answer.ts";

/** A statement of D1. */
export interface D1StatementLike {
  bind(...values: SqlValue[]): D1StatementLike;
  all(): Promise<{ readonly results: SqlRow[] }>;
}

/** As much of a D1 binding as the store asks for. */
export interface D1DatabaseLike {
  prepare(query: string): D1StatementLike;
  batch(statements: D1StatementLike[]): Promise<{ readonly results: SqlRow[] }[]>;
}

/** Where in the database the entries are. */
export interface D1StoreOptions extends StoreOptions {
  /** The table; a second one has `_parts` behind its name. Letters, digits and `_`. Default `hedgemage_entries`. */
  readonly table?: string | undefined;
}

/**
 * A store in a D1 database: atomic, durable, with expiry; a batch is one transaction. The store never makes or changes
 * tables: put `schema()`, one statement a line, into a migration, or run `await env.DB.exec(store.schema())` once. Values
 * over 1 MB are spread over rows.
 *
 * Throws `ConfigError` (`INVALID_CONFIG`) for a table name that is no plain identifier. Fails with `STORE_UNSUPPORTED` where
 * the tables are missing, `STORE_QUOTA` where the database is full, `STORE_TIMEOUT` where a write was not answered.
 *
 * @example
 * const store = d1Store(env.DB, { table: "agent_state" });
 * await store.set("session/1", { turns: 3 });
 */
export function d1Store(database: D1DatabaseLike, options: D1StoreOptions = {}): SchemaStore {
  const { table = "hedgemage_entries" } = options;
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(table)) {
    throw new ConfigError(
      `"${table}" cannot be the "table" of a store. Use up to 63 letters, digits and "_", a digit not first.`,
    );
  }
  const sql = entrySql(table);
  const store = defineStore(d1Driver(database, sql, table), options);
  return Object.assign(store, { schema: () => `${sql.schema.join(";\n")};` });
}

function d1Driver(database: D1DatabaseLike, sql: EntrySql, table: string): StoreDriver {
  const name = "d1";
  const prepare = (query: string, ...values: SqlValue[]): D1StatementLike =>
    database.prepare(query).bind(...values);
  const headsStatement = (changes: readonly StoreChange[]): D1StatementLike =>
    prepare(sql.heads(changes.length), ...changes.map(({ key }) => key));
  const read: StoreDriver["read"] = async (key) =>
    recordOf(name, key, (await prepare(sql.read, key).all()).results);

  const guardOf = ({ key, ifVersion }: StoreChange, now: number): D1StatementLike[] => {
    if (ifVersion === undefined) return [];
    return [ifVersion === null ? prepare(sql.mustNotBe, key, now) : prepare(sql.mustBe, key, ifVersion, now)];
  };

  const writesOf = ({ key, record }: StoreChange): D1StatementLike[] => {
    if (!record) return [prepare(sql.remove, key)];
    const parts = partsOf(record.text);
    const text = parts.length > 0 ? null : record.text;
    return [
      prepare(sql.put, key, record.version, record.expiresAt ?? null, parts.length, text),
      prepare(sql.removeParts, key),
      ...(parts.length > 0 ? [prepare(sql.addParts(parts.length), key, ...parts)] : []),
    ];
  };

  /** Which change lost. The guard does not say, and by now another may be the one. */
  const conflictOf = async (changes: readonly StoreChange[], now: number): Promise<number> => {
    const { conflict } = outcomeOf(changes, (await headsStatement(changes).all()).results, now);
    return conflict ?? changes.findIndex(({ ifVersion }) => ifVersion !== undefined);
  };

  return {
    name,
    batches: true,
    traits: FULL_TRAITS,
    read,
    async commit(changes, now) {
      try {
        const [heads] = await database.batch([
          headsStatement(changes),
          ...changes.flatMap((change) => guardOf(change, now)),
          ...changes.flatMap(writesOf),
          prepare(sql.sweep, now),
        ]);
        // Where all guards let it pass, there is no conflict in this either.
        return outcomeOf(changes, heads?.results ?? [], now);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        if (why.includes(`NOT NULL constraint failed: ${table}.version`)) {
          return { conflict: await conflictOf(changes, now) };
        }
        if (isRefusal(why)) throw cause;
        return settleLostAnswer({ name, read }, changes, cause);
      }
    },
    async keys(prefix, limit, cursor, now) {
      const values = listValues(prefix, limit, cursor, now);
      const { results } = await prepare(sql.list, ...values).all();
      return pageOf(results, limit);
    },
    failure: sqlFailure,
  };
}

/** Whether D1 itself said no, so that nothing was done; anything else, such as a lost connection, leaves that open. */
function isRefusal(why: string): boolean {
  return /SQLITE_|no such table|Exceeded maximum|overloaded|D1_TYPE_ERROR|D1_COLUMN_NOTFOUND/.test(why);
}
