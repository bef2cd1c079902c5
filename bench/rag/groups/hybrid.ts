import type { Embedder } from "../../../src/contracts/embedder.ts";
import type { RagSearch } from "../../../src/contracts/retrieval.ts";
import { localEmbedder } from "../../../src/providers/local/index.ts";
import { hybridSearch, keywordSearch, knowledgeBase } from "../../../src/rag/index.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import type { GroupOptions, RagGroup } from "../group.ts";
import { meanGain, type RetrievalSet, retrievalSets } from "../retrieval-sets.ts";
import { ownWords } from "./embedder.ts";

const searches: Readonly<Record<string, RagSearch | undefined>> = {
  "words alone": keywordSearch(),
  "words alone, RM3": keywordSearch({ expand: {} }),
  hybrid: hybridSearch(),
  "hybrid, RM3": hybridSearch({ expand: {} }),
  "hybrid, .6": hybridSearch({ weight: 0.6 }),
  "hybrid, .8": hybridSearch({ weight: 0.8 }),
  "hybrid, ranks": hybridSearch({ fusion: "rrf" }),
  "hybrid, equal ranks": hybridSearch({ fusion: "rrf", weight: 0.5 }),
};

const embedders: Readonly<Record<string, () => Embedder>> = {
  "": () => localEmbedder({ words: ownWords() }),
  " (no words in the embedder)": () => localEmbedder(),
};

/** What a knowledge base finds by words and vectors together. The target is what it finds by words alone. */
export const hybrid: RagGroup = {
  name: "hybrid",
  title:
    "Words and vectors together in a knowledge base with the embedder without a model; the development half of the questions",
  async *rows({ wants }: GroupOptions) {
    if (!wants("hedgemage")) return;
    for (const set of retrievalSets()) {
      let target: number | undefined;
      for (const [suffix, make] of Object.entries(embedders)) {
        const base = knowledgeBase({ embedder: make(), store: memoryStore(), namespace: "bench" });
        await base.index(set.documents, { size: 1_000_000, overlap: 0 });
        for (const [name, search] of Object.entries(searches)) {
          if (suffix !== "" && !name.startsWith("hybrid")) continue;
          const ranker = async (query: string, topK: number): Promise<string[]> => {
            const { chunks } = await base.retrieve(query, { topK, candidates: 50, search });
            return chunks.map(({ citation }) => citation.sourceId);
          };
          const value = await meanGain(set, ranker);
          if (name === "words alone") target = value;
          yield {
            measure: `hybrid-${set.name}`,
            title: `nDCG@10 on ${set.name}, ${set.queries.length} questions`,
            who: `hedgemage, ${name}${suffix}`,
            value,
            unit: "share",
            better: "higher",
            ...(name === "hybrid" && suffix === "" && { target }),
            note: await folds(set, ranker),
          };
        }
      }
    }
  },
};

async function folds(
  set: RetrievalSet,
  ranker: (query: string, topK: number) => Promise<string[]>,
): Promise<string> {
  const [even, odd] = [await meanGain(set, ranker, "even"), await meanGain(set, ranker, "odd")];
  return `${even.toFixed(3)} and ${odd.toFixed(3)} on every second question`;
}
