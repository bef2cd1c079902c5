import type { AgentEvent, AgentReport, AgentResult } from "../contracts/agent.ts";
import { ambientRun } from "../core/ambient.ts";
import { getAIConfig } from "../core/config.ts";
import { AgentCancelledError } from "../core/errors/agent-errors.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import { EventDispatcher } from "../core/events.ts";
import { cancellation, type RunOutcome, run } from "../core/run.ts";
import type { AgentDefinition } from "./agent-config.ts";
import { type AgentCall, AgentExecution, type OpenAgentReport } from "./agent-execution.ts";
import { agentFailure } from "./agent-failure.ts";
import { runHooks } from "./run-hooks.ts";
import { runTrips } from "./run-trips.ts";

/** Runs one call of an agent: envelope, events, `execute` hooks. Never rejects. */
export async function runAgent(definition: AgentDefinition, call: AgentCall): Promise<AgentResult<unknown>> {
  const { config, name } = definition;
  // Whose callback this is can be told only now: the log may take a moment to load.
  const parent = call.options.parent ?? ambientRun();
  const logger = config.logger ?? getAIConfig().logger;
  const log = logger && (await import("./on-demand.ts")).agentLog(definition, logger);
  const events = new EventDispatcher<AgentEvent>({
    tiers: [config.on, call.subscriptions, call.options.on, call.sink?.handlers],
    sinks: [...(call.sink ? [call.sink.emit] : []), ...(log ? [log.sink] : [])],
    onHandlerError: (event, error) => log?.handlerFailed(event, error),
  });
  const { outcome, report } = await run<unknown, OpenAgentReport>(
    "agent",
    {
      name,
      version: config.version,
      parent,
      sessionId: call.options.sessionId,
      signal: call.signal,
      observe: config.observe,
      failure: (cause) => agentError(cause, call.signal),
    },
    () => ({ type: "agent", model: { name: config.model.name, provider: config.model.provider }, trips: [] }),
    (context, fields) =>
      body(new AgentExecution(definition, call, context, fields, events, log?.warn ?? ignore)),
  );
  const result = toResult(outcome, report as AgentReport);
  if (events.active) {
    const ids = { runId: report.runId, rootRunId: report.rootRunId };
    if (result.error) events.emit({ type: "agent.error", ...ids, error: result.error });
    else events.emit({ type: "agent.completed", ...ids, result });
  }
  return result;
}

async function body(execution: AgentExecution): Promise<RunOutcome<unknown>> {
  const { run: context, call, definition, events } = execution;
  if (events.active) {
    events.emit({
      type: "agent.starting",
      runId: context.runId,
      rootRunId: context.rootRunId,
      input: call.input,
    });
  }
  const toError = (cause: unknown): AIError => agentError(cause, call.signal);
  const work = async (): Promise<RunOutcome<unknown>> => {
    try {
      return await runTrips(execution);
    } catch (cause) {
      return { error: toError(cause), text: execution.text };
    }
  };
  const hooks = definition.middleware.flatMap((middleware) => middleware.execute ?? []);
  if (hooks.length === 0) return work();
  try {
    return await runHooks(
      hooks,
      execution.middlewareContext,
      async () => {
        const outcome = await work();
        // Hooks after the work look at the report; it is closed again when they are done.
        context.settle(outcome);
        if (outcome.error) throw outcome.error;
        return toResult(outcome, context.report as unknown as AgentReport);
      },
      toError,
    );
  } catch (cause) {
    return { error: toError(cause), text: execution.text };
  }
}

function toResult(outcome: RunOutcome<unknown>, report: AgentReport): AgentResult<unknown> {
  const { error, text, data } = outcome;
  const base = {
    type: "agent" as const,
    ...(text === undefined ? {} : { text }),
    usage: report.usage,
    report,
  };
  return error ? { ...base, error } : { ...base, data };
}

function ignore(): void {}

/** Whatever went wrong, as an error of the agent; a stopped run is a stopped run, whatever the stop broke. */
function agentError(cause: unknown, signal: AbortSignal | undefined): AIError {
  if (signal?.aborted) {
    const details = cancellation(signal);
    const why = details.reason === undefined ? "" : ` Reason: ${details.reason}`;
    return new AgentCancelledError(`The run was cancelled.${why}`, details);
  }
  return agentFailure(cause);
}
