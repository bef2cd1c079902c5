import { getAIConfig } from "../core/config.ts";
import type { Logger } from "../core/logger.ts";

/** Tells a logger, or else the program's, of something that a harness goes on without. Neither texts nor causes are told. */
export function warn(logger: Logger | undefined, action: string, message: string, code?: string): void {
  // A logger that throws must not break the run that learns.
  try {
    (logger ?? getAIConfig().logger)?.warn?.("ai.harness", action, message, { code });
  } catch {}
}
