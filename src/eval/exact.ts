import type { EvalScorer } from "../contracts/eval.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { comparable, shorten } from "./comparable.ts";

/**
 * A scorer for answers that must equal `expected`: 1 or 0. A text is compared without the white space around it and
 * without regard to case; anything else by its JSON with sorted keys, with the answer's data, or the JSON in its text.
 *
 * @example
 * const helper = mockAgent({ name: "helper", responses: ["Cairo"] });
 * const report = await helper.eval({
 *   cases: [{ name: "capital", input: "Capital of Egypt?", expected: "Cairo" }],
 *   scorers: [ai.eval.exact()],
 * });
 * report.meanScore; // 1
 */
export function exact(): EvalScorer {
  return {
    name: "exact",
    needsExpected: true,
    score: ({ case: { expected }, result: { data, text = "" } }) => {
      const [wanted, got] =
        typeof expected === "string"
          ? [expected, typeof data === "string" ? data : text]
          : [canonicalJson(expected), canonicalJson(data === undefined ? parsed(text) : data)];
      const passed = typeof expected === "string" ? comparable(wanted) === comparable(got) : wanted === got;
      if (passed) return { score: 1, passed };
      return { score: 0, passed, reason: `Expected ${shorten(wanted)}, got ${shorten(got)}.` };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
