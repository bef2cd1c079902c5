import type { BaseReport } from "../core/report.ts";
import type { Executable, ExecuteOptions } from "../core/run.ts";
import type { Usage } from "../core/usage.ts";
import type { AgentExecuteOptions, AgentResult } from "./agent.ts";

/** What a case may set for its run; the signal, the session and the shape of the answer are the suite's and the agent's. */
export type EvalCaseOptions = Omit<AgentExecuteOptions, keyof ExecuteOptions | "output" | "responseSchema">;

/** One question of a suite, and what a good answer to it is. */
export interface EvalCase<Output = unknown> {
  /** Tells the case apart in reports, and from run to run. */
  readonly name: string;
  readonly input: string;
  /** What `exact()` and `contains()` compare with; a judge is told it too. A text, or a value for structured answers. */
  readonly expected?: unknown;
  /** Take the place of the suite's scorers for this case. An empty list counts as none. */
  readonly scorers?: readonly EvalScorer<Output>[] | undefined;
  readonly options?: EvalCaseOptions | undefined;
}

/** The result of a run that did not fail: the only kind that scorers see. */
export type EvalAnswer<Output = unknown> = Extract<AgentResult<Output>, { readonly error?: undefined }>;

/** What a scorer gets. The rest (`signal`, `sessionId`, `parent`) is for runs that it starts itself. */
export interface EvalContext<Output = unknown> extends ExecuteOptions {
  readonly case: EvalCase<Output>;
  readonly result: EvalAnswer<Output>;
}

/** What a scorer says of one answer. */
export interface EvalVerdict {
  /** From 0 (bad) to 1 (good). Anything else counts as 0, failed, with a note. */
  readonly score: number;
  /** Default: the score reaches the suite's `passThreshold`. */
  readonly passed?: boolean | undefined;
  /** One line for people. */
  readonly reason?: string | undefined;
  /** The report of a run that the verdict took; its usage goes into the evaluation's. */
  readonly report?: BaseReport | undefined;
}

/** Scores answers. `eval.exact()`, `contains()`, `predicate()` and `judge()` make them; so can you. */
export interface EvalScorer<Output = unknown> {
  readonly name: string;
  /** It compares with `case.expected`, so a suite's scorer of this kind passes over cases without one. */
  readonly needsExpected?: boolean | undefined;
  /** What it throws becomes a score of 0 with the message as the reason. */
  score(context: EvalContext<Output>): EvalVerdict | Promise<EvalVerdict>;
}

/** A model as the judge of answers. */
export interface EvalJudge {
  /** The agent that grades; best one of `agent.judge()`, which asks again for a broken verdict. */
  readonly agent: Executable<string, AgentExecuteOptions, AgentResult<unknown>>;
  /** When an answer earns 1, when 0, and when something between. */
  readonly rubric: string;
}

/** A finished verdict, under the name of its scorer. */
export interface EvalScore extends EvalVerdict {
  readonly scorer: string;
  readonly passed: boolean;
}

/** How one case went. `duration` is in milliseconds and covers the run and its scoring. */
export interface EvalCaseResult<Output = unknown> {
  readonly case: EvalCase<Output>;
  /** The agent's whole result, report included. */
  readonly result: AgentResult<Output>;
  /** One per scorer, in their order; empty where the run failed. */
  readonly scores: readonly EvalScore[];
  /** The mean of the scores; 0 where the run failed. */
  readonly score: number;
  /** The run did not fail and every scorer passed it. */
  readonly passed: boolean;
  readonly duration: number;
  /** What the run and its scoring used. */
  readonly usage: Usage;
}

/** How a suite went. `passRate` and `meanScore` go from 0 to 1, `duration` is in milliseconds. */
export interface EvalReport<Output = unknown> {
  readonly agentName: string;
  readonly total: number;
  readonly passedCount: number;
  readonly failedCount: number;
  readonly passRate: number;
  readonly meanScore: number;
  /** Every case passed. */
  readonly passed: boolean;
  /** In the order of the suite, whatever finished first. */
  readonly cases: readonly EvalCaseResult<Output>[];
  readonly duration: number;
  readonly usage: Usage;
}

/** A suite, and how it is run. `signal`, `sessionId` and `parent` go to every run, those of a judge included. */
export interface EvalOptions<Output = unknown> extends ExecuteOptions {
  /** At least one case, or something that holds them, such as a dataset. */
  readonly cases: readonly EvalCase<Output>[] | { readonly cases: readonly EvalCase<Output>[] };
  /** For the cases without scorers of their own. */
  readonly scorers?: readonly EvalScorer<Output>[] | undefined;
  /** Grades the cases that no scorer is there for. */
  readonly judge?: EvalJudge | undefined;
  /** The score from which a scorer passes an answer. Default 0.5. */
  readonly passThreshold?: number | undefined;
  /** How many cases run at once. Default 4; 1 runs them one after the other. */
  readonly concurrency?: number | undefined;
  /** Called for each case that did not pass, as soon as that is known. What it throws is ignored. */
  readonly onFailure?: ((caseResult: EvalCaseResult<Output>) => unknown) | undefined;
}
