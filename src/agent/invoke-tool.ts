import type { GivenApprovals } from "../contracts/interrupt.ts";
import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall, ToolContract } from "../contracts/tool.ts";
import type { AmbientRun } from "../core/ambient.ts";
import type { BaseReport } from "../core/report.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { Turn } from "./dispatch-tools.ts";

/**
 * Runs one tool, with hidden arguments where a hook gave some: the report shows those of the call then. Never rejects; the report joins the run when the whole turn is done, in the order of the
 * calls.
 */
export async function invokeTool(
  { run, artifacts, call: { options } }: AgentExecution,
  tool: ToolContract,
  call: ToolCallRequest,
  { tripIndex, messages, signal }: Turn,
  hidden?: { readonly input: unknown },
): Promise<ToolCall> {
  const slot = recordSlot(run);
  slot.approvals = options.approvals;
  const { input } = hidden ?? call;
  const invocation = await tool.invoke(input, {
    ...(hidden && { reportedInput: call.input }),
    tripIndex,
    messages,
    signal,
    parent: slot,
    sessionId: run.sessionId,
    toolCallId: call.id,
    artifacts,
  });
  return slot.record ?? invocation;
}

/** Stands between the run and a tool's report, and keeps the report. */
export interface RecordSlot extends AmbientRun {
  record: ToolCall | undefined;
  /** Decisions that came with the run: they may be on calls of an agent that is a tool of it. */
  approvals?: GivenApprovals | undefined;
}

export function recordSlot(run: AmbientRun): RecordSlot {
  const { runId, rootRunId, sessionId } = run;
  const slot: RecordSlot = {
    runId,
    rootRunId,
    sessionId,
    record: undefined,
    adopt: (report) => {
      if (isToolCall(report)) slot.record = report;
    },
    spend: (usage) => run.spend(usage),
  };
  return slot;
}

function isToolCall(report: BaseReport): report is ToolCall {
  return report.type === "tool";
}
