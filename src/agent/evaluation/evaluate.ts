import type { AgentContract } from "../../contracts/agent.ts";
import type { EvalCaseResult, EvalOptions, EvalReport } from "../../contracts/eval.ts";
import { abortable } from "../../core/abort.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { type PlannedCase, planEvaluation } from "./plan-evaluation.ts";
import { scoreAnswer } from "./score-answer.ts";

/**
 * Runs every case of a suite through an agent and scores the answers. A failed run, a broken scorer and an aborted signal
 * all end up in the report; what was not begun when the signal aborted counts as a cancelled run.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the suite cannot be scored, before the first run.
 */
export async function evaluate(
  agent: Pick<AgentContract<unknown>, "name" | "execute">,
  options: EvalOptions,
): Promise<EvalReport> {
  const plan = planEvaluation(options);
  const begun = performance.now();
  const { sessionId, parent, signal = parent?.signal, onFailure } = options;
  const within = { signal, sessionId, parent };
  const cases = await inParallel(plan.cases, plan.concurrency, async (planned) => {
    const result = await runCase(agent, planned, plan.passThreshold, within);
    if (!result.passed) await tellFailure(result, onFailure, signal);
    return result;
  });
  const passedCount = cases.filter(({ passed }) => passed).length;
  return {
    agentName: agent.name,
    total: cases.length,
    passedCount,
    failedCount: cases.length - passedCount,
    passRate: passedCount / cases.length,
    meanScore: mean(cases.map(({ score }) => score)),
    passed: passedCount === cases.length,
    cases,
    duration: since(begun),
    usage: sum(cases.map(({ usage }) => usage)),
  };
}

async function runCase(
  agent: Pick<AgentContract<unknown>, "execute">,
  planned: PlannedCase,
  passThreshold: number,
  within: ExecuteOptions,
): Promise<EvalCaseResult> {
  const begun = performance.now();
  const result = await agent.execute(planned.case.input, { ...planned.case.options, ...within });
  const scores = result.error
    ? []
    : await Promise.all(
        planned.scorers.map((scorer) =>
          scoreAnswer(scorer, { case: planned.case, result, ...within }, passThreshold),
        ),
      );
  return {
    case: planned.case,
    result,
    scores,
    score: mean(scores.map(({ score }) => score)),
    passed: !result.error && scores.every(({ passed }) => passed),
    duration: since(begun),
    usage: sum([result.usage, ...scores.flatMap(({ report }) => report?.usage ?? [])]),
  };
}

async function tellFailure(
  result: EvalCaseResult,
  onFailure: EvalOptions["onFailure"],
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await abortable(Promise.resolve(onFailure?.(result)), signal);
  } catch {
    // A listener that fails must not cost the report of a suite that was paid for.
  }
}

/** Works through the items, some at once; the results stand in the order of the items. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(Math.floor(limit), items.length) }, worker));
  return results;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / (numbers.length || 1);
}

function sum(usages: readonly Usage[]): Usage {
  const total: Usage = {};
  for (const usage of usages) addUsage(total, usage);
  return total;
}

function since(begun: number): number {
  return Math.max(0, Math.round((performance.now() - begun) * 1000) / 1000);
}
