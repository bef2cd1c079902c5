import type { AIError } from "../core/errors/ai-error.ts";
import type { Executable, ExecuteOptions } from "../core/run.ts";
import type { Usage } from "../core/usage.ts";
import type { AgentExecuteOptions, AgentResult } from "./agent.ts";
import type { EvalCase, EvalScorer } from "./eval.ts";
import type { Model } from "./model.ts";
import type { Store } from "./store.ts";
import type { PlaceholderValues, SystemPromptContract } from "./system-prompt.ts";

/**
 * What an optimization may spend at most. A call is a question to the proposer or a run of the prompt on a case; what a scorer
 * asks of a model counts to usage and money only.
 */
export interface OptimizationBudget {
  /** Calls, those of interrupted attempts that are taken from the store included. Never one more is made. Default 1,000. */
  readonly calls?: number | undefined;
  /** US dollars. A call is begun only where what the dearest one of its kind took so far still fits. */
  readonly usd?: number | undefined;
  /** Milliseconds of this attempt. */
  readonly ms?: number | undefined;
}

/** Which share of the cases is for what; 0.4, 0.4 and 0.2 where it is missing. They add up to 1. */
export interface OptimizationSplit {
  /** What the proposer is shown, and candidates are screened on. */
  readonly train: number;
  /** What decides. */
  readonly validation: number;
  /** Sealed: looked at once, for the report, where another prompt won. May be 0. */
  readonly test: number;
}

/** What runs a prompt: an agent, or something that is asked as one is. */
export interface OptimizationAgent extends Executable<string, AgentExecuteOptions, AgentResult<unknown>> {
  readonly name: string;
  readonly signature?: string | undefined;
}

/** Where calls are kept that were made: a `Store`, or an object with `get` and `set` for texts, such as a `Map`. */
export type OptimizationStore =
  | Store
  | { get(key: string): unknown; set(key: string, value: string): unknown; readonly traits?: undefined };

/** How a prompt is optimized. */
export interface PromptOptimizeOptions extends ExecuteOptions {
  /** Writes the candidates. */
  readonly model: Model;
  /** Cases with names of their own; the name decides for ever whether a case is for training, validation or the test. */
  readonly dataset: readonly EvalCase[] | { readonly cases: readonly EvalCase[] };
  /** Scores the answers of cases without scorers of their own. */
  readonly scorer: EvalScorer | readonly EvalScorer[];
  /** Runs the prompt. Where it is missing, `target` is asked once for each case. */
  readonly agent?: OptimizationAgent | undefined;
  /** The model that the prompt is for, where there is no agent. Default `model`. */
  readonly target?: Model | undefined;
  /** Values for the placeholders of the prompt. */
  readonly placeholders?: PlaceholderValues | undefined;
  readonly budget?: OptimizationBudget | undefined;
  readonly split?: OptimizationSplit | undefined;
  /** `cascade` (default) goes on from the best candidate; `pareto` from one of those that are best on some case. */
  readonly strategy?: "cascade" | "pareto" | undefined;
  /** Default 4. */
  readonly rounds?: number | undefined;
  /** Candidates a round. Default 2. */
  readonly candidates?: number | undefined;
  /** Cases of the first, cheap check, and at most so many failures that the proposer is shown. Default 8. */
  readonly minibatch?: number | undefined;
  /** Tries the prompt with answers of its own as examples, at most so many. `true` is 3; default none. */
  readonly fewShot?: boolean | number | undefined;
  /** How sure a gain has to be, over all candidates together. Default 0.95. */
  readonly confidence?: number | undefined;
  /** Runs at once. Default 4. */
  readonly concurrency?: number | undefined;
  /** Decides whatever is drawn by lot. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Keeps every call that was answered and scored, so that an optimization that was interrupted goes on where it was, and none of them
   * is made twice. A scorer, a model and an agent are told from others by their names: give another name to one that changed.
   */
  readonly store?: OptimizationStore | undefined;
  /** Called when a step begins. What it throws is ignored. */
  readonly onProgress?: ((progress: OptimizationProgress) => unknown) | undefined;
}

/** What an optimization is doing. */
export interface OptimizationProgress {
  readonly step: "baseline" | "proposal" | "screen" | "train" | "validation" | "test";
  /** From 1; 0 before the first. */
  readonly round: number;
  /** The number of the candidate, from 1; 0 is the source. */
  readonly candidate: number;
  readonly calls: number;
}

/** Two prompts on the same cases. Scores are means from 0 to 1. */
export interface PairedComparison {
  /** How many were compared: those that the first prompt was measured on. Where only the second failed, it gets 0. */
  readonly cases: number;
  readonly before: number;
  readonly after: number;
  /** `after` less `before`. */
  readonly gain: number;
  /** Where the true gain is, by the paired percentile bootstrap (Efron and Tibshirani, 1993). */
  readonly interval: readonly [low: number, high: number];
  /** Of the interval. */
  readonly confidence: number;
  /** How likely at least such a gain is by chance alone, by the paired permutation test (Fisher, 1935; signs are flipped). */
  readonly chance: number;
  /** The least true gain that so many cases would show in four of five attempts (Bloom, 1995). */
  readonly minimumDetectableEffect: number;
}

/**
 * What became of a candidate. `model`: the proposer failed. `empty`: it gave no text. `same`: a text that was there before.
 * `rewrite`: it breaks what the source must keep, or repeats a sentence of a case. `screen`, `train` and `validation`: it did not do better there. `unfinished`:
 * the optimization ended first.
 */
export type CandidateOutcome =
  | "accepted"
  | "model"
  | "empty"
  | "same"
  | "rewrite"
  | "screen"
  | "train"
  | "validation"
  | "unfinished";

/** One candidate, and how far it came. */
export interface OptimizationCandidate {
  /** From 1. */
  readonly id: number;
  readonly round: number;
  /** The candidate that it was made from; 0 is the source. */
  readonly parent: number;
  readonly kind: "rewrite" | "examples";
  /** Its template, where there is one. */
  readonly text?: string | undefined;
  readonly outcome: CandidateOutcome;
  /** Why, in words. */
  readonly issues: readonly string[];
  /** Its gains over its parent on the first check and on all of training, where it was measured there. */
  readonly screenGain?: number | undefined;
  readonly trainGain?: number | undefined;
  /** Against the prompt that it had to beat. */
  readonly validation?: PairedComparison | undefined;
}

/** How a prompt does on each part of the cases, as far as it was measured there. */
export interface OptimizationArm {
  readonly candidate: number;
  readonly train?: number | undefined;
  readonly validation?: number | undefined;
  readonly test?: number | undefined;
}

/**
 * Why an optimization ended. `saturated`: no case of training is left to improve on. `budget`: what comes next did not fit.
 * `unpriced`: there is a budget of money, and a call whose cost nobody knows.
 */
export type OptimizationStop = "rounds" | "saturated" | "budget" | "unpriced" | "aborted" | "error";

/** How an optimization went. */
export interface OptimizationReport {
  readonly stopReason: OptimizationStop;
  readonly rounds: number;
  readonly cases: { readonly train: number; readonly validation: number; readonly test: number };
  readonly source: OptimizationArm;
  readonly answer: OptimizationArm;
  readonly candidates: readonly OptimizationCandidate[];
  /** The answer against the source, or else the best candidate that came so far. */
  readonly validation?: PairedComparison | undefined;
  /** The answer against the source, where another prompt won. */
  readonly test?: PairedComparison | undefined;
  /** The least true gain that validation would show in four of five attempts. */
  readonly minimumDetectableEffect?: number | undefined;
  /** All of them; `remembered` ones were made by an earlier attempt. */
  readonly calls: {
    readonly total: number;
    readonly proposals: number;
    readonly runs: number;
    readonly remembered: number;
  };
  /** What the calls and their scorers used, those of earlier attempts included. */
  readonly usage: Usage;
  /** US dollars; missing where a cost is unknown. */
  readonly usd?: number | undefined;
  /** Milliseconds of this attempt. */
  readonly duration: number;
  readonly warnings: readonly string[];
}

/** What an optimization resolves to. `prompt` is the source unless another one proved better. */
export interface PromptOptimization {
  readonly prompt: SystemPromptContract;
  readonly improved: boolean;
  readonly report: OptimizationReport;
  /** Why the optimization could not be finished. What had proved better by then is still the answer. */
  readonly error?: AIError | undefined;
}
