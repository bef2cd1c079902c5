import { type AmbientRun, ambientRun } from "./ambient.ts";
import { AIError } from "./errors/ai-error.ts";
import { randomId } from "./ids.ts";
import { type FlowObserveOption, notifyObservers, resolveObservers } from "./observers.ts";
import type { BaseReport, ReportType, RunStatus } from "./report.ts";
import { addUsage, type Usage } from "./usage.ts";

/** What every run accepts beside its input. */
export interface ExecuteOptions {
  /** Stops the run. The result then has the status `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Stitches many runs into one session; stands on every report of the run. */
  readonly sessionId?: string | undefined;
  /** The run that this one belongs to: takes its report and usage, and its stop where `signal` is missing. `ctx.run(...)` sets it. */
  readonly parent?: AmbientRun | undefined;
}

/** Anything that runs, such as an agent, a workflow or a supervisor. */
export interface Executable<Input, Options extends ExecuteOptions, Result> {
  execute(input: Input, options?: Options): Promise<Result>;
}

/** A run while it runs: who it is, where it hangs in the tree, and how to start runs below it. */
export interface RunContext extends AmbientRun {
  readonly runId: string;
  readonly rootRunId: string;
  readonly sessionId?: string | undefined;
  readonly signal: AbortSignal;
  /**
   * Runs something as a child of this run: its report and usage go into this run's, and it stops when this run stops.
   *
   * @example
   * const summarizer = mockAgent({ name: "summarizer", responses: ["Tides follow the moon."] });
   * const summarize = tool({
   *   name: "summarize",
   *   description: "Sums up a text.",
   *   input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
   *   execute: async ({ text }, ctx) => (await ctx.run(summarizer, text)).text,
   * });
   */
  run<Input, Options extends ExecuteOptions, Result>(
    executable: Executable<Input, Options, Result>,
    input: Input,
    options?: Options,
  ): Promise<Result>;
}

/** How a run is set up. */
export interface RunSetup extends ExecuteOptions {
  readonly name: string;
  readonly version?: string | undefined;
  readonly observe?: FlowObserveOption | undefined;
  readonly runId?: string | undefined;
  /** Turns whatever the body threw into an error of the kind's own; it may be loaded for that. */
  readonly failure: (cause: unknown) => Promise<AIError>;
}

/** How the body of a run ended, when it did not throw. */
export interface RunOutcome<Data> {
  readonly data?: Data | undefined;
  readonly text?: string | undefined;
  readonly error?: AIError | undefined;
  readonly status?: RunStatus | undefined;
}

/** A report in the making. */
type OpenReport = { -readonly [Key in keyof BaseReport]: BaseReport[Key] } & { children: BaseReport[] };

/** The report of a run while it runs: what the kind adds may still change. */
export type ReportOf<Fields extends object> = Omit<BaseReport, keyof Fields> & Fields;

/**
 * The one envelope of every primitive: gives the run its identity and its place in the tree, times it, never throws, sums
 * up usage, and hands the finished report to the observers.
 *
 * @param fields makes what the kind's report has beyond every report's fields; the body may change them.
 * @param body does the work. What it throws becomes the error of the run.
 */
export async function run<Data, Fields extends object>(
  kind: ReportType,
  setup: RunSetup,
  fields: (context: Run) => Fields,
  body: (context: Run, report: Fields) => Promise<RunOutcome<Data>>,
): Promise<{ readonly outcome: RunOutcome<Data>; readonly report: ReportOf<Fields> }> {
  const context = new Run(kind, setup);
  const report: ReportOf<Fields> & Fields = Object.assign(context.report, fields(context));
  let outcome: RunOutcome<Data>;
  try {
    outcome = await body(context, report);
  } catch (cause) {
    // The code that explains a failure can fail to load; the run ends with an error all the same.
    outcome = {
      error: await setup
        .failure(cause)
        .catch(() => (AIError.is(cause) ? cause : new AIError("AI_ERROR", "The run failed.", { cause }))),
    };
  }
  if (context.leavesRuns) {
    // Without it the report is less complete, which is no reason to fail.
    const loaded = await import("./stopped-report.ts").catch(() => undefined);
    if (loaded) context.takeOver(loaded.stoppedReport);
  }
  context.finish(outcome);
  // A nested run is inside its root's report; handing it over again would count it twice.
  const observe = context.parent && setup.observe === undefined ? false : setup.observe;
  if (resolveObservers(observe).length > 0) await notifyObservers(observe, context.report);
  return { outcome, report };
}

/** The state of one run. */
export class Run implements RunContext {
  readonly parent: AmbientRun | undefined;
  readonly report: OpenReport;
  readonly usage: Usage = {};
  #given: AbortSignal | undefined;
  #own: AbortSignal | undefined;
  #unknown = false;
  #ended = false;
  readonly #startedAt: number;

  constructor(kind: ReportType, setup: RunSetup) {
    this.parent = setup.parent ?? ambientRun();
    this.#given = setup.signal;
    this.#startedAt = performance.now();
    const runId = setup.runId ?? randomId();
    const sessionId = setup.sessionId ?? this.parent?.sessionId;
    const report: OpenReport = {
      runId,
      rootRunId: this.parent?.rootRunId ?? runId,
      name: setup.name,
      type: kind,
      status: "cancelled",
      startedAt: new Date().toISOString(),
      endedAt: "",
      duration: 0,
      usage: this.usage,
      children: [],
      reportSchemaVersion: 1,
    };
    if (this.parent) report.parentRunId = this.parent.runId;
    if (sessionId !== undefined) report.sessionId = sessionId;
    if (setup.version !== undefined) report.version = setup.version;
    this.report = report;
    this.parent?.adopt(report);
  }

  get runId(): string {
    return this.report.runId;
  }

  get rootRunId(): string {
    return this.report.rootRunId;
  }

  get sessionId(): string | undefined {
    return this.report.sessionId;
  }

  /** The signal of the run; one that never aborts where nobody gave one. */
  get signal(): AbortSignal {
    this.#own ??= this.#given ?? new AbortController().signal;
    return this.#own;
  }

  /** Puts the run under a stricter signal, such as one with a timeout. */
  under(signal: AbortSignal | undefined): this {
    this.#given = signal;
    return this;
  }

  run<Input, Options extends ExecuteOptions, Result>(
    executable: Executable<Input, Options, Result>,
    input: Input,
    options?: Options,
  ): Promise<Result> {
    const given = this.#given;
    const own = options?.signal;
    const signal = given && own ? AbortSignal.any([given, own]) : (own ?? given);
    return executable.execute(input, { ...options, signal, parent: this } as ExecuteOptions as Options);
  }

  get ended(): boolean {
    return this.#ended;
  }

  adopt(report: BaseReport): void {
    if (!this.#ended) this.report.children.push(report);
  }

  /** Adds what a model call or a child used; `undefined` means that it is unknown. */
  spend(usage: Usage | undefined): void {
    if (this.#ended) return;
    if (usage) addUsage(this.usage, usage);
    if (usage?.total === undefined) this.#unknown = true;
  }

  /** Closes the report and passes its usage on to the parent. */
  finish(outcome: RunOutcome<unknown>): void {
    this.settle(outcome);
    const { report } = this;
    if (report.children.some(isOpen)) report.children = report.children.filter((child) => !isOpen(child));
    this.#ended = true;
    if (this.#unknown || this.usage.total !== undefined) this.parent?.spend(this.usage);
    else Object.assign(this.usage, { input: 0, output: 0, total: 0 });
  }

  /** Whether the run was stopped, and runs inside it still wind down. */
  get leavesRuns(): boolean {
    return this.#given?.aborted === true && this.report.children.some(isOpen);
  }

  /** Puts a copy in the place of each report that is still open, and counts its usage. What the run does later is its own. */
  takeOver(copy: (report: BaseReport) => BaseReport): void {
    this.report.children = this.report.children.map((child) => {
      if (!isOpen(child)) return child;
      const stopped = copy(child);
      this.spend(stopped.usage);
      return stopped;
    });
  }

  /** Writes the times and the status into the report, as they stand now. */
  settle(outcome: RunOutcome<unknown>): void {
    const { report } = this;
    report.endedAt = new Date().toISOString();
    report.duration = elapsed(this.#startedAt);
    report.status = outcome.status ?? statusOf(outcome.error);
    if (outcome.error) report.error = outcome.error;
  }
}

/** Milliseconds since a moment of `performance.now()`, to a thousandth. */
export function elapsed(since: number): number {
  return Math.round((performance.now() - since) * 1000) / 1000;
}

/** The status that an error stands for. */
export function statusOf(error: AIError | undefined): RunStatus {
  if (!error) return "completed";
  const { category } = error;
  return category === "cancelled" || category === "max-iterations" || category === "awaiting-approval"
    ? category
    : "failed";
}

function isOpen(report: BaseReport): boolean {
  return report.endedAt === "";
}
