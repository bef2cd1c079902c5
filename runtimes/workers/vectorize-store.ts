import type { Json } from "../../src/contracts/message.ts";
import type { Store } from "../../src/contracts/store.ts";
import type {
  StoredVectorEntry,
  Vector,
  VectorChanges,
  VectorMatch,
  VectorQuery,
  VectorStore,
} from "../../src/contracts/vector-store.ts";
import { abortable } from "../../src/core/abort.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { messageOf } from "../../src/core/errors/message-of.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { sha256 } from "../../src/core/hash.ts";
import { keyPart, partPrefixes } from "../../src/store/key-part.ts";
import { keysOf } from "../../src/store/keys-of.ts";
import { readRecord, warnOf } from "../../src/store/read-record.ts";
import { unitVector } from "../../src/store/vectors/index/unit-vector.ts";
import { viewPlace } from "../../src/store/view-place.ts";

/** As much of a Vectorize binding as is needed: `env.MY_INDEX`. */
export interface VectorizeLike {
  query(
    vector: number[],
    options: {
      readonly topK: number;
      readonly returnMetadata: "all";
      readonly filter?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    },
  ): Promise<{
    readonly matches: readonly {
      readonly id: string;
      readonly score: number;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }[];
  }>;
  upsert(
    vectors: readonly {
      readonly id: string;
      readonly values: number[];
      readonly metadata: Readonly<Record<string, string>>;
    }[],
  ): Promise<unknown>;
  deleteByIds(ids: string[]): Promise<unknown>;
  getByIds(ids: string[]): Promise<readonly { readonly id: string; readonly values: ArrayLike<number> }[]>;
  describe(): Promise<{ readonly dimensions?: number; readonly config?: unknown }>;
}

/** Options of `vectorizeStore`. */
export interface VectorizeStoreOptions {
  /** Where the values are kept: Vectorize holds vectors and keys alone, and cannot list what it has. */
  readonly store: Store;
  /** What the keys in that store begin with. Default `hedgemage.vectorize`. */
  readonly prefix?: string | undefined;
}

interface Kept {
  readonly key: string;
  readonly value: Json;
  readonly tags: readonly string[];
  readonly hasVector: boolean;
}

/** What Vectorize takes and gives at once; with metadata it finds no more. */
const mostFound = 50;
const mostWritten = 500;
const mostRead = 20;

/**
 * A store of vectors in Cloudflare's Vectorize, with the values in a store of yours, such as `kvStore(env.KV)`. The index is to be
 * made with the metric `cosine`, and with a metadata index on the text property `key`, by which namespaces are told apart:
 * `wrangler vectorize create-metadata-index INDEX --property-name=key --type=string`.
 *
 * Vectorize takes writes in later, after seconds: what was just written may not be found yet, what was removed is no more. A
 * search finds 50 entries at most. A write is not done as a whole: entry by entry it is the old one or the new one, and can be done
 * again. Vectorize does not run locally; tests of this store run against the limits that Cloudflare documents.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the binding is none, or there is no store.
 * @example
 * const embedder = new LocalSDK().embedder({ name: "local" });
 * const vectors = vectorizeStore(env.VECTORS, { store: kvStore(env.SETTINGS) });
 * const { vector } = await embedder.embed("The moon pulls.");
 * await vectors.upsert("docs.tides.0", { text: "The moon pulls." }, vector);
 */
export function vectorizeStore(binding: VectorizeLike, options: VectorizeStoreOptions): VectorStore {
  if (typeof binding?.query !== "function" || typeof binding.deleteByIds !== "function") {
    throw new ConfigError("vectorizeStore() needs a binding of Vectorize, such as env.VECTORS.");
  }
  if (!options?.store) throw new ConfigError("vectorizeStore() needs a store for the values of its entries.");
  const { store } = options;
  const { prefix } = viewPlace(store, options, "hedgemage.vectorize");
  let dimensions: number | undefined;

  const placeOf = async (key: string): Promise<string> =>
    `${prefix}/${await keyPart(store.name, "key of a vector", key)}`;
  // Ids have 64 bytes at most, which is what a SHA-256 in hexadecimal has.
  const idsOf = (keys: readonly string[]): Promise<string[]> => Promise.all(keys.map((key) => sha256(key)));

  async function keptAt(place: string): Promise<Kept | undefined> {
    const found = await readRecord(store, place, isKept);
    if (found?.damage) warnOf(store, "vectorize.read", found.damage);
    return found?.value;
  }

  async function checked(vector: Vector): Promise<Float32Array | undefined> {
    if (dimensions === undefined) {
      const { dimensions: plain, config } = await asked(() => binding.describe());
      dimensions = plain ?? Number(Object(config).dimensions ?? vector.length);
    }
    return unitVector(vector, dimensions);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    // What has no value is found no more, so that the vector may go later.
    for (const key of keys) await store.delete(await placeOf(key));
    const ids = await idsOf(keys);
    for (let at = 0; at < ids.length; at += mostWritten) {
      await asked(() => binding.deleteByIds(ids.slice(at, at + mostWritten)));
    }
  }

  async function write({ put = [], remove: gone = [] }: VectorChanges): Promise<void> {
    const entries = [...new Map(put.map((entry) => [entry.key, entry])).values()];
    // All are looked at before one is written.
    const units: (Float32Array | undefined)[] = [];
    for (const { vector } of entries) units.push(vector && (await checked(vector)));
    const kept = entries.map(({ key, value, tags = [] }, index): Kept => {
      const json = JSON.stringify(value);
      if (json !== undefined)
        return { key, value: JSON.parse(json), tags, hasVector: units[index] !== undefined };
      const message = `What is for "${key}" is nothing that JSON can hold.`;
      throw new StoreError("STORE_INVALID_VALUE", message, { store: "vectorize", key });
    });
    for (const one of kept) await store.set(await placeOf(one.key), { ...one });
    const withVector = entries.filter((_, index) => units[index] !== undefined);
    for (let at = 0; at < withVector.length; at += mostWritten) {
      const some = withVector.slice(at, at + mostWritten);
      const ids = await idsOf(some.map(({ key }) => key));
      const vectors = some.map(({ key, vector = [] }, index) => ({
        id: ids[index] ?? "",
        values: [...vector],
        metadata: { key },
      }));
      await asked(() => binding.upsert(vectors));
    }
    const isPut = new Set(entries.map(({ key }) => key));
    await remove(gone.filter((key) => !isPut.has(key)));
  }

  async function* keptIn(namespace: string): AsyncGenerator<Kept> {
    for (const part of partPrefixes(`${namespace}.`)) {
      for await (const place of keysOf(store, `${prefix}/${part}`)) {
        const kept = await keptAt(place);
        if (kept?.key.startsWith(`${namespace}.`)) yield kept;
      }
    }
  }

  async function search<Value>(vector: Vector, query: VectorQuery): Promise<VectorMatch<Value>[]> {
    if (!(await checked(vector))) return [];
    const { topK, threshold = -1, tags = [], namespace } = query;
    // Tags cannot be asked for, so more is asked for than is wanted.
    const most = Math.min(mostFound, tags.length > 0 ? topK * 4 : topK);
    // Behind a dot comes a slash: what begins with the namespace and a dot stands between them.
    const filter =
      namespace === undefined ? undefined : { key: { $gte: `${namespace}.`, $lt: `${namespace}/` } };
    const { matches } = await asked(() =>
      binding.query([...vector], { topK: most, returnMetadata: "all", ...(filter && { filter }) }),
    );
    const found = await Promise.all(
      matches.map(async ({ metadata, score }): Promise<VectorMatch<Value> | undefined> => {
        const key = metadata?.key;
        if (typeof key !== "string" || score < threshold) return undefined;
        // Vectorize compares the first 64 bytes of a text.
        if (namespace !== undefined && !key.startsWith(`${namespace}.`)) return undefined;
        const kept = await keptAt(await placeOf(key));
        if (!kept?.hasVector || (tags.length > 0 && !kept.tags.some((tag) => tags.includes(tag))))
          return undefined;
        return { key, value: kept.value as Value, score: Math.min(1, Math.max(0, score)) };
      }),
    );
    return found.filter((one) => one !== undefined).slice(0, topK);
  }

  return {
    name: "vectorize",
    write,
    upsert: (key, value, vector, tags) => write({ put: [{ key, value, vector, tags }] }),
    query: <Value>(vector: Vector, query: VectorQuery) =>
      abortable(search<Value>(vector, query), query.signal),
    async removeNamespace(namespace) {
      const keys: string[] = [];
      for await (const { key } of keptIn(namespace)) keys.push(key);
      await remove(keys);
    },
    read<Value>(keys: readonly string[]) {
      return Promise.all(
        keys.map(async (key): Promise<StoredVectorEntry<Value> | undefined> => {
          const kept = await keptAt(await placeOf(key));
          return kept && { key, value: kept.value as Value, tags: kept.tags };
        }),
      );
    },
    async *entries<Value>(namespace: string) {
      let block: StoredVectorEntry<Value>[] = [];
      for await (const { key, value, tags } of keptIn(namespace)) {
        block.push({ key, value: value as Value, tags });
        if (block.length < mostWritten) continue;
        yield block;
        block = [];
      }
      if (block.length > 0) yield block;
    },
    async vectors(keys) {
      const ids = await idsOf(keys);
      const byId = new Map<string, Float32Array>();
      for (let at = 0; at < ids.length; at += mostRead) {
        const found = await asked(() => binding.getByIds(ids.slice(at, at + mostRead)));
        for (const { id, values } of found) byId.set(id, Float32Array.from(values));
      }
      return ids.map((id) => byId.get(id));
    },
  };
}

async function asked<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    const message = `Vectorize did not do what it was asked to: ${messageOf(cause)}`;
    throw new StoreError("STORE_UNAVAILABLE", message, { store: "vectorize", cause });
  }
}

function isKept(value: unknown): value is Kept {
  const { key, tags, hasVector } = Object(value);
  return typeof key === "string" && Array.isArray(tags) && typeof hasVector === "boolean";
}
