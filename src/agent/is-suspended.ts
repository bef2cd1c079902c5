import type { BaseReport } from "../core/report.ts";

/** Whether a run, such as a tool call, waits for a person. */
export function isSuspended({ status }: Pick<BaseReport, "status">): boolean {
  return status === "awaiting-approval";
}
