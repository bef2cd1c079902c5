import type { EvalContext, EvalScorer } from "../contracts/eval.ts";

/**
 * A scorer of your own: 1 where the function says `true`, else 0.
 *
 * @param check gets the case and the agent's result, `data` included. What it throws is the reason of a failed score.
 * @param name how the scorer is called in the report. Default `predicate`.
 * @example
 * const short = ai.eval.predicate(({ result }) => (result.text ?? "").length < 280, "short");
 */
export function predicate<Output = unknown>(
  check: (context: EvalContext<Output>) => boolean | Promise<boolean>,
  name = "predicate",
): EvalScorer<Output> {
  return {
    name,
    score: async (context) => {
      const passed = Boolean(await check(context));
      return passed ? { score: 1, passed } : { score: 0, passed, reason: "The check said no." };
    },
  };
}
