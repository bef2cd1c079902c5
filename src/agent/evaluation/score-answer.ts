import type { EvalContext, EvalScore, EvalScorer } from "../../contracts/eval.ts";
import { abortable } from "../../core/abort.ts";
import { readScore } from "../../core/read-score.ts";

/** Asks one scorer about one answer. What goes wrong in the scorer is a failed score with a note, never a crash. */
export async function scoreAnswer(
  scorer: EvalScorer,
  context: EvalContext,
  passThreshold: number,
): Promise<EvalScore> {
  const failed = (reason: string): EvalScore => ({ scorer: scorer.name, score: 0, passed: false, reason });
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
