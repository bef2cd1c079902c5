import type { ToolInfo } from "../contracts/agent.ts";
import type { Message, ToolCallRequest } from "../contracts/message.ts";
import type { ToolCall, ToolContract } from "../contracts/tool.ts";
import { abortable, type LinkedSignal, linkSignal } from "../core/abort.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { invokeTool } from "./invoke-tool.ts";
import { onDemand } from "./load-on-demand.ts";
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
  const { definition, durable, messages, run: parent } = execution;
  const silent = calls.every((call) => definition.toolsByName.get(call.name)?.mode === "silent");
  if (last && !silent) return { silent: false };
  const shared = messages.slice();
  const stop = execution.hasToolHooks ? linkSignal(execution.call.signal) : undefined;
  const settled: (Settled | undefined)[] = calls.map(() => undefined);
  try {
    await inParallel(calls, definition.toolConcurrency, stop, async (call, index) => {
      const signal = stop?.signal ?? execution.call.signal;
      const turn: Turn = { tripIndex, messages: shared, signal, stopped: undefined };
      settled[index] =
        durable?.settled(call) ??
        (await settle(execution, call, turn, index < definition.maxToolCallsPerTrip));
      if (turn.stopped) throw turn.stopped;
    });
  } finally {
    stop?.release();
    for (const one of settled) if (one) parent.adopt(one.record);
  }
  for (const one of settled) if (one) messages.push(one.message);
  if (settled.some((one) => one?.record.status === "awaiting-approval")) {
    await (await onDemand()).suspend(execution, settled);
  }
  if (calls.every((call) => definition.toolsByName.has(call.name))) execution.unknownCalls = 0;
  else (await onDemand()).stopRepeatedUnknown(execution, calls, tripIndex);
  return { silent };
}

/** Where a call stands: its trip, the conversation up to it, and what stops it. */
export interface Turn {
  readonly tripIndex: number;
  readonly messages: readonly Message[];
  readonly signal: AbortSignal | undefined;
  /** Why a hook around the call ends the run. */
  stopped: AIError | undefined;
}

/** How a call ended: its record, and what the model hears of it. */
export interface Settled {
  readonly record: ToolCall;
  readonly message: Message;
}

async function settle(
  execution: AgentExecution,
  call: ToolCallRequest,
  turn: Turn,
  allowed: boolean,
): Promise<Settled> {
  const record = await dispatch(execution, call, turn, allowed);
  const settled = { record, message: await toolMessage(call, record, execution.definition) };
  await execution.durable?.called(settled, turn);
  return settled;
}

async function dispatch(
  execution: AgentExecution,
  call: ToolCallRequest,
  turn: Turn,
  allowed: boolean,
): Promise<ToolCall> {
  const { events, definition } = execution;
  const tool = definition.toolsByName.get(call.name);
  let info: ToolInfo | undefined;
  if (events.active) {
    const action = tool?.action(call.input);
    info = toolInfo(call, tool, action instanceof Promise ? await labelOf(action, turn.signal) : action);
  }
  const at = execution.at(turn.tripIndex);
  if (info)
    events.emit({ type: "agent.tool.calling", ...at, tool: info, toolCallId: call.id, input: call.input });
  const plain = tool && allowed && !call.unreadable && !execution.hasToolHooks && !execution.isResumed;
  const record = plain
    ? await invokeTool(execution, tool, call, turn)
    : await (await onDemand()).settleCall(execution, allowed ? tool : undefined, call, turn);
  if (!info) return record;
  const { type: _type, ...fields } = record;
  if (record.error) (await onDemand()).tellFailure(execution, info, call, record);
  else events.emit({ ...fields, type: "agent.tool.called", ...at, tool: info, call: record });
  return record;
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
  // Most turns call one tool.
  if (items.length === 1) await worker();
  else await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** The label, unless the run is stopped before it is known. */
function labelOf(action: Promise<string | undefined>, signal?: AbortSignal): Promise<string | undefined> {
  return abortable(action, signal).catch(() => undefined);
}

function toolInfo(call: ToolCallRequest, tool: ToolContract | undefined, action?: string): ToolInfo {
  return {
    name: call.name,
    description: tool?.description ?? "",
    ...(action === undefined ? {} : { action }),
  };
}
