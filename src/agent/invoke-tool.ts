import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall, ToolContract } from "../contracts/tool.ts";
import type { AmbientRun } from "../core/ambient.ts";
import type { BaseReport } from "../core/report.ts";
import type { Run } from "../core/run.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { Turn } from "./dispatch-tools.ts";

/** What a tool gets, and what its report shows in place of that where it is to be hidden. */
export interface ToolArguments {
  readonly input: unknown;
  readonly reportedInput?: unknown;
}

/**
 * Runs one tool. Never rejects; the report joins the run when the whole turn is done, in the order of the calls.
 *
 * @param given what hooks made of the arguments of the call.
 */
export async function invokeTool(
  execution: AgentExecution,
  tool: ToolContract,
  call: ToolCallRequest,
  turn: Turn,
  given: ToolArguments = { input: call.input },
): Promise<ToolCall> {
  const { run, artifacts } = execution;
  const { tripIndex, messages, signal } = turn;
  const slot = recordSlot(run);
  slot.around = { execution, call, turn, agents: [] };
  const { input, ...reported } = given;
  const invocation = await tool.invoke(input, {
    ...reported,
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
  around?: CallAround;
}

/** The call of a tool that may be an agent, or run some. */
export interface CallAround {
  readonly execution: AgentExecution;
  readonly call: ToolCallRequest;
  readonly turn: Turn;
  /** The names of the agents below it that have asked for approvals. */
  readonly agents: string[];
}

/** The call that a run is below of, of the agent that is nearest. */
export function callAround(parent: AmbientRun | undefined): CallAround | undefined {
  let above: (AmbientRun & Partial<Pick<RecordSlot, "around"> & Pick<Run, "parent">>) | undefined = parent;
  while (above && !above.around) above = above.parent;
  return above?.around;
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
