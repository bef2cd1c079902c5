import type { AIError } from "../core/errors/ai-error.ts";
import type { BaseReport } from "../core/report.ts";

/**
 * The last call of a run that a person refused and that its model could not mend: a later call of the same tool that went
 * well takes its place. The model was told and has answered; who started the run is told by this error beside the answer.
 */
export function refusalIn({ children }: Pick<BaseReport, "children">): AIError | undefined {
  const refused = children.findLastIndex(({ type, error }) => type === "tool" && isRefusal(error));
  const { name, error } = children[refused] ?? {};
  const isMended = children
    .slice(refused + 1)
    .some((later) => later.type === "tool" && later.name === name && later.status === "completed");
  return isMended ? undefined : error;
}

/** Whether an error says that a person refused a call. */
export function isRefusal(error: AIError | undefined): boolean {
  return error?.code === "APPROVAL_REJECTED";
}
