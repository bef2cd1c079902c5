import { readFileSync } from "node:fs";
import { root } from "../../../scripts/entries.ts";
import type { Embedder } from "../../../src/contracts/embedder.ts";
import type { RagDocument } from "../../../src/contracts/retrieval.ts";
import { localEmbedder } from "../../../src/providers/local/index.ts";
import type { GroupOptions, RagGroup, RagRow } from "../group.ts";
import { meanGain, type Ranker, type RetrievalSet, retrievalSets } from "../retrieval-sets.ts";

const targets = { cranfield: 0.36, cisi: 0.35, chunks: 0.69 } as const;
const PASSES = 3;

/** The bytes of the words that the package brings. */
export function ownWords(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`${root}src/providers/local/words.bin`));
}

const contenders: Readonly<Record<string, () => Embedder>> = {
  hedgemage: () => localEmbedder({ words: ownWords() }),
  "hedgemage (1024 dimensions)": () => localEmbedder({ words: ownWords(), dimensions: 1024 }),
  "hedgemage (512 dimensions)": () => localEmbedder({ words: ownWords(), dimensions: 512 }),
  "hedgemage (no words)": () => localEmbedder(),
};

/** What the embedders without a model find alone, by exact cosine, and what they take. */
export const embedder: RagGroup = {
  name: "embedder",
  title:
    "Vectors without a model, searched by exact cosine: titles in front of the texts; the development half of the questions",
  async *rows({ wants }: GroupOptions) {
    const sets = retrievalSets();
    const own = wants("hedgemage") ? ownWords().length : undefined;
    for (const [who, make] of Object.entries(contenders)) {
      if (!wants(who)) continue;
      let seconds = 0;
      for (const set of sets) {
        const made = make();
        const ranker = await byCosine(made, set);
        yield gainRow(set, who, ranker, await meanGain(set, ranker));
        seconds += await bestSeconds(() => made.embedMany(set.documents.map(textOf)));
      }
      const characters = sets.flatMap(({ documents }) => documents.map((one) => textOf(one).length));
      const measure = {
        measure: "embedder-speed",
        title: "Characters embedded per second of processor time",
      };
      const total = characters.reduce((sum, length) => sum + length, 0);
      yield { ...measure, who, value: total / 1e6 / seconds, unit: "MB/s", better: "higher" };
    }
    const measure = { measure: "embedder-words", title: "The file of words, fetched once" };
    if (own)
      yield { ...measure, who: "hedgemage", value: own / 1000, unit: "kB", better: "lower", target: 600 };
  },
};

async function gainRow(set: RetrievalSet, who: string, ranker: Ranker, value: number): Promise<RagRow> {
  const [even, odd] = [await meanGain(set, ranker, "even"), await meanGain(set, ranker, "odd")];
  return {
    measure: `embedder-${set.name}`,
    title: `nDCG@10 on ${set.name}, ${set.queries.length} questions`,
    who,
    value,
    unit: "share",
    better: "higher",
    ...(who === "hedgemage" && { target: targets[set.name] }),
    note: `${even.toFixed(3)} and ${odd.toFixed(3)} on every second question`,
  };
}

async function byCosine(made: Embedder, { documents }: RetrievalSet): Promise<Ranker> {
  const { vectors } = await made.embedMany(documents.map(textOf));
  const rows = vectors.map((vector) => Float32Array.from(vector));
  return async (query, topK) => {
    const asked = Float32Array.from((await made.embed(query)).vector);
    const scores = rows.map((row) => row.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
    const order = [...documents.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
    return order.slice(0, topK).flatMap((at) => documents[at]?.id ?? []);
  };
}

/** A text with its title, once. */
export function textOf({ text, metadata }: RagDocument): string {
  const title = typeof metadata?.title === "string" ? metadata.title : "";
  const start = text.slice(0, title.length + 20).replace(/\s+/g, " ");
  return start.startsWith(title.replace(/\s+/g, " ")) ? text : `${title}\n${text}`;
}

async function bestSeconds(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES; pass++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}
