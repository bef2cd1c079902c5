import type { AgentReport } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";
import type { TripContext } from "../contracts/middleware.ts";
import type { ModelResponse } from "../contracts/model.ts";
import type { RunOutcome } from "../core/run.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { toResult } from "./agent-result.ts";
import { runHooks } from "./run-hooks.ts";

/** Runs the loop inside the `execute` hooks of the agent's middleware. */
export function runInHooks(
  execution: AgentExecution,
  loop: (execution: AgentExecution) => Promise<RunOutcome<unknown>>,
): Promise<RunOutcome<unknown>> {
  const { run, call } = execution;
  return runHooks(execution, {
    level: (middleware) => middleware.execute,
    context: execution.middlewareContext,
    work: async () => {
      const outcome = await loop(execution);
      // Hooks after the work look at the report; it is closed again when they are done.
      run.settle(outcome);
      if (outcome.error) throw outcome.error;
      // From here on the text is part of the result: a hook that refuses the result refuses it, too.
      execution.text = undefined;
      return toResult(outcome, run.report as unknown as AgentReport);
    },
    signal: call.signal,
  });
}

/** Makes the model call of a trip with the messages it shall see. */
export type Ask = (messages: readonly Message[]) => Promise<ModelResponse>;

/** Makes one model call inside the `trip` hooks, and shows in a stream what was held back or came from a hook. */
export async function askInHooks(
  execution: AgentExecution,
  tripIndex: number,
  ask: Ask,
): Promise<ModelResponse> {
  const { call, events, holdsOutput, messages, middlewareContext } = execution;
  const context: TripContext = { ...middlewareContext, tripIndex, messages };
  let isUnseen = true;
  const response = await runHooks(execution, {
    level: (middleware) => middleware.trip,
    context,
    work: async () => {
      const answer = await ask(context.messages);
      isUnseen = holdsOutput;
      return answer;
    },
    signal: call.signal,
  });
  if (isUnseen && call.sink && response.content !== "" && events.active) {
    events.emit({ type: "agent.trip.streaming", ...execution.at(tripIndex), delta: response.content });
  }
  return response;
}
