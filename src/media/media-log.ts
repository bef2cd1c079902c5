import type { RunEvent } from "../core/events.ts";
import { type LogEntry, writeLogEntry } from "../core/log-entry.ts";
import type { Logger } from "../core/logger.ts";

/** The log of one call of a media verb. */
export interface MediaLog {
  /** Writes an event. */
  readonly sink: (event: RunEvent) => void;
  readonly handlerFailed: (event: RunEvent, error: unknown) => void;
}

/** The log of a call, written to a logger; neither what went in nor what was made is logged. */
export function mediaLog(kind: string, model: string, logger: Logger): MediaLog {
  const module = `ai.${kind}.${model}`;
  return {
    sink: (event) => {
      const entry = entryOf(event, kind, model);
      if (entry) writeLogEntry(logger, module, entry);
    },
    handlerFailed: (event, error) =>
      writeLogEntry(logger, module, {
        level: "warn",
        action: "handler.failed",
        message: `a handler of ${event.type} threw`,
        context: { error: error instanceof Error ? error.message : error },
      }),
  };
}

/** Pieces are not logged: the end says the same at a readable volume. */
function entryOf(event: RunEvent, kind: string, model: string): LogEntry | undefined {
  const { input, result, error } = Object(event);
  switch (event.type) {
    case `${kind}.starting`:
      return {
        level: "info",
        action: event.type,
        message: `${kind} starting`,
        context:
          typeof input === "string"
            ? { inputLength: input.length, model }
            : { mediaType: input?.mediaType, model },
      };
    case `${kind}.completed`:
      return {
        level: "info",
        action: event.type,
        message: `${kind} completed`,
        context: { totalUsage: result.usage, totalDuration: result.report.duration },
      };
    case `${kind}.error`: {
      const { code, message, stack } = error;
      return {
        level: "error",
        action: event.type,
        message: `${kind} failed`,
        context: { code, message, stack },
      };
    }
    default:
      return undefined;
  }
}
