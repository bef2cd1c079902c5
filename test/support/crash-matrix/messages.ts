import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { ScenarioName } from "../durable-scenarios.ts";

/** One run of the matrix. */
export interface MatrixRun {
  readonly runId: string;
  readonly scenario: ScenarioName;
  readonly mode: NonNullable<DurableOptions["mode"]>;
}

/** Where a process is killed: before or after one of its writes to the store, or while a model or tool call goes on. */
export interface KillPoint {
  readonly when: "before write" | "after write" | "within call";
  /** Which write or call of the process, counted from 0. */
  readonly at: number;
}

/** A run of which one call needs a person, and when it dies. */
export interface ApprovalRun {
  readonly runId: string;
  readonly mode: NonNullable<DurableOptions["mode"]>;
  readonly dies: "before decision" | "after decision";
}

/** How a run with an approval ended. */
export interface ApprovalOutcome {
  readonly text: string | undefined;
  readonly status: string;
  readonly error: string | undefined;
  /** How many requests still wait. */
  readonly waiting: number;
}

/** What a process is to do: take up the run that the last one died in, then begin one. Each can have its end. */
export interface Task {
  readonly resume: (MatrixRun & { readonly kill: KillPoint | undefined }) | undefined;
  readonly begin: (MatrixRun & { readonly kill: KillPoint | undefined }) | undefined;
  /** The same for runs with an approval. */
  readonly approval?: {
    readonly resume: ApprovalRun | undefined;
    readonly begin: (ApprovalRun & { readonly kill: KillPoint }) | undefined;
  };
}

/** What a result says, as JSON. */
export interface Outcome {
  readonly error: string | undefined;
  readonly text: string | undefined;
  readonly status: string;
  readonly runId: string;
  readonly trips: number;
  readonly input: number | undefined;
  readonly output: number | undefined;
  /** The calls of tools that the report tells of, in order. */
  readonly calls: readonly string[];
}

/** What became of a run that was taken up. */
export interface Resumed {
  /** What a drain of the store says: the runs that it took up, and those that it left, with the code of the reason. */
  readonly drained: readonly string[];
  readonly outcome: Outcome;
  /** The same from the store, once more. */
  readonly again: Outcome;
}

/** What a process tells the witness, which outlives it. */
export type Message =
  | { readonly kind: "task" }
  | { readonly kind: "effect"; readonly runId: string; readonly effect: string }
  /** Is answered when another life says the same. */
  | { readonly kind: "meet"; readonly place: string }
  /** What the journal has of the run before it is taken up. */
  | { readonly kind: "found"; readonly runId: string; readonly settled: readonly string[] }
  | ({ readonly kind: "resumed"; readonly runId: string } & Resumed)
  | ({ readonly kind: "approved"; readonly runId: string } & ApprovalOutcome)
  /** The point is reached: kill me. It is never answered. */
  | { readonly kind: "dying" }
  | { readonly kind: "finished"; readonly outcome?: Outcome }
  | { readonly kind: "failed"; readonly message: string };
