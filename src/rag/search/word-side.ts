import type {
  FoundChunk,
  KeptChunk,
  RagDocument,
  SearchableBase,
  SearchStage,
} from "../../contracts/retrieval.ts";
import type { QueryExpansion } from "../keyword/expand-query.ts";
import { type Postings, postings } from "../keyword/postings.ts";

/** The words of a base, in step with what is written to it. */
interface WordSide {
  readonly words: Postings<string>;
  /** By key: what a search is narrowed by; one object for all chunks of a document. */
  readonly documents: Map<string, About>;
  /** The last revision that is in it. */
  revision: string | undefined;
  /** Lets go of the base. */
  stop: () => void;
}

interface About extends Pick<RagDocument, "tags" | "metadata"> {
  readonly id: string;
}

const sides: WeakMap<SearchableBase, Promise<WordSide>> = /* @__PURE__ */ new WeakMap();

/** The keys of the chunks that share words with a query, best first. */
export async function findWords(
  { query, base, accepts }: SearchStage,
  count: number,
  expand: QueryExpansion | undefined,
): Promise<ReadonlyMap<string, number>> {
  const { words, documents } = await wordSide(base);
  const hits = words.search(query, {
    topK: count,
    expand,
    accepts: (key) => accepts(documents.get(key) ?? {}),
  });
  return new Map(hits.map(({ key, score }) => [key, score]));
}

/** The chunks of keys with their scores, in the order of the keys; without those that are gone. */
export async function scoredChunks(
  base: SearchableBase,
  scores: ReadonlyMap<string, number>,
): Promise<FoundChunk[]> {
  const kept = await base.chunks([...scores.keys()]);
  return kept.flatMap((one) =>
    one ? [{ key: one.key, chunk: one.chunk, score: scores.get(one.key) ?? 0 }] : [],
  );
}

/** Made from the entries of the base on first use, and made anew where somebody else has written. */
async function wordSide(base: SearchableBase): Promise<WordSide> {
  const known = sides.get(base);
  const side = await known;
  if (side) {
    const before = side.revision;
    // A write of this base may be told of while the question is on its way.
    if ((await base.revision()) === before || side.revision !== before) return side;
    if (sides.get(base) !== known) return wordSide(base);
    side.stop();
  }
  const making = makeSide(base);
  sides.set(base, making);
  making.catch(() => {
    if (sides.get(base) === making) sides.delete(base);
  });
  return making;
}

async function makeSide(base: SearchableBase): Promise<WordSide> {
  const changed: (() => void)[] = [];
  let isMade = false;
  const side: WordSide = {
    words: postings<string>(),
    documents: new Map(),
    revision: undefined,
    stop: base.watch(({ put, remove, revision }) => {
      const change = (): void => {
        side.revision = revision;
        for (const key of remove) {
          side.words.remove(key);
          side.documents.delete(key);
        }
        addAll(side, put);
      };
      if (isMade) change();
      else changed.push(change);
    }),
  };
  side.revision = await base.revision();
  for await (const block of base.all()) addAll(side, block);
  for (const change of changed) change();
  isMade = true;
  return side;
}

function addAll({ words, documents }: WordSide, block: readonly KeptChunk[]): void {
  let about: About | undefined;
  for (const { key, chunk, tags } of block) {
    const { id, text, headings = [], metadata } = chunk;
    if (about?.id !== id) about = { id, tags, ...(metadata && { metadata }) };
    documents.set(key, about);
    const title = metadata?.title;
    words.add(key, text, [...(typeof title === "string" ? [title] : []), ...headings].join("\n"));
  }
}
