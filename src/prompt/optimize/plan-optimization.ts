import type { EvalCase, EvalScorer } from "../../contracts/eval.ts";
import type { Model } from "../../contracts/model.ts";
import type {
  OptimizationAgent,
  OptimizationBudget,
  OptimizationSplit,
  PromptOptimizeOptions,
} from "../../contracts/prompt-optimization.ts";
import type { PlaceholderValues } from "../../contracts/system-prompt.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { type CasePart, splitCases } from "./split-cases.ts";

/** A case and who scores it. */
export interface PlannedCase {
  readonly name: string;
  readonly case: EvalCase;
  readonly scorers: readonly EvalScorer[];
}

/** The options of an optimization, checked, with their defaults. */
export interface OptimizationPlan {
  readonly model: Model;
  readonly agent: OptimizationAgent | undefined;
  readonly target: Model;
  readonly placeholders: PlaceholderValues;
  readonly parts: Readonly<Record<CasePart, readonly PlannedCase[]>>;
  readonly budget: OptimizationBudget;
  readonly strategy: "cascade" | "pareto";
  readonly rounds: number;
  readonly candidates: number;
  readonly minibatch: number;
  readonly examples: number;
  readonly confidence: number;
  readonly concurrency: number;
  readonly seed: number;
  /** Calls that are kept for the sealed cases, where the budget has room for them beside one candidate. */
  readonly reserved: number;
  readonly warnings: string[];
}

const defaultSplit: OptimizationSplit = { train: 0.4, validation: 0.4, test: 0.2 };

/** Checks options. Throws `ConfigError` (`INVALID_CONFIG`) for those that cannot work. */
export function planOptimization(options: PromptOptimizeOptions): OptimizationPlan {
  const { model, agent, target = model, strategy = "cascade", fewShot = 0, split = defaultSplit } = options;
  checkRunners(options, strategy);
  const { calls = 1000, usd, ms } = options.budget ?? {};
  const confidence = options.confidence ?? 0.95;
  if (!(confidence > 0.5 && confidence < 1)) {
    throw new ConfigError(`"confidence" is ${confidence}. Use a number above 0.5 and below 1, such as 0.95.`);
  }
  for (const [name, limit] of Object.entries({ usd, ms })) {
    if (limit !== undefined && !(limit > 0)) {
      throw new ConfigError(`The budget's "${name}" is ${limit}. Use a number above 0, or leave it out.`);
    }
  }
  const cases = plannedCases(options, agent !== undefined);
  const parts = splitCases(cases, checkedSplit(split));
  for (const part of ["train", "validation"] as const) {
    if (parts[part].length > 0) continue;
    throw new ConfigError(
      `Of ${cases.length} cases none is for ${part}. Add cases, or give "split" another share. Names decide which part a case is in.`,
    );
  }
  const warnings = warningsOf(parts, confidence);
  const least = 2 * parts.train.length + 1 + 2 * parts.validation.length;
  const sealed = 2 * parts.test.length;
  if (calls < least + sealed) {
    const what = calls < least ? "No candidate" : "A candidate, but not the sealed cases,";
    warnings.push(
      `${what} can be measured with ${calls} calls: it takes ${least}, and ${sealed} for the sealed cases.`,
    );
  }
  return {
    model,
    agent,
    target,
    placeholders: options.placeholders ?? {},
    parts,
    budget: { calls: whole("budget.calls", calls), usd, ms },
    strategy,
    rounds: whole("rounds", options.rounds ?? 4),
    candidates: whole("candidates", options.candidates ?? 2),
    minibatch: whole("minibatch", options.minibatch ?? 8),
    examples: fewShot === false || fewShot === 0 ? 0 : whole("fewShot", fewShot === true ? 3 : fewShot),
    confidence,
    concurrency: whole("concurrency", options.concurrency ?? 4),
    seed: options.seed ?? 1,
    reserved: calls < least + sealed ? 0 : sealed,
    warnings,
  };
}

function checkRunners({ model, agent, target, store }: PromptOptimizeOptions, strategy: unknown): void {
  if (typeof model?.complete !== "function") {
    throw new ConfigError('An optimization needs a "model" that writes candidates.');
  }
  if (target && typeof target.complete !== "function") {
    throw new ConfigError('The "target" has no complete(). Pass a model, or leave it out.');
  }
  if (store && (typeof store.get !== "function" || typeof store.set !== "function")) {
    throw new ConfigError('The "store" needs get() and set(). Pass a store, or leave it out.');
  }
  if (agent && typeof agent.execute !== "function") {
    throw new ConfigError('The "agent" has no execute(). Pass an agent, or a "target" model.');
  }
  if (strategy !== "cascade" && strategy !== "pareto") {
    throw new ConfigError(`The "strategy" is ${JSON.stringify(strategy)}. Use "cascade" or "pareto".`);
  }
}

function plannedCases({ dataset, scorer }: PromptOptimizeOptions, hasAgent: boolean): PlannedCase[] {
  const cases = Array.isArray(dataset)
    ? dataset
    : (dataset as { readonly cases?: unknown } | undefined)?.cases;
  if (!Array.isArray(cases) || cases.length === 0) {
    throw new ConfigError('The "dataset" has no cases. Pass a list of them, or an object with "cases".');
  }
  const suite = [scorer ?? []].flat();
  const names = new Set<string>();
  return cases.map((each: EvalCase, index) => {
    if (typeof each?.name !== "string" || typeof each.input !== "string") {
      throw new ConfigError(`The case at index ${index} needs a "name" and an "input", both texts.`);
    }
    const { name, scorers = [], expected, options } = each;
    if (names.has(name)) {
      throw new ConfigError(`Two cases are called "${name}". Give each a name of its own.`);
    }
    names.add(name);
    if (!hasAgent && options?.attachments) {
      throw new ConfigError(`The case "${name}" has attachments, which only an "agent" takes.`);
    }
    const chosen = scorers.length > 0 ? scorers : suite;
    const fitting = chosen.filter((one) => isScorer(one) && (!one.needsExpected || expected !== undefined));
    if (fitting.length === 0 || !chosen.every(isScorer)) {
      throw new ConfigError(
        `The case "${name}" has no scorer that fits. Pass a "scorer" with "name" and score(); some need "expected".`,
      );
    }
    return { name, case: each, scorers: fitting };
  });
}

function isScorer(scorer: EvalScorer): boolean {
  return typeof scorer?.name === "string" && typeof scorer.score === "function";
}

function checkedSplit(split: OptimizationSplit): OptimizationSplit {
  const { train, validation, test } = split;
  const sum = train + validation + test;
  if (train > 0 && validation > 0 && test >= 0 && Math.abs(sum - 1) < 1e-6) return split;
  throw new ConfigError(
    `The "split" is ${train}, ${validation} and ${test}. Use shares that add up to 1; only "test" may be 0.`,
  );
}

function warningsOf(parts: Record<CasePart, PlannedCase[]>, confidence: number): string[] {
  const warnings: string[] = [];
  const least = Math.ceil(-Math.log2((1 - confidence) / 2));
  if (parts.validation.length < least) {
    warnings.push(
      `No gain can be proved with ${parts.validation.length} cases for validation: at least ${least} have to get better.`,
    );
  }
  const shown = new Set(parts.train.map((planned) => planned.case.input));
  const known = [...parts.validation, ...parts.test].filter((planned) => shown.has(planned.case.input));
  if (known.length > 0) {
    const names = known.slice(0, 3).map(({ name }) => `"${name}"`);
    warnings.push(
      `The inputs of ${known.length} sealed cases are in training as well, such as ${names.join(", ")}.`,
    );
  }
  return warnings;
}

function whole(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new ConfigError(`"${option}" is ${value}. Use a whole number of at least 1.`);
}
