import type { Embedder } from "../../contracts/embedder.ts";
import { VectorError } from "../../core/errors/retrieval-errors.ts";

/**
 * The vectors of texts, in their order, checked.
 *
 * @throws VectorError as `checkedVectors`.
 */
export async function embedChecked(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  if (texts.length === 0) return [];
  const [only = ""] = texts;
  const given: unknown =
    texts.length === 1
      ? [(await embedder.embed(only, { signal }))?.vector]
      : (await embedder.embedMany(texts, { signal }))?.vectors;
  return checkedVectors(embedder, given, texts.length);
}

/**
 * What an embedder gave for so many texts, checked: what a service sends may be anything.
 *
 * @throws VectorError `VECTOR_INVALID` where a vector is none or there are more or fewer of them than texts, `VECTOR_DIMENSIONS`
 * where one is of another length than the others or than the embedder says.
 */
export function checkedVectors(
  embedder: Embedder,
  vectors: unknown,
  count: number,
): readonly (readonly number[])[] {
  const given: readonly unknown[] = Array.isArray(vectors) ? vectors : [];
  if (given.length !== count) {
    const message = `The embedder "${embedder.name}" gave ${given.length} vectors for ${count} texts. Nothing was kept.`;
    throw new VectorError("VECTOR_INVALID", message, { expected: count, actual: given.length });
  }
  const [first] = given;
  const expected = embedder.dimensions || (isVector(first) ? first.length : 0);
  return given.map((vector) => {
    if (!isVector(vector) || !vector.every(Number.isFinite)) {
      const message = `The embedder "${embedder.name}" gave a vector that is none, or has a number that is not finite. Nothing was kept.`;
      throw new VectorError("VECTOR_INVALID", message);
    }
    const actual = vector.length;
    if (actual === expected) return vector;
    const message = `The embedder "${embedder.name}" gave a vector of ${actual} numbers where ${expected} are due. Nothing was kept.`;
    throw new VectorError("VECTOR_DIMENSIONS", message, { expected, actual });
  });
}

function isVector(given: unknown): given is readonly number[] {
  return (Array.isArray(given) || given instanceof Float32Array) && given.length > 0;
}
