import { type IDBPDatabase, openDB } from "idb";
import { indexedDBVectorStore } from "../../../runtimes/browser/index.ts";
import { type SyntheticVectors, syntheticVectors } from "../synthetic-vectors.ts";

/** What the page of the bench can do; each in milliseconds of a clock. */
export interface IndexedDBPage {
  /** Makes the vectors, which takes seconds. */
  prepare(count: number): void;
  /** Writes all vectors into an empty database, in so many writes. */
  write(who: string, name: string, writes: number): Promise<number>;
  /** Opens what was written and finds the best ten of a query. */
  open(who: string, name: string): Promise<{ readonly milliseconds: number; readonly keys: string[] }>;
  /** Some queries after the first one. */
  query(who: string, name: string): Promise<{ readonly milliseconds: number[]; readonly keys: string[][] }>;
  /** The keys of the true best ten of queries. */
  truth(): string[][];
}

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly vector: Float32Array;
}

type Search = (vector: Float32Array) => Promise<string[]>;

interface Contender {
  write(name: string, entries: readonly Entry[]): Promise<void>;
  open(name: string): Promise<Search>;
}

const DIMENSIONS = 384;
const QUERIES = 40;
const TOP = 10;
const BLOCK = 256;

let vectors: SyntheticVectors = { dimensions: DIMENSIONS, rows: new Float32Array(), queries: [] };
const opened = new Map<string, Search>();

function entries(): Entry[] {
  const { rows } = vectors;
  return Array.from({ length: rows.length / DIMENSIONS }, (_, index) => ({
    key: `docs.page-${Math.floor(index / 20)}.${index}`,
    text: `Chunk ${index} of the handbook: ${"words of a text that was cut. ".repeat(12)}`,
    vector: rows.slice(index * DIMENSIONS, (index + 1) * DIMENSIONS),
  }));
}

function nearest(rows: readonly (readonly [string, Float32Array])[], query: Float32Array): string[] {
  const scored = rows.map(([key, vector]): [string, number] => {
    let sum = 0;
    for (let axis = 0; axis < query.length; axis += 1) sum += (query[axis] ?? 0) * (vector[axis] ?? 0);
    return [key, sum];
  });
  return scored
    .sort((one, other) => other[1] - one[1])
    .slice(0, TOP)
    .map(([key]) => key);
}

async function plainDatabase(name: string): Promise<IDBPDatabase> {
  return openDB(name, 1, { upgrade: (database) => void database.createObjectStore("rows") });
}

async function writePlain(name: string, rows: readonly unknown[]): Promise<void> {
  const database = await plainDatabase(name);
  const count = await database.count("rows");
  const transaction = database.transaction("rows", "readwrite", { durability: "relaxed" });
  for (const [index, row] of rows.entries()) void transaction.store.put(row, count + index);
  await transaction.done;
  database.close();
}

async function readPlain<Row>(name: string): Promise<Row[]> {
  const database = await plainDatabase(name);
  const rows: Row[] = await database.getAll("rows");
  database.close();
  return rows;
}

const contenders: Readonly<Record<string, Contender>> = {
  hedgemage: {
    async write(name, some) {
      const store = indexedDBVectorStore(name);
      await store.write({ put: some.map(({ key, text, vector }) => ({ key, value: { text }, vector })) });
      await store.close();
    },
    async open(name) {
      const store = indexedDBVectorStore(name);
      return async (vector) => (await store.query(vector, { topK: TOP })).map(({ key }) => key);
    },
  },
  "an object for each chunk": {
    write: (name, some) => writePlain(name, some),
    async open(name) {
      const rows = await readPlain<Entry>(name);
      const pairs = rows.map(({ key, vector }): [string, Float32Array] => [key, vector]);
      return async (vector) => nearest(pairs, vector);
    },
  },
  "plain blocks of 256 vectors": {
    async write(name, some) {
      const blocks = [];
      for (let start = 0; start < some.length; start += BLOCK) {
        const block = some.slice(start, start + BLOCK);
        const floats = new Float32Array(block.length * DIMENSIONS);
        for (const [index, { vector }] of block.entries()) floats.set(vector, index * DIMENSIONS);
        blocks.push({ keys: block.map(({ key }) => key), texts: block.map(({ text }) => text), floats });
      }
      await writePlain(name, blocks);
    },
    async open(name) {
      const blocks = await readPlain<{ keys: string[]; floats: Float32Array }>(name);
      const pairs = blocks.flatMap(({ keys, floats }) =>
        keys.map((key, index): [string, Float32Array] => [
          key,
          floats.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS),
        ]),
      );
      return async (vector) => nearest(pairs, vector);
    },
  },
};

const page: IndexedDBPage = {
  prepare(count) {
    vectors = syntheticVectors({ count, dimensions: DIMENSIONS, queries: QUERIES });
  },
  async write(who, name, writes) {
    const all = entries();
    const share = Math.ceil(all.length / writes);
    const start = performance.now();
    for (let at = 0; at < all.length; at += share) {
      await contenders[who]?.write(name, all.slice(at, at + share));
    }
    return performance.now() - start;
  },
  async open(who, name) {
    const query = vectors.queries[0] ?? new Float32Array(DIMENSIONS);
    const start = performance.now();
    const search = await contenders[who]?.open(name);
    const keys = (await search?.(query)) ?? [];
    const milliseconds = performance.now() - start;
    if (search) opened.set(name, search);
    return { milliseconds, keys };
  },
  async query(_who, name) {
    const milliseconds: number[] = [];
    const keys: string[][] = [];
    for (const query of vectors.queries.slice(1)) {
      const start = performance.now();
      keys.push((await opened.get(name)?.(query)) ?? []);
      milliseconds.push(performance.now() - start);
    }
    return { milliseconds, keys };
  },
  truth() {
    const pairs = entries().map(({ key, vector }): [string, Float32Array] => [key, vector]);
    return vectors.queries.map((query) => nearest(pairs, query));
  },
};

Object.assign(globalThis, { page });
