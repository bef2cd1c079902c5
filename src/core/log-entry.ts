import type { Logger, LogLevel } from "./logger.ts";
import { redactText, redactValue } from "./redact.ts";

/** One entry of a log. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly action: string;
  readonly message: string;
  readonly context: Record<string, unknown>;
}

/** Writes an entry, without secrets. A logger that throws must not break the run that it tells of. */
export function writeLogEntry(
  logger: Logger,
  module: string,
  { level, action, message, context }: LogEntry,
): void {
  try {
    logger[level]?.(module, action, redactText(message), redactValue(context) as Record<string, unknown>);
  } catch {}
}
