import type { GuardrailDetector } from "../contracts/detector.ts";
import type { AgentMiddleware } from "../contracts/middleware.ts";
import { lazy } from "../core/lazy.ts";
import type { VaultLike } from "./vault-session.ts";

/**
 * Puts a vault around a guard. What the guard looks at is hidden before and shown again behind it, so that its detectors, its
 * events and its errors know placeholders only. A vault whose code cannot be loaded ends the run.
 *
 * @param input the detectors whose `redact` verdicts say what is hidden.
 */
export function withVault(
  guard: AgentMiddleware,
  vault: VaultLike,
  input: readonly GuardrailDetector[],
): AgentMiddleware {
  const hooks = lazy(async () => (await import("./vault-hooks.ts")).vaultHooks(vault, input));
  const { trip, tool } = guard;
  return {
    ...guard,
    execute: {
      before: async (context) => (await hooks()).execute.before?.(context),
      hides: async (context, messages) => (await hooks()).execute.hides?.(context, messages) ?? messages,
      revealsText: async (context) => (await hooks()).execute.revealsText?.(context),
      reveals: async (result) => (await hooks()).execute.reveals?.(result) ?? result,
    },
    trip: {
      ...trip,
      before: async (context) => {
        await (await hooks()).trip.before?.(context);
        return trip?.before?.(context);
      },
      after: async (context, response) => {
        const passed = (await trip?.after?.(context, response)) ?? response;
        const hidden = await (await hooks()).trip.after?.(context, passed);
        return hidden ?? (passed === response ? undefined : passed);
      },
    },
    tool: {
      ...tool,
      before: async (context) => {
        const early = await tool?.before?.(context);
        if (early === undefined) await (await hooks()).tool.before?.(context);
        return early;
      },
      after: async (context, outcome) => {
        const hidden = (await (await hooks()).tool.after?.(context, outcome)) ?? outcome;
        const passed = (await tool?.after?.(context, hidden)) ?? hidden;
        return passed === outcome ? undefined : passed;
      },
    },
  };
}
