import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolHookContext, ToolOutcome } from "../contracts/middleware.ts";
import type { ToolCall, ToolContract } from "../contracts/tool.ts";
import { run, statusOf } from "../core/run.ts";
import { callFields } from "../tool/call-fields.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { agentFailure } from "./agent-failure.ts";
import type { Turn } from "./dispatch-tools.ts";
import { invokeTool, recordSlot } from "./invoke-tool.ts";
import { middlewareContext } from "./middleware-context.ts";
import { RunApprovals } from "./run-approvals.ts";
import { runHooks } from "./run-hooks.ts";
import { refuse } from "./tool-refusals.ts";

/**
 * Settles a call that is more than running its tool: one that has a result from before, one that is refused, or a tool with
 * hooks around it.
 *
 * @param tool the tool to run; missing where the call is refused.
 * @returns the record of how the call ended in the eyes of the model. Where a hook ends the run, `turn.stopped` says why.
 */
export async function settleCall(
  execution: AgentExecution,
  tool: ToolContract | undefined,
  call: ToolCallRequest,
  turn: Turn,
): Promise<ToolCall> {
  execution.approvals ??= new RunApprovals(execution);
  const kept = execution.approvals.kept(call, turn);
  if (kept) return recordOf(execution, call, turn, kept);
  if (!tool || call.unreadable)
    return recordOf(execution, call, turn, refuse(execution, call, turn.tripIndex));
  let record: ToolCall | undefined;
  const shared = middlewareContext(execution);
  const context: ToolHookContext = {
    ...shared,
    // A call that is stopped with its siblings stops its hooks, too.
    signal: turn.signal ?? shared.signal,
    tripIndex: turn.tripIndex,
    tool,
    toolCall: call,
    toolArgs: call.input,
    messages: turn.messages,
    approvals: execution.approvals.of(call, turn),
  };
  const work = async (): Promise<ToolOutcome> => {
    const { toolArgs } = context;
    const given =
      "hiddenArgs" in context ? { input: context.hiddenArgs, reportedInput: toolArgs } : { input: toolArgs };
    record = await invokeTool(execution, tool, call, turn, given);
    return { ...record, data: record.output };
  };
  let outcome: ToolOutcome;
  try {
    const { signal } = turn;
    outcome = await runHooks(execution, { level: (middleware) => middleware.tool, context, work, signal });
  } catch (cause) {
    const error = agentFailure(cause);
    // What waits for a person stops nothing beside it.
    if (error.code !== "INTERRUPT_SUSPENDED") turn.stopped = error;
    outcome = { error };
  }
  if (!record) return recordOf(execution, call, turn, outcome);
  if (record.output === outcome.data && record.error === outcome.error) return record;
  const { error: _error, output: _output, ...rest } = record;
  const status = statusOf(outcome.error);
  return outcome.error
    ? { ...rest, status, error: outcome.error }
    : { ...rest, status, output: outcome.data };
}

/** The record of a call whose tool did not run itself. */
async function recordOf(
  execution: AgentExecution,
  call: ToolCallRequest,
  turn: Turn,
  outcome: ToolOutcome,
): Promise<ToolCall> {
  const { report } = await run(
    "tool",
    {
      name: call.name,
      parent: recordSlot(execution.run),
      observe: false,
      failure: async (cause) => agentFailure(cause),
    },
    () => callFields(call.input, { tripIndex: turn.tripIndex, toolCallId: call.id }),
    async (_context, fields) => {
      if (outcome.error) return { error: outcome.error };
      fields.output = outcome.data;
      return {};
    },
  );
  return report;
}
