import type { EvalContext, EvalJudge, EvalScorer, EvalVerdict } from "../../contracts/eval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";

/** Has a judge grade one answer; handed in, so that making a judge does not load what it takes to ask one. */
export type AskJudge = (judge: EvalJudge, context: EvalContext) => Promise<EvalVerdict>;

/**
 * Makes a scorer of a judge.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the agent or the rubric is missing.
 */
export function judgeScorer(judge: EvalJudge, ask: AskJudge): EvalScorer {
  if (typeof judge?.agent?.execute !== "function") {
    throw new ConfigError('A judge needs an "agent" that grades, such as agent.judge({ model }).');
  }
  if (typeof judge.rubric !== "string" || judge.rubric.trim() === "") {
    throw new ConfigError('A judge needs a "rubric": a text that says which answers earn which score.');
  }
  return { name: "judge", score: (context) => ask(judge, context) };
}
