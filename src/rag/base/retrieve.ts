import type {
  FoundChunk,
  RetrievedChunk,
  RetrieveOptions,
  RetrieveResult,
  SearchStage,
} from "../../contracts/retrieval.ts";
import type { Vector } from "../../contracts/vector-store.ts";
import { abortable } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { embedChecked } from "../../store/vectors/embed-checked.ts";
import { fitsFilter } from "../fits-filter.ts";
import type { OpenBase } from "./open-base.ts";

/** Finds chunks: see `Rag.retrieve`. */
export async function retrieve(
  base: OpenBase,
  query: string,
  options: RetrieveOptions = {},
): Promise<RetrieveResult> {
  const { reranker, guard, namespace } = base.settings;
  const given: RetrieveOptions = { ...base.settings.retrieve, ...defined(options) };
  const { topK = 5, threshold, tags = [], filter, search, mmr, expand, signal, parent } = given;
  const candidates = Math.max(topK, given.candidates ?? topK * 4);
  if (!(Number.isInteger(topK) && topK > 0 && Number.isInteger(candidates))) {
    throw new ConfigError(
      `retrieve() got topK ${topK} and candidates ${given.candidates}. Use whole numbers, 1 or more.`,
    );
  }
  if (threshold !== undefined && !(Math.abs(threshold) <= 1)) {
    throw new ConfigError(`retrieve() got a threshold of ${threshold}. Use a number from 0 to 1.`);
  }
  signal?.throwIfAborted();
  if (query.trim() === "") return { query, chunks: [] };
  await base.check();

  let embedded: ReturnType<typeof embedChecked> | undefined;
  const stage: SearchStage = {
    query,
    candidates,
    threshold,
    signal,
    base,
    accepts: (document) => fitsFilter(document, { tags, filter }),
    vector,
    byVector,
  };
  const found = search ? await search.find(stage) : await byVector(candidates, threshold ?? 0.5);
  let chunks: readonly RetrievedChunk[] = found.map(retrieved);
  if (reranker && chunks.length > 0) {
    chunks = await abortable(Promise.resolve(reranker.rerank(query, chunks, { signal, parent })), signal);
  }
  if (mmr) chunks = await (await import("../search/diversify.ts")).diversify(base, chunks, mmr, topK);
  chunks = chunks.slice(0, topK);
  if (expand) chunks = await (await import("../search/expand-chunks.ts")).expandChunks(base, chunks, expand);
  if (!guard) return { query, chunks };

  const texts = await Promise.all(chunks.map(async ({ text }) => (await guard(text, { signal })).text));
  const passed = chunks.flatMap((chunk, at) => {
    const text = texts[at];
    return text === undefined ? [] : [{ ...chunk, text }];
  });
  const withheld = chunks.length - passed.length;
  return { query, chunks: passed, ...(withheld > 0 && { withheld }) };

  async function vector(): Promise<Vector> {
    embedded ??= abortable(embedChecked(base.settings.embedder, [query], signal), signal);
    const [only = []] = await embedded;
    return only;
  }

  async function byVector(count: number, least: number): Promise<FoundChunk[]> {
    const asked = await vector();
    // The store knows nothing of metadata: where too many do not fit, more are asked for.
    for (let wanted = count; ; wanted *= 4) {
      const matches = await base.store.query(asked, {
        topK: wanted,
        threshold: least,
        tags,
        namespace,
        signal,
      });
      const fitting = matches.flatMap(({ key, value, score }): FoundChunk[] => {
        const chunk = base.chunkOf(key, value);
        return chunk && fitsFilter(chunk, { filter }) ? [{ key, chunk, score }] : [];
      });
      if (fitting.length >= count || matches.length < wanted) return fitting.slice(0, count);
      if (wanted > count && base.store.entries && base.store.vectors) {
        const { scanChunks } = await import("../search/scan-chunks.ts");
        return scanChunks(base, stage.accepts, asked, count, least);
      }
    }
  }
}

function retrieved({ chunk: { id, index, text, span, metadata }, score }: FoundChunk): RetrievedChunk {
  return {
    text,
    score,
    citation: { sourceId: id, chunkIndex: index, span, score, ...(metadata && { metadata }) },
  };
}

/** Without what is `undefined`, which does not stand for a default here. */
function defined(options: RetrieveOptions): RetrieveOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
