import type { VectorQuery, VectorStore } from "../../src/contracts/vector-store.ts";

/** A store of vectors with no more than a store must have, and what was asked of it. */
export interface PlainVectorStore extends VectorStore {
  readonly kept: Map<string, { value: unknown; vector: readonly number[] }>;
  readonly queries: VectorQuery[];
}

/** Compares with every entry. `looksOverWalls` lets it forget about namespaces. */
export function plainVectorStore({ looksOverWalls = false } = {}): PlainVectorStore {
  const kept = new Map<string, { value: unknown; vector: readonly number[] }>();
  const queries: VectorQuery[] = [];
  return {
    kept,
    queries,
    async upsert(key, value, vector) {
      kept.set(key, { value: JSON.parse(JSON.stringify(value)), vector: [...vector] });
    },
    async query<Value>(vector: ArrayLike<number>, options: VectorQuery) {
      queries.push(options);
      const { topK, threshold = 0, namespace } = options;
      return [...kept]
        .filter(([key]) => looksOverWalls || namespace === undefined || key.startsWith(`${namespace}.`))
        .map(([key, entry]) => ({ key, value: entry.value as Value, score: cosine(vector, entry.vector) }))
        .filter(({ score }) => score >= threshold)
        .sort((one, other) => other.score - one.score)
        .slice(0, topK);
    },
    async removeNamespace(namespace) {
      for (const key of kept.keys()) if (key.startsWith(`${namespace}.`)) kept.delete(key);
    },
  };
}

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let dot = 0;
  let lengths = [0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [a = 0, b = 0] = [one[index], other[index]];
    dot += a * b;
    lengths = [(lengths[0] ?? 0) + a * a, (lengths[1] ?? 0) + b * b];
  }
  return Math.max(0, dot / Math.sqrt((lengths[0] ?? 0) * (lengths[1] ?? 0)) || 0);
}
