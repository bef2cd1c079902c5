import type { AgentEvent } from "../contracts/agent.ts";
import type { AgentMiddleware, MiddlewareContext } from "../contracts/middleware.ts";
import { type LogEntry, writeLogEntry } from "../core/log-entry.ts";
import type { Logger } from "../core/logger.ts";
import type { AgentDefinition } from "./agent-config.ts";

/** The log of one agent run. */
export interface AgentLog {
  /** Writes an event. */
  readonly sink: (event: AgentEvent) => void;
  readonly warn: MiddlewareContext["warn"];
  /** Writes down that a hook took a decision, unless its middleware wants no log. */
  readonly decided: (middleware: AgentMiddleware, decision: string) => void;
  readonly handlerFailed: (event: AgentEvent, error: unknown) => void;
}

/** The log of an agent's run, written to a logger. */
export function agentLog(definition: AgentDefinition, logger: Logger): AgentLog {
  const module = `ai.agent.${definition.name}`;
  const write = (entry: LogEntry | undefined): void => {
    if (entry) writeLogEntry(logger, module, entry);
  };
  return {
    sink: (event) => write(entryOf(event, definition)),
    warn: (message, context = {}) => write({ level: "warn", action: "middleware.warned", message, context }),
    decided: ({ name, log = true }, decision) => {
      const message = `the middleware "${name}" ${decision}`;
      if (log)
        write({ level: "debug", action: "middleware.decided", message, context: { middleware: name } });
    },
    handlerFailed: (event, error) =>
      write({
        level: "warn",
        action: "handler.failed",
        message: `a handler of ${event.type} threw`,
        context: { error: error instanceof Error ? error.message : error },
      }),
  };
}

/** The log entry of an event. Deltas are not logged: the end of their trip says the same at a readable volume. */
function entryOf(event: AgentEvent, definition: AgentDefinition): LogEntry | undefined {
  switch (event.type) {
    case "agent.starting":
      return {
        level: "info",
        action: "agent.starting",
        message: "agent starting",
        context: {
          inputLength: event.input.length,
          model: definition.config.model.name,
          maxTrips: definition.maxTrips,
        },
      };
    case "agent.trip.started":
      return {
        level: "debug",
        action: "trip.started",
        message: "trip started",
        context: { tripIndex: event.tripIndex },
      };
    case "agent.trip.completed": {
      const { index, finishReason, usage, duration } = event.trip;
      return {
        level: "debug",
        action: "trip.completed",
        message: "trip completed",
        context: { tripIndex: index, finishReason, usage, duration },
      };
    }
    case "agent.tool.calling":
      return {
        level: "debug",
        action: "tool.calling",
        message: event.tool.action ?? `calling ${event.tool.name}`,
        context: { tool: event.tool.name, action: event.tool.action, tripIndex: event.tripIndex },
      };
    case "agent.tool.called":
      return {
        level: "success",
        action: "tool.called",
        message: `${event.tool.name} returned`,
        context: { tool: event.tool.name, duration: event.duration, tripIndex: event.tripIndex },
      };
    case "agent.tool.failed":
      return {
        level: "warn",
        action: "tool.failed",
        message: `${event.tool.name} failed`,
        context: { tool: event.tool.name, code: event.error.code, tripIndex: event.tripIndex },
      };
    case "agent.tool.suspended":
      return {
        level: "info",
        action: "tool.suspended",
        message: `${event.tool.name} waits for a decision`,
        context: { tool: event.tool.name, tripIndex: event.tripIndex },
      };
    case "agent.approval.requested": {
      const { interruptId, toolName } = event.request;
      return {
        level: "info",
        action: "approval.requested",
        message: `asking a person about ${toolName}`,
        context: { tool: toolName, interruptId, tripIndex: event.tripIndex },
      };
    }
    case "agent.approval.decided": {
      const { interruptId, toolName, decision } = event;
      return {
        level: "info",
        action: "approval.decided",
        message: `a person decided on ${toolName}: ${decision.type}`,
        context: { tool: toolName, interruptId, decision: decision.type, tripIndex: event.tripIndex },
      };
    }
    case "agent.repair.attempting":
      return {
        level: "warn",
        action: "repair.attempting",
        message: "asking for a corrected answer",
        context: { tripIndex: event.tripIndex, code: event.error.code, issues: event.issues },
      };
    case "agent.completed": {
      const { usage, report } = event.result;
      return {
        level: "info",
        action: "agent.completed",
        message: "agent completed",
        context: { totalUsage: usage, totalDuration: report.duration, trips: report.trips.length },
      };
    }
    case "agent.error": {
      const { code, message, stack } = event.error;
      return {
        level: "error",
        action: "agent.error",
        message: "agent failed",
        context: { code, message, stack },
      };
    }
    default:
      return undefined;
  }
}
