import type { Embedder } from "../contracts/embedder.ts";
import { VectorError } from "../core/errors/retrieval-errors.ts";
import { termsOf } from "../core/text/words.ts";
import type { Listed, SemanticInject } from "./library.ts";

/** What embedders take at most differs; none takes less. In UTF-16 units. */
const longestInput = 4000;
/** How many vectors of descriptions are kept for the next run. */
const mostVectors = 4000;
/** How many numbers the vector of a text has that no embedder has made. */
const wordNumbers = 1024;

/**
 * The skills nearest to an input, best first, by the cosine of its vector and that of name and description.
 *
 * @param kept the vectors of descriptions that are known from runs before; those that are missing are added
 */
export async function semanticOrder(
  input: string,
  known: readonly Listed[],
  { embedder, topK, threshold = embedder ? -1 : Number.EPSILON }: SemanticInject,
  kept: Map<string, readonly number[]>,
  signal?: AbortSignal,
): Promise<Listed[]> {
  if (known.length === 0 || input.trim() === "") return [];
  // Descriptions come and go with their sources.
  if (kept.size > mostVectors) kept.clear();
  const asked = input.slice(0, longestInput);
  const texts = known.map(({ entry }) => `${entry.name}: ${entry.description}`);
  const missing = [...new Set(texts)].filter((text) => !kept.has(text));
  const [vector, made] = await vectorsOf(asked, missing, embedder, signal);
  for (const [index, text] of missing.entries()) {
    const one = made[index];
    if (one) kept.set(text, one);
  }
  return known
    .map((one, index) => ({ one, score: cosine(vector, kept.get(texts[index] ?? "") ?? []) }))
    .filter(({ score }) => score >= threshold)
    .sort((first, second) => second.score - first.score)
    .slice(0, topK)
    .map(({ one }) => one);
}

/** The vector of an input and those of descriptions; of the words in them where there is no embedder. */
async function vectorsOf(
  input: string,
  texts: readonly string[],
  embedder: Embedder | undefined,
  signal: AbortSignal | undefined,
): Promise<[readonly number[], readonly (readonly number[])[]]> {
  if (embedder) {
    const { vector } = await embedder.embed(input, { signal });
    return [vector, texts.length === 0 ? [] : (await embedder.embedMany(texts, { signal })).vectors];
  }
  const vectorOf = (text: string): number[] => {
    const vector = new Array<number>(wordNumbers).fill(0);
    for (const { term } of termsOf(text)) {
      let hash = 0;
      for (let index = 0; index < term.length; index++) hash = (hash * 31 + term.charCodeAt(index)) >>> 0;
      vector[hash % wordNumbers] = 1;
    }
    return vector;
  };
  return [vectorOf(input), texts.map(vectorOf)];
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
