import type { Message } from "../../contracts/message.ts";
import { AgentExecutionError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import type { Usage } from "../../core/usage.ts";
import { askModel } from "../ask-model.ts";
import { readRewrite } from "../refine/read-rewrite.ts";
import { type Candidate, MAX_UNMEASURED } from "./candidate.ts";
import { Halt } from "./halt.ts";
import type { CallKind, Meter } from "./meter.ts";
import type { OptimizationPlan, PlannedCase } from "./plan-optimization.ts";
import { type Proposal, proposalMessages } from "./propose.ts";
import { callKey, isKeptUsage, type Recollection } from "./recollection.ts";
import { isCaseScore, runCase, type Unmeasured } from "./run-case.ts";

/** What came of a call. It is kept where it has a version. */
interface CallOutcome {
  readonly v?: 1;
  /** `undefined` where it failed before it used anything. */
  readonly usage: Usage | undefined;
}

/** An answer of the proposer, as it is kept. */
interface KeptProposal extends CallOutcome {
  readonly v: 1;
  readonly content: string;
  readonly cut: boolean;
  readonly usage: Usage;
}

interface FailedProposal extends CallOutcome {
  readonly error: AIError;
}

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
    const asked = await this.#call("proposals", key, isKeptProposal, () => this.#ask(messages));
    if ("error" in asked) return asked;
    return asked.cut ? { text: "" } : readRewrite(asked.content, proposal.text, mark);
  }

  /**
   * Measures a candidate on cases, as far as it was not measured on them. Throws `Halt` where the budget does not allow all of
   * it, or where so many runs fail that it says nothing.
   */
  async measure(candidate: Candidate, cases: readonly PlannedCase[]): Promise<void> {
    const open = cases.filter(({ name }) => !candidate.scores.has(name));
    // Half a step decides nothing.
    if (!this.#meter.affords(open.length)) throw new Halt("budget");
    const failures: Unmeasured[] = [];
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

  async #score(candidate: Candidate, planned: PlannedCase): Promise<Unmeasured | undefined> {
    const { agent, target, placeholders } = this.#plan;
    const { prompt } = candidate;
    if (!prompt) return undefined;
    const runner = agent ? [agent.name, agent.signature] : [target.provider, target.name];
    const blocks = prompt.blocks.map((block) => block.resolve());
    const judged = planned.scorers.map(({ name }) => name);
    const key = await callKey("run", runner, blocks, placeholders, { ...planned.case, scorers: judged });
    const result = await this.#call("runs", key, isCaseScore, () =>
      runCase(this.#plan, prompt, planned, this.#within),
    );
    if ("why" in result) return result;
    candidate.scores.set(planned.name, result);
    return undefined;
  }

  /** Takes a call from memory, or makes it within the budget, and keeps what came of it unless it failed. */
  async #call<Kept extends CallOutcome, Failed extends CallOutcome>(
    kind: CallKind,
    key: string,
    accepts: (value: unknown) => value is Kept,
    make: () => Promise<Kept | Failed>,
  ): Promise<Kept | Failed> {
    const known = await this.#memory.recall(key, accepts);
    await this.#meter.begin(kind, this.#within.signal);
    let result: Kept | Failed | undefined = known;
    try {
      result ??= await make();
      if (!known && result.v) await this.#memory.keep(key, result);
      return result;
    } finally {
      this.#meter.end(kind, result?.usage, known !== undefined);
    }
  }

  async #ask(messages: readonly Message[]): Promise<KeptProposal | FailedProposal> {
    const { model } = this.#plan;
    const { response, error, usage } = await askModel({
      ...this.#within,
      name: "prompt-proposer",
      model,
      messages,
    });
    if (response) return { v: 1, content: response.content, cut: response.finishReason !== "stop", usage };
    this.#within.signal.throwIfAborted();
    return { error, usage: usage.total === undefined ? undefined : usage };
  }
}

function isKeptProposal(value: unknown): value is KeptProposal {
  const seen = value as Partial<KeptProposal> | null;
  return (
    typeof seen === "object" &&
    seen?.v === 1 &&
    typeof seen.content === "string" &&
    typeof seen.cut === "boolean" &&
    isKeptUsage(seen.usage)
  );
}
