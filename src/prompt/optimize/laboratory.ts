import { AgentExecutionError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import type { Usage } from "../../core/usage.ts";
import { askModel } from "../ask-model.ts";
import { readRewrite } from "../refine/read-rewrite.ts";
import { type Candidate, MAX_UNMEASURED } from "./candidate.ts";
import { Halt } from "./halt.ts";
import type { Meter } from "./meter.ts";
import type { OptimizationPlan, PlannedCase } from "./plan-optimization.ts";
import { type Proposal, proposalMessages } from "./propose.ts";
import { callKey, type Recollection } from "./recollection.ts";
import { isCaseScore, runCase } from "./run-case.ts";

/** An answer of the proposer, as it is kept. */
type KeptProposal = { readonly v: 1; readonly content: string; readonly cut: boolean; readonly usage: Usage };

/** What became of a proposal: a text, `""` where there is none; `issue` tells what is wrong with the answer as a whole. */
export type Proposed =
  | { readonly text: string; readonly issue?: string | undefined; readonly error?: undefined }
  | { readonly error: AIError };

/** Makes the calls of an optimization: each once, within the budget, and from memory where it was made before. */
export class Laboratory {
  readonly #plan: OptimizationPlan;
  readonly #meter: Meter;
  readonly #memory: Recollection;
  readonly #within: ExecuteOptions & { readonly signal: AbortSignal };

  constructor(
    plan: OptimizationPlan,
    meter: Meter,
    memory: Recollection,
    within: ExecuteOptions & { readonly signal: AbortSignal },
  ) {
    this.#plan = plan;
    this.#meter = meter;
    this.#memory = memory;
    this.#within = within;
  }

  /** Asks for a candidate. Throws `Halt` where the budget does not allow it. */
  async propose(proposal: Proposal): Promise<Proposed> {
    const { model } = this.#plan;
    const { messages, mark } = proposalMessages(proposal);
    const key = await callKey("proposal", model.provider, model.name, messages);
    this.#within.signal.throwIfAborted();
    await this.#meter.begin("proposals");
    const known = await this.#memory.recall(key, isKeptProposal);
    this.#within.signal.throwIfAborted();
    if (known) this.#meter.end("proposals", known.usage, true);
    const asked = known ? { kept: known } : await this.#ask(key, messages);
    if (!asked.kept) return { error: asked.error };
    const { content, cut } = asked.kept;
    if (cut) return { text: "" };
    return readRewrite(content, proposal.text, mark);
  }

  /**
   * Measures a candidate on cases, as far as it was not measured on them. Throws `Halt` where the budget does not allow all of
   * it, or where so many runs fail that it says nothing.
   */
  async measure(candidate: Candidate, cases: readonly PlannedCase[]): Promise<void> {
    const open = cases.filter(({ name }) => !candidate.scores.has(name));
    // Half a step decides nothing.
    if (!this.#meter.affords(open.length)) throw new Halt("budget");
    const failures: { readonly why: string; readonly error?: AIError | undefined }[] = [];
    const queue = open.values();
    const halts: unknown[] = [];
    const worker = async (): Promise<void> => {
      for (const planned of queue) {
        if (halts.length > 0) return;
        const failure = await this.#score(candidate, planned).catch(
          (cause: unknown) => void halts.push(cause),
        );
        if (failure) failures.push(failure);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#plan.concurrency, open.length) }, worker));
    if (halts.length > 0) throw halts[0];
    const [first] = failures;
    if (first && failures.length > cases.length * MAX_UNMEASURED) {
      const message = `${failures.length} of ${open.length} runs failed. The first: ${first.why}`;
      throw new Halt("error", first.error ?? new AgentExecutionError(message));
    }
  }

  async #score(
    candidate: Candidate,
    planned: PlannedCase,
  ): Promise<{ readonly why: string; readonly error?: AIError | undefined } | undefined> {
    const { agent, target, placeholders } = this.#plan;
    const { prompt } = candidate;
    if (!prompt) return undefined;
    const runner = agent ? [agent.name, agent.signature] : [target.provider, target.name];
    const blocks = prompt.blocks.map((block) => block.resolve());
    const { case: each, scorers } = planned;
    const { input, expected, options } = each;
    const judged = scorers.map(({ name }) => name);
    const key = await callKey("run", runner, blocks, placeholders, input, expected, options, judged);
    this.#within.signal.throwIfAborted();
    await this.#meter.begin("runs");
    let usage: Usage | undefined;
    let remembered = false;
    try {
      const known = await this.#memory.recall(key, isCaseScore);
      remembered = known !== undefined;
      this.#within.signal.throwIfAborted();
      const result = known ?? (await runCase(this.#plan, prompt, planned, this.#within));
      usage = result.usage;
      if ("why" in result) return result;
      candidate.scores.set(planned.name, result);
      if (!known) await this.#memory.keep(key, result);
    } finally {
      this.#meter.end("runs", usage, remembered);
    }
    return undefined;
  }

  async #ask(
    key: string,
    messages: Parameters<typeof askModel>[0]["messages"],
  ): Promise<{ readonly kept: KeptProposal } | { readonly kept?: undefined; readonly error: AIError }> {
    const { response, error, usage } = await askModel({
      ...this.#within,
      name: "prompt-proposer",
      model: this.#plan.model,
      messages,
    });
    this.#meter.end("proposals", error && usage.total === undefined ? undefined : usage);
    this.#within.signal.throwIfAborted();
    if (error) return { error };
    const kept: KeptProposal = {
      v: 1,
      content: response.content,
      cut: response.finishReason !== "stop",
      usage,
    };
    await this.#memory.keep(key, kept);
    return { kept };
  }
}

function isKeptProposal(value: unknown): value is KeptProposal {
  const seen = value as Partial<KeptProposal> | null;
  return (
    typeof seen === "object" &&
    seen?.v === 1 &&
    typeof seen.content === "string" &&
    typeof seen.cut === "boolean" &&
    typeof seen.usage === "object" &&
    seen.usage !== null
  );
}
