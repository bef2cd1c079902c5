import type { BaseReport } from "./report.ts";
import { addUsage, type Usage } from "./usage.ts";

/**
 * The report, as it stands, of a run that is still winding down when the stopped run around it ends: a copy that does not
 * change any more, with what it and the runs inside it had used. What a call in flight uses is unknown.
 */
export function stoppedReport(report: BaseReport, endedAt: string): BaseReport {
  const usage: Usage = {};
  addUsage(usage, report.usage);
  const children = report.children.map((child) => {
    if (!isOpen(child)) return child;
    const stopped = stoppedReport(child, endedAt);
    addUsage(usage, stopped.usage);
    return stopped;
  });
  const duration = Math.max(0, Date.parse(endedAt) - Date.parse(report.startedAt));
  const copy = { ...report, status: "cancelled" as const, children, usage, endedAt, duration };
  for (const [field, value] of Object.entries(copy)) {
    if (Array.isArray(value)) Object.assign(copy, { [field]: [...value] });
  }
  return copy;
}

/** Whether the run that a report tells of is still going on. */
export function isOpen(report: BaseReport): boolean {
  return report.endedAt === "";
}
