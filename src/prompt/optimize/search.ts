import type {
  CandidateOutcome,
  OptimizationProgress,
  PairedComparison,
} from "../../contracts/prompt-optimization.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { clipped } from "../../core/text/clipped.ts";
import { checkRewrite } from "../refine/certificate.ts";
import { type Candidate, newCandidate, pairedScores, promptFrom, templateOf } from "./candidate.ts";
import { bestOn, drawFromFrontier, drawMinibatch } from "./choose-parent.ts";
import { comparePaired, isProved } from "./compare-paired.ts";
import { copiedSentence } from "./copied-sentence.ts";
import { drawDemonstrations } from "./demonstrations.ts";
import { Halt } from "./halt.ts";
import type { Laboratory } from "./laboratory.ts";
import { failuresOf, measuredOn } from "./measured.ts";
import type { OptimizationPlan, PlannedCase } from "./plan-optimization.ts";
import { seededRandom } from "./seeded-random.ts";

const MAX_TOLD_REFUSALS = 6;

/** A search for a better prompt, and what it has found so far. */
export class Search {
  readonly source: Candidate;
  readonly candidates: Candidate[] = [];
  /** The candidate that proved better than the source; the source until one did. */
  answer: Candidate;
  round = 0;
  readonly #plan: OptimizationPlan;
  readonly #lab: Laboratory;
  readonly #sourcePrompt: SystemPromptContract;
  readonly #tell: (progress: Omit<OptimizationProgress, "calls">) => void;
  /**
   * What candidates may be made from. Training alone decides which of them: those that validation favours by chance would hand that on
   * to what is made from them, and be proved by it.
   */
  readonly #pool: Candidate[];
  /** How often validation said no. */
  #refused = 0;

  constructor(
    plan: OptimizationPlan,
    lab: Laboratory,
    source: SystemPromptContract,
    tell: (progress: Omit<OptimizationProgress, "calls">) => void,
  ) {
    this.#plan = plan;
    this.#lab = lab;
    this.#tell = tell;
    this.#sourcePrompt = source;
    this.source = newCandidate({ id: 0, round: 0, parent: 0, kind: "rewrite", text: templateOf(source) });
    this.source.prompt = source;
    this.answer = this.source;
    this.#pool = [this.source];
  }

  /** Looks for better prompts, round by round. Throws `Halt` where it has to end before. */
  async run(): Promise<void> {
    const { parts, rounds, candidates, examples } = this.#plan;
    await this.#measure("baseline", this.source, parts.train);
    this.#stopIfSaturated(this.source);
    if (examples > 0) await this.#examine([await this.#tryExamples(this.source)]);
    for (let round = 1; round <= rounds; round++) {
      this.round = round;
      const parent = this.#parentOf(round);
      const batch = drawMinibatch(parent, parts.train, this.#plan.minibatch, this.#random("batch"));
      const survivors: (Candidate | undefined)[] = [];
      for (let index = 0; index < candidates; index++) survivors.push(await this.#tryRewrite(parent, batch));
      await this.#examine(survivors);
      this.#stopIfSaturated(bestOn(this.#pool, parts.train) ?? parent);
    }
  }

  /** Opens the sealed cases, once a prompt proved better. */
  async test(): Promise<PairedComparison | undefined> {
    const { test } = this.#plan.parts;
    if (this.answer === this.source || test.length === 0) return undefined;
    await this.#measure("test", this.source, test);
    await this.#measure("test", this.answer, test);
    return this.#compare(this.source, this.answer, test, this.#plan.confidence);
  }

  /** The answer against the source, else the best that was tried. */
  validation(): PairedComparison | undefined {
    const { parts, confidence } = this.#plan;
    if (this.answer !== this.source)
      return this.#compare(this.source, this.answer, parts.validation, confidence);
    const tried = this.candidates.flatMap(({ validation }) => validation ?? []);
    return tried.reduce<PairedComparison | undefined>(
      (best, one) => (best && best.gain >= one.gain ? best : one),
      undefined,
    );
  }

  async #tryRewrite(parent: Candidate, batch: readonly PlannedCase[]): Promise<Candidate | undefined> {
    const candidate = this.#add("rewrite", parent, "", parent.demonstrations);
    this.#progress("proposal", candidate);
    const failures = failuresOf(parent, batch);
    const proposed = await this.#lab.propose({
      text: parent.text,
      failures,
      refusals: this.#refusals(),
      attempt: candidate.id,
    });
    if (proposed.error) return refuse(candidate, "model", proposed.error.message);
    candidate.text = proposed.text;
    if (candidate.text === "") return refuse(candidate, "empty", "The answer held no whole prompt.");
    if (this.#isKnown(candidate)) return refuse(candidate, "same", "The text was there before.");
    if (proposed.issue) return refuse(candidate, "rewrite", proposed.issue);
    // An instruction that does harm has to go.
    const rewrite = checkRewrite(this.source.text, candidate.text, true);
    if (!rewrite.ok) return refuse(candidate, "rewrite", ...rewrite.issues);
    const copied = copiedSentence(candidate.text, parent.text, failures);
    if (copied)
      return refuse(candidate, "rewrite", `It repeats a case: ${JSON.stringify(clipped(copied, 200))}.`);
    return this.#screen(candidate, parent, batch);
  }

  async #tryExamples(parent: Candidate): Promise<Candidate | undefined> {
    const { parts, examples } = this.#plan;
    const measured = measuredOn(parent, parts.train);
    const demonstrations = drawDemonstrations(measured, examples, this.#random("examples"));
    if (demonstrations.length === 0) return undefined;
    const candidate = this.#add("examples", parent, parent.text, demonstrations);
    const given = new Set(demonstrations.map(({ name }) => name));
    const rest = parts.train.filter(({ name }) => !given.has(name));
    return this.#screen(
      candidate,
      parent,
      drawMinibatch(parent, rest, this.#plan.minibatch, this.#random("batch")),
    );
  }

  /** The two cheaper gates: a few cases, then all of training. */
  async #screen(
    candidate: Candidate,
    parent: Candidate,
    batch: readonly PlannedCase[],
  ): Promise<Candidate | undefined> {
    const { train } = this.#plan.parts;
    const refiner = `${this.#plan.model.provider}:${this.#plan.model.name}`;
    candidate.prompt = promptFrom(this.#sourcePrompt, refiner, candidate.text, candidate.demonstrations);
    await this.#measure("screen", candidate, batch);
    candidate.screenGain = pairedScores(parent, candidate, batch).gain;
    if (candidate.screenGain <= 1e-9) return refuse(candidate, "screen", gainText(candidate.screenGain));
    await this.#measure("train", candidate, train);
    candidate.trainGain = pairedScores(parent, candidate, train).gain;
    if (candidate.trainGain <= 1e-9) return refuse(candidate, "train", gainText(candidate.trainGain));
    return candidate;
  }

  /** The last gate, for the best of a round. */
  async #examine(survivors: readonly (Candidate | undefined)[]): Promise<void> {
    const { train, validation } = this.#plan.parts;
    const passed = survivors.filter((candidate) => candidate !== undefined);
    this.#pool.push(...passed);
    const best = bestOn(passed, train);
    for (const other of passed) {
      if (other !== best) refuse(other, "train", "Another candidate of the round did better.");
    }
    if (!best) return;
    if (pairedScores(this.answer, best, train).gain <= 1e-9) {
      return refuse(best, "train", "The answer so far does as well.");
    }
    await this.#measure("validation", this.source, validation);
    await this.#measure("validation", this.answer, validation);
    await this.#measure("validation", best, validation);
    // All tests together may err as often as one: after n refusals the next gets 1/((n+1)(n+2)) of what is allowed, which sums up
    // to 1. A test that is passed leaves its share to the next (the fallback procedure: Wiens, Pharmaceutical Statistics 2, 2003), for
    // up to the first error every candidate that is no better was refused, so those take one share each.
    const confidence = 1 - (1 - this.#plan.confidence) / ((this.#refused + 1) * (this.#refused + 2));
    best.validation = this.#compare(this.answer, best, validation, confidence);
    const overSource = this.#compare(this.source, best, validation, confidence);
    if (isProved(best.validation) && isProved(overSource)) {
      best.outcome = "accepted";
      best.issues = [];
      this.answer = best;
    } else {
      this.#refused += 1;
      const [low, high] = best.validation.interval.map((end) => end.toFixed(3));
      refuse(best, "validation", `${gainText(best.validation.gain)} The interval is ${low} to ${high}.`);
    }
  }

  #parentOf(round: number): Candidate {
    const { strategy, parts } = this.#plan;
    const chosen =
      strategy === "pareto"
        ? drawFromFrontier(this.#pool, parts.train, this.#random("parent", round))
        : bestOn(this.#pool, parts.train);
    return chosen ?? this.answer;
  }

  #stopIfSaturated(candidate: Candidate): void {
    const measured = measuredOn(candidate, this.#plan.parts.train);
    if (measured.every(({ result }) => result.score >= 1 - 1e-6)) throw new Halt("saturated");
  }

  async #measure(
    step: OptimizationProgress["step"],
    candidate: Candidate,
    cases: readonly PlannedCase[],
  ): Promise<void> {
    this.#progress(step, candidate);
    await this.#lab.measure(candidate, cases);
  }

  #compare(
    before: Candidate,
    after: Candidate,
    cases: readonly PlannedCase[],
    confidence: number,
  ): PairedComparison {
    const scores = pairedScores(before, after, cases);
    return comparePaired(scores.before, scores.after, confidence, this.#plan.seed);
  }

  #add(
    kind: Candidate["kind"],
    parent: Candidate,
    text: string,
    demonstrations: Candidate["demonstrations"],
  ): Candidate {
    const id = this.candidates.length + 1;
    const candidate = newCandidate({ id, round: this.round, parent: parent.id, kind, text, demonstrations });
    this.candidates.push(candidate);
    return candidate;
  }

  #isKnown({ id, text, demonstrations }: Candidate): boolean {
    return [this.source, ...this.candidates].some(
      (other) => other.id !== id && other.text === text && other.demonstrations === demonstrations,
    );
  }

  /** Why the last candidates were refused, each thing once. */
  #refusals(): string[] {
    const broken = this.candidates.filter(({ outcome }) => outcome === "rewrite");
    return [...new Set(broken.flatMap(({ issues }) => issues))].slice(-MAX_TOLD_REFUSALS);
  }

  #progress(step: OptimizationProgress["step"], { id }: Candidate): void {
    this.#tell({ step, round: this.round, candidate: id });
  }

  #random(...what: readonly (string | number)[]): ReturnType<typeof seededRandom> {
    return seededRandom(this.#plan.seed, this.round, ...what);
  }
}

function refuse(candidate: Candidate, outcome: CandidateOutcome, ...issues: readonly string[]): undefined {
  candidate.outcome = outcome;
  candidate.issues = issues;
}

function gainText(gain: number): string {
  return `The gain is ${gain.toFixed(3)}.`;
}
