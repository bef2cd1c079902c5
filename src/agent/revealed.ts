import type { AgentResult } from "../contracts/agent.ts";
import type { AgentDefinition } from "./agent-config.ts";
import { agentFailure } from "./agent-failure.ts";

/** The result as the caller gets it: what hooks hide in a run, they show again at its border. Never rejects. */
export async function revealed(
  { middleware }: AgentDefinition,
  result: AgentResult<unknown>,
): Promise<AgentResult<unknown>> {
  let shown = result;
  try {
    for (const { execute } of middleware.toReversed()) shown = (await execute?.reveals?.(shown)) ?? shown;
    return shown;
  } catch (cause) {
    const { type, usage, report } = result;
    return { type, usage, report, error: agentFailure(cause) };
  }
}
