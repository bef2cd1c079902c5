import type { GivenApprovals, GivenDecision } from "../../contracts/interrupt.ts";
import type { Json, ToolCallRequest } from "../../contracts/message.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import type { AgentSnapshot, DurableOptions, SavedAnswer, SavedHistory } from "../../contracts/snapshot.ts";
import type { AgentCancelledError } from "../../core/errors/agent-errors.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { StoreConflictError } from "../../core/errors/store-errors.ts";
import type { BaseReport } from "../../core/report.ts";
import { type RunOutcome, statusOf } from "../../core/run.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { plainJson } from "../../store/plain-json.ts";
import type { RunLog, RunPlace } from "../../store/run-place.ts";
import type { AgentExecution } from "../agent-execution.ts";
import type { Settled, Turn } from "../dispatch-tools.ts";
import { isSuspended } from "../is-suspended.ts";
import { isRefusal } from "../refusal.ts";
import { RunApprovals } from "../run-approvals.ts";
import { beginningOf } from "./beginning.ts";
import { attemptsExceeded, cancelledBy, isSpent, subrequestsExceeded } from "./durable-errors.ts";
import { historyElsewhere, withoutHistory } from "./history-elsewhere.ts";
import { callKey, type RestoredTrip, restore, spendSaved } from "./restore.ts";
import { listsOf, unsavedReports } from "./saved-lists.ts";
import { difference, sum } from "./usage-sums.ts";

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
  /** What the model calls of the run had used when it was put back, with what attempts that never settled have probably used. */
  readonly spent: Usage = {};
  readonly #execution: AgentExecution;
  readonly #setup: DurableSetup;
  /** How many messages and trips of the run are saved. */
  #messages = 0;
  #trips = 0;
  /** The messages that are kept elsewhere. They count as saved. */
  #history: SavedHistory | undefined;
  /** The ids of the saved reports of tools and of runs that hooks started. */
  readonly #reports: Set<string> = new Set();
  /** What the saved calls used. */
  #usage: Usage = {};
  readonly #startedAt: string;
  readonly #lost: AgentSnapshot["lost"];
  /** The trip that a crash cut, as far as it was saved, until it is over. */
  #cut: RestoredTrip | undefined;
  /** The saved answer of the trip in progress: whether it calls tools, and what was used before it. */
  #answer: { readonly calls: boolean; readonly isMessage: boolean; readonly before: Usage } | undefined;
  #next: AgentSnapshot["next"] | undefined;
  /** Decisions that came with the call and are not saved yet. */
  #approvals: GivenApprovals | undefined;
  #isBegun: boolean;
  /** Whether something of the run was written, as far as is known. */
  #isWritten: boolean;
  /** The answer of the trip in progress where single calls are not saved: it is where the run is put aside. */
  #unsavedAnswer: SavedAnswer | undefined;
  /** Set where the run stops but has not ended: it is to be resumed. */
  #pauses = false;
  /** Set where the run has become somebody else's. */
  #isLost = false;

  constructor(execution: AgentExecution, setup: DurableSetup) {
    this.#execution = execution;
    this.#setup = setup;
    const { snapshot } = setup;
    this.#isBegun = this.#isWritten = snapshot !== undefined;
    this.#approvals = execution.call.options.approvals;
    this.#startedAt = snapshot?.startedAt ?? new Date().toISOString();
    this.#next = snapshot?.next;
    this.#history = snapshot?.history;
    if (!snapshot) {
      this.#lost = { attempts: 0, usage: {} };
      return;
    }
    this.#messages = snapshot.messages.length;
    this.#trips = snapshot.trips.length;
    for (const report of [...snapshot.toolCalls, ...snapshot.children]) {
      this.#reports.add((report as unknown as BaseReport).runId);
    }
    addUsage(this.#usage, snapshot.usage);
    // What people said before holds, also where no tool is called any more.
    execution.approvals = new RunApprovals(execution);
    const { cut, lost } = restore(execution, snapshot);
    this.#lost = lost;
    const { report, run } = execution;
    const model = [...report.trips, ...(cut?.answer ? [cut.answer] : []), lost];
    for (const { usage } of model) addUsage(this.spent, usage ?? {});
    if (!cut) return;
    this.#cut = cut;
    const { isMessage = true } = snapshot.answer ?? {};
    this.#answer = { calls: cut.calls.length > 0, isMessage, before: sum(run.usage, {}) };
  }

  /** Where a resumed run goes on. */
  get next(): NextTrip | undefined {
    return this.#setup.snapshot?.next;
  }

  /**
   * Saves all that is new, and counts the attempt of the trip that comes next.
   *
   * @throws BudgetExceededError (`BUDGET_EXCEEDED`) where the trip was begun too often, or the platform allows no more requests.
   * @throws StoreConflictError (`STORE_CONFLICT`) where another process works on the run.
   * @throws AgentCancelledError (`AGENT_CANCELLED`) where somebody wished to cancel the run.
   * @throws StoreError (`STORE_…`) where decisions on its calls cannot be saved.
   */
  async checkpoint({ trip, input, repairs }: NextTrip): Promise<void> {
    const { maxAttempts = 3, subrequests } = this.#setup.options;
    const approvals = this.#approvals;
    const begun = this.#next?.trip === trip ? this.#next.attempts : 0;
    if (begun >= maxAttempts) throw attemptsExceeded(trip, maxAttempts);
    const used = subrequests?.used() ?? 0;
    this.#pauses = subrequests !== undefined && used >= subrequests.limit;
    const attempt = this.#pauses ? ({ attempts: begun, paused: true } as const) : { attempts: begun + 1 };
    this.#next = { trip, input, repairs, ...attempt };
    const unsaved = this.#unsaved();
    const isCut = this.#cut?.answer !== undefined;
    const answer = this.#answer && !isCut ? null : undefined;
    if (!isCut) this.#cut = this.#answer = undefined;
    this.#unsavedAnswer = undefined;
    // A run that was taken up by force is from now on one of this definition.
    const { signature } = this.#execution.definition;
    const drifted = this.#setup.snapshot && this.#setup.snapshot.signature !== signature;
    const wished = this.#wish();
    await this.#save(
      {
        next: this.#next,
        status: "running",
        lost: this.#lost,
        answer,
        ...(drifted ? { signature } : {}),
        ...(approvals && {
          decisions: [...(this.#setup.snapshot?.decisions ?? []), ...approvals.decisions],
        }),
      },
      unsaved,
    );
    this.#approvals = undefined;
    await approvals?.accepted?.();
    const wish = await wished;
    if (wish) {
      this.#pauses = false;
      throw wish;
    }
    if (subrequests && this.#pauses) throw subrequestsExceeded(subrequests.limit, used);
  }

  /** The answer of the trip that a crash cut, to be given once. Its usage is counted like that of a call. */
  takeAnswer(): ModelResponse | undefined {
    const answer = this.#cut?.answer;
    if (!this.#cut || !answer) return undefined;
    this.#cut.answer = undefined;
    spendSaved(this.#execution.run, answer.usage ?? {});
    return answer;
  }

  /**
   * Saves an answer before its tools run.
   *
   * @param usage what the model call used: nothing where a hook answered.
   */
  async answered({ finishReason, toolCalls = [] }: ModelResponse, usage: Usage): Promise<void> {
    if (this.#answer) return;
    if (!this.#savesCalls) {
      this.#unsavedAnswer = { finishReason, usage, isMessage: true };
      return;
    }
    const messages = this.#execution.messages.slice(this.#messages);
    const isMessage = messages.length > 0;
    this.#messages += messages.length;
    const reports = this.#unsavedReports();
    this.#answer = { calls: toolCalls.length > 0, isMessage, before: sum(this.#usage, {}) };
    addUsage(this.#usage, usage);
    // The rest of the answer is in the message that it became; an empty answer becomes none.
    const answer: SavedAnswer = { finishReason, usage, isMessage };
    await this.#save({ answer, ...this.#progress() }, { ...listsOf(reports), ...listsOf({ messages }) });
  }

  /** How a call of the cut trip settled; `undefined` where it did not. */
  settled(call: ToolCallRequest): Settled | undefined {
    if (!this.#cut) return undefined;
    const { calls, settled } = this.#cut;
    const one = settled.get(callKey(call, calls))?.shift();
    if (one) spendSaved(this.#execution.run, one.record.usage);
    return one;
  }

  /** Saves how a call settled. What was stopped or put aside with the run has not: it runs again when the run is resumed. */
  async called({ record, message }: Settled, { stopped, signal }: Turn): Promise<void> {
    if (!this.#savesCalls || stopped || isSuspended(record) || (record.error && signal?.aborted)) return;
    this.#messages += 1;
    this.#reports.add(record.runId);
    addUsage(this.#usage, record.usage);
    const messages = [plainJson(message)];
    await this.#save(this.#progress(), { messages, toolCalls: [plainJson(record)] });
  }

  /** Saves what people have decided of calls that are about to run. */
  decided(decisions: readonly GivenDecision[]): Promise<void> {
    return this.#save({ decisions }, {});
  }

  /** Saves how the run ended. Gives an error where the end is not the run's: another process works on it. Never rejects. */
  async end(outcome: RunOutcome<unknown>): Promise<Pick<RunOutcome<unknown>, "error"> | undefined> {
    // Before the first checkpoint there is nothing to end; after a lost race the run belongs to somebody else.
    if (!this.#isBegun || this.#pauses || this.#isLost) return undefined;
    try {
      const { error, text } = outcome;
      if (!error || isRefusal(error)) await this.#complete(outcome);
      else if (statusOf(error) === "awaiting-approval") await this.#putAside(error, text);
      else await this.#fail(error, text);
    } catch (cause) {
      if (!this.#isLost || outcome.error || !AIError.is(cause)) {
        this.#warn(cause);
        return undefined;
      }
      const { report } = this.#execution.run;
      report.status = statusOf(cause);
      report.error = cause;
      return { error: cause };
    }
    return undefined;
  }

  async #complete({ text, data, error }: RunOutcome<unknown>): Promise<void> {
    const { place, options } = this.#setup;
    const { runId, usage } = this.#execution.run;
    if (options.deleteOnComplete) {
      await this.#checkNotRemoved();
      try {
        await place.delete(runId);
        return;
      } catch (cause) {
        // A run that stayed open would be taken up again: then its end is kept.
        this.#warn(cause);
      }
    }
    // The error of an attempt that failed before is not that of the run.
    const why = error ?? (this.#setup.snapshot?.error && null);
    await this.#save({ status: "completed", text, data, usage, error: why }, this.#unsaved(), true);
  }

  /** Saves a run that waits for a person, with all that its turn has done besides. */
  async #putAside(error: AIError, text: string | undefined = this.#execution.text): Promise<void> {
    const { messages, approvals } = this.#execution;
    const answer = this.#unsavedAnswer;
    let lists: { readonly [list: string]: readonly unknown[] } = {};
    if (answer) {
      addUsage(this.#usage, answer.usage);
      lists = { messages: messages.slice(this.#messages), ...this.#unsavedReports() };
    }
    const next = this.#next && { ...this.#next, attempts: 0 };
    const { decisions = [], calls: kept } = approvals?.open ?? {};
    const status = "awaiting-approval";
    await this.#save({ status, error, text, next, answer, decisions, kept }, listsOf(lists), true);
  }

  async #fail(error: AIError, text: string | undefined = this.#execution.text): Promise<void> {
    const { messages, run } = this.#execution;
    const status = error.category === "cancelled" ? "cancelled" : "failed";
    const answer = this.#answer;
    let dropped: { readonly answer?: null; readonly messages?: Json } = {};
    if (answer && status === "failed" && !answer.calls && !this.#cut?.answer) {
      // An answer that failed the run by itself is asked for anew: it would fail the resumed run again.
      this.#messages -= answer.isMessage ? 1 : 0;
      this.#usage = answer.before;
      const kept = withoutHistory(messages.slice(0, this.#messages), this.#history);
      dropped = { answer: null, messages: plainJson(kept) };
    }
    // The failed trip is begun again when the run is resumed: it is not kept, only what it used.
    const { attempts, usage } = this.#lost;
    const lost = { attempts, usage: sum(usage, difference(run.usage, this.#usage)) };
    const next = this.#next && { ...this.#next, attempts: isSpent(error) ? this.#next.attempts : 0 };
    await this.#save({ status, error, text, lost, next, ...dropped }, {}, true);
  }

  /** Whether single calls are saved. A trip that was cut ends as it was begun. */
  get #savesCalls(): boolean {
    return this.#setup.options.mode === "per-call" || this.#cut !== undefined;
  }

  /** Calls that settle are progress: the attempts before them do not count any more. */
  #progress(): { readonly next?: AgentSnapshot["next"] } {
    if (!this.#next || this.#next.attempts < 2) return {};
    this.#next = { ...this.#next, attempts: 1 };
    return { next: this.#next };
  }

  /** What is new since the last checkpoint; from now on it counts as saved. */
  #unsaved(): { readonly [list: string]: readonly Json[] } {
    const { messages, report } = this.#execution;
    const isFirst = !this.#isBegun;
    const isElsewhere = isFirst && this.#setup.options.saveHistory === false;
    if (isElsewhere) this.#history = historyElsewhere(this.#execution);
    const trips = report.trips.slice(this.#trips);
    const said = messages.slice(this.#messages);
    this.#trips += trips.length;
    this.#messages += said.length;
    for (const [index, { usage }] of trips.entries()) {
      // The usage of an answer that was saved by itself is counted.
      if (index > 0 || !this.#answer) addUsage(this.#usage, usage);
    }
    const lists = {
      messages: isFirst ? withoutHistory(said, this.#history) : said,
      trips,
      ...this.#unsavedReports(),
    };
    return listsOf(lists, isFirst);
  }

  /** The reports that are not saved yet; from now on they count as saved. */
  #unsavedReports(): { readonly [list: string]: readonly unknown[] } {
    const { places, ...reports } = unsavedReports(this.#execution.run.report, this.#reports);
    for (const { runId, usage } of [...reports.toolCalls, ...reports.children]) {
      this.#reports.add(runId);
      addUsage(this.#usage, usage);
    }
    return { ...reports, places };
  }

  async #save(
    set: Readonly<Record<string, unknown>>,
    append: { readonly [list: string]: readonly Json[] },
    ends = false,
  ): Promise<void> {
    const isFirst = !this.#isBegun;
    const startedAt = this.#startedAt;
    const first = isFirst
      ? { ...beginningOf(this.#execution), history: this.#history, startedAt, lost: this.#lost }
      : {};
    const fields = { ...first, usage: this.#usage, savedAt: new Date().toISOString(), ...set };
    // Made before anything is waited for: calls that settle meanwhile save what they used themselves.
    const entry = { set: plainJson(fields) as { [field: string]: Json }, append };
    this.#isBegun = true;
    await this.#checkNotRemoved();
    try {
      await this.#setup.log.append(entry, ends);
      this.#isWritten = true;
    } catch (cause) {
      if (AIError.is(cause) && cause.code === "STORE_CONFLICT") throw await this.#conflict(cause, isFirst);
      // A decision that is not saved is not taken, and the run stays as it is: whoever made it makes it again.
      this.#isLost ||= this.#approvals !== undefined;
      if (this.#setup.options.onCheckpointError === "stop" || this.#isLost) throw cause;
      this.#warn(cause);
    }
  }

  /** Stops where another process completed the run and removed it: then no entry is in the way of the next one. */
  async #checkNotRemoved(): Promise<void> {
    const { place, options } = this.#setup;
    if (!options.deleteOnComplete || !this.#isWritten) return;
    const { runId } = this.#execution.run;
    // A store that does not answer keeps no run from going on.
    if (await place.has(runId).catch(() => true)) return;
    this.#isLost = true;
    const message = `The run "${runId}" was removed while it was at work, as one that another process completed: this one stops.`;
    throw new StoreConflictError(message, { store: place.name });
  }

  /** What a lost race means. */
  async #conflict(cause: AIError, isFirst: boolean): Promise<AIError> {
    this.#isLost = true;
    const store = this.#setup.place.name;
    const { runId } = this.#execution.run;
    if (isFirst) {
      const message = `A run "${runId}" is in the ${store} store already. Resume it, or give the new run an id of its own.`;
      return new StoreConflictError(message, { store, cause });
    }
    const message = `Another process has taken up the run "${runId}": this one stops, and leaves it alone.`;
    return (await this.#wish()) ?? new StoreConflictError(message, { store, cause });
  }

  /** The error of a run that somebody wished to cancel, from wherever. A store that does not answer keeps no run from going on. */
  async #wish(): Promise<AgentCancelledError | undefined> {
    const wish = await this.#setup.place.wish?.get(this.#execution.run.runId).catch(() => undefined);
    return wish && cancelledBy(wish);
  }

  #warn(cause: unknown): void {
    const error = cause instanceof Error ? cause.message : String(cause);
    this.#execution.log?.warn("a checkpoint was not written; the run goes on", { error });
  }
}
