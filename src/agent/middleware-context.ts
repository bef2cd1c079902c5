import type { MiddlewareContext } from "../contracts/middleware.ts";
import type { AgentExecution } from "./agent-execution.ts";

/** What the hooks of a run share. */
export function middlewareContext(execution: AgentExecution): MiddlewareContext {
  const { call, definition, durable, log, report, run } = execution;
  execution.context ??= {
    agent: { name: definition.name },
    model: definition.config.model,
    input: call.input,
    runId: run.runId,
    rootRunId: run.rootRunId,
    sessionId: run.sessionId,
    signal: run.signal,
    spent: durable?.spent ?? run.usage,
    state: new Map(),
    warn: (message, details) => log?.warn(message, details),
    annotate(name, value) {
      report.annotations = { ...report.annotations, [name]: value };
    },
  };
  return execution.context;
}
