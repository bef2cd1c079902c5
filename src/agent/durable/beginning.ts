import type { AgentExecution } from "../agent-execution.ts";

/** What only the first checkpoint of a run says. */
export function beginningOf(execution: AgentExecution): Readonly<Record<string, unknown>> {
  const { definition, call, run, structured, report } = execution;
  const { output, responseSchema } = call.options;
  return {
    runId: run.runId,
    agentName: definition.name,
    version: definition.config.version,
    signature: definition.signature,
    sessionId: run.sessionId,
    input: call.input,
    systemPrompt: report.systemPrompt,
    promptName: report.promptName,
    promptVersion: report.promptVersion,
    responseSchema: output || responseSchema ? structured?.json : undefined,
  };
}
