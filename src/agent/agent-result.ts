import type { AgentReport, AgentResult } from "../contracts/agent.ts";
import type { RunOutcome } from "../core/run.ts";

/** What a run resolves to, from how it ended and its report. */
export function toResult(
  { error, text, data }: RunOutcome<unknown>,
  report: AgentReport,
): AgentResult<unknown> {
  const { usage } = report;
  const base = { type: "agent" as const, ...(text === undefined ? {} : { text }), usage, report };
  return error ? { ...base, error } : { ...base, data };
}
