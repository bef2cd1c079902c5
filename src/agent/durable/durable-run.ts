import type { Json, ToolCallRequest } from "../../contracts/message.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import type { AgentSnapshot, DurableOptions, SavedAnswer } from "../../contracts/snapshot.ts";
import { BudgetExceededError } from "../../core/errors/agent-errors.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import type { BaseReport } from "../../core/report.ts";
import type { RunOutcome } from "../../core/run.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { plainJson } from "../../store/plain-json.ts";
import type { RunLog, RunPlace } from "../../store/run-place.ts";
import type { AgentExecution } from "../agent-execution.ts";
import type { Settled } from "../dispatch-tools.ts";
import { type RestoredTrip, restore } from "./restore.ts";

/** Where the loop goes on: the trip that comes next, what it answers, and how often an answer may still be repaired. */
export interface NextTrip {
  readonly trip: number;
  readonly input: string;
  readonly repairs: number;
}

/** What a durable run is made of. */
export interface DurableSetup {
  readonly place: RunPlace;
  readonly log: RunLog;
  readonly options: DurableOptions;
  /** The run as it was saved; missing where it begins. */
  readonly snapshot: AgentSnapshot | undefined;
}

/**
 * Keeps one agent run in a store while it goes on. What was saved is counted here, so that a checkpoint writes only what is
 * new; a checkpoint before each model call also counts the attempt, before anything is billed.
 */
export class DurableRun {
  readonly #execution: AgentExecution;
  readonly #setup: DurableSetup;
  /** How many messages and trips of the run are saved. */
  #messages = 0;
  #trips = 0;
  /** The ids of the saved reports of tools and of runs that hooks started. */
  readonly #reports: Set<string> = new Set();
  /** What the saved calls used. */
  readonly #usage: Usage = {};
  readonly #startedAt: string;
  #lost: AgentSnapshot["lost"];
  /** The trip that a crash cut, as far as it was saved. */
  readonly #cut: RestoredTrip | undefined;
  /** Whether the answer of the trip in progress is saved. */
  #answered = false;
  #next: AgentSnapshot["next"] | undefined;
  #isBegun: boolean;
  /** Set where the run stops but has not ended: it is to be resumed. */
  #pauses = false;

  constructor(execution: AgentExecution, setup: DurableSetup) {
    this.#execution = execution;
    this.#setup = setup;
    const { snapshot } = setup;
    this.#isBegun = snapshot !== undefined;
    this.#startedAt = snapshot?.startedAt ?? new Date().toISOString();
    this.#next = snapshot?.next;
    this.#lost = snapshot?.lost ?? { attempts: 0, usage: {} };
    if (!snapshot) return;
    this.#messages = snapshot.messages.length;
    this.#trips = snapshot.trips.length;
    for (const report of [...snapshot.toolCalls, ...snapshot.children]) {
      this.#reports.add((report as unknown as BaseReport).runId);
    }
    addUsage(this.#usage, snapshot.usage);
    const { cut, lost } = restore(execution, snapshot);
    this.#cut = cut;
    this.#answered = cut !== undefined;
    this.#lost = lost;
  }

  /** Where a resumed run goes on. */
  get next(): NextTrip | undefined {
    return this.#setup.snapshot?.next;
  }

  /** What the run has used, with what attempts that never settled have probably used. */
  get spent(): Usage {
    return sum(this.#execution.run.usage, this.#lost.usage);
  }

  /**
   * Saves all that is new, and counts the attempt of the trip that comes next.
   *
   * @throws BudgetExceededError (`BUDGET_EXCEEDED`) where the trip was begun too often, or the platform allows no more requests.
   * @throws StoreConflictError (`STORE_CONFLICT`) where another process works on the run.
   */
  async checkpoint({ trip, input, repairs }: NextTrip): Promise<void> {
    const { maxAttempts = 3, subrequests } = this.#setup.options;
    const begun = this.#next?.trip === trip ? this.#next.attempts : 0;
    const used = subrequests?.used() ?? 0;
    this.#pauses = subrequests !== undefined && used >= subrequests.limit;
    if (begun >= maxAttempts) throw attemptsExceeded(trip, maxAttempts);
    this.#next = { trip, input, repairs, attempts: this.#pauses ? begun : begun + 1 };
    const unsaved = this.#unsaved();
    const isCut = this.#cut?.answer !== undefined;
    const answer = this.#answered && !isCut ? null : undefined;
    this.#answered = isCut;
    await this.#save({ next: this.#next, status: "running", lost: this.#lost, answer }, unsaved);
    if (subrequests && this.#pauses) throw subrequestsExceeded(subrequests.limit, used);
  }

  /** The answer of the trip that a crash cut, to be given once. Its usage is counted like that of a call. */
  takeAnswer(): ModelResponse | undefined {
    const answer = this.#cut?.answer;
    if (!this.#cut || !answer) return undefined;
    this.#cut.answer = undefined;
    this.#execution.run.spend(answer.usage);
    return answer;
  }

  /** Saves an answer before its tools run. */
  async answered({ usage, finishReason }: ModelResponse): Promise<void> {
    if (!this.#savesCalls || this.#answered) return;
    this.#answered = true;
    const messages = this.#execution.messages.slice(this.#messages);
    this.#messages += messages.length;
    addUsage(this.#usage, usage ?? {});
    // The rest of the answer is in the message that it became; an empty answer becomes none.
    const answer: SavedAnswer = { finishReason, usage: usage ?? {}, isMessage: messages.length > 0 };
    await this.#save({ answer }, { messages: plainJson(messages) as Json[] });
  }

  /** How a call of the cut trip settled; `undefined` where it did not. */
  settled(call: ToolCallRequest): Settled | undefined {
    const settled = this.#cut?.settled.get(call.id);
    if (!settled) return undefined;
    this.#cut?.settled.delete(call.id);
    this.#execution.run.spend(settled.record.usage);
    return settled;
  }

  /** Saves how a call settled. */
  async called({ record, message }: Settled): Promise<void> {
    if (!this.#savesCalls) return;
    this.#messages += 1;
    this.#reports.add(record.runId);
    addUsage(this.#usage, record.usage);
    await this.#save({}, { messages: [plainJson(message)], toolCalls: [plainJson(record)] });
  }

  /** Saves how the run ended. */
  async end({ error, text, data }: RunOutcome<unknown>): Promise<void> {
    const { place, options } = this.#setup;
    // Before the first checkpoint there is nothing to end; after a lost race the run belongs to somebody else.
    if (!this.#isBegun || this.#pauses || error?.code === "STORE_CONFLICT") return;
    if (!error && options.deleteOnComplete) {
      await place.delete(this.#execution.run.runId).catch((cause: unknown) => this.#warn(cause));
      return;
    }
    const status = !error ? "completed" : error.category === "cancelled" ? "cancelled" : "failed";
    if (error) {
      // The failed trip is begun again when the run is resumed: it is not kept, only what it used.
      const { attempts, usage } = this.#lost;
      const lost = { attempts, usage: sum(usage, difference(this.#execution.run.usage, this.#usage)) };
      const next = this.#next && { ...this.#next, attempts: isSpent(error) ? this.#next.attempts : 0 };
      await this.#save({ status, error, lost, next }, {}, true);
    } else {
      await this.#save({ status, text, data }, this.#unsaved(), true);
    }
  }

  /** Whether single calls are saved. A trip that was cut ends as it was begun. */
  get #savesCalls(): boolean {
    return this.#setup.options.mode === "per-call" || this.#cut !== undefined;
  }

  /** What is new since the last checkpoint; from now on it counts as saved. */
  #unsaved(): { readonly [list: string]: readonly Json[] } {
    const { messages, report, run } = this.#execution;
    const trips = report.trips.slice(this.#trips);
    const ended = run.report.children.filter(
      ({ runId, endedAt }) => endedAt !== "" && !this.#reports.has(runId),
    );
    const toolCalls = ended.filter(({ type }) => type === "tool");
    const children = ended.filter(({ type }) => type !== "tool");
    const said = messages.slice(this.#messages);
    this.#trips += trips.length;
    this.#messages += said.length;
    for (const { runId } of ended) this.#reports.add(runId);
    for (const [index, { usage }] of trips.entries()) {
      // The usage of an answer that was saved by itself is counted.
      if (index > 0 || !this.#answered) addUsage(this.#usage, usage);
    }
    for (const { usage } of ended) addUsage(this.#usage, usage);
    const lists = { messages: said, trips, toolCalls, children };
    return Object.fromEntries(
      Object.entries(lists).flatMap(([list, items]) =>
        items.length > 0 || !this.#isBegun ? [[list, plainJson(items) as Json[]]] : [],
      ),
    );
  }

  async #save(
    set: Readonly<Record<string, unknown>>,
    append: { readonly [list: string]: readonly Json[] },
    ends = false,
  ): Promise<void> {
    const first = this.#isBegun ? {} : this.#beginning();
    const fields = { ...first, ...set, usage: this.#usage, savedAt: new Date().toISOString() };
    try {
      this.#isBegun = true;
      await this.#setup.log.append({ set: plainJson(fields) as { [field: string]: Json }, append }, ends);
    } catch (cause) {
      if (AIError.is(cause) && cause.code === "STORE_CONFLICT") throw cause;
      if (this.#setup.options.onCheckpointError === "stop") throw cause;
      this.#warn(cause);
    }
  }

  /** What only the first checkpoint says. */
  #beginning(): Readonly<Record<string, unknown>> {
    const { definition, call, run, structured, report } = this.#execution;
    const { output, responseSchema } = call.options;
    return {
      runId: run.runId,
      agentName: definition.name,
      version: definition.config.version,
      signature: definition.signature,
      sessionId: run.sessionId,
      input: call.input,
      systemPrompt: report.systemPrompt,
      responseSchema: output || responseSchema ? structured?.json : undefined,
      startedAt: this.#startedAt,
      lost: this.#lost,
    };
  }

  #warn(cause: unknown): void {
    const error = cause instanceof Error ? cause.message : String(cause);
    this.#execution.log?.warn("a checkpoint was not written; the run goes on", { error });
  }
}

function attemptsExceeded(trip: number, limit: number): BudgetExceededError {
  return new BudgetExceededError(
    `Trip ${trip} of the run was begun ${limit} times and never settled: it probably ends its process. Resume with { force: true } once the cause is gone.`,
    { limit, actual: limit, context: { dimension: "attempts", trip, limit } },
  );
}

function subrequestsExceeded(limit: number, actual: number): BudgetExceededError {
  return new BudgetExceededError(
    `The platform's requests are used up (${actual} of ${limit}). The run is saved: resume it in a new invocation.`,
    { limit, actual, retryable: true, context: { dimension: "subrequests", limit, actual } },
  );
}

/** Whether an error says that the attempts of a trip are used up. */
function isSpent({ context }: AIError): boolean {
  return context?.dimension === "attempts";
}

function sum(first: Usage, second: Usage): Usage {
  const total: Usage = {};
  addUsage(total, first);
  addUsage(total, second);
  return total;
}

/** What of the tokens and the cost of a run is not in what was saved. */
function difference(all: Usage, saved: Usage): Usage {
  const rest = (of: number = 0, without: number = 0): number => Math.max(0, of - without);
  return {
    input: rest(all.input, saved.input),
    output: rest(all.output, saved.output),
    total: rest(all.total, saved.total),
    ...(all.cost
      ? {
          cost: {
            input: rest(all.cost.input, saved.cost?.input),
            output: rest(all.cost.output, saved.cost?.output),
          },
        }
      : {}),
  };
}
