import type { StoreChange, StoreCommit, StoredRecord, StoreFailure } from "../../src/contracts/store.ts";
import { corruptEntry } from "../../src/store/corrupt-entry.ts";
import { commitOver, type RecordHead } from "../../src/store/define-store.ts";

/** What SQLite takes and gives here. */
export type SqlValue = string | number | null;
/** A row as the platforms give it; what stands in it may have been written by anybody. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** The statements over one table of entries and its table of parts. Parameters are numbered. */
export interface EntrySql {
  /** What makes the tables; each is one line. */
  readonly schema: readonly string[];
  /** One row for each part of an entry, so that a reader never mixes two versions. 1: key. */
  readonly read: string;
  /** Version and expiry of some keys, for `outcomeOf`. */
  readonly heads: (count: number) => string;
  /** 1: key, 2: version, 3: expiry, 4: number of parts, 5: the text where it is not in parts. */
  readonly put: string;
  /** 1: key, then the text of each part. */
  readonly addParts: (count: number) => string;
  /** 1: key. */
  readonly removeParts: string;
  /** The parts go with their entry. 1: key. */
  readonly remove: string;
  /** Removes some entries that are over. 1: now. */
  readonly sweep: string;
  /** 1: the prefix, 2: the highest key, 3: now, 4: how many, 5: the cursor or "". */
  readonly list: string;
  /** Fails unless the entry has the version. 1: key, 2: version, 3: now. */
  readonly mustBe: string;
  /** Fails where there is a live entry. 1: key, 2: now. */
  readonly mustNotBe: string;
}

/** UTF-16 units of one part: at most 1.5 MB of UTF-8, where a row may have 2 MB. */
const PART_UNITS = 500_000;

/**
 * The SQL of entries in SQLite. Keys compare by their bytes; a text over 1 MB lies in rows of its own, because a row
 * holds 2 MB in Durable Objects and D1.
 */
export function entrySql(name: string): EntrySql {
  // In quotes, because a name such as `order` means something to SQL.
  const table = `"${name}"`;
  const parts = `"${name}_parts"`;
  const live = (now: string): string => `(expires_at IS NULL OR expires_at > ${now})`;
  const isVersion = `SELECT 1 FROM ${table} WHERE key = ?1 AND version = ?2 AND ${live("?3")}`;
  const isLive = `SELECT 1 FROM ${table} WHERE key = ?1 AND ${live("?2")}`;
  // A NULL where none may be ends the transaction; no other statement puts one there.
  const fail = `INSERT INTO ${table} (key, version, parts) SELECT ?1, NULL, 0 WHERE`;
  return {
    schema: [
      `CREATE TABLE IF NOT EXISTS ${table} (key TEXT NOT NULL PRIMARY KEY, version TEXT NOT NULL, expires_at REAL, parts INTEGER NOT NULL, text TEXT)`,
      `CREATE TABLE IF NOT EXISTS ${parts} (key TEXT NOT NULL REFERENCES ${table} (key) ON DELETE CASCADE, part INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (key, part))`,
      `CREATE INDEX IF NOT EXISTS "${name}_expires_at" ON ${table} (expires_at) WHERE expires_at IS NOT NULL`,
    ],
    read: `SELECT version, expires_at, parts, ${table}.text AS text, ${parts}.text AS part_text FROM ${table} LEFT JOIN ${parts} USING (key) WHERE ${table}.key = ?1 ORDER BY part`,
    heads: (count) =>
      `SELECT key, version, expires_at FROM ${table} WHERE key IN (${Array(count).fill("?").join(", ")})`,
    put: `INSERT INTO ${table} (key, version, expires_at, parts, text) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (key) DO UPDATE SET version = ?2, expires_at = ?3, parts = ?4, text = ?5`,
    addParts: (count) =>
      `INSERT INTO ${parts} (key, part, text) VALUES ${Array.from({ length: count }, (_, part) => `(?1, ${part}, ?${part + 2})`).join(", ")}`,
    removeParts: `DELETE FROM ${parts} WHERE key = ?1`,
    remove: `DELETE FROM ${table} WHERE key = ?1`,
    sweep: `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE expires_at <= ?1 ORDER BY expires_at LIMIT 20)`,
    // A cursor may come from anywhere: one before the prefix must not open what stands there.
    list: `SELECT key FROM ${table} WHERE key >= max(?1, ?5) AND key <> ?5 AND key <= ?2 AND ${live("?3")} ORDER BY key LIMIT ?4`,
    mustBe: `${fail} NOT EXISTS (${isVersion})`,
    mustNotBe: `${fail} EXISTS (${isLive})`,
  };
}

/** The parameters of a listing. A page is asked for one key more than it holds, which tells whether more follow. */
export function listValues(
  prefix: string,
  limit: number,
  cursor: string | undefined,
  now: number,
): SqlValue[] {
  // No key is above: after the prefix it has room for 512 bytes, and these are 512 bytes of the last character of Unicode.
  const highest = prefix + "\u{10FFFF}".repeat(128);
  return [prefix, highest, now, limit + 1, cursor ?? ""];
}

/** Makes a page of the keys that were found. */
export function pageOf(rows: readonly SqlRow[], limit: number): { keys: string[]; cursor?: string } {
  const keys = rows.slice(0, limit).map(({ key }) => String(key));
  const last = keys.at(-1);
  return rows.length > limit && last !== undefined ? { keys, cursor: last } : { keys };
}

/** Cuts a text into what a row takes; none for a text that fits beside its entry. */
export function partsOf(text: string): string[] {
  if (text.length <= PART_UNITS) return [];
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PART_UNITS;
    // Half of a surrogate pair has no UTF-8.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** The record that some rows hold. Throws `StoreError` `STORE_CORRUPT` where they do not fit together. */
export function recordOf(store: string, key: string, rows: readonly SqlRow[]): StoredRecord | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { version, expires_at: expiresAt, parts } = first;
  const texts = parts === 0 ? [first.text] : rows.map((row) => row.part_text);
  const isWhole = texts.length === (parts || 1) && texts.every((text) => typeof text === "string");
  if (!isWhole || typeof version !== "string" || !(expiresAt === null || typeof expiresAt === "number")) {
    throw corruptEntry(store, key);
  }
  return { text: texts.join(""), version, expiresAt: expiresAt ?? undefined };
}

/** How a commit ends over the rows that `heads` found. */
export function outcomeOf(
  changes: readonly StoreChange[],
  rows: readonly SqlRow[],
  now: number,
): StoreCommit {
  const present = new Map<unknown, RecordHead>();
  for (const { key, version, expires_at: end } of rows) {
    present.set(key, { version: String(version), expiresAt: typeof end === "number" ? end : undefined });
  }
  const heads = changes.map(({ key }) => present.get(key));
  return commitOver(changes, heads, now);
}

/** What an error of SQLite on Cloudflare's platform means. */
export function sqlFailure(cause: unknown): StoreFailure | undefined {
  const why = cause instanceof Error ? cause.message : String(cause);
  const told = (code: StoreFailure["code"], message: string): StoreFailure => ({
    code,
    message: `${message} (${why})`,
  });
  if (/SQLITE_FULL|Exceeded maximum/.test(why)) {
    return told("STORE_QUOTA", "The database is full. Remove entries, or spread them over more databases.");
  }
  if (why.includes("SQLITE_TOOBIG")) {
    return told("STORE_TOO_LARGE", "The database takes no row that large. Split the value.");
  }
  if (/SQLITE_CORRUPT|SQLITE_NOTADB/.test(why)) return told("STORE_CORRUPT", "The database is damaged.");
  if (/no such (?:table|column)|has no column/.test(why)) {
    return told(
      "STORE_UNSUPPORTED",
      "The store's tables are missing, or others. Run what its schema() gives.",
    );
  }
  return undefined;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
