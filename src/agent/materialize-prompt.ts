import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import type { AgentExecution } from "./agent-execution.ts";

/**
 * Lets a prompt make itself ready for a run, as a part of the run: what it does is in the run's report, and the run's stop
 * ends it. That it serves its source, or what it warns of, is noted.
 */
export async function materializePrompt(
  { run, report }: AgentExecution,
  prompt: SystemPromptContract,
): Promise<void> {
  const done = await prompt.materialize?.({ parent: run });
  if (!done?.fallback && !done?.warnings.length) return;
  const { fallback, key, warnings } = done;
  report.refine = { fallback, ...(key !== undefined && { key }), warnings: [...warnings] };
  report.annotations = { ...report.annotations, refine: { ...report.refine, warnings: [...warnings] } };
}
