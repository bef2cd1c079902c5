import type { EvalCase, EvalOptions, EvalScorer } from "../../contracts/eval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { askJudge } from "./ask-judge.ts";
import { judgeScorer } from "./judge-scorer.ts";

/** A case and who scores it. */
export interface PlannedCase {
  readonly case: EvalCase;
  readonly scorers: readonly EvalScorer[];
}

/** A suite with its defaults filled in. */
export interface EvaluationPlan {
  readonly cases: readonly PlannedCase[];
  readonly passThreshold: number;
  readonly concurrency: number;
}

/**
 * Checks a suite and settles who scores which case: its own scorers, else those of the suite that can score it, else the
 * judge.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a suite without cases, a case without a scorer, and options that cannot work.
 */
export function planEvaluation(options: EvalOptions): EvaluationPlan {
  const { cases: given = [], scorers = [], passThreshold = 0.5, concurrency = 4 } = options;
  const cases = "cases" in given ? given.cases : given;
  if (cases.length === 0) throw new ConfigError('The suite has no "cases", so it can say nothing. Add some.');
  if (!(passThreshold >= 0 && passThreshold <= 1)) {
    throw new ConfigError(`"passThreshold" is ${passThreshold}. Use a number from 0 to 1.`);
  }
  if (!(concurrency >= 1)) {
    throw new ConfigError(`"concurrency" is ${concurrency}. Use a whole number of at least 1.`);
  }
  const judges = options.judge ? [judgeScorer(options.judge, askJudge)] : [];
  for (const scorer of scorers) checkScorer(scorer, "The suite");
  return {
    cases: cases.map((each, index) => {
      if (typeof each.name !== "string" || typeof each.input !== "string") {
        throw new ConfigError(`The case at index ${index} needs a "name" and an "input", both texts.`);
      }
      return { case: each, scorers: scorersOf(each, scorers, judges) };
    }),
    passThreshold,
    concurrency,
  };
}

function scorersOf(
  each: EvalCase,
  suite: readonly EvalScorer[],
  judges: readonly EvalScorer[],
): readonly EvalScorer[] {
  const own = each.scorers ?? [];
  const blind = own.find((scorer) => !isFor(checkScorer(scorer, `The case "${each.name}"`), each));
  if (blind) {
    throw new ConfigError(
      `The case "${each.name}" is scored by "${blind.name}", which compares with "expected". Add "expected".`,
    );
  }
  const fitting = suite.filter((scorer) => isFor(scorer, each));
  const chosen = [own, fitting, judges].find((scorers) => scorers.length > 0);
  if (chosen) return chosen;
  const why = suite.length > 0 ? `, and the suite's compare with "expected", which it lacks` : "";
  throw new ConfigError(
    `The case "${each.name}" has no scorer${why}. Give it "scorers", or give the suite "scorers" or a "judge".`,
  );
}

function isFor(scorer: EvalScorer, each: EvalCase): boolean {
  return !scorer.needsExpected || each.expected !== undefined;
}

function checkScorer(scorer: EvalScorer, owner: string): EvalScorer {
  if (typeof scorer?.name === "string" && typeof scorer.score === "function") return scorer;
  throw new ConfigError(`${owner} has a scorer without "name" and score(). Use one such as eval.contains().`);
}
