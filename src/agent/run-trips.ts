import type { LLMTrip } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";
import type { ModelResponse } from "../contracts/model.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { elapsed, type RunOutcome } from "../core/run.ts";
import { costOf, type Usage } from "../core/usage.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { callModel } from "./call-model.ts";
import { type Dispatched, dispatchTools } from "./dispatch-tools.ts";
import { harnessTurns, onDemand } from "./load-on-demand.ts";
import { prepareMessages } from "./prepare-messages.ts";
import type { Ask } from "./run-in-hooks.ts";
import { withoutSettled } from "./without-settled.ts";

/** The loop: asks the model, runs the tools it calls, and asks again, until it answers. */
export async function runTrips(execution: AgentExecution): Promise<RunOutcome<unknown>> {
  const { definition, report, call, durable, messages } = execution;
  const turns = definition.config.harness && (await harnessTurns());
  try {
    if (messages.length === 0) await prepareMessages(execution);
    let { input, repairs } = durable?.next ?? {
      input: call.input,
      repairs: call.options.repair ? (call.options.repair.maxAttempts ?? 1) : definition.repairAttempts,
    };
    for (let trip = report.trips.length; trip < definition.maxTrips; trip += 1) {
      call.signal?.throwIfAborted();
      await turns?.beforeTrip(execution);
      await durable?.checkpoint({ trip, input, repairs });
      const last = trip + 1 === definition.maxTrips;
      const { response, dispatched } = await runTrip(execution, trip, input, last);
      if (dispatched && !dispatched.silent) {
        input = "[tool results]";
        continue;
      }
      const { structured } = execution;
      const error = execution.approvals?.refusal;
      if (!structured) return { text: response.content, error };
      const { askForRepair, readOutput } = await onDemand();
      const answer = await readOutput(structured, response.content);
      if (!answer.error) return { data: answer.value, text: response.content, error };
      if (repairs <= 0 || last || dispatched) return { error: answer.error, text: response.content };
      repairs -= 1;
      input = askForRepair(execution, trip, answer.error);
    }
    throw (await onDemand()).maxTripsError(definition.maxTrips);
  } finally {
    if (execution.approvals) await execution.approvals.atRest();
    if (definition.config.captureMessages) {
      const { captureMessages } = await onDemand();
      report.messages = captureMessages(execution.messages);
    }
    await turns?.afterTrips(execution);
  }
}

interface Trip {
  readonly response: ModelResponse;
  /** Missing where the model called no tool. */
  readonly dispatched: Dispatched | undefined;
}

async function runTrip(
  execution: AgentExecution,
  index: number,
  input: string,
  last: boolean,
): Promise<Trip> {
  const { events, messages, report } = execution;
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  let response: ModelResponse | undefined;
  let failure: AIError | undefined;
  const spent: Spent = { usage: { input: 0, output: 0, total: 0 } };
  if (events.active) events.emit({ type: "agent.trip.started", ...execution.at(index), input });
  try {
    response = withoutSettled(await askModel(execution, index, spent));
    execution.text = response.content;
    const calls = response.toolCalls ?? [];
    // Providers refuse an empty turn when they get it back.
    if (response.content !== "" || calls.length > 0) messages.push(assistantMessage(response));
    const { finishReason } = response;
    if (finishReason !== "stop" && finishReason !== "tool_calls") {
      (await onDemand()).refuseBrokenEnd(response);
    }
    await execution.durable?.answered(response, spent.usage);
    if (calls.length === 0) return { response, dispatched: undefined };
    return { response, dispatched: await dispatchTools(execution, calls, index, last) };
  } catch (cause) {
    if (AIError.is(cause)) failure = cause;
    // A page that cannot reach the provider cannot load the rest of this package either: then the error stays as it is.
    try {
      failure = (await onDemand()).agentFailure(cause, execution.call.signal);
    } catch {}
    throw failure ?? cause;
  } finally {
    const trip: LLMTrip = {
      index,
      input,
      output: response?.content ?? "",
      finishReason: response?.finishReason ?? "error",
      startedAt,
      endedAt: new Date().toISOString(),
      duration: elapsed(begun),
      usage: spent.usage,
      ...(response?.toolCalls?.length ? { toolCalls: response.toolCalls } : {}),
      ...(failure ? { error: failure } : {}),
    };
    report.trips.push(trip);
    if (events.active) events.emit({ type: "agent.trip.completed", ...execution.at(index), trip });
  }
}

/** What the model call of a trip used: nothing where a hook answered, unknown (`{}`) where the call failed. */
interface Spent {
  usage: Usage;
}

/** One model call inside its hooks; its usage is priced and counted once, whatever the hooks make of the answer. */
async function askModel(execution: AgentExecution, index: number, spent: Spent): Promise<ModelResponse> {
  const kept = execution.durable?.takeAnswer();
  if (kept) spent.usage = kept.usage ?? {};
  if (kept) return kept;
  const ask: Ask = async (messages, shown) => {
    let own: ModelResponse | undefined;
    try {
      own = priced(await callModel(execution, messages, index, shown), execution);
      return own;
    } finally {
      spent.usage = own?.usage ?? {};
      execution.run.spend(own?.usage);
    }
  };
  return execution.hasTripHooks
    ? (await onDemand()).askInHooks(execution, index, ask)
    : ask(execution.messages);
}

function priced(response: ModelResponse, execution: AgentExecution): ModelResponse {
  const { usage } = response;
  if (!usage || "cost" in usage) return response;
  const cost = costOf(usage, execution.definition.config.model.pricing);
  const withCost: Usage = cost ? { ...usage, cost } : usage;
  return cost ? { ...response, usage: withCost } : response;
}

function assistantMessage(response: ModelResponse): Message {
  const { content, reasoning, toolCalls, providerMetadata } = response;
  const text = content === "" ? [] : [{ type: "text" as const, text: content }];
  return {
    role: "assistant",
    content: reasoning?.length ? [...reasoning, ...text] : content,
    ...(toolCalls?.length ? { toolCalls } : {}),
    ...(providerMetadata ? { providerMetadata } : {}),
  };
}
