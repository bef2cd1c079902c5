import type * as core from "../core/observers.ts";
import type { ExecutionReport } from "./agent.ts";

/**
 * Receives the finished report of a run; `report.type` tells what ran, and so which fields are there. What it throws or
 * rejects with is swallowed.
 */
export type Observer = core.Observer<ExecutionReport>;

/**
 * Who sees the report of a flow: nobody (`false`), the registered observers (`true`), one observer of its own, or, where
 * the option is missing, the registered observers if observe-all is on.
 */
export type FlowObserveOption = core.FlowObserveOption<ExecutionReport>;
