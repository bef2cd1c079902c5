import { type VectorIndexOptions, vectorIndex } from "../../src/store/vectors/index/vector-index.ts";

/** Vectors of a bench, by number. */
export interface VectorSource {
  readonly count: number;
  readonly dimensions: number;
  /** The numbers of vectors `start` to `end`, one after the other. */
  read(start: number, end: number): Float32Array;
}

/** Finds the numbers of the vectors most like one. */
export type VectorSearcher = (
  query: Float32Array,
  topK: number,
) => readonly number[] | Promise<readonly number[]>;

/** Makes what searches vectors. */
export type VectorContender = (source: VectorSource) => Promise<VectorSearcher>;

/** What holds vectors in memory and searches them. Heavy packages load with their contender. */
export const vectorContenders: Readonly<Record<string, VectorContender>> = {
  "hedgemage (JavaScript)": ours({ kernel: false }),
  "hedgemage (SIMD)": ours({}),
  "hedgemage (JavaScript, floats in the store)": ours({ kernel: false }, true),
  "hedgemage (SIMD, floats in the store)": ours({}, true),
  "Float32Array loop": loop,
  "@langchain/classic MemoryVectorStore": langchain,
  "@orama/orama": orama,
  "usearch (native HNSW)": usearch,
};

/** So many vectors are handed over at once, as an indexing run does. */
const BATCH = 1000;

function ours(options: Omit<VectorIndexOptions, "dimensions">, isOutside = false): VectorContender {
  return async (source) => {
    const { dimensions } = source;
    const floats = async (slots: readonly number[]) =>
      slots.map((slot) => source.read(slot, slot + 1).slice());
    const index = vectorIndex({ dimensions, ...options, ...(isOutside && { floats }) });
    for (const rows of batches(source)) index.add(rows);
    const searcher: VectorSearcher = async (query, topK) =>
      (await index.search(query, { topK })).map(({ slot }) => slot);
    // The first search makes what later ones need: it belongs to the building.
    await searcher(source.read(0, 1), 1);
    return searcher;
  };
}

/** What anybody writes first: vectors of length 1, one sum at a time. */
async function loop(source: VectorSource): Promise<VectorSearcher> {
  const { count, dimensions } = source;
  const rows = source.read(0, count).slice();
  const scores = new Float32Array(count);
  return (query, topK) => {
    for (let row = 0; row < count; row += 1) {
      const start = row * dimensions;
      let sum = 0;
      for (let axis = 0; axis < dimensions; axis += 1) sum += (query[axis] ?? 0) * (rows[start + axis] ?? 0);
      scores[row] = sum;
    }
    return best(scores, topK);
  };
}

async function langchain(source: VectorSource): Promise<VectorSearcher> {
  const { MemoryVectorStore } = await import("@langchain/classic/vectorstores/memory");
  const { FakeEmbeddings } = await import("@langchain/core/utils/testing");
  const store = new MemoryVectorStore(new FakeEmbeddings());
  let id = 0;
  for (const rows of batches(source)) {
    const documents = rows.map(() => ({ pageContent: "", metadata: { id: id++ } }));
    await store.addVectors(rows.map(numbersOf), documents);
  }
  return async (query, topK) => {
    const found = await store.similaritySearchVectorWithScore([...query], topK);
    return found.map(([document]) => Number(document.metadata["id"]));
  };
}

async function orama(source: VectorSource): Promise<VectorSearcher> {
  const { create, insert, searchVector } = await import("@orama/orama");
  const database = create({ schema: { embedding: `vector[${source.dimensions}]` } as const });
  let id = 0;
  for (const rows of batches(source)) {
    for (const row of rows) await insert(database, { id: String(id++), embedding: numbersOf(row) });
  }
  return async (query, topK) => {
    const vector = { value: [...query], property: "embedding" };
    const found = await searchVector(database, { mode: "vector", vector, limit: topK, similarity: 0 });
    return found.hits.map((hit) => Number(hit.id));
  };
}

async function usearch(source: VectorSource): Promise<VectorSearcher> {
  const { Index, MetricKind } = await import("usearch");
  const index = new Index(source.dimensions, MetricKind.Cos);
  let id = 0n;
  for (const rows of batches(source)) for (const row of rows) index.add(id++, row, 1);
  return (query, topK) => Array.from(index.search(query, topK, 1).keys, Number);
}

/** As the answer of an embedder holds them; an array that grew to its length would be longer inside. */
function numbersOf(row: Float32Array): number[] {
  const numbers = new Array<number>(row.length);
  for (let axis = 0; axis < row.length; axis += 1) numbers[axis] = row[axis] ?? 0;
  return numbers;
}

function* batches(source: VectorSource): Iterable<Float32Array[]> {
  const { count, dimensions } = source;
  for (let start = 0; start < count; start += BATCH) {
    const end = Math.min(count, start + BATCH);
    const rows = source.read(start, end);
    yield Array.from({ length: end - start }, (_, row) =>
      rows.subarray(row * dimensions, (row + 1) * dimensions),
    );
  }
}

/** The numbers of the highest scores, the highest first. */
export function best(scores: Float32Array, topK: number): number[] {
  const kept: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const [row, score] of scores.entries()) {
    if (score <= least) continue;
    const at = kept.findIndex((other) => (scores[other] ?? 0) < score);
    kept.splice(at < 0 ? kept.length : at, 0, row);
    if (kept.length > topK) kept.pop();
    if (kept.length === topK) least = scores[kept[topK - 1] ?? 0] ?? 0;
  }
  return kept;
}
