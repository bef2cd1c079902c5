import { describe, expect, test, vi } from "vitest";
import * as ai from "../../src/ai.ts";
import type { EvalCaseResult, EvalScorer } from "../../src/contracts/eval.ts";
import { callWithin } from "../../src/core/ambient.ts";
import { ProviderError } from "../../src/core/errors/provider-errors.ts";
import { mockAgent, mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const cairo = { name: "capital", input: "Capital of Egypt?", expected: "Cairo" };
const rome = { name: "italy", input: "Capital of Italy?", expected: "Rome" };

/** Answers each question by what the table says, whenever it is asked. */
function answering(
  table: Readonly<Record<string, string | Error>>,
  delays: Readonly<Record<string, number>> = {},
) {
  const script = mockModel({ name: "table" });
  return {
    ...script,
    complete: async (messages: readonly ai.Message[], options: ai.ModelCallOptions = {}) => {
      const question = String(messages.at(-1)?.content);
      const answer = table[question] ?? "I do not know.";
      const response =
        answer instanceof Error ? { error: answer } : { content: answer, delay: delays[question] ?? 0 };
      return mockModel({ name: "once", responses: [response] }).complete(messages, options);
    },
  };
}

function scoring(score: unknown, more: Partial<EvalScorer> = {}): EvalScorer {
  return { name: "given", score: () => ({ score: score as number }), ...more };
}

describe("a report", () => {
  test("sums up the suite, with the whole result of every case in the order of the suite", async () => {
    const agent = ai.agent({
      name: "guide",
      model: answering(
        { [cairo.input]: "It is Cairo.", [rome.input]: "It is Milan." },
        { [cairo.input]: 15 },
      ),
    });
    const report = await agent.eval({ cases: [cairo, rome], scorers: [ai.eval.contains()] });
    expect(report).toMatchObject({
      agentName: "guide",
      total: 2,
      passedCount: 1,
      failedCount: 1,
      passRate: 0.5,
      meanScore: 0.5,
      passed: false,
    });
    const [first, second] = report.cases;
    expect(first).toMatchObject({
      case: cairo,
      passed: true,
      score: 1,
      scores: [{ scorer: "contains", score: 1, passed: true }],
    });
    expect(first?.result.text).toBe("It is Cairo.");
    expect(first?.result.report).toMatchObject({ type: "agent", name: "guide", status: "completed" });
    expect(second).toMatchObject({ case: rome, passed: false, score: 0 });
    expect(second?.scores[0]?.reason).toBe('Expected to find "Rome" in "It is Milan.".');
    expect(report.duration).toBeGreaterThanOrEqual(first?.duration ?? Number.NaN);
  });

  test("adds up what the runs used, tool trips included", async () => {
    const look = tool({
      name: "look",
      description: "Looks.",
      input: { type: "object" },
      execute: () => "Cairo",
    });
    const usage = { input: 7, output: 3, total: 10 };
    const model = mockModel({
      name: "m",
      responses: [
        { toolCalls: [{ name: "look", input: {} }], usage },
        { content: "Cairo", usage },
      ],
    });
    const report = await ai
      .agent({ model, tools: [look] })
      .eval({ cases: [cairo], scorers: [ai.eval.exact()] });
    expect(report.passed).toBe(true);
    expect(report.usage).toEqual({ input: 14, output: 6, total: 20 });
    expect(report.cases[0]?.usage).toEqual(report.usage);
  });

  test("does not say 0 where the usage is unknown", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "Cairo", usage: null }] });
    const report = await ai.agent({ model }).eval({ cases: [cairo], scorers: [ai.eval.exact()] });
    expect(report.usage).toEqual({});
  });

  test("passes only when every scorer of every case does; the score is their mean", async () => {
    const report = await mockAgent({ name: "a", responses: ["Cairo"] }).eval({
      cases: [{ ...cairo, scorers: [ai.eval.exact(), scoring(0.4), scoring(0.7)] }],
    });
    expect(report.cases[0]?.score).toBeCloseTo(0.7);
    expect(report.cases[0]?.scores.map(({ passed }) => passed)).toEqual([true, false, true]);
    expect(report.passed).toBe(false);
  });

  test("takes the cases of a dataset", async () => {
    const dataset = { name: "capitals", cases: [cairo] };
    const report = await mockAgent({ name: "a", responses: ["Cairo"] }).eval({
      cases: dataset,
      scorers: [ai.eval.exact()],
    });
    expect(report).toMatchObject({ total: 1, passed: true });
  });
});

describe("who scores a case", () => {
  const judged = () => ({
    agent: mockAgent({ name: "judge", responses: ['{"score": 0.9, "reason": "Kind."}'] }),
    rubric: "1 for a kind answer.",
  });
  const scorersOf = (report: ai.EvalReport<undefined>) =>
    report.cases.map(({ scores }) => scores.map(({ scorer }) => scorer));
  const helper = () => mockAgent({ name: "helper", responses: ["Cairo"] });

  test("its own scorers, else the suite's, else the judge", async () => {
    const own = ai.eval.predicate(() => true, "own");
    const suite = ai.eval.predicate(() => true, "suite");
    const cases = [{ ...cairo, scorers: [own] }, cairo, { ...cairo, scorers: [] }];
    const judge = judged();
    expect(scorersOf(await helper().eval({ cases, scorers: [suite], judge }))).toEqual([
      ["own"],
      ["suite"],
      ["suite"],
    ]);
    expect(scorersOf(await helper().eval({ cases, judge }))).toEqual([["own"], ["judge"], ["judge"]]);
  });

  test("a suite's scorer that needs `expected` leaves the cases without one to the judge", async () => {
    const report = await helper().eval({
      cases: [cairo, { name: "tone", input: "Comfort an upset user." }],
      scorers: [ai.eval.contains()],
      judge: judged(),
    });
    expect(scorersOf(report)).toEqual([["contains"], ["judge"]]);
    expect(report.cases[1]).toMatchObject({ score: 0.9, passed: true });
    expect(report.cases[1]?.scores[0]?.reason).toBe("Kind.");
  });
});

describe("a suite that cannot be scored rejects before any model call", () => {
  const scorers = [ai.eval.exact()];
  const question = { name: "tone", input: "Comfort an upset user." };
  test.each<[string, Parameters<ai.AgentContract["eval"]>[0], RegExp]>([
    ["a case without a scorer", { cases: [cairo, question] }, /"capital" has no scorer\. /],
    ["no scorer that can score a case", { cases: [cairo, question], scorers }, /"tone" has no scorer, and/],
    [
      "an own scorer without `expected`",
      { cases: [{ ...question, scorers }] },
      /"tone" .*"exact".*Add "expected"/,
    ],
    ["no cases", { cases: [], scorers }, /has no "cases"/],
    ["an empty dataset", { cases: { cases: [] }, scorers }, /has no "cases"/],
    ["a threshold out of range", { cases: [cairo], scorers, passThreshold: 50 }, /"passThreshold" is 50/],
    ["a threshold that is no number", { cases: [cairo], scorers, passThreshold: Number.NaN }, /is NaN/],
    ["a concurrency of 0", { cases: [cairo], scorers, concurrency: 0 }, /"concurrency" is 0/],
    [
      "a judge without a rubric",
      { cases: [cairo], judge: { agent: mockAgent({ name: "j", responses: [] }), rubric: " " } },
      /"rubric"/,
    ],
  ])("%s", async (_, options, message) => {
    const model = mockModel({ name: "m", responses: [{ content: "Cairo" }] });
    const report = ai.agent({ model }).eval(options);
    await expect(report).rejects.toThrow(message);
    await expect(report).rejects.toMatchObject({ name: "ConfigError", code: "INVALID_CONFIG" });
    expect(model.callCount).toBe(0);
  });

  test("what plain JavaScript gets wrong", async () => {
    const agent = mockAgent({ name: "a", responses: ["x"] });
    // @ts-expect-error a judge needs an agent
    await expect(agent.eval({ cases: [cairo], judge: { rubric: "Kind." } })).rejects.toThrow(/"agent"/);
    // @ts-expect-error a scorer is an object
    await expect(agent.eval({ cases: [cairo], scorers: [() => 1] })).rejects.toThrow(
      /suite has a scorer without/,
    );
    // @ts-expect-error a case has a name and an input
    await expect(agent.eval({ cases: [{ text: "x" }], scorers })).rejects.toThrow(/index 0 needs a "name"/);
    // @ts-expect-error a suite has cases
    await expect(agent.eval({ scorers })).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });
});

describe("what goes wrong is in the report", () => {
  test("a failed run fails its case and no scorer sees it", async () => {
    const score = vi.fn(() => ({ score: 1 }));
    const model = answering({ [cairo.input]: new ProviderError("Down."), [rome.input]: "Rome" });
    const report = await ai.agent({ model }).eval({
      cases: [cairo, rome],
      scorers: [{ name: "yes", score }],
    });
    expect(report.cases[0]).toMatchObject({ passed: false, score: 0, scores: [] });
    expect(report.cases[0]?.result.error?.code).toBe("PROVIDER_ERROR");
    expect(report.cases[1]?.passed).toBe(true);
    expect(score).toHaveBeenCalledTimes(1);
    expect(report).toMatchObject({ passedCount: 1, meanScore: 0.5 });
  });

  test.each<[string, EvalScorer["score"], RegExp]>([
    [
      "throws",
      () => {
        throw new Error("no such file");
      },
      /The scorer failed: no such file/,
    ],
    ["rejects", () => Promise.reject(new Error("no network")), /The scorer failed: no network/],
    ["gives NaN", () => ({ score: Number.NaN }), /gave NaN, which is not a score/],
    ["gives a 7", () => ({ score: 7 }), /gave 7, which is not a score/],
    ["gives less than nothing", () => ({ score: -1, passed: true }), /gave -1, which is not a score/],
    ["gives nothing", () => undefined as never, /gave undefined, which is not a score/],
  ])("a scorer that %s is a failed score with a note", async (_, score, note) => {
    const report = await mockAgent({ name: "a", responses: ["Cairo"] }).eval({
      cases: [cairo],
      scorers: [{ name: "broken", score }, ai.eval.exact()],
    });
    expect(report.cases[0]?.scores).toMatchObject([
      { scorer: "broken", score: 0, passed: false },
      { score: 1 },
    ]);
    expect(report.cases[0]?.scores[0]?.reason).toMatch(note);
    expect(report.passed).toBe(false);
  });

  test("a score a rounding error above 1 is 1", async () => {
    const report = await mockAgent({ name: "a", responses: ["x"] }).eval({
      cases: [cairo],
      scorers: [scoring(0.1 * 3 + 0.7 + 1e-12)],
    });
    expect(report).toMatchObject({ meanScore: 1, passed: true });
  });
});

describe("passThreshold", () => {
  const passes = async (score: number, passThreshold?: number, passed?: boolean) => {
    const scorer: EvalScorer = { name: "given", score: () => ({ score, passed }) };
    const options = passThreshold === undefined ? {} : { passThreshold };
    const report = await mockAgent({ name: "a", responses: ["x"] }).eval({
      cases: [cairo],
      scorers: [scorer],
      ...options,
    });
    return report.passed;
  };

  test("is 0.5, and reaching it is enough", async () => {
    expect(await passes(0.5)).toBe(true);
    expect(await passes(0.49)).toBe(false);
  });

  test("can be set, up to 1 and down to 0", async () => {
    expect(await passes(0.8, 0.9)).toBe(false);
    expect(await passes(1, 1)).toBe(true);
    expect(await passes(0, 0)).toBe(true);
  });

  test("does not overrule a scorer that decides itself", async () => {
    expect(await passes(0.1, 0.5, true)).toBe(true);
    expect(await passes(0.9, 0.5, false)).toBe(false);
  });
});

describe("onFailure", () => {
  test("gets the failed cases only", async () => {
    const failed: EvalCaseResult<undefined>[] = [];
    const report = await mockAgent({ name: "a", responses: ["Cairo"] }).eval({
      cases: [cairo, rome],
      scorers: [ai.eval.exact()],
      onFailure: (result) => failed.push(result),
    });
    expect(failed).toEqual([report.cases[1]]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("disk full"))],
  ])("that %s changes nothing", async (_, onFailure) => {
    const report = await mockAgent({ name: "a", responses: ["Milan", "Rome"] }).eval({
      cases: [cairo, rome],
      scorers: [ai.eval.exact()],
      onFailure,
    });
    expect(report).toMatchObject({ total: 2, passedCount: 1 });
  });

  test("is waited for", async () => {
    let saved = false;
    const save = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      saved = true;
    };
    await mockAgent({ name: "a", responses: ["x"] }).eval({
      cases: [cairo],
      scorers: [ai.eval.exact()],
      onFailure: save,
    });
    expect(saved).toBe(true);
  });
});

describe("concurrency", () => {
  const most = async (concurrency?: number) => {
    let running = 0;
    let highest = 0;
    const scorer: EvalScorer = {
      name: "slow",
      score: async () => {
        running += 1;
        highest = Math.max(highest, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return { score: 1 };
      },
    };
    const cases = Array.from({ length: 9 }, (_, index) => ({ name: `case ${index}`, input: "x" }));
    const report = await mockAgent({ name: "a", responses: ["x"] }).eval({
      cases,
      scorers: [scorer],
      ...(concurrency === undefined ? {} : { concurrency }),
    });
    expect(report.cases.map((each) => each.case.name)).toEqual(cases.map(({ name }) => name));
    return highest;
  };

  test("is 4", async () => expect(await most()).toBe(4));
  test("can be set", async () => {
    expect(await most(1)).toBe(1);
    expect(await most(2.9)).toBe(2);
    expect(await most(Number.POSITIVE_INFINITY)).toBe(9);
  });

  test("cases begin in the order of the suite, so scripted answers meet their questions", async () => {
    const report = await mockAgent({ name: "a", responses: ["Cairo", "Rome"] }).eval({
      cases: [cairo, rome],
      scorers: [ai.eval.exact()],
    });
    expect(report.passed).toBe(true);
  });
});

describe("a signal", () => {
  test("that aborts cancels what runs and what has not begun, and the report tells so", async () => {
    const controller = new AbortController();
    const model = mockModel({
      name: "m",
      responses: [{ content: "Cairo" }, { content: "Rome", delay: 60_000 }],
    });
    const stop = ai.eval.predicate(() => {
      setTimeout(() => controller.abort(), 5);
      return true;
    });
    const report = await ai.agent({ model }).eval({
      cases: [cairo, rome, { ...rome, name: "third" }],
      scorers: [stop],
      concurrency: 1,
      signal: controller.signal,
    });
    expect(report.cases.map(({ result }) => result.error?.code)).toEqual([
      undefined,
      "AGENT_CANCELLED",
      "AGENT_CANCELLED",
    ]);
    expect(report).toMatchObject({ total: 3, passedCount: 1, passed: false });
    expect(model.callCount).toBe(2);
  });

  test("ends a scorer and a listener that never end", async () => {
    const controller = new AbortController();
    const report = mockAgent({ name: "a", responses: ["x"] }).eval({
      cases: [cairo],
      scorers: [{ name: "stuck", score: () => new Promise(() => undefined) }],
      onFailure: () => new Promise(() => undefined),
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    expect((await report).cases[0]?.scores).toMatchObject([
      { scorer: "stuck", score: 0, passed: false, reason: "The scorer failed: enough" },
    ]);
  });
});

describe("the runs of a suite", () => {
  test("carry its session, and the options of their case", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "Cairo" }] });
    const judgeModel = mockModel({ name: "j", responses: [{ content: '{"score": 1}' }] });
    const report = await ai.agent({ model, systemPrompt: "Speak {{language}}." }).eval({
      cases: [{ name: "arabic", input: "Capital?", options: { placeholders: { language: "Arabic" } } }],
      judge: { agent: ai.agent.judge({ model: judgeModel }), rubric: "Right." },
      sessionId: "nightly",
    });
    expect(model.callHistory[0]?.messages[0]?.content).toBe("Speak Arabic.");
    expect(report.cases[0]?.result.report.sessionId).toBe("nightly");
    expect(report.cases[0]?.scores[0]?.report?.sessionId).toBe("nightly");
  });

  test("stop with the run that they are part of", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const parent = { runId: "outer", rootRunId: "outer", signal, adopt: () => {}, spend: () => {} };
    const report = mockAgent({ name: "a", responses: ["x"] }).eval({
      cases: [cairo],
      scorers: [{ name: "stuck", score: () => new Promise(() => undefined) }],
      parent,
    });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    expect((await report).cases[0]?.scores[0]?.reason).toBe("The scorer failed: enough");
  });

  test("nest under the run whose callback asked for the suite", async () => {
    const children: string[] = [];
    const parent = {
      runId: "outer",
      rootRunId: "outer",
      adopt: (report: ai.BaseReport) => void children.push(report.name),
      spend: () => undefined,
    };
    const agent = mockAgent({ name: "inner", responses: ["Cairo"] });
    const report = await callWithin(parent, () => agent.eval({ cases: [cairo], scorers: [ai.eval.exact()] }));
    expect(children).toEqual(["inner"]);
    expect(report.cases[0]?.result.report.parentRunId).toBe("outer");
  });
});
