import { abortable } from "./abort.ts";
import { readScore } from "./read-score.ts";
import type { BaseReport } from "./report.ts";

/** What a scorer says of an answer. */
interface Verdict {
  readonly score: number;
  readonly passed?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly report?: BaseReport | undefined;
}

/** What is asked. */
interface Scorer<Context> {
  readonly name: string;
  score(context: Context): Verdict | Promise<Verdict>;
}

/** A verdict that can be counted with, under the name of its scorer. */
interface Score extends Verdict {
  readonly scorer: string;
  readonly passed: boolean;
}

/** Asks one scorer about one answer. What goes wrong in the scorer is a failed score with a note, never a crash. */
export async function scoreAnswer<Context extends { readonly signal?: AbortSignal | undefined }>(
  scorer: Scorer<Context>,
  context: Context,
  passThreshold: number,
): Promise<Score> {
  const failed = (reason: string): Score => ({ scorer: scorer.name, score: 0, passed: false, reason });
  try {
    // Only an async function turns what a scorer throws before its first await into a rejection.
    const verdict = await abortable((async () => scorer.score(context))(), context.signal);
    const score = readScore(verdict?.score);
    if (score !== undefined) {
      return { ...verdict, scorer: scorer.name, score, passed: verdict.passed ?? score >= passThreshold };
    }
    const { report } = verdict ?? {};
    return {
      ...failed(`The scorer gave ${String(verdict?.score)}, which is not a score from 0 to 1.`),
      ...(report ? { report } : {}),
    };
  } catch (error) {
    return failed(`The scorer failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
