import type { EvalScorer } from "../contracts/eval.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { comparable, shorten } from "./comparable.ts";

/**
 * A scorer for answers that must contain `expected`, without regard to case: 1 or 0. A value that is not a text is looked for
 * as JSON with sorted keys.
 *
 * @example
 * const helper = mockAgent({ name: "helper", responses: ["It is Cairo."] });
 * const report = await helper.eval({
 *   cases: [{ name: "capital", input: "Capital of Egypt?", expected: "Cairo" }],
 *   scorers: [ai.eval.contains()],
 * });
 * report.meanScore; // 1
 */
export function contains(): EvalScorer {
  return {
    name: "contains",
    needsExpected: true,
    score: ({ case: { expected }, result: { data, text = "" } }) => {
      const wanted = typeof expected === "string" ? expected : canonicalJson(expected);
      const got = typeof data === "object" && typeof expected !== "string" ? canonicalJson(data) : text;
      const passed = comparable(got).includes(comparable(wanted));
      if (passed) return { score: 1, passed };
      return { score: 0, passed, reason: `Expected to find ${shorten(wanted)} in ${shorten(got)}.` };
    },
  };
}
