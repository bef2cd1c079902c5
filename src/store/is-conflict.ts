import { AIError } from "../core/errors/ai-error.ts";

/** Whether an error says that somebody else wrote first (`STORE_CONFLICT`). */
export function isConflict(error: unknown): boolean {
  return AIError.is(error) && error.code === "STORE_CONFLICT";
}
