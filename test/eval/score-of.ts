import type { EvalScorer, EvalVerdict } from "../../src/contracts/eval.ts";
import { mockAgent } from "../../src/testing/index.ts";

/** What a scorer says of an answer that was given as text, data or both. */
export async function scoreOf(
  scorer: EvalScorer,
  { expected, text, data }: { readonly expected?: unknown; readonly text?: string; readonly data?: unknown },
): Promise<EvalVerdict> {
  const { usage, report } = await mockAgent({ name: "a", responses: ["x"] }).execute("Capital of Egypt?");
  const result = { type: "agent" as const, data, usage, report, ...(text === undefined ? {} : { text }) };
  return scorer.score({ case: { name: "case", input: "Capital of Egypt?", expected }, result });
}
