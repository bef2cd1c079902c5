import type { Candidate } from "./candidate.ts";
import type { PlannedCase } from "./plan-optimization.ts";
import type { CaseScore } from "./run-case.ts";

/** A case, and how a prompt did on it. */
export interface Measured {
  readonly planned: PlannedCase;
  readonly result: CaseScore;
}

/** The cases that a candidate was measured on. */
export function measuredOn({ scores }: Candidate, cases: readonly PlannedCase[]): Measured[] {
  return cases.flatMap((planned) => {
    const result = scores.get(planned.name);
    return result ? [{ planned, result }] : [];
  });
}

/** Those of them that did not earn the full score, the worst first. */
export function failuresOf(candidate: Candidate, cases: readonly PlannedCase[]): Measured[] {
  return measuredOn(candidate, cases)
    .filter(({ result }) => result.score < 1 - 1e-6)
    .sort((one, other) => one.result.score - other.result.score);
}
