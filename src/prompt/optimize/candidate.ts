import type { CandidateOutcome, PairedComparison } from "../../contracts/prompt-optimization.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { instruction } from "../blocks.ts";
import { buildSystemPrompt } from "../build-system-prompt.ts";
import { defaultPromptStore } from "../default-prompt-store.ts";
import { mean } from "./compare-paired.ts";
import { type Demonstration, demonstrationText } from "./demonstrations.ts";
import type { PlannedCase } from "./plan-optimization.ts";
import type { CaseScore } from "./run-case.ts";

/** Where more of a step's runs fail than this, the step says nothing. */
export const MAX_UNMEASURED = 0.2;

/** A prompt in the search, and how it did. */
export interface Candidate {
  readonly id: number;
  readonly round: number;
  readonly parent: number;
  readonly kind: "rewrite" | "examples";
  text: string;
  prompt: SystemPromptContract | undefined;
  readonly demonstrations: readonly Demonstration[];
  /** By the names of the cases. */
  readonly scores: Map<string, CaseScore>;
  outcome: CandidateOutcome;
  issues: readonly string[];
  screenGain?: number;
  trainGain?: number;
  validation?: PairedComparison;
}

/** A candidate that nothing is known of yet. */
export function newCandidate(
  start: Pick<Candidate, "id" | "round" | "parent" | "kind" | "text"> & Partial<Candidate>,
): Candidate {
  return {
    prompt: undefined,
    demonstrations: [],
    scores: new Map(),
    outcome: "unfinished",
    issues: [],
    ...start,
  };
}

/** The template of a prompt: the texts of its blocks. */
export function templateOf(prompt: SystemPromptContract): string {
  return prompt.blocks
    .map((block) => block.resolve())
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

/** Makes a prompt of a candidate's text that knows where it comes from. It has no name, so it is not registered. */
export function promptFrom(
  source: SystemPromptContract,
  refinerModel: string,
  text: string,
  demonstrations: readonly Demonstration[],
): SystemPromptContract {
  const { name, version, required } = source.meta() ?? {};
  const refinedFrom = name === undefined ? "anonymous" : version === undefined ? name : `${name}@${version}`;
  const blocks = [instruction(text)];
  if (demonstrations.length > 0) blocks.push(instruction(demonstrationText(demonstrations)));
  return buildSystemPrompt(defaultPromptStore, blocks, { required, refinedFrom, refinerModel });
}

/**
 * The scores of two candidates on the cases that the first was measured on, those left out that one of them has as examples. Where
 * only the second could not be measured, it gets 0: it may have been its fault, such as answers that take too long.
 */
export function pairedScores(
  before: Candidate,
  after: Candidate,
  cases: readonly PlannedCase[],
): { readonly before: number[]; readonly after: number[]; readonly gain: number } {
  const given = new Set([...before.demonstrations, ...after.demonstrations].map(({ name }) => name));
  const pairs = cases.flatMap(({ name }) => {
    const was = before.scores.get(name);
    return was && !given.has(name) ? [[was.score, after.scores.get(name)?.score ?? 0] as const] : [];
  });
  const scores = { before: pairs.map(([was]) => was), after: pairs.map(([, is]) => is) };
  return { ...scores, gain: mean(scores.after) - mean(scores.before) };
}

/** The mean score on cases, those left out that the candidate has as examples; `undefined` where too few were measured. */
export function meanScore(candidate: Candidate, cases: readonly PlannedCase[]): number | undefined {
  const { after } = pairedScores(candidate, candidate, cases);
  const known = after.length + candidate.demonstrations.length;
  return after.length > 0 && known >= cases.length * (1 - MAX_UNMEASURED) ? mean(after) : undefined;
}
