import type { AgentEvent, AgentReport, AgentResult } from "../contracts/agent.ts";
import { getAIConfig } from "../core/config.ts";
import { EventDispatcher } from "../core/events.ts";
import { run } from "../core/run.ts";
import type { AgentDefinition } from "./agent-config.ts";
import { type AgentCall, AgentExecution, type OpenAgentReport } from "./agent-execution.ts";
import { toResult } from "./agent-result.ts";
import { durable, onDemand } from "./load-on-demand.ts";
import { runTrips } from "./run-trips.ts";

/** Runs one call of an agent: envelope, events, `execute` hooks. Never rejects. */
export async function runAgent(definition: AgentDefinition, call: AgentCall): Promise<AgentResult<unknown>> {
  const { config, name } = definition;
  const logger = config.logger ?? getAIConfig().logger;
  // A run whose log cannot be loaded goes on without.
  const parts = logger && (await Promise.resolve(onDemand()).catch(() => undefined));
  const log = logger && parts?.agentLog(definition, logger);
  const events = new EventDispatcher<AgentEvent>({
    tiers: [config.on, call.subscriptions, call.options.on, call.sink?.handlers],
    sinks: [...(call.sink ? [call.sink.emit] : []), ...(log ? [log.sink] : [])],
    onHandlerError: (event, error) => log?.handlerFailed(event, error),
  });
  let execution: AgentExecution | undefined;
  const { outcome, report } = await run<unknown, OpenAgentReport>(
    "agent",
    {
      name,
      version: config.version,
      runId: call.options.runId,
      parent: call.parent,
      sessionId: call.options.sessionId,
      signal: call.signal,
      observe: config.observe,
      failure: async (cause) => (await onDemand()).agentFailure(cause, call.signal),
    },
    () => ({ type: "agent", model: { name: config.model.name, provider: config.model.provider }, trips: [] }),
    async (context, fields) => {
      const { runId, rootRunId } = context;
      if (events.active) events.emit({ type: "agent.starting", runId, rootRunId, input: call.input });
      const whole =
        config.memory || config.skills ? await (await onDemand()).withFeatures(definition) : definition;
      execution = new AgentExecution(whole, call, context, fields, events, log);
      // Whoever called it calls it again after a crash: a drain that took it up as well would have it run twice.
      const isNested = call.parent && call.options.runId === undefined;
      const options = call.options.durable ?? (isNested ? undefined : config.durable);
      if (options) execution.durable = (await durable()).beginDurable(execution, options, call.saved);
      return whole.middleware.some((middleware) => middleware.execute)
        ? (await onDemand()).runInHooks(execution, runTrips)
        : runTrips(execution);
    },
  );
  const lost = await execution?.durable?.end(outcome);
  const own = toResult({ text: execution?.text, ...outcome, ...lost }, report as AgentReport);
  const result = (await execution?.border?.reveal(own)) ?? own;
  if (events.active) {
    const ids = { runId: report.runId, rootRunId: report.rootRunId };
    if (result.error) events.emit({ type: "agent.error", ...ids, error: result.error });
    else events.emit({ type: "agent.completed", ...ids, result });
  }
  return result;
}
