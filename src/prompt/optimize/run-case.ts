import type { AgentResult } from "../../contracts/agent.ts";
import type { EvalAnswer } from "../../contracts/eval.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { abortable } from "../../core/abort.ts";
import type { AIError, ErrorCategory } from "../../core/errors/ai-error.ts";
import { messageOf } from "../../core/errors/message-of.ts";
import { readScore } from "../../core/read-score.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import { clipped } from "../../core/text/clipped.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { askModel } from "../ask-model.ts";
import { mean } from "./compare-paired.ts";
import type { OptimizationPlan, PlannedCase } from "./plan-optimization.ts";
import { isKeptUsage } from "./recollection.ts";

/** How a prompt did on a case, as it is kept. */
export type CaseScore = {
  readonly v: 1;
  readonly score: number;
  readonly answer: string;
  /** What the scorers noted, or why the run failed. */
  readonly notes: readonly string[];
  readonly usage: Usage;
};

/** A run that says nothing about the prompt, because something else failed. */
export interface Unmeasured {
  readonly why: string;
  readonly error?: AIError | undefined;
  readonly usage: Usage | undefined;
}

const MAX_KEPT = 4000;

/** Failures that are not the prompt's fault. All others are answers that earn 0. */
const worldly: readonly ErrorCategory[] = [
  "auth",
  "rate-limit",
  "timeout",
  "provider",
  "quota",
  "store",
  "cancelled",
  "awaiting-approval",
  "unknown",
];

/** Runs a prompt on a case and scores the answer. Never rejects but with what the signal says. */
export async function runCase(
  plan: OptimizationPlan,
  prompt: SystemPromptContract,
  planned: PlannedCase,
  within: ExecuteOptions & { readonly signal: AbortSignal },
): Promise<CaseScore | Unmeasured> {
  const result = await abortable(answerOf(plan, prompt, planned, within), within.signal);
  const usages = [result.usage];
  if (result.error) {
    within.signal.throwIfAborted();
    const { category, message } = result.error;
    // What failed before it used anything costs nothing.
    const spent = result.usage.total === undefined ? undefined : result.usage;
    if (worldly.includes(category)) return { why: message, error: result.error, usage: spent };
    return kept(0, result.text ?? "", [`The run failed: ${message}`], result.usage);
  }
  const scores: number[] = [];
  const notes: string[] = [];
  for (const scorer of planned.scorers) {
    const verdict = await verdictOf(scorer.score.bind(scorer), { case: planned.case, result, ...within });
    if (verdict.report) usages.push(verdict.report.usage);
    if (verdict.score === undefined) {
      within.signal.throwIfAborted();
      return { why: `The scorer "${scorer.name}" failed: ${verdict.reason}`, usage: sumOf(usages) };
    }
    scores.push(verdict.score);
    if (verdict.reason) notes.push(clipped(verdict.reason, MAX_KEPT));
  }
  return kept(mean(scores), result.text ?? JSON.stringify(result.data) ?? "", notes, sumOf(usages));
}

/** Whether something is a score that was kept. */
export function isCaseScore(value: unknown): value is CaseScore {
  const seen = value as Partial<CaseScore> | null;
  return (
    typeof seen === "object" &&
    seen?.v === 1 &&
    readScore(seen.score) !== undefined &&
    typeof seen.answer === "string" &&
    Array.isArray(seen.notes) &&
    seen.notes.every((note) => typeof note === "string") &&
    isKeptUsage(seen.usage)
  );
}

function kept(score: number, answer: string, notes: readonly string[], usage: Usage): CaseScore {
  return { v: 1, score, answer: clipped(answer, MAX_KEPT), notes, usage };
}

/** What is used together; its cost is known where each part's is. */
function sumOf(usages: readonly Usage[]): Usage {
  const sum: Usage = {};
  for (const usage of usages) addUsage(sum, usage);
  if (usages.some(({ cost, total }) => !cost && total !== 0)) delete sum.cost;
  return sum;
}

async function answerOf(
  { agent, target, placeholders }: OptimizationPlan,
  prompt: SystemPromptContract,
  { case: { input, options } }: PlannedCase,
  within: ExecuteOptions,
): Promise<AgentResult<unknown>> {
  const values = { ...placeholders, ...options?.placeholders };
  if (agent)
    return agent.execute(input, { ...options, ...within, placeholders: values, systemPrompt: prompt });
  const { response, error, usage, report } = await askModel({
    ...within,
    name: "prompt-target",
    model: target,
    messages: [
      { role: "system", content: prompt.resolve(values) },
      ...(options?.history ?? []),
      { role: "user", content: input },
    ],
  });
  return response
    ? { type: "agent", data: undefined, text: response.content, usage, report }
    : { type: "agent", error, usage, report };
}

type Context = ExecuteOptions & { readonly case: PlannedCase["case"]; readonly result: EvalAnswer };

/** A scorer that throws, a score that is none and a judge whose run failed say nothing about the answer. */
async function verdictOf(
  score: PlannedCase["scorers"][number]["score"],
  context: Context,
): Promise<{
  readonly score?: number | undefined;
  readonly reason?: string | undefined;
  readonly report?: { readonly usage: Usage } | undefined;
}> {
  try {
    const { report, reason, ...verdict } = await abortable((async () => score(context))(), context.signal);
    if (report && report.status !== "completed") return { reason: reason ?? "Its run failed.", report };
    const read = readScore(verdict.score);
    return { score: read, reason: read === undefined ? "It gave no score from 0 to 1." : reason, report };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}
