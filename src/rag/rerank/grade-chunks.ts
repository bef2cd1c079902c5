import type { Model } from "../../contracts/model.ts";
import type { RetrievedChunk } from "../../contracts/retrieval.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { readScore } from "../../core/read-score.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import { marked, markFor } from "../../core/text/mark-for.ts";
import { askModel } from "../../prompt/ask-model.ts";
import { readJson } from "../../schema/read-json.ts";
import { ragGraderText } from "../texts/rag-grader.ts";
import { rescored } from "./rescored.ts";

const gradesSchema: JsonSchema = {
  type: "object",
  properties: {
    grades: {
      type: "array",
      items: {
        type: "object",
        properties: { passage: { type: "integer" }, grade: { type: "number" } },
        required: ["passage", "grade"],
        additionalProperties: false,
      },
    },
  },
  required: ["grades"],
  additionalProperties: false,
};

/** Chunks in the order of a model's grades. Rejects only where the signal aborts. */
export async function gradeChunks(
  model: Model,
  batchSize: number,
  query: string,
  chunks: readonly RetrievedChunk[],
  options: ExecuteOptions = {},
): Promise<readonly RetrievedChunk[]> {
  const batches: RetrievedChunk[][] = [];
  for (let at = 0; at < chunks.length; at += batchSize) batches.push(chunks.slice(at, at + batchSize));
  const graded = await Promise.all(batches.map((batch) => grade(model, query, batch, options)));
  (options.signal ?? options.parent?.signal)?.throwIfAborted();
  const grades = new Map(graded.flatMap((batch) => [...batch]));
  return rescored(chunks, (chunk) => grades.get(chunk) ?? chunk.score);
}

async function grade(
  model: Model,
  query: string,
  chunks: readonly RetrievedChunk[],
  options: ExecuteOptions,
): Promise<ReadonlyMap<RetrievedChunk, number>> {
  const mark = markFor([query, ...chunks.map(({ text }) => text)]);
  const passages = chunks.map(({ text }, at) => marked(`passage-${at + 1}`, text, mark));
  const { response } = await askModel({
    ...options,
    name: "rag-grader",
    model,
    messages: [
      { role: "system", content: ragGraderText },
      { role: "user", content: [marked("question", query, mark), ...passages].join("\n\n") },
    ],
    options: { responseSchema: gradesSchema },
  });
  const reading = readJson(response?.content ?? "", "lenient");
  return new Map(reading.ok && !reading.ambiguous ? gradesOf(reading.value, chunks) : []);
}

/** `{ grades: [{ passage, grade }] }`, or the list alone; numbers may be written as texts. */
function* gradesOf(
  answer: unknown,
  chunks: readonly RetrievedChunk[],
): Generator<readonly [RetrievedChunk, number]> {
  const list: unknown = Array.isArray(answer) ? answer : Object(answer).grades;
  for (const item of Array.isArray(list) ? list : []) {
    const { passage, grade }: { passage?: unknown; grade?: unknown } = Object(item);
    const chunk = chunks[numberOf(passage) - 1];
    const score = readScore(numberOf(grade));
    if (chunk && score !== undefined) yield [chunk, score];
  }
}

function numberOf(value: unknown): number {
  const isNumeral = typeof value === "string" && /^\s*[\d.]+\s*$/.test(value);
  return isNumeral ? Number(value) : typeof value === "number" ? value : Number.NaN;
}
