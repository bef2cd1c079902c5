import type { ToolInfo } from "../contracts/agent.ts";
import type { Message, ToolCallRequest } from "../contracts/message.ts";
import type { ToolHookContext, ToolOutcome } from "../contracts/middleware.ts";
import type { ToolCall, ToolContract, ToolInvokeOptions } from "../contracts/tool.ts";
import { type LinkedSignal, linkSignal } from "../core/abort.ts";
import type { AmbientRun } from "../core/ambient.ts";
import type { BaseReport } from "../core/report.ts";
import { type Run, run } from "../core/run.ts";
import { callFields } from "../tool/tool.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { agentFailure } from "./agent-failure.ts";
import { runHooks } from "./run-hooks.ts";
import { toolMessage } from "./tool-message.ts";

/** How the tools of a turn ended. */
export interface Dispatched {
  /** Every call was of a silent tool: the run is over. */
  readonly silent: boolean;
}

/**
 * Runs the tools that a turn called, side by side up to the agent's cap, and adds their results to the conversation in the
 * order of the calls. A hook that throws stops the others and the run; a tool that throws is told to the model.
 *
 * @param last whether the model gets no further turn; then only a turn of silent calls is run.
 */
export async function dispatchTools(
  execution: AgentExecution,
  calls: readonly ToolCallRequest[],
  tripIndex: number,
  last: boolean,
): Promise<Dispatched> {
  const { definition, messages, run: parent } = execution;
  const silent = calls.every((call) => definition.toolsByName.get(call.name)?.mode === "silent");
  if (last && !silent) return { silent: false };
  const shared = messages.slice();
  const stop = execution.toolHooks.length > 0 ? linkSignal(execution.call.signal) : undefined;
  const records: (ToolCall | undefined)[] = calls.map(() => undefined);
  try {
    await inParallel(calls, definition.toolConcurrency, stop, async (call, index) => {
      const turn = { tripIndex, messages: shared, signal: stop?.signal ?? execution.call.signal };
      records[index] = await dispatch(execution, call, turn, index < definition.maxToolCallsPerTrip);
    });
  } finally {
    stop?.release();
    for (const record of records) if (record) parent.adopt(record);
  }
  for (const [index, call] of calls.entries()) {
    const record = records[index];
    if (record) messages.push(toolMessage(call, record, definition));
  }
  if (calls.every((call) => definition.toolsByName.has(call.name))) execution.unknownCalls = 0;
  else (await import("./on-demand.ts")).stopRepeatedUnknown(execution, calls, tripIndex);
  return { silent };
}

interface Turn {
  readonly tripIndex: number;
  readonly messages: readonly Message[];
  readonly signal: AbortSignal | undefined;
}

async function dispatch(
  execution: AgentExecution,
  call: ToolCallRequest,
  turn: Turn,
  allowed: boolean,
): Promise<ToolCall> {
  const { events, definition } = execution;
  const tool = definition.toolsByName.get(call.name);
  const info = events.active ? toolInfo(call, tool) : undefined;
  const at = execution.at(turn.tripIndex);
  if (info)
    events.emit({ type: "agent.tool.calling", ...at, tool: info, toolCallId: call.id, input: call.input });
  const record =
    tool && allowed && !call.unreadable
      ? await invokeInHooks(execution, tool, call, turn)
      : await recordOf(
          execution,
          call,
          turn,
          (await import("./on-demand.ts")).refuse(execution, call, turn.tripIndex),
        );
  if (!info) return record;
  const { type: _type, ...fields } = record;
  if (record.error) {
    const { error } = record;
    events.emit({
      type: "agent.tool.failed",
      ...at,
      tool: info,
      toolCallId: call.id,
      input: call.input,
      error,
    });
  } else events.emit({ ...fields, type: "agent.tool.called", ...at, tool: info, call: record });
  return record;
}

/** Runs one tool inside its hooks and returns the record of how the call ended in the eyes of the model. */
async function invokeInHooks(
  execution: AgentExecution,
  tool: ToolContract,
  call: ToolCallRequest,
  turn: Turn,
): Promise<ToolCall> {
  const slot = recordSlot(execution.run);
  const options: ToolInvokeOptions = {
    parent: slot,
    signal: turn.signal,
    sessionId: execution.run.sessionId,
    toolCallId: call.id,
    tripIndex: turn.tripIndex,
    messages: turn.messages,
    artifacts: execution.artifacts,
  };
  let outcome: ToolOutcome;
  if (execution.toolHooks.length === 0) outcome = await tool.invoke(call.input, options);
  else {
    const context: ToolHookContext = {
      ...execution.middlewareContext,
      tripIndex: turn.tripIndex,
      tool,
      toolCall: call,
      toolArgs: call.input,
      messages: turn.messages,
    };
    outcome = await runHooks<ToolHookContext, ToolOutcome>(
      execution.toolHooks,
      context,
      () => tool.invoke(call.input, options),
      agentFailure,
    );
  }
  const { record } = slot;
  if (!record) return recordOf(execution, call, turn, outcome);
  if (record.output === outcome.data && record.error === outcome.error) return record;
  const { error: _error, output: _output, ...rest } = record;
  return outcome.error
    ? { ...rest, status: "failed", error: outcome.error }
    : { ...rest, status: "completed", output: outcome.data };
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
      failure: agentFailure,
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

/** Stands between the run and a tool's report, so that reports join the run in the order of the calls. */
interface RecordSlot extends AmbientRun {
  record: ToolCall | undefined;
}

function recordSlot(run: Run): RecordSlot {
  const slot: RecordSlot = {
    runId: run.runId,
    rootRunId: run.rootRunId,
    sessionId: run.sessionId,
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

/** Works through the items, some at once. The first failure aborts the rest; it is thrown when all have settled. */
async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  stop: LinkedSignal | undefined,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next;
      next += 1;
      try {
        await work(items[index] as Item, index);
      } catch (error) {
        failures.push(error);
        stop?.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

function toolInfo(call: ToolCallRequest, tool: ToolContract | undefined): ToolInfo {
  const action = tool?.action(call.input);
  return {
    name: call.name,
    description: tool?.description ?? "",
    ...(action === undefined ? {} : { action }),
  };
}
