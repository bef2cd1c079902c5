import type { PromptMaterialization } from "../contracts/system-prompt.ts";
import type { OpenAgentReport } from "./agent-execution.ts";

/** Notes in a run's report that its prompt serves its source, or what was warned of when it was made ready. */
export function noteMaterialization(
  report: OpenAgentReport,
  { fallback, key, warnings }: PromptMaterialization,
): void {
  report.refine = { fallback, ...(key !== undefined && { key }), warnings: [...warnings] };
  report.annotations = { ...report.annotations, refine: { ...report.refine, warnings: [...warnings] } };
}
