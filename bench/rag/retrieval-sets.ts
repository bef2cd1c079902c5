import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { root } from "../../scripts/entries.ts";
import type { RagDocument } from "../../src/contracts/retrieval.ts";
import { chunk } from "../../src/rag/chunk/chunk.ts";

/** A question with the documents that answer it. */
export interface RetrievalQuery {
  readonly id: string;
  readonly text: string;
  readonly relevant: ReadonlySet<string>;
}

/** Documents with questions that people have judged. */
export interface RetrievalSet {
  readonly name: "cranfield" | "cisi" | "chunks";
  /**
   * What a contender searches in. `metadata.title` is the title where there is one; a text may repeat it (Cranfield) or not
   * (CISI).
   */
  readonly documents: readonly RagDocument[];
  readonly queries: readonly RetrievalQuery[];
}

/** Gives the ids of what it finds, the best first. */
export type Ranker = (query: string, topK: number) => readonly string[] | Promise<readonly string[]>;

/** Half of the questions, to see that a figure is not tuned to the others. */
export type Fold = "even" | "odd";

const folder = `${root}../shared/data/rag/`;
const DEPTH = 10;

/**
 * The sets that retrieval is measured on, none where the corpora are not beside the checkout. Relevance is yes or no.
 *
 * - `cranfield`, `cisi`: abstracts, judged by people.
 * - `chunks`: five long texts cut at 1000 characters with an overlap of 200 and searched together; a chunk is relevant where it
 *   covers half of a passage that answers the question, or more.
 */
export function retrievalSets(): RetrievalSet[] {
  if (!existsSync(folder)) return [];
  return [judgedSet("cranfield"), judgedSet("cisi"), chunkSet()];
}

/** The mean nDCG@10 of a ranker over the questions of a set, or of every second of them. */
export async function meanGain(set: RetrievalSet, ranker: Ranker, fold?: Fold): Promise<number> {
  const asked = set.queries.filter(
    (_, index) => fold === undefined || (index % 2 === 0) === (fold === "even"),
  );
  let sum = 0;
  for (const { text, relevant } of asked) sum += gainOf(await ranker(text, DEPTH), relevant);
  return sum / asked.length;
}

/** The nDCG@10 of one ranking with binary relevance. */
export function gainOf(found: readonly string[], relevant: ReadonlySet<string>): number {
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  const ideal = Array.from({ length: Math.min(DEPTH, relevant.size) }, (_, rank) => gain(rank));
  const best = ideal.reduce((sum, value) => sum + value, 0);
  if (best === 0) return 0;
  return found.slice(0, DEPTH).reduce((sum, id, rank) => sum + (relevant.has(id) ? gain(rank) : 0), 0) / best;
}

function judgedSet(name: "cranfield" | "cisi"): RetrievalSet {
  const documents = rows<{ id: string; title?: string; text: string }>(`${name}/corpus.jsonl.gz`);
  const relevant = new Map<string, Set<string>>();
  for (const line of readFileSync(`${folder}${name}/qrels.tsv`, "utf8").trim().split("\n")) {
    const [query = "", document = ""] = line.split("\t");
    relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return {
    name,
    documents: documents.map(({ id, title, text }) => ({ id, text, ...(title && { metadata: { title } }) })),
    queries: rows<{ id: string; text: string }>(`${name}/queries.jsonl.gz`).map(({ id, text }) => ({
      id,
      text,
      relevant: relevant.get(id) ?? new Set(),
    })),
  };
}

interface Question {
  readonly id: string;
  readonly corpus: string;
  readonly text: string;
  readonly refs: readonly { readonly start: number; readonly end: number }[];
}

function chunkSet(): RetrievalSet {
  const questions = rows<Question>("chunking/questions.jsonl.gz");
  const corpora = [...new Set(questions.map(({ corpus }) => corpus))].toSorted();
  const pieces = corpora.flatMap((corpus) =>
    chunk(unzipped(`chunking/corpora/${corpus}.md.gz`), { size: 1000, overlap: 200 }).map((piece) => ({
      ...piece,
      id: `${corpus}#${piece.index}`,
      corpus,
    })),
  );
  return {
    name: "chunks",
    documents: pieces.map(({ id, text }) => ({ id, text })),
    queries: questions.map(({ id, corpus, text, refs }) => {
      const answers = pieces.filter(
        ({ corpus: own, span: [from, to] }) =>
          own === corpus &&
          refs.some(({ start, end }) => Math.min(to, end) - Math.max(from, start) >= (end - start) / 2),
      );
      return { id, text, relevant: new Set(answers.map((piece) => piece.id)) };
    }),
  };
}

function rows<Row>(path: string): Row[] {
  const lines = unzipped(path).split("\n");
  return lines.filter((line) => line.trim() !== "").map((line): Row => JSON.parse(line));
}

function unzipped(path: string): string {
  return gunzipSync(readFileSync(`${folder}${path}`)).toString("utf8");
}
