import type { StoreFailure } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";

/** As much of a Postgres client as is needed: `pg`'s `Pool` and `Client`, Neon's and PGlite have it. */
export interface PgClientLike {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly PgRow[] }>;
}

/** A row of an answer, by column. */
export interface PgRow {
  readonly [column: string]: unknown;
}

/**
 * The table of a store as it stands in statements, quoted: `name` or `schema.name`, each of ASCII letters, digits and `_`, at most 52.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the table is no safe name, or the client has no `query`.
 */
export function postgresTable(client: PgClientLike, table: string): string {
  const problem = !/^([A-Za-z_]\w{0,51}\.)?[A-Za-z_]\w{0,51}$/.test(table)
    ? `The table ${JSON.stringify(table)} is no safe name: use A-Z, 0-9, _.`
    : typeof client?.query !== "function" && '"client" has no query()';
  if (problem) throw new ConfigError(problem);
  return `"${table.replace(".", '"."')}"`;
}

/** What keys with a beginning are LIKE. */
export function likeBeginning(beginning: string): string {
  return `${beginning.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The SQLSTATE of what Postgres said, or the code of a system error. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** What pg and PGlite say, without a code, of a client that took nothing. */
const NOT_SENT = /after calling end on the pool|not queryable|when trying to connect|PGlite is clos/;

/** Whether it is known that nothing was written: the server said so, or was never reached. */
export function isAnswer(cause: unknown): boolean {
  const code = codeOf(cause);
  if (code === "") return cause instanceof Error && NOT_SENT.test(cause.message);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return true;
  // Of what has the form of a SQLSTATE, these speak of the connection, such as a pooler's.
  return code.length === 5 && !/^(?:EPIPE|08...|40003)$/.test(code);
}

/** Serialization failure, deadlock, and the division by zero of a commit. */
export function isRace(cause: unknown): boolean {
  return ["40001", "40P01", "22012"].includes(codeOf(cause));
}

/** What an error of Postgres means for a store in a table. `undefined` where it says nothing that is known. */
export function postgresFailure(cause: unknown, table: string): StoreFailure | undefined {
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
