import type { StoreFailure } from "../../contracts/store.ts";
import type {
  StoredVectorEntry,
  Vector,
  VectorChanges,
  VectorEntry,
  VectorQuery,
  VectorStore,
} from "../../contracts/vector-store.ts";
import { abortable } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { StoreError } from "../../core/errors/store-errors.ts";
import {
  isAnswer,
  likeBeginning,
  type PgClientLike,
  type PgRow,
  postgresFailure,
  postgresTable,
} from "../postgres-client.ts";
import { unansweredWrite } from "../unanswered-write.ts";
import { unitVector } from "./index/unit-vector.ts";

/** Options of `pgVectorStore`. */
export interface PgVectorStoreOptions {
  /** Your client. Only `query` is called. */
  readonly client: PgClientLike;
  /** The table, with or without a schema, as of `postgresStore`. Default `hedgemage_rag_vectors`. */
  readonly table?: string | undefined;
  /** The length of the vectors, which the column is made for. Default 1536. */
  readonly dimensions?: number | undefined;
  /** How a search finds its way. `none` looks at every row: exact. Default `hnsw`. */
  readonly index?: "hnsw" | "ivfflat" | "none" | undefined;
  /** Lists of an `ivfflat` index. Default 100. */
  readonly ivfflatLists?: number | undefined;
}

/** A store of vectors in Postgres. */
export interface PgVectorStoreInstance extends VectorStore {
  /** What makes the table and its indexes, to run once, such as in a migration. The store never runs it. */
  schema(): string;
  /** The same as `schema()`. */
  ensureSchema(): string;
}

/** The longest vectors that pgvector has an index for. */
const longestIndexed = 2000;
const pageSize = 500;

/**
 * A store of vectors in a table of Postgres with pgvector 0.5 or later, over a client of yours, which it never opens or closes.
 * Threshold, tags and namespace are filtered in SQL. Each write is one statement, done or not done as a whole.
 *
 * An index finds its nearest rows first and filters them then: where filters leave few rows, a search may come back with less than
 * `topK`, and `hnsw` finds `hnsw.ef_search` rows at most (40 unless you set more). pgvector 0.8 looks on with
 * `ALTER ROLE … SET hnsw.iterative_scan = strict_order`; `index: "none"` is exact always.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where `table` is no safe name, `client` no client, or an index cannot hold `dimensions`.
 * @example
 * const embedder = new LocalSDK().embedder({ name: "local", dimensions: 256 });
 * const store = ai.pgVectorStore({ client: pool, dimensions: 256 });
 * await pool.query(store.schema()); // once, or in a migration
 * const { vector } = await embedder.embed("The moon pulls.");
 * await store.upsert("docs.tides.0", { text: "The moon pulls." }, vector, ["sea"]);
 */
export function pgVectorStore(options: PgVectorStoreOptions): PgVectorStoreInstance {
  const { client, table = "hedgemage_rag_vectors", dimensions = 1536 } = options;
  const name = postgresTable(client, table);
  const schema = schemaOf(name, table, checkedOptions(options, dimensions));

  async function ask(text: string, values: unknown[], isWrite = false): Promise<readonly PgRow[]> {
    try {
      return (await client.query(text, values)).rows;
    } catch (cause) {
      if (isWrite && !isAnswer(cause)) throw unansweredWrite("pgvector", table, cause);
      const { code, message, retryable } = failureOf(cause, table);
      throw new StoreError(code, message, {
        store: "pgvector",
        cause,
        ...(retryable !== undefined && { retryable }),
      });
    }
  }

  async function write({ put = [], remove = [] }: VectorChanges): Promise<void> {
    // The last of several with one key counts: one statement may touch a row once.
    const entries = new Map(put.map((entry) => [entry.key, entry]));
    const rows = [...entries.values()].map((entry) => rowOf(entry, dimensions));
    const gone = remove.filter((key) => !entries.has(key));
    if (rows.length === 0 && gone.length === 0) return;
    await ask(writeStatement(name), [JSON.stringify(rows), JSON.stringify(gone)], true);
  }

  return {
    name: "pgvector",
    schema: () => schema,
    ensureSchema: () => schema,
    write,
    upsert: (key, value, vector, tags) => write({ put: [{ key, value, vector, tags }] }),
    async query<Value>(vector: Vector, query: VectorQuery) {
      // Nothing is like a vector without direction.
      if (!unitVector(vector, dimensions) || !(query.topK >= 1)) return [];
      const { text, values } = queryStatement(name, vector, query);
      const rows = await abortable(ask(text, values), query.signal);
      return rows.map(({ key, value, score }) => ({
        key: String(key),
        value: JSON.parse(String(value)) as Value,
        score: Math.min(1, Math.max(0, Number(score))),
      }));
    },
    async removeNamespace(namespace) {
      await ask(`DELETE FROM ${name} WHERE key LIKE $1`, [likeBeginning(`${namespace}.`)], true);
    },
    async read<Value>(keys: readonly string[]) {
      const text = `SELECT key, value::text AS value, to_json(tags)::text AS tags FROM ${name} WHERE key = ANY(${listed(1)})`;
      const rows = await ask(text, [JSON.stringify(keys)]);
      const byKey = new Map(rows.map((row) => [String(row.key), entryOf<Value>(row)]));
      return keys.map((key) => byKey.get(key));
    },
    async *entries<Value>(namespace: string) {
      const text = `SELECT key, value::text AS value, to_json(tags)::text AS tags FROM ${name}
        WHERE key LIKE $1 AND key > $2 ORDER BY key LIMIT ${pageSize}`;
      for (let last = ""; ; ) {
        const rows = await ask(text, [likeBeginning(`${namespace}.`), last]);
        if (rows.length > 0) yield rows.map((row) => entryOf<Value>(row));
        if (rows.length < pageSize) return;
        last = String(rows.at(-1)?.key);
      }
    },
    async vectors(keys) {
      const text = `SELECT key, embedding::text AS embedding FROM ${name} WHERE key = ANY(${listed(1)}) AND embedding IS NOT NULL`;
      const rows = await ask(text, [JSON.stringify(keys)]);
      const byKey = new Map(rows.map(({ key, embedding }) => [String(key), String(embedding)]));
      return keys.map((key) => {
        const found = byKey.get(key);
        return found === undefined ? undefined : Float32Array.from(JSON.parse(found) as number[]);
      });
    },
  };
}

interface IndexPlan {
  readonly dimensions: number;
  readonly index: "hnsw" | "ivfflat" | "none";
  readonly lists: number;
}

function checkedOptions(options: PgVectorStoreOptions, dimensions: number): IndexPlan {
  const { index = "hnsw", ivfflatLists: lists = 100 } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 16_000) {
    throw new ConfigError(
      `pgVectorStore() got dimensions ${dimensions}. Use a whole number from 1 to 16000.`,
    );
  }
  if (!["hnsw", "ivfflat", "none"].includes(index)) {
    throw new ConfigError(
      `pgVectorStore() knows no index ${JSON.stringify(index)}. Use hnsw, ivfflat or none.`,
    );
  }
  if (index !== "none" && dimensions > longestIndexed) {
    throw new ConfigError(
      `pgvector has no ${index} index for ${dimensions} dimensions, only up to ${longestIndexed}. Use index: "none", or an embedder with fewer.`,
    );
  }
  if (!Number.isInteger(lists) || lists < 1 || lists > 32_768) {
    throw new ConfigError(`pgVectorStore() got ivfflatLists ${lists}. Use a whole number from 1 to 32768.`);
  }
  return { dimensions, index, lists };
}

/** One statement, because some clients take only one at a time. */
function schemaOf(name: string, table: string, { dimensions, index, lists }: IndexPlan): string {
  const indexName = (column: string): string => `"${table.split(".").at(-1)}_${column}"`;
  const vectors = {
    hnsw: "hnsw (embedding vector_cosine_ops)",
    ivfflat: `ivfflat (embedding vector_cosine_ops) WITH (lists = ${lists})`,
  };
  const indexes = [
    `CREATE INDEX IF NOT EXISTS ${indexName("tags")} ON ${name} USING gin (tags);`,
    ...(index === "none"
      ? []
      : [`CREATE INDEX IF NOT EXISTS ${indexName("embedding")} ON ${name} USING ${vectors[index]};`]),
  ];
  return `DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS vector;
  CREATE TABLE IF NOT EXISTS ${name} (
    key text COLLATE "C" PRIMARY KEY,
    value jsonb NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    embedding vector(${dimensions})
  );
  ${indexes.join("\n  ")}
END $$`;
}

/** An entry as JSON that Postgres takes apart: clients differ in how they write lists of lists. */
function rowOf({ key, value, vector, tags = [] }: VectorEntry, dimensions: number): unknown {
  if (key === "") throw new StoreError("STORE_INVALID_KEY", "A key is empty.", { store: "pgvector", key });
  const json = JSON.stringify(value);
  if (json === undefined) {
    const message = `What is for "${key}" is nothing that JSON can hold.`;
    throw new StoreError("STORE_INVALID_VALUE", message, { store: "pgvector", key });
  }
  const isKnown = vector !== undefined && unitVector(vector, dimensions) !== undefined;
  return { key, value: json, tags, embedding: isKnown ? vectorText(vector) : null };
}

function vectorText(vector: Vector): string {
  return `[${vector.join(",")}]`;
}

function listed(parameter: number): string {
  return `ARRAY(SELECT jsonb_array_elements_text($${parameter}::jsonb))`;
}

function writeStatement(name: string): string {
  return `WITH removed AS (DELETE FROM ${name} WHERE key = ANY(${listed(2)}))
INSERT INTO ${name} AS t (key, value, tags, embedding)
SELECT r.key, r.value::jsonb, ARRAY(SELECT jsonb_array_elements_text(r.tags)), r.embedding::vector
FROM jsonb_to_recordset($1::jsonb) AS r (key text, value text, tags jsonb, embedding text)
ORDER BY r.key
ON CONFLICT (key) DO UPDATE SET value = excluded.value, tags = excluded.tags, embedding = excluded.embedding`;
}

function queryStatement(
  name: string,
  vector: Vector,
  { topK, threshold, tags, namespace }: VectorQuery,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [vectorText(vector), Math.min(Math.floor(topK), 2 ** 31 - 1)];
  const bound = (value: unknown): number => values.push(value);
  const conditions = ["embedding IS NOT NULL"];
  if (namespace !== undefined) conditions.push(`key LIKE $${bound(likeBeginning(`${namespace}.`))}`);
  if (tags && tags.length > 0) conditions.push(`tags && ${listed(bound(JSON.stringify(tags)))}`);
  if (threshold !== undefined)
    conditions.push(`1 - (embedding <=> $1::vector) >= $${bound(threshold)}::float8`);
  const text = `SELECT key, value::text AS value, 1 - (embedding <=> $1::vector) AS score FROM ${name}
WHERE ${conditions.join(" AND ")} ORDER BY embedding <=> $1::vector LIMIT $2::int`;
  return { text, values };
}

function entryOf<Value>({ key, value, tags }: PgRow): StoredVectorEntry<Value> {
  return {
    key: String(key),
    value: JSON.parse(String(value)) as Value,
    tags: JSON.parse(String(tags)) as string[],
  };
}

function failureOf(
  cause: unknown,
  table: string,
): StoreFailure | { code: "STORE_INVALID_VALUE"; message: string; retryable?: undefined } {
  const message = cause instanceof Error ? cause.message : "";
  // What jsonb cannot hold, and text neither.
  if (/unsupported Unicode escape|invalid byte sequence/.test(message)) {
    return {
      code: "STORE_INVALID_VALUE",
      message: "Postgres takes no text with U+0000 in it. Remove it from the value or the key.",
    };
  }
  return (
    postgresFailure(cause, table) ?? {
      code: "STORE_UNAVAILABLE",
      message: `Postgres did not do what was asked of ${table}. Try again in a while.`,
    }
  );
}
