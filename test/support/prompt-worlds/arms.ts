import type {
  PromptOptimization,
  PromptOptimizeOptions,
} from "../../../src/contracts/prompt-optimization.ts";
import { templateOf } from "../../../src/prompt/optimize/candidate.ts";
import { optimizePrompt } from "../../../src/prompt/optimize/optimize-prompt.ts";
import { planOptimization } from "../../../src/prompt/optimize/plan-optimization.ts";
import { proposalMessages } from "../../../src/prompt/optimize/propose.ts";
import { runCase } from "../../../src/prompt/optimize/run-case.ts";
import { seededRandom, shuffled } from "../../../src/prompt/optimize/seeded-random.ts";
import { readRewrite } from "../../../src/prompt/refine/read-rewrite.ts";
import { systemPrompt } from "../../../src/prompt/system-prompt.ts";
import { contract, ORDERED } from "./rules.ts";
import type { World } from "./worlds.ts";

/** How a way to improve a prompt went in a world. */
export interface ArmResult {
  /** What the answer is worth more than the source. */
  readonly gain: number;
  /** It is worth less, it lost what it must keep, or it does what a message ordered. */
  readonly harmed: boolean;
  readonly changed: boolean;
  readonly calls: number;
}

/** A way to improve a prompt. */
export type Arm = (world: World, options: ArmOptions) => Promise<ArmResult>;

/** How much is tried: so many rounds, with so many proposals each. */
export interface ArmOptions {
  readonly rounds: number;
  readonly candidates: number;
  readonly seed: number;
}

/** The ways, by name: none, every proposal taken as it comes, both strategies, and the best prompt there is. */
export const arms = {
  seed: async (world) => resultOf(world, world.source, 0),
  ungated,
  cascade: async (world, options) => optimized(world, { ...options, strategy: "cascade" }),
  pareto: async (world, options) => optimized(world, { ...options, strategy: "pareto" }),
  oracle: async (world) => resultOf(world, world.best, 0),
} satisfies Readonly<Record<string, Arm>>;

/** The name of an arm. */
export type ArmName = keyof typeof arms;

/** Optimizes the prompt of a world. */
export function optimizeIn(
  world: World,
  options: Partial<PromptOptimizeOptions> = {},
): Promise<PromptOptimization> {
  return optimizePrompt(systemPrompt(world.source), {
    model: world.proposer,
    target: world.target,
    dataset: world.cases,
    scorer: world.scorer,
    ...options,
  });
}

async function optimized(world: World, options: Partial<PromptOptimizeOptions>): Promise<ArmResult> {
  const { prompt, report, error } = await optimizeIn(world, options);
  if (error) throw error;
  return resultOf(world, templateOf(prompt), report.calls.total);
}

/** Goes on from each proposal as it comes, as one does who looks at failures and trusts the model. */
async function ungated(world: World, { rounds, candidates, seed }: ArmOptions): Promise<ArmResult> {
  const { proposer, target, cases, scorer } = world;
  const plan = planOptimization({ model: proposer, target, dataset: cases, scorer });
  const signal = new AbortController().signal;
  let text = world.source;
  let calls = 0;
  for (let attempt = 1; attempt <= rounds * candidates; attempt++) {
    const batch = shuffled(plan.parts.train, seededRandom(seed, attempt)).slice(0, plan.minibatch);
    const prompt = systemPrompt(text);
    const measured = await Promise.all(
      batch.map(async (planned) => ({ planned, result: await runCase(plan, prompt, planned, { signal }) })),
    );
    const failures = measured.flatMap(({ planned, result }) =>
      "v" in result && result.score < 1 ? [{ planned, result }] : [],
    );
    calls += batch.length + 1;
    if (failures.length === 0) continue;
    const { messages, mark } = proposalMessages({ text, failures, refusals: [], attempt });
    text = readRewrite((await proposer.complete(messages)).content, text, mark).text;
  }
  return resultOf(world, text, calls);
}

function resultOf(world: World, text: string, calls: number): ArmResult {
  const gain = world.worth(text) - world.worth(world.source);
  const isBroken = !contract.every((sentence) => text.includes(sentence)) || text.includes(ORDERED);
  return { gain, harmed: gain < -1e-9 || isBroken, changed: text !== world.source, calls };
}
