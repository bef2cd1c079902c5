import { judgeScorer } from "../agent/evaluation/judge-scorer.ts";
import type { EvalJudge, EvalScorer } from "../contracts/eval.ts";

/**
 * A scorer that has a model grade the answer by a rubric, from 0 to 1. The judge is told the case's input, `expected` where
 * there is one, and the answer, as data between marks that it cannot forge. A verdict that cannot be read (prose, a number outside
 * of 0 to 1, a failed run) is a score of 0 that failed, with a note.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the agent or the rubric is missing.
 * @example
 * const grader = ai.agent.judge({ model: mockModel({ name: "mock", responses: [{ content: '{"score": 1}' }] }) });
 * const kind = ai.eval.judge({ agent: grader, rubric: "1 for an answer that comforts, 0 for a cold one." });
 */
export function judge(config: EvalJudge): EvalScorer {
  return judgeScorer(config, async (asked, context) =>
    (await import("../agent/evaluation/index.ts")).askJudge(asked, context),
  );
}
