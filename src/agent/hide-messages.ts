import type { AgentExecution } from "./agent-execution.ts";
import { middlewareContext } from "./middleware-context.ts";

/** Lets hooks change the conversation that a run begins with, before it is saved or asked. */
export async function hideMessages(execution: AgentExecution): Promise<void> {
  const { definition, messages, report } = execution;
  for (const { execute } of definition.middleware) {
    const hidden = await execute?.hides?.(middlewareContext(execution), messages);
    if (hidden && hidden !== messages) messages.splice(0, messages.length, ...hidden);
  }
  const [first] = messages;
  if (report.systemPrompt !== undefined && first?.role === "system" && typeof first.content === "string") {
    report.systemPrompt = first.content;
  }
}
