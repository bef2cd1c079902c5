import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import type { Span } from "../../../src/contracts/retrieval.ts";
import { chunk } from "../../../src/rag/chunk/chunk.ts";
import { keywordIndex } from "../../../src/rag/index.ts";
import { bestCpuSeconds } from "../cpu.ts";
import type { GroupOptions, RagGroup, RagRow } from "../group.ts";

const folder = `${import.meta.dirname}/../../../../shared/data/rag/chunking`;
const size = 1000;
const overlap = 200;

interface Question {
  readonly text: string;
  readonly corpus: string;
  readonly refs: readonly { readonly start: number; readonly end: number }[];
}

/** Cuts texts, and looks for the answers to questions among the pieces. */
export const chunking: RagGroup = {
  name: "chunking",
  title: "Chunking: 5 corpora of 1.44 million characters, chunks of 1000 with 200 of overlap",
  async *rows({ wants }: GroupOptions) {
    const corpora = readCorpora();
    const whole = [...corpora.values()].join("\n\n");
    if (wants("hedgemage")) {
      for (const type of ["recursive", "markdown", "sentence"] as const) {
        const seconds = bestCpuSeconds(() => chunk(whole, { type, size, overlap }));
        yield {
          ...speedRow,
          ...(type === "recursive" && { target: 150 }),
          who: type === "recursive" ? "hedgemage" : `hedgemage (${type})`,
          value: whole.length / 1e6 / seconds,
          note: "with exact spans",
        };
      }
      const line = "a long line of words ".repeat(500_000);
      const seconds = bestCpuSeconds(() => chunk(line, { size, overlap }));
      yield {
        ...speedRow,
        measure: "chunking-line",
        title: "One line of 10 MB",
        who: "hedgemage",
        value: line.length / 1e6 / seconds,
      };
      yield* found(corpora);
    }
    if (wants("langchain")) {
      const splitter = new RecursiveCharacterTextSplitter({ chunkSize: size, chunkOverlap: overlap });
      const start = process.cpuUsage();
      const pieces = await splitter.splitText(whole);
      const { user, system } = process.cpuUsage(start);
      yield {
        ...speedRow,
        who: "langchain",
        value: whole.length / (user + system),
        note: `without spans, ${pieces.length} pieces`,
      };
    }
    if (wants("chonkie")) {
      // @ts-expect-error: the package has no types
      const chonkie = await import("@chonkiejs/chunk");
      await chonkie.init();
      const seconds = bestCpuSeconds(() => [...chonkie.chunk(whole, { size })]);
      const note = "no spans, no overlap, WebAssembly";
      yield { ...speedRow, who: "chonkie", value: whole.length / 1e6 / seconds, note };
    }
  },
};

const speedRow = {
  measure: "chunking-speed",
  title: "Characters cut per second of processor time",
  unit: "MB/s",
  better: "higher",
} as const;

/**
 * What share of the characters that answer a question are in the five best chunks of a search by keywords over all corpora, and
 * their share of all characters that are in either (after Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", 2024).
 */
function* found(corpora: ReadonlyMap<string, string>): Generator<RagRow> {
  const questions = readQuestions();
  for (const type of ["recursive", "markdown", "sentence"] as const) {
    const index = keywordIndex({ chunk: { type, size, overlap } });
    for (const [id, text] of corpora) index.add({ id, text });
    let [recall, shared] = [0, 0];
    for (const { text, corpus, refs } of questions) {
      const hits = index.search(text, { topK: 5 });
      const wanted = merged(refs.map(({ start, end }) => [start, end]));
      const ranges = hits.map(({ citation }) => citation);
      const own = merged(ranges.filter(({ sourceId }) => sourceId === corpus).map(({ span }) => span));
      const foreign = ranges.filter(({ sourceId }) => sourceId !== corpus).map(({ span }) => span);
      const both = overlapOf(wanted, own);
      recall += both / lengthOf(wanted);
      shared += both / (lengthOf(wanted) + lengthOf(own) + lengthOf(foreign) - both);
    }
    const who = type === "recursive" ? "hedgemage" : `hedgemage (${type})`;
    const common = { who, unit: "share", better: "higher" } as const;
    yield {
      ...common,
      measure: "chunking-recall",
      title: "Recall at 5",
      value: recall / questions.length,
      ...(type === "recursive" && { target: 0.885 }),
    };
    yield {
      ...common,
      measure: "chunking-iou",
      title: "Intersection over union at 5",
      value: shared / questions.length,
    };
  }
}

function readCorpora(): Map<string, string> {
  const names = readdirSync(`${folder}/corpora`).sort();
  return new Map(names.map((name) => [name.replace(/\.md\.gz$/, ""), unpacked(`corpora/${name}`)]));
}

function readQuestions(): Question[] {
  const lines = unpacked("questions.jsonl.gz").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function unpacked(path: string): string {
  return gunzipSync(readFileSync(`${folder}/${path}`)).toString("utf8");
}

function merged(spans: readonly Span[]): Span[] {
  const result: [number, number][] = [];
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [start, end]) => sum + end - start, 0);
}

function overlapOf(one: readonly Span[], other: readonly Span[]): number {
  let sum = 0;
  for (const [start, end] of one) {
    for (const [from, to] of other) sum += Math.max(0, Math.min(end, to) - Math.max(start, from));
  }
  return sum;
}
