import type { AgentResult } from "../contracts/agent.ts";
import type { RevealedText } from "../contracts/middleware.ts";
import type { AgentDefinition } from "./agent-config.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { agentFailure } from "./agent-failure.ts";
import { middlewareContext } from "./middleware-context.ts";

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

/** What the text of a trip passes on its way to the listeners; `undefined` where nothing is hidden in the run. */
export async function revealing(execution: AgentExecution): Promise<RevealedText | undefined> {
  const stages: RevealedText[] = [];
  for (const { execute } of execution.definition.middleware.toReversed()) {
    const stage = await execute?.revealsText?.(middlewareContext(execution));
    if (stage) stages.push(stage);
  }
  const [first, ...others] = stages;
  return first && others.reduce(behind, first);
}

/** Two stages as one. */
function behind(first: RevealedText, second: RevealedText): RevealedText {
  return {
    push: (text) => second.push(first.push(text)),
    end: () => second.push(first.end()) + second.end(),
    get held() {
      return first.held + second.held;
    },
    object: (value) => second.object(first.object(value)),
  };
}
