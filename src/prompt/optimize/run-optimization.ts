import type {
  OptimizationArm,
  OptimizationCandidate,
  OptimizationProgress,
  OptimizationReport,
  OptimizationStop,
  PairedComparison,
  PromptOptimization,
  PromptOptimizeOptions,
} from "../../contracts/prompt-optimization.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { linkSignal } from "../../core/abort.ts";
import { cancellation } from "../../core/cancellation.ts";
import { AgentCancelledError, AgentExecutionError } from "../../core/errors/agent-errors.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { messageOf } from "../../core/errors/message-of.ts";
import { elapsed } from "../../core/run.ts";
import { defaultPromptStore } from "../default-prompt-store.ts";
import { targetPrompt } from "../target-prompt.ts";
import { type Candidate, meanScore } from "./candidate.ts";
import { detectableEffect, unrelated } from "./compare-paired.ts";
import { Halt } from "./halt.ts";
import { Laboratory } from "./laboratory.ts";
import { measuredOn } from "./measured.ts";
import { Meter } from "./meter.ts";
import { type OptimizationPlan, planOptimization } from "./plan-optimization.ts";
import { recollection } from "./recollection.ts";
import { Search } from "./search.ts";

/**
 * Optimizes a prompt, a registered one by its name, or a text. Rejects with `ConfigError` (`INVALID_CONFIG`) for what cannot work and
 * with `InvalidRequestError` for an unknown version, and with nothing else.
 */
export async function runOptimization(
  target: string | SystemPromptContract,
  options: PromptOptimizeOptions,
): Promise<PromptOptimization> {
  const begun = performance.now();
  const source = targetPrompt(defaultPromptStore, target);
  const plan = planOptimization(options);
  const { parent, sessionId, signal = parent?.signal, onProgress } = options;
  const { signal: own, release } = linkSignal(signal, plan.budget.ms);
  const within = { signal: own, parent, sessionId };
  const meter = new Meter(plan.budget);
  meter.reserve(plan.reserved);
  const warnings = new Set(plan.warnings);
  const memory = recollection(options.store, own, (warning) => warnings.add(warning));
  const tell = async (progress: Omit<OptimizationProgress, "calls">): Promise<void> => {
    try {
      await onProgress?.({ ...progress, calls: meter.calls.total });
    } catch {} // a listener that fails must not cost what was paid for
  };
  const attempt = async <Value>(work: () => Promise<Value>): Promise<Halt | { readonly value: Value }> => {
    try {
      own.throwIfAborted();
      return { value: await work() };
    } catch (cause) {
      return haltOf(cause, signal, own);
    }
  };
  await attempt(async () => source.materialize?.(within));
  const lab = new Laboratory(plan, meter, memory, within);
  const search = new Search(plan, lab, source, (progress) => void tell(progress));
  const ended = await attempt(() => search.run());
  let halt = ended instanceof Halt ? ended : undefined;
  let test: PairedComparison | undefined;
  if (halt?.error === undefined) {
    meter.reserve(0);
    const tested = await attempt(() => search.test());
    if (!(tested instanceof Halt)) test = tested.value;
    else if (search.answer !== search.source) {
      // The answer stands all the same.
      warnings.add(`The sealed cases were not scored in full: ${tested.error?.message ?? tested.reason}.`);
      halt = tested.error ? tested : (halt ?? tested);
    }
  }
  release();
  return {
    prompt: search.answer.prompt ?? source,
    improved: search.answer !== search.source,
    report: reportOf(plan, search, meter, {
      stopReason: halt?.reason ?? "rounds",
      test,
      warnings: [...warnings],
      duration: elapsed(begun),
    }),
    ...(halt?.error && { error: halt.error }),
  };
}

/** Why an attempt ended: it was stopped, its time is over, it came to an end of its own, or something failed. */
function haltOf(cause: unknown, signal: AbortSignal | undefined, own: AbortSignal): Halt {
  if (signal?.aborted) {
    return new Halt(
      "aborted",
      new AgentCancelledError("The optimization was stopped.", cancellation(signal)),
    );
  }
  if (own.aborted) return new Halt("budget");
  if (cause instanceof Halt) return cause;
  return new Halt(
    "error",
    AIError.is(cause)
      ? cause
      : new AgentExecutionError(`The optimization failed: ${messageOf(cause)}`, { cause }),
  );
}

function reportOf(
  plan: OptimizationPlan,
  search: Search,
  { calls, usage, usd }: Meter,
  rest: {
    readonly stopReason: OptimizationStop;
    readonly test: PairedComparison | undefined;
    readonly warnings: readonly string[];
    readonly duration: number;
  },
): OptimizationReport {
  const { parts, confidence } = plan;
  const validation = search.validation();
  const scores = measuredOn(search.source, parts.validation).map(({ result }) => result.score);
  return {
    ...rest,
    rounds: search.round,
    cases: {
      train: parts.train.length,
      validation: parts.validation.length,
      test: parts.test.length,
    },
    source: armOf(plan, search.source, rest.test?.before),
    answer: armOf(plan, search.answer, rest.test?.after),
    candidates: search.candidates.map(entryOf),
    validation,
    // Before any pair is known, two prompts whose scores have nothing to do with each other are the worst that can be expected.
    minimumDetectableEffect:
      validation?.minimumDetectableEffect ??
      detectableEffect(unrelated(scores), parts.validation.length, confidence),
    calls: { ...calls },
    usage,
    usd,
  };
}

function armOf({ parts }: OptimizationPlan, candidate: Candidate, test: number | undefined): OptimizationArm {
  return {
    candidate: candidate.id,
    train: meanScore(candidate, parts.train),
    validation: meanScore(candidate, parts.validation),
    test,
  };
}

function entryOf(candidate: Candidate): OptimizationCandidate {
  const { id, round, parent, kind, text, outcome, issues, screenGain, trainGain, validation } = candidate;
  return {
    id,
    round,
    parent,
    kind,
    text: text === "" ? undefined : text,
    outcome,
    issues,
    screenGain,
    trainGain,
    validation,
  };
}
