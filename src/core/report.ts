import type { AIError } from "./errors/ai-error.ts";
import type { Usage } from "./usage.ts";

/** What kind of run a report tells of. */
export type ReportType =
  | "tool"
  | "callback"
  | "agent"
  | "workflow"
  | "supervisor"
  | "team"
  | "orchestrator"
  | "batch"
  | "planner"
  | "image"
  | "speech"
  | "transcription";

/** How a run ended. */
export type RunStatus =
  | "completed"
  | "failed"
  | "cancelled"
  | "max-iterations"
  | "awaiting-input"
  | "awaiting-approval";

/** One try of something that is tried again. Times are ISO texts. */
export interface Attempt {
  readonly index: number;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly status: "success" | "failed";
  readonly error?: AIError;
}

/**
 * One node of the report tree. Times are ISO texts, `duration` is in milliseconds, `usage` covers the run and everything
 * below it. `children` stand in the order in which they began.
 */
export interface BaseReport {
  readonly runId: string;
  readonly rootRunId: string;
  readonly parentRunId?: string;
  readonly sessionId?: string;
  readonly name: string;
  readonly version?: string;
  readonly type: ReportType;
  readonly status: RunStatus;
  readonly error?: AIError;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly duration: number;
  readonly usage: Usage;
  readonly children: readonly BaseReport[];
  readonly attempts?: readonly Attempt[];
  readonly reportSchemaVersion: 1;
}

/** The envelope that every run resolves to. `error` tells success and failure apart. */
export type RunResult<Type extends ReportType, Report extends BaseReport, Data> =
  | {
      readonly type: Type;
      readonly data: Data;
      readonly text?: string;
      readonly error?: undefined;
      readonly usage: Usage;
      readonly report: Report;
    }
  | {
      readonly type: Type;
      readonly data?: undefined;
      /** What had been written before the run failed. */
      readonly text?: string;
      readonly error: AIError;
      readonly usage: Usage;
      readonly report: Report;
    };
