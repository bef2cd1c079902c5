import type { PlannedCase } from "./plan-optimization.ts";
import type { CaseScore } from "./run-case.ts";

/** A case, and how a prompt did on it. */
export interface Measured {
  readonly planned: PlannedCase;
  readonly result: CaseScore;
}
