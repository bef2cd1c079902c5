import { type GuardrailPhase, GuardrailViolationError } from "../core/errors/agent-errors.ts";
import type { Lazy } from "../core/lazy.ts";

/**
 * Loads code that looks at texts.
 *
 * @throws GuardrailViolationError (`GUARDRAIL_VIOLATION`) where it cannot be loaded: then no text may pass.
 */
export async function loadOrRefuse<Code>(
  load: Lazy<Code>,
  phase: GuardrailPhase,
  guardrail = "guardrail",
): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    const reason = "guard-unavailable";
    throw new GuardrailViolationError(
      `The guardrail "${guardrail}" could not be loaded, so nothing may pass it. Try again when its code can be fetched.`,
      { phase, reason, guardrail, cause },
    );
  }
}
