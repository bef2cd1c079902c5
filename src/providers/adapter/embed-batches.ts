import type { EmbeddingBatchResult, EmbeddingUsage } from "../../contracts/embedder.ts";
import { linkSignal } from "../../core/abort.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { costOf } from "../../core/usage.ts";
import type { EmbeddedBatch, ProviderEmbedderSetup } from "./embedder.ts";
import { explainFailure } from "./failure.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";

const DEFAULT_CONCURRENCY = 4;

/**
 * Embeds any number of texts, several requests at once. The first failure stops the others and is what is thrown.
 *
 * @example
 * const setup = {
 *   name: "tiny",
 *   provider: "local",
 *   batchSize: 1,
 *   embedBatch: async ([text = ""]: readonly string[]) => ({ vectors: [[text.length]], tokens: 1 }),
 * };
 * await embedBatches(setup, ["a", "bc"]); // { vectors: [[1], [2]], usage: { promptTokens: 2, totalTokens: 2 } }
 */
export async function embedBatches(
  setup: ProviderEmbedderSetup,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Omit<EmbeddingBatchResult, "dimensions">> {
  const batches = cut(texts, setup);
  const answers: EmbeddedBatch[] = [];
  const linked = linkSignal(signal);
  let next = 0;

  async function work(): Promise<void> {
    for (let at = next++; at < batches.length; at = next++) {
      const batch = batches[at] ?? [];
      linked.signal.throwIfAborted();
      const answer = await setup.embedBatch(batch, linked.signal);
      if (answer.vectors.length !== batch.length) {
        throw unreadableAnswer(setup, `has ${answer.vectors.length} vectors for ${batch.length} texts`);
      }
      answers[at] = answer;
    }
  }

  try {
    const workers = Math.min(setup.concurrency ?? DEFAULT_CONCURRENCY, batches.length);
    await Promise.all(Array.from({ length: workers }, work));
  } catch (failure) {
    linked.abort();
    throw await explainFailure(failure, setup, signal);
  } finally {
    linked.release();
  }
  const vectors = answers.flatMap((answer) => answer.vectors);
  const length = vectors[0]?.length;
  if (length === 0 || vectors.some((vector) => vector.length !== length)) {
    throw unreadableAnswer(setup, "has vectors that are empty or of different lengths");
  }
  return { vectors, usage: usageOf(answers, setup) };
}

/** Cuts a list where the service's limits of one request are reached. A text over the limit goes alone. */
function cut(
  texts: readonly string[],
  { batchSize, batchTokens = Number.POSITIVE_INFINITY }: ProviderEmbedderSetup,
): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let room = 0;
  for (const text of texts) {
    const tokens = batchTokens === Number.POSITIVE_INFINITY ? 0 : estimateTokens(text);
    if (batches.length === 0 || batch.length >= batchSize || tokens > room) {
      batch = [];
      batches.push(batch);
      room = batchTokens;
    }
    batch.push(text);
    room -= tokens;
  }
  return batches;
}

/** The tokens of all requests together; unknown where one of them does not tell. */
function usageOf(answers: readonly EmbeddedBatch[], { pricing }: ProviderEmbedderSetup): EmbeddingUsage {
  let promptTokens = 0;
  for (const { tokens } of answers) {
    if (tokens === undefined) return {};
    promptTokens += tokens;
  }
  const cost = pricing && costOf({ input: promptTokens, output: 0 }, { output: 0, ...pricing });
  return { promptTokens, totalTokens: promptTokens, ...(cost && { cost }) };
}
