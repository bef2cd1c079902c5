import type { Embedder } from "../../../src/contracts/embedder.ts";
import type { VectorStore } from "../../../src/contracts/vector-store.ts";
import { knowledgeBase, type Rag, type RagConfig } from "../../../src/rag/knowledge-base.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";

/** Words of which each has an axis of its own, so that a test can say what is near. */
const axes = ["moon", "tide", "bread", "flour", "ship", "harbour", "cat", "dog"];

/** An embedder that counts words, and notes what it is asked. */
export interface WordEmbedder extends Embedder {
  /** The texts of each `embedMany`. */
  readonly batches: (readonly string[])[];
  readonly queries: string[];
}

export function wordEmbedder(overrides: Partial<Embedder> = {}): WordEmbedder {
  const batches: (readonly string[])[] = [];
  const queries: string[] = [];
  const vectorOf = (text: string): number[] => {
    const words = text.toLowerCase().split(/[^a-z]+/);
    return axes.map((axis) => words.filter((word) => word.startsWith(axis)).length);
  };
  return {
    name: "words",
    provider: "test",
    dimensions: axes.length,
    async embed(text) {
      queries.push(text);
      return { vector: vectorOf(text), dimensions: axes.length, usage: { promptTokens: 1, totalTokens: 1 } };
    },
    async embedMany(texts) {
      batches.push(texts);
      const usage = { promptTokens: texts.length, totalTokens: texts.length };
      return { vectors: texts.map(vectorOf), dimensions: axes.length, usage };
    },
    ...overrides,
    batches,
    queries,
  };
}

export function wordBase(config: Partial<RagConfig> = {}): Rag & { readonly embedder: WordEmbedder } {
  const embedder = wordEmbedder();
  return { ...knowledgeBase({ name: "docs", embedder, store: memoryStore(), ...config }), embedder };
}

/** A store of vectors that has what each must have, and no more. */
export function plainVectorStore(): VectorStore & { readonly keys: () => string[] } {
  const entries = new Map<string, { value: unknown; vector: number[]; tags: readonly string[] }>();
  const length = (vector: readonly number[]): number => Math.hypot(...vector) || 1;
  return {
    keys: () => [...entries.keys()],
    async upsert(key, value, vector, tags = []) {
      entries.set(key, { value: JSON.parse(JSON.stringify(value)), vector: [...vector], tags });
    },
    async query<Value>(
      vector: readonly number[] | Float32Array,
      options: Parameters<VectorStore["query"]>[1],
    ) {
      const { topK, threshold = 0, tags = [] } = options;
      return [...entries]
        .filter(([, entry]) => tags.length === 0 || tags.some((tag) => entry.tags.includes(tag)))
        .map(([key, entry]) => {
          const dot = entry.vector.reduce((sum, number, at) => sum + number * (vector[at] ?? 0), 0);
          const score = dot / length(entry.vector) / length([...vector]);
          return { key, value: entry.value as Value, score };
        })
        .filter(({ score }) => score >= threshold)
        .sort((one, other) => other.score - one.score)
        .slice(0, topK);
    },
    async removeNamespace(namespace) {
      for (const key of entries.keys()) if (key.startsWith(`${namespace}.`)) entries.delete(key);
    },
  };
}
