import type { BaseReport } from "./report.ts";
import { addUsage, type Usage } from "./usage.ts";

/**
 * The report, as it stands, of a run that is still winding down when the stopped run around it ends: a copy that does not
 * change any more, with what it and the runs inside it had used. What a call in flight uses is unknown.
 */
export function stoppedReport(report: BaseReport, endedAt: string = new Date().toISOString()): BaseReport {
  if (report.endedAt !== "") return report;
  const usage: Usage = {};
  addUsage(usage, report.usage);
  const children = report.children.map((child) => {
    const stopped = stoppedReport(child, endedAt);
    if (stopped !== child) addUsage(usage, stopped.usage);
    return stopped;
  });
  const duration = Date.parse(endedAt) - Date.parse(report.startedAt);
  const copy = { ...report, children, usage, endedAt, duration };
  for (const [field, value] of Object.entries(copy)) {
    if (Array.isArray(value)) Object.assign(copy, { [field]: [...value] });
  }
  return copy;
}
