import { ConfigError } from "../core/errors/config-error.ts";
import type { OnMatch } from "./scanning-detector.ts";

/** Refuses what a detector cannot do about what it finds. */
export function checkOnMatch(
  detector: string,
  onMatch: OnMatch,
  actions: readonly OnMatch[] = ["redact", "block", "flag"],
): void {
  if (actions.includes(onMatch)) return;
  const known = actions.map((action) => `"${action}"`).join(", ");
  throw new ConfigError(`${detector}: "onMatch" is one of ${known}, not "${onMatch}".`);
}
