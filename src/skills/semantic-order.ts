import type { Embedder } from "../contracts/embedder.ts";
import { VectorError } from "../core/errors/retrieval-errors.ts";
import type { Listed, SemanticInject } from "./library.ts";

/** The vectors of catalog entries, by embedder and text. */
const vectors: WeakMap<Embedder, Map<string, readonly number[]>> = /* @__PURE__ */ new WeakMap();

/** The skills nearest to an input, best first, by the cosine of its vector and that of name and description. */
export async function semanticOrder(
  input: string,
  known: readonly Listed[],
  { embedder, topK, threshold = -1 }: SemanticInject,
  signal?: AbortSignal,
): Promise<Listed[]> {
  if (known.length === 0 || input.trim() === "") return [];
  const { vector } = await embedder.embed(input, { signal });
  const entryVectors = await vectorsOf(embedder, known, signal);
  return known
    .map((one, index) => ({ one, score: cosine(vector, entryVectors[index] ?? []) }))
    .filter(({ score }) => score >= threshold)
    .sort((first, second) => second.score - first.score)
    .slice(0, topK)
    .map(({ one }) => one);
}

async function vectorsOf(
  embedder: Embedder,
  known: readonly Listed[],
  signal: AbortSignal | undefined,
): Promise<(readonly number[])[]> {
  const kept = vectors.get(embedder) ?? new Map<string, readonly number[]>();
  vectors.set(embedder, kept);
  const texts = known.map(({ entry }) => `${entry.name}: ${entry.description}`);
  const missing = [...new Set(texts)].filter((text) => !kept.has(text));
  if (missing.length > 0) {
    const made = await embedder.embedMany(missing, { signal });
    for (const [index, text] of missing.entries()) kept.set(text, made.vectors[index] ?? []);
  }
  const found = texts.map((text) => kept.get(text) ?? []);
  // Descriptions that are no more in use are forgotten.
  if (kept.size > 2 * texts.length)
    vectors.set(embedder, new Map(texts.map((text, at) => [text, found[at] ?? []])));
  return found;
}

function cosine(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length || one.length === 0) {
    const message = `The embedder gave vectors of ${one.length} and ${other.length} numbers. Use one that gives the same length always.`;
    throw new VectorError("VECTOR_DIMENSIONS", message, { expected: one.length, actual: other.length });
  }
  let [dot, left, right] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0;
    dot += value * against;
    left += value * value;
    right += against * against;
  }
  const score = dot / Math.sqrt(left * right);
  return Number.isFinite(score) ? score : 0;
}
