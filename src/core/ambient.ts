import { getAIConfig } from "./config.ts";
import type { BaseReport } from "./report.ts";
import type { Usage } from "./usage.ts";

/** The part of a run that a run below it needs. */
export interface AmbientRun {
  readonly runId: string;
  readonly rootRunId: string;
  readonly sessionId?: string | undefined;
  /** Stops the run, and what it started. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the run is over: what begins later does not belong to it. */
  readonly ended?: boolean;
  /** Takes a child's report, in the order in which children begin. */
  adopt(report: BaseReport): void;
  /** Takes a child's usage when it ends. */
  spend(usage: Usage | undefined): void;
}

const synchronous: { run: AmbientRun | undefined } = { run: undefined };

/** The run whose callback is being called, if any. */
export function ambientRun(): AmbientRun | undefined {
  if (synchronous.run) return synchronous.run;
  const carried = getAIConfig().asyncContext?.getStore();
  // A callback that outlives its run, such as a timer or a listener, still carries it.
  return isRun(carried) && !carried.ended ? carried : undefined;
}

/**
 * Calls a callback of the application on behalf of a run, so that an `execute()` in it nests under that run: in the
 * synchronous part everywhere, after an `await` where `config({ asyncContext })` was given a carrier.
 */
export function callWithin<Result>(run: AmbientRun, callback: () => Result): Result {
  const outer = synchronous.run;
  const carrier = getAIConfig().asyncContext;
  synchronous.run = run;
  try {
    return carrier ? carrier.run(run, callback) : callback();
  } finally {
    synchronous.run = outer;
  }
}

function isRun(value: unknown): value is AmbientRun {
  return (
    typeof value === "object" && value !== null && "adopt" in value && "spend" in value && "runId" in value
  );
}
