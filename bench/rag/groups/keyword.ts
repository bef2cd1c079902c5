import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";
import type { RagDocument } from "../../../src/contracts/retrieval.ts";
import { stem } from "../../../src/core/text/stem.ts";
import { isStopWord } from "../../../src/core/text/words.ts";
import { type KeywordSearchOptions, keywordIndex } from "../../../src/rag/index.ts";
import type { GroupOptions, RagGroup } from "../group.ts";
import { meanGain, type Ranker, type RetrievalSet, retrievalSets } from "../retrieval-sets.ts";

/** Makes an index of documents that are searched as they are, and gives what searches it. */
type Contender = (documents: readonly RagDocument[]) => Ranker | Promise<Ranker>;

const contenders: Readonly<Record<string, Contender>> = {
  hedgemage: ours({}),
  "hedgemage (RM3)": ours({ expand: {} }),
  minisearch: miniSearch((word) => word.toLowerCase()),
  "minisearch (stop words and stems)": miniSearch((word) => {
    const lower = word.toLowerCase();
    return isStopWord(lower) ? null : stem(lower);
  }),
  orama,
};

const targets = { cranfield: 0.39, cisi: 0.4, chunks: 0.77 } as const;
const PASSES = 5;

/** What a search by words finds, and what it takes. */
export const keyword: RagGroup = {
  name: "keyword",
  title:
    "Search by words: Cranfield and CISI with titles, and chunks of five long texts; the development half of the questions",
  async *rows({ wants }: GroupOptions) {
    const sets = retrievalSets();
    const megabytes =
      sets.flatMap(({ documents }) => documents).reduce((sum, { text }) => sum + text.length, 0) / 1e6;
    for (const [who, contender] of Object.entries(contenders)) {
      if (!wants(who)) continue;
      const own = who === "hedgemage";
      let indexing = 0;
      let asking = 0;
      let questions = 0;
      for (const set of sets) {
        indexing += await bestSeconds(() => contender(set.documents));
        const ranker = await contender(set.documents);
        asking += await bestSeconds(() => askAll(set, ranker));
        questions += set.queries.length;
        const [even, odd] = [await meanGain(set, ranker, "even"), await meanGain(set, ranker, "odd")];
        yield {
          measure: `keyword-${set.name}`,
          title: `nDCG@10 on ${set.name}, ${set.queries.length} questions`,
          who,
          value: await meanGain(set, ranker),
          unit: "share",
          better: "higher",
          ...(own && { target: targets[set.name] }),
          note: `${even.toFixed(3)} and ${odd.toFixed(3)} on every second question`,
        };
      }
      yield {
        measure: "keyword-query",
        title: "Processor time of a search for ten texts",
        who,
        value: (asking / questions) * 1000,
        unit: "ms",
        better: "lower",
        ...(own && { target: 0.6 }),
      };
      yield {
        measure: "keyword-indexing",
        title: "Characters indexed per second of processor time",
        who,
        value: megabytes / indexing,
        unit: "MB/s",
        better: "higher",
      };
    }
  },
};

function ours(options: KeywordSearchOptions): Contender {
  return (documents) => {
    const index = keywordIndex({ chunk: { size: 1_000_000, overlap: 0 } });
    index.add(documents);
    return (query, topK) =>
      index.search(query, { ...options, topK }).map(({ citation }) => citation.sourceId);
  };
}

function miniSearch(processTerm: (word: string) => string | null): Contender {
  return (documents) => {
    const index = new MiniSearch({ fields: ["title", "text"], processTerm });
    index.addAll(documents.map(withTitle));
    return (query, topK) =>
      index
        .search(query)
        .slice(0, topK)
        .map(({ id }) => String(id));
  };
}

async function orama(documents: readonly RagDocument[]): Promise<Ranker> {
  const index = create({ schema: { id: "string", title: "string", text: "string" } });
  await insertMultiple(index, documents.map(withTitle));
  return async (term, limit) => {
    const { hits } = await search(index, { term, limit, properties: ["title", "text"] });
    return hits.map(({ document }) => document.id);
  };
}

function withTitle({ id, text, metadata }: RagDocument): { id: string; title: string; text: string } {
  return { id, title: String(metadata?.title ?? ""), text };
}

async function askAll({ queries }: RetrievalSet, ranker: Ranker): Promise<void> {
  for (const { text } of queries) await ranker(text, 10);
}

async function bestSeconds(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES; pass++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}
