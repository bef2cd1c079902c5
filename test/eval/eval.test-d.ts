import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import type { AgentResult, EvalCaseResult, EvalReport, EvalScorer, Model } from "../../src/ai.ts";
import * as ai from "../../src/ai.ts";

declare const model: Model;
const titled = ai.agent({ model, output: v.object({ title: v.string() }) });
const cases = [{ name: "a", input: "x" }];

test("a report knows the data of the agent's answers", async () => {
  const report = await titled.eval({ cases, scorers: [ai.eval.exact()] });
  expectTypeOf(report).toEqualTypeOf<EvalReport<{ title: string }>>();
  const [first] = report.cases;
  expectTypeOf(first).toEqualTypeOf<EvalCaseResult<{ title: string }> | undefined>();
  if (first && !first.result.error) expectTypeOf(first.result.data).toEqualTypeOf<{ title: string }>();
});

test("scorers see only answers, with the agent's data", () => {
  titled.eval({
    cases,
    scorers: [
      ai.eval.predicate(({ result }) => {
        expectTypeOf(result.data).toEqualTypeOf<{ title: string }>();
        expectTypeOf(result.error).toEqualTypeOf<undefined>();
        return result.data.title.length > 0;
      }),
      {
        name: "mine",
        score: ({ result, case: { expected } }) => {
          expectTypeOf(result.data).toEqualTypeOf<{ title: string }>();
          expectTypeOf(expected).toBeUnknown();
          return { score: 1 };
        },
      },
    ],
    onFailure: (failed) => expectTypeOf(failed).toEqualTypeOf<EvalCaseResult<{ title: string }>>(),
  });
});

test("general scorers, cases and judges fit every agent", () => {
  expectTypeOf(ai.eval.exact).returns.toEqualTypeOf<EvalScorer>();
  const scorers: EvalScorer[] = [ai.eval.contains(), ai.eval.judge({ agent: titled, rubric: "Good." })];
  titled.eval({ cases: { cases }, scorers, judge: { agent: ai.agent.judge({ model }), rubric: "Good." } });
  expectTypeOf(titled).toExtend<ai.AgentContract<unknown>>();
  expectTypeOf<AgentResult<undefined>>().not.toBeAny();
});

test("wrong suites do not compile", () => {
  // @ts-expect-error a suite has cases
  titled.eval({});
  // @ts-expect-error a case has an input
  titled.eval({ cases: [{ name: "a" }] });
  // @ts-expect-error a judge has a rubric
  titled.eval({ cases, judge: { agent: titled } });
  // @ts-expect-error the shape of the answer is the agent's
  titled.eval({ cases: [{ name: "a", input: "x", options: { output: v.string() } }] });
});
