import type { AgentReport } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";
import type { ExecuteContext, TripContext } from "../contracts/middleware.ts";
import type { ModelResponse } from "../contracts/model.ts";
import { AgentExecutionError } from "../core/errors/agent-errors.ts";
import type { RunOutcome } from "../core/run.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { toResult } from "./agent-result.ts";
import { hideMessages } from "./hide-messages.ts";
import { middlewareContext } from "./middleware-context.ts";
import { revealed, revealing } from "./revealed.ts";
import { runHooks } from "./run-hooks.ts";
import { type Shown, shownBy } from "./shown.ts";

/** Runs the loop inside the `execute` hooks of the agent's middleware. */
export function runInHooks(
  execution: AgentExecution,
  loop: (execution: AgentExecution) => Promise<RunOutcome<unknown>>,
): Promise<RunOutcome<unknown>> {
  const { run, call, definition, messages } = execution;
  const { input } = call;
  const shared = middlewareContext(execution);
  execution.border = {
    hide: () => hideMessages(execution),
    reveal: (result) => revealed(definition, result),
  };
  // A resumed run has its conversation already, the part that was kept elsewhere as it was given now.
  const { at, count } = call.saved?.snapshot.history ?? { at: 0, count: 0 };
  const history = call.saved ? messages.slice(at, at + count) : (call.options.history ?? []);
  const context: ExecuteContext = { ...shared, input, history };
  return runHooks(execution, {
    level: (middleware) => middleware.execute,
    context,
    work: async () => {
      if (context.input !== input || context.history !== history) {
        const { input, history } = context;
        execution.call = { ...call, input, options: { ...call.options, history } };
        Object.assign(shared, { input });
        if (history.length === count) messages.splice(at, count, ...history);
        else if (count > 0) throw anotherHistory(count, history.length);
      }
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

function anotherHistory(count: number, now: number): AgentExecutionError {
  return new AgentExecutionError(
    `The history of the resumed run has ${count} messages, and a hook made ${now} of them. Change messages of a resumed run, but not how many there are.`,
  );
}

/** Makes the model call of a trip with the messages it shall see; what is streamed of the answer passes the hooks. */
export type Ask = (messages: readonly Message[], shown?: Shown) => Promise<ModelResponse>;

/** Makes one model call inside the `trip` hooks, and shows in a stream what was held back or came from a hook. */
export async function askInHooks(
  execution: AgentExecution,
  tripIndex: number,
  ask: Ask,
): Promise<ModelResponse> {
  const { call, events, holdsOutput, messages, modelOptions, structured } = execution;
  const context: TripContext = {
    ...middlewareContext(execution),
    tripIndex,
    messages,
    structured: structured !== undefined,
    options: modelOptions,
  };
  let isUnseen = true;
  const response = await runHooks(execution, {
    level: (middleware) => middleware.trip,
    context,
    work: async () => {
      const answer = await ask(context.messages, call.sink && shownBy(execution.definition, context));
      isUnseen = holdsOutput;
      return answer;
    },
    signal: call.signal,
  });
  if (isUnseen && call.sink && response.content !== "" && events.active) {
    const stage = await revealing(execution);
    const delta = stage ? stage.push(response.content) + stage.end() : response.content;
    events.emit({ type: "agent.trip.streaming", ...execution.at(tripIndex), delta });
  }
  return response;
}
